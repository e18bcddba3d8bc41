package engine

// FieldOf is one number of a rule set's state S: what a position line holds, what an event sets, what a ruling may set. A rule set keeps
// its state in a plain struct of numbers, without pointers, so that copying it is Clone and comparing it is ==, and lists its numbers
// here once: Apply, positions, rulings, gauges, secrets and the words of the race file follow from the list.
type FieldOf[S any] struct {
	FieldAbout
	Of func(s *S, c Car) *int64
}

// Number lists a number of the race as a field.
func Number[S any](name string, of func(*S) *int64) FieldOf[S] {
	return FieldOf[S]{FieldAbout: FieldAbout{Name: name}, Of: func(s *S, _ Car) *int64 { return of(s) }}
}

// Each lists a number of every car as a field.
func Each[S any](name string, of func(*S, Car) *int64) FieldOf[S] {
	return FieldOf[S]{FieldAbout: FieldAbout{Name: name, Car: true}, Of: of}
}

// As says how a number is written.
func (f FieldOf[S]) As(h Holds, words ...string) FieldOf[S] { f.Holds, f.Words = h, words; return f }

// In says in what a number is measured.
func (f FieldOf[S]) In(unit string) FieldOf[S] { f.Unit = unit; return f }

// Within says that a ruling may set a number, and between which bounds.
func (f FieldOf[S]) Within(lo, hi int64) FieldOf[S] { f.Ruled, f.Min, f.Max = true, lo, hi; return f }

// Along says that a number goes along when two cars change places.
func (f FieldOf[S]) Along() FieldOf[S] { f.Goes = true; return f }

// Beside says that a number is shown beside the car.
func (f FieldOf[S]) Beside() FieldOf[S] { f.Gauge = true; return f }

// ByHand says that people keep a number on a dashboard, a pad, or with a token (TB-3).
func (f FieldOf[S]) ByHand() FieldOf[S] { f.Hand = true; return f }

// InSecret says that nobody but its driver may know a number.
func (f FieldOf[S]) InSecret() FieldOf[S] { f.Secret = true; return f }

// Switch lists a table option as a field: one of its words, which a ruling may change.
func Switch[S any](name string, of func(*S) *int64, words ...string) FieldOf[S] {
	return Number(name, of).As(AWord, words...).Within(0, int64(len(words)-1))
}

// Abouts is what About says of fields.
func Abouts[S any](fields []FieldOf[S]) []FieldAbout {
	out := make([]FieldAbout, len(fields))
	for i, f := range fields {
		out[i] = f.FieldAbout
	}
	return out
}

// Draft is a private copy of the state on which Decide plays an answer out, and the events that led to it.
type Draft[S any] struct {
	S      S
	Events []Event
	Fields []FieldOf[S]
}

// Set appends an event and applies it to the draft.
func (d *Draft[S]) Set(e Event) {
	p := d.Fields[e.Field].Of(&d.S, e.Car)
	e.Was = *p
	*p = e.Is
	d.Events = append(d.Events, e)
}

// Change is Set, where it changes anything.
func (d *Draft[S]) Change(e Event) {
	if *d.Fields[e.Field].Of(&d.S, e.Car) != e.Is {
		d.Set(e)
	}
}

// Note appends an event that changes no number.
func (d *Draft[S]) Note(e Event) { d.Events = append(d.Events, e) }

// ApplyTo assigns one event to a state.
func ApplyTo[S any](s *S, fields []FieldOf[S], e Event) {
	if e.Field != 0 {
		*fields[e.Field].Of(s, e.Car) = e.Is
	}
}

// ValueOf is one number of a state; 0 for what is no field.
func ValueOf[S any](s *S, fields []FieldOf[S], f Field, c Car) int64 {
	if int(f) >= len(fields) || fields[f].Of == nil || fields[f].Car != (c != 0) {
		return 0
	}
	return *fields[f].Of(s, c)
}

// Hidden stands for a secret number in a public state.
const Hidden = -1 << 20

// Hide replaces every secret that is set, except those of the cars that own reports.
func Hide[S any](s *S, fields []FieldOf[S], cars int, own func(Car) bool) {
	for _, f := range fields {
		if f.Of == nil || !f.Secret {
			continue
		}
		for c := Car(1); int(c) <= cars; c++ {
			if p := f.Of(s, c); *p != 0 && !own(c) {
				*p = Hidden
			}
		}
	}
}
