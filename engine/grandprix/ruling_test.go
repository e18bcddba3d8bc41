package grandprix

import (
	"errors"
	"fmt"
	"testing"

	"boxstop/engine"
)

func (tb *seated) rule(set ...engine.Setting) error {
	tb.Helper()
	evs, err := tb.r.Decide(nil, engine.Answer{Set: set, Reason: "table agreed"})
	if err != nil {
		return err
	}
	for _, e := range evs {
		tb.r.Apply(e)
	}
	return nil
}

func space(tb *seated, mark, where string) engine.Setting {
	return engine.Setting{Field: fSpace, Car: tb.w.CarOf(mark), Is: int64(at(tb, where))}
}

// GP-20: a ruling sets several cars at once, all or none, and is refused where two would stand on one space (TB-10).
func TestARulingSetsAllOrNone(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "B1 Oak straight/2/1", "G1 Tower straight/1/1")
	if err := tb.rule(space(tb, "R1", "Oak straight/2/1"), space(tb, "B1", "Oak straight/1/1")); err != nil { // they change places
		t.Fatal(tb.fault(err))
	}
	tb.stands("R1", "Oak straight/2/1")
	err := tb.rule(space(tb, "R1", "Tower straight/1/1"))
	if err == nil || tb.fault(err) != addressed(t, "G1 and R1 at [Tower straight/1/1]: one car fits (GP-5)") {
		t.Errorf("got %v", tb.fault(err))
	}
	var i *engine.Infraction
	if !errors.As(tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: int64(tb.r.k.boxes[1])}), &i) || i.Fault != xNoSpace { // another team's box
		t.Errorf("got %+v", i)
	}
}

// GP-20: a car is put into its box, taken out of the race and put back.
func TestARulingPutsCarsInAndOut(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "B1 Oak straight/2/1")
	if err := tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: int64(tb.r.k.boxes[0])}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if tb.car("R1").repair != black {
		t.Errorf("got %+v", tb.car("R1"))
	}
	if err := tb.rule(engine.Setting{Field: fStatus, Car: 1, Is: out}); err != nil {
		t.Fatal(tb.fault(err))
	}
	tb.wantAsked("speed of seat 2")
	if err := tb.rule(space(tb, "R1", "Oak straight/3/1")); err != nil {
		t.Fatal(tb.fault(err))
	}
	if tb.car("R1").status != running || tb.car("R1").repair != 0 {
		t.Errorf("got %+v", tb.car("R1"))
	}
	if err := tb.rule(engine.Setting{Field: fStatus, Car: 1, Is: finished}, engine.Setting{Field: fStatus, Car: 4, Is: finished}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if tb.car("R1").place != 1 || tb.car("B1").place != 2 || tb.asked() != "" {
		t.Errorf("got %+v %+v", tb.car("R1"), tb.car("B1"))
	}
	if err := tb.rule(space(tb, "R1", "Oak straight/3/1")); err != nil { // it is not home after all: the other moves up
		t.Fatal(tb.fault(err))
	}
	if tb.car("B1").place != 1 || engine.Space(tb.car("B1").space) != tb.r.k.finish[0] || tb.r.s.homes != 1 {
		t.Errorf("got %+v", tb.car("B1"))
	}
}

// GP-20: a ruling that names a team gives it its whole turn anew.
func TestARulingGivesATeamItsTurnAnew(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "R2 Bridge straight/1/1", "B1 Oak straight/2/1")
	tb.anyEnd("R1 speed 6")
	if err := tb.rule(engine.Setting{Field: fTeam, Is: 1}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if tb.r.s.user(6) != 0 {
		t.Error("the six is still used")
	}
	tb.anyEnd("R1 speed 6")
}

// TB-16: a latecomer joins as a car of a team that lacks one, or of a new team.
func TestALatecomerJoinsATeamThatLacksACar(t *testing.T) {
	tb := sit(t, 2, engine.ByHand, "first-team pole")
	join := func(set ...engine.Setting) error {
		evs, err := tb.r.Decide(nil, engine.Answer{Join: true, Car: engine.Car(tb.r.Cars() + 1), Set: set})
		if err == nil {
			for _, e := range evs {
				tb.r.Apply(e)
			}
		}
		return err
	}
	for range 3 {
		if err := join(engine.Setting{Field: fSeat, Car: engine.Car(tb.r.Cars() + 1), Is: 9}); err != nil {
			t.Fatal(tb.fault(err))
		}
	}
	if c := &tb.r.s.car[8]; c.crew != 3 || tb.r.s.seat(9) != 9 || c.space != int64(at(t, "Grid straight/3/7")) || c.behind != 1 {
		t.Errorf("got %+v", c)
	}
	var i *engine.Infraction
	if err := join(engine.Setting{Field: fSeat, Car: 10, Is: 9}); !errors.As(err, &i) || i.Fault != xJoinTeam {
		t.Errorf("a fourth car of a team: got %v", err)
	}
	for range 9 {
		if err := join(); err != nil {
			t.Fatal(tb.fault(err))
		}
	}
	if err := join(); !errors.As(err, &i) || i.Fault != xJoinCars {
		t.Errorf("a 19th car: got %v", err)
	}
}

