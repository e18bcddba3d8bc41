package main

import (
	"context"
	"fmt"

	"boxstop/devices"
)

// counters tries the lamps and buttons of counters: all lamps at once, then those of each car, which differ so that their order is seen.
func (t *tour) counters(ctx context.Context, u devices.Unit) error {
	all := func(value int) {
		for i := range u.Lamps {
			t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: i + 1, Value: value})
		}
	}
	if u.Lamps > 0 {
		all(1)
		if err := t.eye(ctx, u, fmt.Sprintf("are all %d lamps lit?", u.Lamps)); err != nil {
			return err
		}
		all(0)
	}
	for _, k := range u.Counters {
		if err := t.lampsOf(ctx, u, k); err != nil {
			return err
		}
		if k.Button == 0 {
			continue
		}
		pressed := func(r devices.Reading) bool {
			return r.Event == devices.Pressed && r.Part == k.Button && r.Value == 0
		}
		if err := t.hand(ctx, u, "press the button of "+whose(k)+", and let go", pressed); err != nil {
			return err
		}
	}
	return nil
}

// lampsOf tries the lamps of one car: the first is steady, the second blinks shortly, the third fast, and so on.
func (t *tour) lampsOf(ctx context.Context, u devices.Unit, k devices.Counter) error {
	say := ""
	for i, part := range k.Lamps {
		state := i % 3
		how := []string{"steady", "a short blink a second", "fast"}[state]
		if t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: part, Value: state + 1}); say != "" {
			say += ", "
		}
		say += fmt.Sprintf("%d %s", k.From+i, how)
	}
	if say == "" {
		return nil
	}
	err := t.eye(ctx, u, fmt.Sprintf("of %s: %s, and no other lamp?", whose(k), say))
	for _, part := range k.Lamps {
		t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: part})
	}
	return err
}

// whose names whose counter it is.
func whose(k devices.Counter) string {
	switch {
	case k.Mark != "":
		return "car " + k.Mark
	case k.Place > 0:
		return fmt.Sprintf("the car in place %d", k.Place)
	}
	return fmt.Sprintf("car %d", k.Entry)
}
