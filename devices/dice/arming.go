package dice

import (
	"slices"

	"boxstop/devices"
)

// Order is a command for a unit.
type Order struct {
	Serial  string
	Command devices.Command
}

// Arming keeps which units are armed with what. The zero value is ready to use: nobody is armed.
type Arming struct {
	now []armed
}

type armed struct {
	serial, ask, mark string
	dice              int
	rolled            bool
}

// Arm gives the orders by which just the units of w are armed, each with its share; w nil: nobody. Units that are armed with just that
// already, or have rolled for it, are told nothing: to have it rolled again, Forget it first. units are those that are here; those that cannot be armed
// are left out. An error is that of Share; what can be armed is armed all the same.
func (a *Arming) Arm(w *Want, units []devices.Unit) ([]Order, error) {
	var next []armed
	var err error
	if w != nil {
		var us []devices.Unit
		for _, serial := range w.Units {
			if i := slices.IndexFunc(units, func(u devices.Unit) bool { return u.Serial == serial }); i >= 0 {
				us = append(us, units[i])
			}
		}
		var parts []int
		parts, err = Share(us, w.Dice)
		for i, u := range us {
			if u.Arms && parts[i] > 0 {
				next = append(next, armed{u.Serial, w.Ask, w.Mark, parts[i], false})
			}
		}
	}
	var orders []Order
	for _, was := range a.now {
		if !was.rolled && !slices.ContainsFunc(next, func(n armed) bool { return n.serial == was.serial }) {
			orders = append(orders, Order{was.serial, devices.Command{Do: devices.Disarm}})
		}
	}
	for i := range next {
		n := &next[i]
		same := slices.IndexFunc(a.now, func(was armed) bool {
			return was.serial == n.serial && was.ask == n.ask && was.mark == n.mark && was.dice == n.dice
		})
		if same >= 0 {
			n.rolled = a.now[same].rolled
			continue
		}
		orders = append(orders, Order{n.serial, n.command()})
	}
	a.now = next
	return orders, err
}

func (a armed) command() devices.Command {
	return devices.Command{Do: devices.Arm, Ask: a.ask, Mark: a.mark, Dice: a.dice}
}

// Here is for a unit that said who it is: it is not armed whatever it was. The orders arm it again, unless it has rolled.
func (a *Arming) Here(serial string) []Order {
	for _, x := range a.now {
		if x.serial == serial && !x.rolled {
			return []Order{{serial, x.command()}}
		}
	}
	return nil
}

// Rolled notes that a unit has rolled for an ask: that disarms it.
func (a *Arming) Rolled(serial, ask string) {
	for i := range a.now {
		if x := &a.now[i]; x.serial == serial && x.ask == ask {
			x.rolled = true
		}
	}
}

// Forget has the next Arm tell the unit again what it is to roll ("roll again, nothing counts").
func (a *Arming) Forget(serial string) {
	a.now = slices.DeleteFunc(a.now, func(x armed) bool { return x.serial == serial })
}
