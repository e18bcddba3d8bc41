package engine

// Ruled is how a rule set takes rulings: the kinds of its events, and the field that numbers the order in which cars move, 0 where there
// is none.
type Ruled struct {
	Kind     Kind // of what is set of a car
	Switched Kind // of what is set of the race; 0: as of a car
	Fault    Fault
	Clause   Clause
	Rank     Field
}

// Touched is the cars that a ruling sets something of, and whether it sets the order in which they move.
type Touched struct {
	cars  uint64
	Order bool
}

// Touches is what touches one car.
func Touches(c Car) Touched { return Touched{cars: 1 << c} }

// Car reports whether something of a car is set.
func (t Touched) Car(c Car) bool { return t.cars>>c&1 != 0 }

// Rule plays the settings of a ruling out on a draft, after they were checked against what the fields allow: known, ruled, of a car that
// there is, within its bounds. It knows no rule: what cannot stand on the board, and what else follows, is the rule set's to find.
func Rule[S any](d *Draft[S], how *Ruled, set []Setting, cars int) (Touched, error) {
	var t Touched
	from := len(d.Events)
	for _, x := range set {
		if int(x.Field) >= len(d.Fields) || d.Fields[x.Field].Of == nil {
			return t, &Infraction{Fault: how.Fault, Car: x.Car, N: x.Is, Clause: how.Clause}
		}
		f := &d.Fields[x.Field]
		if !f.Ruled || f.Car != (x.Car != 0) || int(x.Car) > cars || x.Is < f.Min || x.Is > f.Max {
			return t, &Infraction{Fault: how.Fault, Car: x.Car, N: x.Is, Lo: f.Min, Hi: f.Max, Clause: how.Clause}
		}
		d.Change(Event{Kind: how.Kind, Field: x.Field, Car: x.Car, Is: x.Is})
		t.cars |= 1 << x.Car
		t.Order = t.Order || how.Rank != 0 && x.Field == how.Rank
	}
	for i := from; how.Switched != 0 && i < len(d.Events); i++ {
		if d.Events[i].Car == 0 {
			d.Events[i].Kind = how.Switched
		}
	}
	return t, nil
}

// Reorder numbers the order of the cars anew after a ruling set parts of it: a car that was ruled goes before one that was not and has the
// same number; those that do not run come last. Its events are of kind 0, bookkeeping.
func Reorder[S any](d *Draft[S], rank Field, set []Setting, cars int, runs func(Car) bool) {
	of := d.Fields[rank].Of
	key := make([]int64, cars)
	for i := range key {
		key[i] = *of(&d.S, Car(i+1))*4 + 1
		if !runs(Car(i + 1)) {
			key[i] += 1 << 20
		}
	}
	for _, x := range set {
		if x.Field == rank {
			key[x.Car-1]--
		}
	}
	for i := range key {
		n := int64(1)
		for j := range key {
			if key[j] < key[i] || key[j] == key[i] && j < i {
				n++
			}
		}
		d.Change(Event{Field: rank, Car: Car(i + 1), Is: n})
	}
}
