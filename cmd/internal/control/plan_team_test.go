package control

import (
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// team is a rule set whose seats have three cars.
type team struct{ engine.Rules }

func (team) About() *engine.About {
	return &engine.About{Game: "team", Title: "TEAM", MinCars: 6, MaxCars: 18, CarsPerSeat: 3}
}

// TB-18: one line enters a whole team, and takes it out again.
func TestAMarkWithoutANumberIsAWholeTeam(t *testing.T) {
	p := &Plan{Rules: team{}, Library: tracks.Library{}, Options: map[string]string{}}
	do := func(l string) {
		t.Helper()
		if err := p.Do(l); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
	do(`enter R red "Anna"`)
	do(`enter B blue "Ben"`)
	do(`enter R2 red "Cleo" team red`)
	if got := p.marks(); got != "R1, R2, R3, B1, B2, B3" {
		t.Fatalf("got %s", got)
	}
	if p.Cars[1].Driver != "Cleo" || p.Cars[0].Team != "red" {
		t.Fatalf("got %+v", p.Cars)
	}
	do("leave B")
	do("leave R2")
	if got := p.marks(); got != "R1, R3" {
		t.Fatalf("got %s", got)
	}
	if err := p.Do("leave B"); err == nil || !strings.Contains(err.Error(), "there is no such car; cars are R1, R3") {
		t.Fatalf("got %v", err)
	}
}
