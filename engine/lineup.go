package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SetOptions sets the table options of a race, by their place in About.Options; what the slice is too short for keeps its first value.
func SetOptions[S any](s *S, about *About, fields []FieldOf[S], chosen []int) error {
	if len(chosen) > len(about.Options) {
		return fmt.Errorf("%d table options; %s has %d", len(chosen), about.Title, len(about.Options))
	}
	for i, v := range chosen {
		o := &about.Options[i]
		if v < 0 || v >= len(o.Values) {
			return fmt.Errorf("option %s: value %d; allowed are %s", o.Name, v, strings.Join(o.Values, ", "))
		}
		*fields[o.Field].Of(s, 0) = int64(v)
	}
	return nil
}

// GridPlaces is the grid place of every entry, from 1: as they say, or where none says one in their order.
func GridPlaces(es []Entry) ([]int, error) {
	out, seen := make([]int, len(es)), make([]int, len(es)+1)
	some := false
	for _, e := range es {
		some = some || e.Place != 0
	}
	for i, e := range es {
		p := i + 1
		if some {
			p = e.Place
		}
		if p < 1 || p > len(es) {
			return nil, fmt.Errorf("grid: car %s on place %d; places are 1 to %d", e.Mark, p, len(es))
		}
		if o := seen[p]; o != 0 {
			return nil, fmt.Errorf("grid: cars %s and %s both on place %d", es[o-1].Mark, e.Mark, p)
		}
		seen[p], out[i] = i+1, p
	}
	return out, nil
}

// Drawn checks the order that was drawn by lot: each of the cars that are in stands in it once.
func Drawn(a *Answer, cars int, in func(Car) bool, fault Fault, clause Clause) error {
	want := int64(0)
	for c := Car(1); int(c) <= cars; c++ {
		if in(c) {
			want++
		}
	}
	no := &Infraction{Fault: fault, What: a.What, N: int64(len(a.Order)), Lo: want, Hi: want, Clause: clause}
	for i, c := range a.Order {
		if no.By = c; c == 0 || int(c) > cars || !in(c) || slices.Contains(a.Order[:i], c) {
			return no
		}
	}
	if no.By = 0; int64(len(a.Order)) != want {
		return no
	}
	return nil
}

// Mark is what a car is called: as it was entered, else its number.
func (s *Setup) Mark(c Car) string {
	if c > 0 && int(c) <= len(s.Entries) && s.Entries[c-1].Mark != "" {
		return s.Entries[c-1].Mark
	}
	return strconv.Itoa(int(c))
}

// Driver is who a car scores for: its driver, else what it is called.
func (s *Setup) Driver(c Car) string {
	if c > 0 && int(c) <= len(s.Entries) && s.Entries[c-1].Name != "" {
		return s.Entries[c-1].Name
	}
	return s.Mark(c)
}

// Retirements appends the report that its driver gives up (TB-11) for each of the cars that run.
func Retirements(dst []Ask, what What, turn, cars int64, runs func(Car) bool, seat func(Car) Seat) []Ask {
	for c := Car(1); int64(c) <= cars; c++ {
		if runs(c) {
			dst = append(dst, Ask{What: what, Form: Report, Seat: seat(c), Car: c, Turn: uint16(turn)})
		}
	}
	return dst
}

// Listed checks the number of cars of a position against the n that its line lists; where the line does not say it, it is n.
func Listed(cars *int64, n int) error {
	if n < 1 {
		return errors.New("position: there is no car; each begins with a /")
	}
	if *cars == 0 {
		*cars = int64(n)
	}
	if *cars != int64(n) {
		return fmt.Errorf("position: cars:%d; %d are listed", *cars, n)
	}
	return nil
}
