package devices_test

import (
	"fmt"
	"slices"
	"testing"

	"boxstop/devices"

	"github.com/google/go-cmp/cmp"
)

// line is a device that notes what it is told.
type line struct {
	in     chan devices.Reading
	told   []string
	hushed []string
}

func (l *line) Readings() <-chan devices.Reading { return l.in }

func (l *line) Send(serial string, c devices.Command) {
	l.told = append(l.told, fmt.Sprintf("%s %d part %d value %d %q", serial, c.Do, c.Part, c.Value, c.Text))
}

func (l *line) Hush(serials ...string) { l.hushed = serials }

func TestAPanelOnOneCableIsAUnitAStationAndTheTable(t *testing.T) {
	l := &line{in: make(chan devices.Reading, 16)}
	d := devices.Split(l, func(name string) devices.Cabled {
		if name == "A0B1" {
			return devices.Cabled{Sight: "hood", Drivers: []string{"R", "Ben"}}
		}
		return devices.Cabled{}
	})
	six := devices.Unit{Serial: "0D1CA0B1", Kind: devices.Panel, Knobs: 6, Buttons: 12, Lamps: 7, Digits: 4, Displays: 6, Sounds: true}
	l.in <- devices.Reading{Event: devices.Here, Unit: six}
	l.in <- devices.Reading{Event: devices.Turned, Unit: devices.Unit{Serial: "0D1CA0B1"}, Part: 3, Value: -2}
	l.in <- devices.Reading{Event: devices.Pressed, Unit: devices.Unit{Serial: "0D1CA0B1"}, Part: 6, Value: 1}
	l.in <- devices.Reading{Event: devices.Pressed, Unit: devices.Unit{Serial: "0D1CA0B1"}, Part: 10, Value: 1}
	l.in <- devices.Reading{Event: devices.Health, Unit: devices.Unit{Serial: "0D1CA0B1"}, Text: "line"}
	l.in <- devices.Reading{Event: devices.Here, Unit: devices.Unit{Serial: "7F3A", Kind: devices.Dice, Dice: 6}}
	l.in <- devices.Reading{Event: devices.Gone, Unit: devices.Unit{Serial: "0D1CA0B1"}}
	close(l.in)
	var got []string
	for r := range d.Readings() {
		u := r.Unit
		switch r.Event {
		case devices.Here:
			got = append(got, fmt.Sprintf("%s here: %d knobs %d buttons %d lamps %d digits %s %s", u.Name(), u.Knobs, u.Buttons, u.Lamps, u.Digits, u.Sight, u.For))
		default:
			got = append(got, fmt.Sprintf("%s %d: part %d value %d %s", u.Name(), r.Event, r.Part, r.Value, r.Text))
		}
	}
	want := []string{
		"A0B1/1 here: 1 knobs 1 buttons 1 lamps 4 digits hood R", "A0B1/2 here: 1 knobs 1 buttons 1 lamps 4 digits hood Ben",
		"A0B1/3 here: 1 knobs 1 buttons 1 lamps 4 digits hood ", "A0B1/4 here: 1 knobs 1 buttons 1 lamps 4 digits hood ",
		"A0B1/5 here: 1 knobs 1 buttons 1 lamps 4 digits hood ", "A0B1/6 here: 1 knobs 1 buttons 1 lamps 4 digits hood ",
		"A0B1 here: 0 knobs 6 buttons 1 lamps 0 digits  ",
		"A0B1/3 5: part 1 value -2 ", "A0B1/6 4: part 1 value 1 ", "A0B1 4: part 4 value 1 ", "A0B1 6: part 0 value 0 line",
		"7F3A here: 0 knobs 0 buttons 0 lamps 0 digits  ",
		"A0B1/1 2: part 0 value 0 ", "A0B1/2 2: part 0 value 0 ", "A0B1/3 2: part 0 value 0 ", "A0B1/4 2: part 0 value 0 ", "A0B1/5 2: part 0 value 0 ",
		"A0B1/6 2: part 0 value 0 ", "A0B1 2: part 0 value 0 ",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}

	for _, c := range []struct {
		serial string
		devices.Command
	}{
		{"0D1CA0B1/2", devices.Command{Do: devices.Show, Part: 1, Text: "120"}},
		{"0D1CA0B1/4", devices.Command{Do: devices.Show, Part: 1, Text: "4"}},
		{"0D1CA0B1/2", devices.Command{Do: devices.Show, Part: 1}},
		{"0D1CA0B1/6", devices.Command{Do: devices.Lamp, Part: 1, Value: 2}},
		{"0D1CA0B1", devices.Command{Do: devices.Lamp, Part: 1, Value: 3}},
		{"0D1CA0B1", devices.Command{Do: devices.Sound, Value: 4}},
		{"0D1CA0B1/3", devices.Command{Do: devices.Resume}},
		{"0D1CA0B1/9", devices.Command{Do: devices.Lamp, Value: 1}},
		{"7F3A", devices.Command{Do: devices.Show, Text: "R 4"}},
	} {
		d.Send(c.serial, c.Command)
	}
	want = []string{
		`0D1CA0B1 5 part 2 value 0 "120"`, `0D1CA0B1 5 part 4 value 0 "4"`, `0D1CA0B1 5 part 2 value 0 ""`,
		`0D1CA0B1 6 part 6 value 2 ""`, `0D1CA0B1 6 part 7 value 3 ""`, `0D1CA0B1 7 part 0 value 4 ""`, `7F3A 5 part 0 value 0 "R 4"`,
	}
	if d := cmp.Diff(want, l.told); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	d.(devices.Husher).Hush("0D1CA0B1/1", "0D1CA0B1/2", "7F3A")
	if want := []string{"0D1CA0B1", "7F3A"}; !slices.Equal(l.hushed, want) {
		t.Errorf("hushed %v, want %v", l.hushed, want)
	}
}
