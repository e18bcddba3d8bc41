package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/monitor"
)

// list names every unit and every port.
func (d *deviceRun) list(ctx context.Context, args []string) error {
	if _, err := d.parse(d.flags("list", true), args, 0); err != nil {
		return err
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	l, err := d.link(ctx, nil)
	if err != nil {
		return err
	}
	// a board that resets when its port is opened needs three seconds, one that is not ours six
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	settled := l.Settled()
wait:
	for {
		select {
		case <-settled:
			break wait
		case <-limit.C:
			break wait
		case <-ctx.Done():
			break wait
		case <-l.Readings():
		}
	}
	units := map[string]devices.Unit{}
	for _, u := range l.Units() {
		units[u.Serial] = u
	}
	ports := l.Ports()
	cancel()
	for range l.Readings() { // until all ports are closed
	}
	w := tabwriter.NewWriter(d.stdout, 0, 0, 2, ' ', 0)
	for _, p := range ports {
		if u, ok := units[p.Serial]; ok {
			fmt.Fprintf(w, "%s %s\t%s\t%s\tfirmware %s, %d readings so far, serial %s\n", u.Kind, u.Name(), p.Port, abilities(u), u.Firmware, u.Count, u.Serial)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, p := range ports {
		if _, ok := units[p.Serial]; !ok {
			fmt.Fprintf(d.stdout, "%s: %s\n", p.Port, p.Text)
		}
	}
	if len(units) == 0 {
		where := strings.Join(link.DefaultGlobs, ", ")
		if len(d.ports) > 0 {
			where = strings.Join(d.ports, ", ")
		}
		return &hinted{
			fmt.Errorf("no unit answered; looked at %s", where),
			"plug one in, or make one: boxstop device simulate dice --link /tmp/cup", 1,
		}
	}
	return nil
}

// monitor shows traffic and what became of units until the time is up.
func (d *deviceRun) monitor(ctx context.Context, args []string) error {
	f := d.flags("monitor", true)
	ack := f.Bool("ack", false, "")
	if _, err := d.parse(f, args, 0); err != nil {
		return err
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	start := time.Now()
	var mu sync.Mutex
	say := func(s string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(d.stdout, s)
	}
	l, err := d.link(ctx, monitor.New(start, say).Add)
	if err != nil {
		return err
	}
	for r := range l.Readings() {
		if s := happened(r); s != "" {
			say(fmt.Sprintf("%9.3f %s", r.At.Sub(start).Seconds(), s))
		}
		if r.Event == devices.Rolled && *ack {
			l.Send(r.Unit.Serial, devices.Command{Do: devices.Ack, Count: r.Count})
		}
	}
	return nil
}

// happened says what became of a unit or a port; "" for what its lines say already.
func happened(r devices.Reading) string {
	switch r.Event {
	case devices.Here:
		return fmt.Sprintf("%s %s is here, on %s: %s", r.Unit.Kind, r.Unit.Name(), r.Port, abilities(r.Unit))
	case devices.Gone:
		return fmt.Sprintf("%s %s is gone: %s", r.Unit.Kind, r.Unit.Name(), r.Text)
	case devices.Health:
		switch {
		case r.Port != "" && r.Text == "":
			return r.Port + ": gone"
		case r.Port != "":
			return r.Port + ": " + r.Text
		}
		return r.Text
	}
	return ""
}
