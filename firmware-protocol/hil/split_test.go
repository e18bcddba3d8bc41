//go:build hil

package hil

import (
	"context"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
)

// TB-14: race control sees six stations and a table where one cable comes in.
func TestOneCableIsSixStationsAndATable(t *testing.T) {
	b := stations(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	l, err := link.Start(ctx, link.Options{Paths: []string{b.Line}, Globs: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	d := devices.Split(l, nil)
	next := func(e devices.Event) devices.Reading {
		t.Helper()
		late := time.After(15 * time.Second)
		for {
			select {
			case r := <-d.Readings():
				if r.Event == e {
					return r
				}
			case <-late:
				t.Fatalf("no reading of event %d", e)
			}
		}
	}
	for range 6 {
		if u := next(devices.Here).Unit; u.Knobs != 1 || u.Buttons != 1 || u.Lamps != 1 || u.Digits != 4 {
			t.Errorf("a station is %+v", u)
		}
	}
	if u := next(devices.Here).Unit; u.Serial != "0D1C7F3A" || u.Buttons != 6 || u.Lamps != 1 || !u.Sounds {
		t.Errorf("the table is %+v", u)
	}
	b.Do("quad D6 D7 8 2000")
	if r := next(devices.Turned); r.Unit.Serial != "0D1C7F3A/3" || r.Part != 1 || r.Value < 1 || r.Value > 2 {
		t.Errorf("knob 3 is %+v", r)
	}
	b.Pin("GPA4", 0)
	if r := next(devices.Pressed); r.Unit.Serial != "0D1C7F3A/5" || r.Part != 1 || r.Value != 1 {
		t.Errorf("press 5 is %+v", r)
	}
	b.Pin("GPB3", 0)
	if r := next(devices.Pressed); r.Unit.Serial != "0D1C7F3A" || r.Part != 4 || r.Value != 1 {
		t.Errorf("next is %+v", r)
	}
	d.Send("0D1C7F3A/4", devices.Command{Do: devices.Show, Text: "LEAN"})
	Until(t, 5*time.Second, "station 4 shows LEAN", func() bool { return b.Text(0x73) == "LEAN" })
	d.Send("0D1C7F3A/2", devices.Command{Do: devices.Lamp, Part: 1, Value: 1})
	Until(t, 5*time.Second, "lamp 2 is on", func() bool { return b.Do("leds 76")[:2] == "02" })
	d.Send("0D1C7F3A", devices.Command{Do: devices.Lamp, Part: 1, Value: 1})
	Until(t, 5*time.Second, "the table's lamp is on", func() bool { return b.Do("get D13") == "1" })
}
