package engine_test

import (
	"errors"
	"testing"

	"boxstop/engine"
)

// A draw names each car that is in once; the refusal says how many and, where one is named twice or is not in, which.
func TestADrawNamesEachCarOnce(t *testing.T) {
	in := func(c engine.Car) bool { return c != 3 }
	for _, c := range []struct {
		order []engine.Car
		ok    bool
		by    engine.Car
	}{
		{[]engine.Car{4, 1, 2}, true, 0},
		{[]engine.Car{4, 1}, false, 0},
		{[]engine.Car{4, 1, 4}, false, 4},
		{[]engine.Car{1, 2, 3}, false, 3},
		{[]engine.Car{1, 2, 5}, false, 5},
		{nil, false, 0},
	} {
		err := engine.Drawn(&engine.Answer{What: 7, Order: c.order}, 4, in, 9, 2)
		var i *engine.Infraction
		if errors.As(err, &i) == c.ok {
			t.Errorf("%v: got %v", c.order, err)
		} else if !c.ok && (i.By != c.by || i.Car != 0 || i.N != int64(len(c.order)) || i.Lo != 3 || i.Fault != 9 || i.Clause != 2 || i.What != 7) {
			t.Errorf("%v: got %+v", c.order, *i)
		}
	}
}

// Places are as the entries say, or in their order where none says one.
func TestGridPlaces(t *testing.T) {
	es := func(places ...int) (out []engine.Entry) {
		for i, p := range places {
			out = append(out, engine.Entry{Mark: string(rune('A' + i)), Place: p})
		}
		return out
	}
	for _, c := range []struct {
		es   []engine.Entry
		want string
	}{
		{es(0, 0, 0), ""},
		{es(3, 1, 2), ""},
		{es(3, 3, 2), "grid: cars A and B both on place 3"},
		{es(1, 0, 2), "grid: car B on place 0; places are 1 to 3"},
		{es(1, 4, 2), "grid: car B on place 4; places are 1 to 3"},
	} {
		got, err := engine.GridPlaces(c.es)
		if err == nil && c.want == "" {
			for i, p := range got {
				if e := c.es[i].Place; p != e && (e != 0 || p != i+1) {
					t.Errorf("%+v: got %v", c.es, got)
				}
			}
			continue
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: got %v, want %s", c.es, err, c.want)
		}
	}
}
