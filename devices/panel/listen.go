package panel

import (
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"

	"boxstop/devices"
)

// listen starts whatever hears a part: its expander, a request for two lines, or a goroutine a pin.
func (d *Dev) listen(u *unit, p *part) {
	p.contacts = make([]contact, len(p.lines))
	if p.knob.per != 0 && !strings.Contains(p.lines[0]+p.lines[1], ".") {
		d.all.Go(func() { d.follow(u, p) })
		return
	}
	if p.knob.per != 0 {
		of, port, _ := strings.Cut(p.lines[0], ".")
		_, other, _ := strings.Cut(p.lines[1], ".")
		d.bus.hear(of, &listener{u: u, p: p, bit: bit(port), other: bit(other)})
		return
	}
	for i, line := range p.lines {
		if of, port, ok := strings.Cut(line, "."); ok {
			if m := d.w.matrixNo(of); m >= 0 {
				c := d.bus.crosses[m]
				c.keyed = append(c.keyed, &key{u: u, p: p, bit: keyBit(port)})
				continue
			}
			d.bus.hear(of, &listener{u: u, p: p, contact: i, bit: bit(port)})
			continue
		}
		d.all.Go(func() { d.watch(u, p, i, line) })
	}
}

// watch hears one pin. It closes its line to GND.
func (d *Dev) watch(u *unit, p *part, contact int, line string) {
	pin := d.hw.Pins[line]
	for d.ctx.Err() == nil {
		var err error
		if pin != nil {
			err = pin.In(gpio.PullUp, gpio.BothEdges)
		}
		if pin == nil || err != nil {
			d.fault(u, line, p.name+": "+held(line, err))
			sleep(d.ctx, retry)
			continue
		}
		break
	}
	if d.ctx.Err() != nil {
		return
	}
	d.fault(u, line, "")
	for edge := true; d.ctx.Err() == nil; {
		again := d.contact(u, p, contact, low(pin.Read()), edge, time.Now())
		if again == 0 {
			again = wait
		}
		edge = pin.WaitForEdge(again)
	}
}

// follow hears the two lines of an encoder.
func (d *Dev) follow(u *unit, p *part) {
	for d.ctx.Err() == nil {
		e, err := d.hw.Pair(p.lines[0], p.lines[1])
		if err != nil {
			d.fault(u, p.lines[0], p.name+": "+held(p.lines[0]+", "+p.lines[1], err))
			sleep(d.ctx, retry)
			continue
		}
		d.fault(u, p.lines[0], "")
		err = d.edges(u, p, e)
		_ = e.Close()
		if err != nil {
			d.fault(u, p.lines[0], p.name+": "+err.Error())
			sleep(d.ctx, retry)
		}
	}
}

func (d *Dev) edges(u *unit, p *part, e Edges) error {
	a, b, err := e.Now()
	if err != nil {
		return err
	}
	at := [2]bool{low(a), low(b)}
	p.mu.Lock()
	p.knob.closed(at[0], at[1])
	p.knob.way = 0
	p.mu.Unlock()
	for d.ctx.Err() == nil {
		line, level, ok, err := e.Wait(wait)
		if err != nil {
			return err
		}
		if ok {
			at[line] = low(level)
			d.turned(u, p, at[0], at[1], time.Now())
		}
	}
	return nil
}

// turned takes in the contacts of an encoder.
func (d *Dev) turned(u *unit, p *part, a, b bool, at time.Time) {
	p.mu.Lock()
	steps := p.knob.closed(a, b)
	why := p.heard(steps != 0, at)
	aside := p.aside
	p.mu.Unlock()
	switch {
	case why != "":
		d.setAside(u, p, why)
	case steps != 0 && !aside:
		d.emit(u, devices.Reading{Event: devices.Turned, Part: p.no, Value: steps, At: at})
	}
}

// contact takes in what a contact reads, after an edge or because it was time to look. It says after how long to read it again.
func (d *Dev) contact(u *unit, p *part, i int, down, edge bool, at time.Time) (again time.Duration) {
	p.mu.Lock()
	changed, again := p.contacts[i].level(down, at)
	why := ""
	if edge {
		why = p.heard(changed, at)
	}
	r := devices.Reading{Event: p.event, Part: p.no, At: at}
	switch {
	case !changed:
		r.Event = 0
	case p.event == devices.Turned: // up and down: each press is a step
		r.Value = 1 - 2*i
		if !down {
			r.Event = 0
		}
	case p.event == devices.Stands:
		if r.Value = i + 1; !down || p.at == r.Value {
			r.Event = 0 // between two positions; the last one holds
		} else {
			p.at = r.Value
		}
	case down:
		r.Value, p.since = 1, at
	default:
		p.since = time.Time{}
	}
	if why == "" && p.event == devices.Pressed && !p.since.IsZero() && at.Sub(p.since) > stuck && !p.aside {
		p.aside, why = true, "held down for "+round(stuck).String()+", stuck?"
	}
	aside := p.aside
	p.mu.Unlock()
	switch {
	case why != "":
		d.setAside(u, p, why)
	case r.Event != 0 && !aside:
		d.emit(u, r)
	}
	return again
}

// heard counts an edge; why is set once, when the part is set aside.
func (p *part) heard(changed bool, at time.Time) (why string) {
	if why = p.noise.count(changed, at); why == "" || p.aside {
		return ""
	}
	p.aside = true
	return why
}

func (p *part) resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.aside, p.noise, p.since = false, noise{}, time.Time{}
}

func (d *Dev) setAside(u *unit, p *part, why string) {
	d.emit(u, devices.Reading{Event: devices.Aside, Part: p.no, Text: p.name + " set aside, " + why})
}
