package control

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
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

// unitLine is what the head of every screen says of units: "cup ok  keypad ok", "cups 1/2!", "cup gone: p rolls". Of a panel the parts count.
func (c *Control) unitLine() string {
	var out []string
	for _, k := range []struct {
		kind      devices.Kind
		one, many string
		gone      string // what to do when the last one is
	}{{devices.Dice, "cup", "cups", ": p rolls"}, {devices.Panel, "panel", "panels", ""}} {
		here, all, name := 0, 0, k.one
		whole := map[string]bool{}
		for serial, u := range c.units {
			if u.Kind != k.kind {
				continue
			}
			of, _, _ := strings.Cut(serial, "/")
			whole[of] = true
			if all++; u.here {
				here++
			}
		}
		if len(whole) > 1 {
			name = k.many
		}
		switch {
		case all == 0:
		case here == 0:
			out = append(out, name+" gone"+k.gone)
		case here < all:
			out = append(out, fmt.Sprintf("%s %d/%d!", name, here, all))
		default:
			out = append(out, name+" ok")
		}
	}
	if out == nil {
		out = append(out, "no units")
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
		case u.fails > 0:
			v.State = "FAULT"
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
	return append(out, c.viewPorts()...)
}

// viewPorts are the ports that are nobody's, as rows of the devices page.
func (c *Control) viewPorts() (out []view.Unit) {
	for _, p := range slices.Sorted(maps.Keys(c.ports)) {
		what, _, _ := strings.Cut(c.ports[p], ": ")
		out = append(out, view.Unit{Name: filepath.Base(p), What: what, For: "nobody", State: "-", Last: "-", Bat: "-", Say: p + ": " + c.ports[p]})
	}
	return out
}