func TestADriverWhoGivesUpIsOut(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "B1 Oak straight/2/1")
	tb.happened("report R1 retires", "R1 gives up (GP-18)")
	tb.wantAsked("speed of seat 2")
	tb.say("report B1 retires")
	tb.wantAsked("")
}

// TB-10: a refusal carries what the forbidden move would have led to, where that can stand.
func TestARefusedMoveSaysWhatItWouldHaveLedTo(t *testing.T) {
	tb := placed(t, nil, "R1 Bridge straight/1/1", "B1 Oak straight/2/1")
	_, err := tb.try("R1 speed 6 path aaa")
	var i *engine.Infraction
	if !errors.As(err, &i) || tb.fault(err) != addressed(t, "R1 speed 6: its move does not end at [Bridge straight/1/4] (GP-4)") {
		t.Fatalf("got %v", tb.fault(err))
	}
	for _, e := range i.Led {
		tb.r.Apply(e)
	}
	tb.stands("R1", "Bridge straight/1/4")
	tb.wantAsked("speed of seat 2")
}

// The sheets of a race: the points of the teams, the rev counter, the speeds.
func TestTheSheetsHoldPointsLapsAndSpeeds(t *testing.T) {
	s := engine.Setup{Board: theBoard, Box: theBox, Entries: entries(2), Options: []int{1}}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r, luck := started.(*Race), uint64(1)
	var log []engine.Event
	bot := New().Bot("medium")
	for len(r.Asks(nil)) > 0 {
		evs, err := r.Decide(nil, bot.Answer(r, r.Asks(nil)[0], engine.Shuffle(&luck)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range evs {
			r.Apply(e)
		}
		log = append(log, evs...)
	}
	sheets := New().Sheets(s, log)
	if len(sheets) != 3 || len(sheets[0].Rows) != 2 || len(sheets[1].Rows) != 3 || len(sheets[2].Rows) != r.Turn() {
		t.Fatalf("got %+v", sheets)
	}
	sum := int64(0)
	for place := int64(1); place <= r.s.homes; place++ {
		sum += points(place)
	}
	var got int64
	for _, row := range sheets[0].Rows {
		var n int64
		fmt.Sscan(row[2], &n)
		got += n
	}
	if got != sum {
		t.Errorf("points: got %d, want %d", got, sum)
	}
	for _, row := range sheets[1].Rows {
		if len(row) != 7 {
			t.Errorf("got %q", row)
		}
	}
	seasons := New().Season([]engine.Result{{Setup: s, Stands: r.Stands(nil)}})
	if len(seasons.Table) != 8 {
		t.Errorf("two teams and six drivers: got %+v", seasons.Table)
	}
}

// TB-10: whatever path is said, it is accepted or refused, and what a refused one would have led to can stand.
func TestWhatARefusedPathWouldHaveLedToCanStand(t *testing.T) {
	s := engine.Setup{Board: theBoard, Box: theBox, Entries: entries(3), Options: []int{1, 1, 1}}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r, luck, led, taken := started.(*Race), uint64(7), 0, 0
	bot := New().Bot("easy")
	for len(r.Asks(nil)) > 0 {
		for range 8 {
			a := engine.Answer{What: wMove, Car: engine.Car(uint64(3*r.s.team-2) + engine.Shuffle(&luck)%3), Value: int64(4 + engine.Shuffle(&luck)%3)}
			for i := range int(1 + engine.Shuffle(&luck)%8) {
				a.Path = a.Path.Then(engine.Step(1+[...]uint64{0, 0, 0, 1, 2, 3, 4}[engine.Shuffle(&luck)%7]), i)
			}
			evs, err := r.Decide(nil, a)
			var i *engine.Infraction
			switch {
			case err == nil:
				taken++
			case !errors.As(err, &i) || i.Fault == noFault:
				t.Fatalf("%+v: %v", a, err)
			default:
				evs = i.Led
				if len(evs) > 0 {
					led++
				}
			}
			c := r.clone()
			for _, e := range evs {
				if e.Field != 0 && c.Value(e.Field, e.Car) != e.Was {
					t.Fatalf("%+v: %+v does not find what was", a, e)
				}
				c.Apply(e)
			}
			if _, err := New().Read(s, string(c.Position(nil))); err != nil {
				t.Fatalf("%+v: %v", a, err)
			}
		}
		evs, err := r.Decide(nil, bot.Answer(r, r.Asks(nil)[0], engine.Shuffle(&luck)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range evs {
			r.Apply(e)
		}
	}
	if led < 50 || taken < 5 {
		t.Errorf("%d were refused with what they led to, %d taken", led, taken)
	}
}
