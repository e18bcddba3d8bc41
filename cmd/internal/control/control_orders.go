package control

import (
	"errors"
	"slices"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/engine"
)

// order carries out one line from a person.
func (c *Control) order(from string, o *view.Order) view.Reply {
	out, err := c.execute(from, o)
	if err != nil {
		var r *Refused
		rep := view.Reply{Error: err.Error()}
		if errors.As(err, &r) {
			rep.Hint, rep.Stand = r.Hint, r.Stand
		}
		return rep
	}
	if out.Twice != "" {
		return view.Reply{Error: out.Twice, Hint: "say it again to do it", Twice: true}
	}
	return view.Reply{Said: out.Said}
}

// execute finds out whom a line is for: the set-up, what is always there, or the race.
func (c *Control) execute(from string, o *view.Order) (Outcome, error) {
	w, err := tokens(o.Line)
	if err != nil || len(w) == 0 {
		return Outcome{}, err
	}
	if out, done, err := c.always(from, w); done {
		return out, err
	}
	switch c.stage {
	case view.SettingUp:
		return c.setUp(w, o)
	case view.Welcome:
		if w[0] == "resume" {
			return Outcome{}, c.resume(from)
		}
		if w[0] == "drive" || w[0] == "unit" { // who sits there today
			return c.session.Do(from, o.Line, "", o.Sure)
		}
		return Outcome{}, refuse("%s: a race is waiting; resume goes on with it, aside leaves it for another day", o.Line)
	}
	if c.session == nil {
		return Outcome{}, refuse("%s: no race is on", o.Line)
	}
	before := c.session.Seq()
	c.wheel(from, o)
	line, err := c.session.spellOut(o.Line)
	if err != nil {
		return Outcome{}, err
	}
	out, err := c.session.Do(from, line, o.Ask, o.Sure)
	c.after(before)
	return out, err
}

// after looks at what an order did to the clocks and to what must be moved.
func (c *Control) after(before int) {
	s := c.session
	c.clock.run(!s.Held() && c.stage != view.Welcome)
	if s.Seq() == before {
		return
	}
	if !s.moved && c.confirms() {
		return
	}
	if s.movedOn(before) && c.confirms() {
		s.moved = false
	} else if s.movedAt > before {
		c.movedAt = c.clock.ms()
	}
	c.stageNow()
}

// stageNow goes to the result when the race is over, and back when it is reopened.
func (c *Control) stageNow() {
	switch over := c.session.Over(); {
	case over && c.stage == view.Racing:
		c.stage = view.Over
		c.clock.run(false)
	case !over && c.stage == view.Over:
		c.stage = view.Racing
		c.clock.run(!c.session.Held())
	}
}

// confirms reports whether the race waits for "moved": the pace says so, or a clock is in play (TB-20).
func (c *Control) confirms() bool {
	return c.session.confirm || slices.ContainsFunc(c.session.open, func(o Open) bool { return o.Seconds > 0 })
}

// movedOn reports whether an answer after line seq put a car somewhere else.
func (s *Session) movedOn(seq int) bool {
	for i := len(s.acts) - 1; i >= 0 && s.acts[i].Born > seq; i-- {
		for _, e := range s.acts[i].Events {
			if e.Field == s.About.Space {
				return true
			}
		}
	}
	return false
}

// wheel: in the demo an answer for a bot's car takes the wheel.
func (c *Control) wheel(from string, o *view.Order) {
	if !c.opt.Demo || o.Ask == "" || from != "director" || strings.HasPrefix(o.Line, "run") {
		return
	}
	a, err := c.session.find(o.Ask)
	if err != nil || c.session.botOf(a.Ask) == "" || a.Form == engine.Roll {
		return
	}
	line := "drive"
	for _, car := range c.session.asked(a.Ask) {
		line += " " + c.session.Words.Mark(car)
	}
	_, _ = c.session.Do(from, line+` "You"`, "", true)
}

// always are the lines that mean the same at every stage.
func (c *Control) always(from string, w []string) (Outcome, bool, error) {
	switch {
	case w[0] == "unit" && len(w) == 3 && w[2] == "blink":
		u := c.unitByName(w[1])
		if u == nil {
			return Outcome{}, true, refuse("unit %s: it is not here; here are %s", w[1], c.hereNow())
		}
		c.opt.Device.Send(u.Serial, devices.Command{Do: devices.Identify})
		return Outcome{Said: []string{"unit " + u.Name() + " blinks"}}, true, nil
	case w[0] == "unit" && len(w) == 3 && w[2] == "test":
		u := c.unitByName(w[1])
		if u == nil {
			return Outcome{}, true, refuse("unit %s: it is not here", w[1])
		}
		c.opt.Device.Send(u.Serial, devices.Command{Do: devices.Identify})
		return Outcome{Said: []string{"unit " + u.Name() + " blinks; use it once, and its line shows what came"}}, true, nil
	case w[0] == "call":
		if len(w) < 2 {
			c.calling = ""
			return Outcome{}, true, nil
		}
		if err := c.known(w[1]); err != nil {
			return Outcome{}, true, err
		}
		c.calling = strings.ToUpper(w[1])
		return Outcome{Said: []string{c.calling + ", roll once: the unit that is heard is yours"}}, true, nil
	case w[0] == "spoken":
		return Outcome{}, true, c.spoken(w[1:])
	case w[0] == "aside" || w[0] == "setaside":
		return Outcome{}, true, c.aside(from)
	case w[0] == "new" || w[0] == "next":
		return Outcome{}, true, c.nextRace(w[0] == "next")
	case w[0] == "open":
		return Outcome{}, true, c.openRace(w)
	case w[0] == "print":
		return c.print(w[1:])
	}
	return Outcome{}, false, nil
}

// ready reports whether the race may go on by itself.
func (c *Control) ready() bool {
	return c.session != nil && c.stage == view.Racing && !c.session.Held() && (c.session.moved || (len(c.session.putback) == 0 || c.session.sheet.on) && !c.confirms())
}

func (c *Control) note(t string) {
	c.health = append(c.health, t)
	if len(c.health) > 100 {
		c.health = c.health[1:]
	}
}

func (c *Control) print(w []string) (Outcome, bool, error) {
	if c.opt.Print == "" {
		return Outcome{}, true, refuse("print: no printing command is set; boxstop report writes every sheet to a file")
	}
	return Outcome{}, true, c.runPrint(w)
}
