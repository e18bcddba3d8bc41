package control

import (
	"fmt"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
)

func (s *Session) viewDispute(t *TrayRoll, ask Open) *view.Dispute {
	v := &view.Dispute{
		Unit: t.Unit, Dice: t.Faces, Why: t.Why,
		Head: fmt.Sprintf("WHOSE ROLL?   %s rolled %s; %s is asked for %s: %s", t.Unit, plural(len(t.Faces), "die", "dice"), s.Words.Mark(ask.Car), plural(int(ask.Dice), "die", "dice"), t.Why),
	}
	for i, w := range s.ways(t, ask) {
		key := ""
		if i < 9 {
			key = strconv.Itoa(i + 1)
		}
		v.Ways = append(v.Ways, view.Option{Key: key, Cols: []string{w.say}, Line: w.line})
	}
	return v
}

func (s *Session) viewTray(t *TrayRoll) view.Tray {
	v := view.Tray{Unit: t.Unit, Faces: strings.Join(t.Faces, " "), Age: int((s.now() - t.At) / 1000), Why: t.Why, Drop: "tray " + t.Unit + " drop"}
	for _, o := range s.rollAsks() {
		if int(o.Dice) == len(t.Faces) {
			v.Use = "tray " + t.Unit + " use"
		}
	}
	return v
}

// unitLine is what the head of every screen says of units: "cup ok  keypad ok".
func (c *Control) unitLine() string {
	here, gone := 0, 0
	for _, u := range c.units {
		if u.here {
			here++
		} else if u.Kind != "" {
			gone++
		}
	}
	var out []string
	switch {
	case here+gone == 0:
		out = append(out, "no units")
	case gone > 0 && here == 0:
		out = append(out, "cup gone: p rolls")
	case gone > 0:
		out = append(out, fmt.Sprintf("units %d/%d!", here, here+gone))
	case here == 1:
		out = append(out, "cup ok")
	default:
		out = append(out, fmt.Sprintf("%d units ok", here))
	}
	if c.opt.Console != "" {
		out = append(out, c.opt.Console)
	}
	return strings.Join(out, "  ")
}

func (c *Control) viewUnits() []view.Unit {
	var out []view.Unit
	for _, serial := range c.serials() {
		u := c.units[serial]
		v := view.Unit{Name: u.Name(), Kind: string(u.Kind), State: "ok", Last: u.last, Bat: "-", Ours: true, For: "nobody"}
		if u.Kind == devices.Dice {
			v.What = plural(max(1, u.Dice), "die", "dice")
		}
		if u.Battery >= 0 {
			v.Bat = strconv.Itoa(u.Battery) + "%"
		}
		b := c.binding(u)
		v.Off = b.Off
		switch {
		case b.Off:
			v.State = "SET ASIDE"
		case !u.here:
			v.State = "GONE"
		}
		c.stationRow(u, &v)
		switch {
		case b.Table:
			v.For = "the table"
		case b.Mark != "":
			v.For = b.Mark
			if car := c.session.Words.CarOf(b.Mark); car != 0 {
				v.For += " " + c.session.drivers[car-1].Name
			}
		}
		out = append(out, v)
	}
	return out
}
