package control

import (
	"fmt"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// snapshot makes what every screen may know. All of it comes from the public race.
func (c *Control) snapshot() *view.Snapshot {
	v := &view.Snapshot{Stage: c.stage, Guard: int(c.opt.Guard.Milliseconds()), Units: c.viewUnits()}
	v.Head.Demo = c.opt.Demo
	v.Head.Units = c.unitLine() + c.failing()
	if c.stage == view.SettingUp {
		v.Setup = c.viewSetup()
		v.Head.Game, v.Head.Race = "BOXSTOP", v.Setup.Race
		return v
	}
	s := c.session
	v.Seq, v.Beeps, v.Beep = s.seq, s.beeps, s.beep
	w := s.look()
	v.Head.Game, v.Head.Board, v.Head.Practice = s.About.Title, s.Setup.Board.Name, s.practice()
	v.Head.Progress, v.Head.Held = w.progress()+w.moved(), s.held
	v.Head.Race = fmt.Sprintf("race %d", c.plan.Number)
	if n := s.botCount(); n > 0 {
		v.Head.Bots = plural(n, "bot", "bots")
	}
	v.Table = w.table()
	if c.stage == view.Over {
		v.Result = c.viewResult(w)
	}
	v.Strip = w.strip()
	v.Asks = c.viewAsks(w)
	v.Last = w.last(2)
	if lies := w.lies(); lies != "" {
		v.Last = append(v.Last[:min(1, len(v.Last))], lies)
	}
	if !s.moved {
		board, dash := s.Hands(s.putback)
		v.PutBack = append(board, dash...)
		v.Sheet = s.sheet.on && !c.confirms()
		if len(v.PutBack) == 0 {
			v.PutBack = w.newest()
		}
	}
	disputed, ask, ok := s.dispute()
	if ok {
		v.Dispute = s.viewDispute(disputed, ask)
	}
	for i := range s.tray {
		if t := &s.tray[i]; t != disputed {
			v.Tray = append(v.Tray, s.viewTray(t))
		}
	}
	for _, o := range s.open {
		if k, ok := s.keptFor(o.Ask); ok {
			v.Kept = fmt.Sprintf("%s's dice lie there: %s", s.Words.Mark(o.Car), k.Roll)
			v.KeptLine = s.Words.Mark(o.Car) + " roll " + k.Roll
			break
		}
	}
	if c.stage == view.Racing {
		v.Runs = s.runs()
	}
	v.Standing = s.standingWords()
	v.Offer, v.OfferKey = c.offer()
	if c.stage == view.Welcome {
		v.Welcome = c.viewWelcome(w)
	}
	return v
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func (c *Control) viewWelcome(w *look) *view.Waiting {
	s := c.session
	v := *c.welcome
	v.Head = fmt.Sprintf("A RACE IS WAITING   %s, %s%s, %s", s.About.Title, s.Setup.Board.Name, map[bool]string{true: " PRACTICE", false: ""}[s.practice()], w.progress())
	for i := len(s.acts) - 1; i >= 0 && len(v.Last) < 3; i-- {
		a := &s.acts[i]
		t := s.public(a)
		if h := s.happened(a); h != "" && !a.Ask.Secret {
			t = h
		}
		v.Last = append(v.Last, fmt.Sprintf("%d  %s", a.No, t))
	}
	for _, o := range s.open {
		if o.Waits && !o.Done {
			v.Now = s.Words.Mark(o.Car) + " " + s.drivers[max(1, int(o.Car))-1].Name + ": " + strings.ToLower(string(s.Words.Ask(nil, w.race, o.Ask, "head")))
			break
		}
	}
	for _, u := range c.viewUnits() {
		if !u.Ours {
			continue
		}
		v.Units = append(v.Units, strings.TrimSpace(u.What+" "+u.Name+" "+u.State))
	}
	v.Other = c.sums
	v.Off = "this Pi was off, for how long it cannot say"
	return &v
}
