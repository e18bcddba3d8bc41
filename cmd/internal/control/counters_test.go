package control

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/panel/paneltest"
	"boxstop/engine"
	"boxstop/engine/grandprix"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// counted is an evening with a panel of counters.
type counted struct {
	*evening
	*paneltest.Bench
	leave func() // ends race control and the panel
}

// count starts race control and the panel of a bench, on a folder that may have a race in it.
func count(t *testing.T, b *paneltest.Bench, dir string, games ...engine.Rules) *counted {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	k := &counted{Bench: b}
	dev := b.Start(ctx)
	k.evening = serve(t, dir, func(o *Options) { o.Games, o.Device = games, dev })
	k.leave = sync.OnceFunc(func() {
		k.kill()
		end()
		for range dev.Readings() {
		}
	})
	t.Cleanup(k.leave)
	k.settle()
	return k
}

func (k *counted) settle() {
	time.Sleep(50 * time.Millisecond)
	synctest.Wait()
}

// boxes are what the lamps show and what the race says that they should, a word a car.
func (k *counted) boxes() (got, want string) {
	r := k.session.race
	dark := map[engine.Car]bool{}
	for _, st := range r.Stands(nil) {
		dark[st.Car] = st.State >= engine.Retired
	}
	for i := range k.Wiring.Counters.Of {
		is := "..."
		if c := engine.Car(i + 1); i < r.Cars() && !dark[c] {
			lap := int(r.Value(k.session.About.Lap, c))
			is = is[:lap-1] + fmt.Sprint(lap) + is[lap:]
		}
		got, want = got+k.Boxes(i+1)+" ", want+is+" "
	}
	return got, want
}

var teams = []string{
	"game grandprix", "board oakring", `enter R red "Anna"`, `enter G green "Dev"`, "grid R1 G1 R2 G2 R3 G3", "option first-team pole",
}

// GP-2: a claim is answered by the race, on every screen; one that is wrong by a few spaces says where the book has the car (TB-11).
func TestAClaimIsCheckedAgainstTheRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := count(t, paneltest.New(paneltest.Eighteen("GPIO4")), t.TempDir(), grandprix.New())
		k.say(append(teams, "start")...)
		k.say(`rule R1 at line-2/1 behind no, G1 at line-8/1 behind no because "test"`, "moved")
		says := func(counter int, want string) {
			t.Helper()
			k.Claim(counter)
			k.settle()
			if got := k.Snapshot(); got.Offer != want || got.OfferKey != "" {
				t.Fatalf("got %q, want %q", got.Offer, want)
			}
		}
		says(4, "G1: not so, 8 short of the line (GP-2)")
		says(1, "R1: not so, 2 short of the line (GP-2); the book has R1 1st row of the grid, lane 1 (hatched arrow), level with R2; check R1 PLACE compares, r sets it")
		says(7, "C0DE/1, button 7: no such car is in the race")
		seq := k.Seq()
		k.say("R1 speed 6 to line+5/1")
		says(1, "R1 crossed the line: lap 2 (GP-2)")
		if got := k.last(); got != "C0DE/1: report R1 line" || k.Seq() != seq+2 {
			t.Fatalf("%s, %d lines", got, k.Seq()-seq)
		}
		time.Sleep(answered + time.Second)
		if got := k.Snapshot().Offer; got != "" {
			t.Fatalf("a minute later: %q", got)
		}
		k.leave()
	})
}

// A dead chip is a line in the head and on the devices page; the race goes on, and on its return all lamps are right.
func TestADeadChipIsShownAndTheRaceGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := count(t, paneltest.New(paneltest.Eighteen("")), t.TempDir(), grandprix.New())
		k.say(append(teams, "start")...)
		row := func() view.Unit { return k.Snapshot().Units[0] }
		if u := row(); u.What != "54 lamps, 18 buttons" || u.State != "ok" || u.For != "the table" {
			t.Fatalf("%+v", u)
		}
		k.Bus.Away(0x76, true)
		k.say(`rule R1 lap 2 because "test"`, "moved")
		time.Sleep(3 * time.Second)
		if s := k.Snapshot(); row().State != "FAULT" || !strings.Contains(s.Head.Units, "FAULT: d") || !strings.Contains(row().Last, "matrix m1 (0x76) does not answer") {
			t.Fatalf("%q %+v", s.Head.Units, row())
		}
		k.say(k.Snapshot().Asks[0].Options[0].Line)
		k.Bus.Away(0x76, false)
		time.Sleep(3 * time.Second)
		if got, want := k.boxes(); got != want || row().State != "ok" || !strings.Contains(got, ".2. ") && !strings.Contains(got, "..3 ") {
			t.Fatalf("got %s, want %s, %+v", got, want, row())
		}
		k.leave()
	})
}

// The binding is by names only: another game's numbers, a car by its place, what is left of a race; what a race has not stays dark.
func TestCountersKnowNoGame(t *testing.T) {
	const wiring = `
[[counter]]
cars = ["B"]
field = "lap"
lamps = ["GPIO5", "GPIO6", "GPIO7"]
[[counter]]
places = [1, 2]
field = "lap"
left = true
lamps = ["GPIO8", "GPIO9", "GPIO10", "GPIO11"]
[[counter]]
cars = [1, 9]
field = "gear"
lamps = ["GPIO12", "GPIO13"]
[[counter]]
cars = [1]
field = "wear"
lamps = ["GPIO14"]
report = "line"
buttons = ["GPIO15"]
`
	synctest.Test(t, func(t *testing.T) {
		k := count(t, paneltest.New(wiring), t.TempDir(), both...)
		all := func() (out string) {
			for i := range k.Wiring.Counters.Of {
				out += k.Boxes(i+1) + " "
			}
			return out
		}
		k.say(append(pitstopOfTwo, "start")...)
		k.settle()
		before := all()
		k.say(`rule R at line+1 lap 2 gear 1, B at line+3 lap 3 because "test"`)
		k.settle()
		if got := all(); got != "..3 1. .2 1 . . " {
			t.Fatalf("got %s, before it was %s", got, before)
		}
		k.Claim(6)
		k.settle()
		if got := k.Snapshot().Offer; !strings.HasPrefix(got, "report R line: nothing of that name can have happened now") {
			t.Fatalf("got %q", got)
		}
		k.say("end", "new")
		k.settle()
		if got := all(); got != "... .. .. . . . " {
			t.Fatalf("no race is on: got %s", got)
		}
		k.leave()
	})
}

// GP-2: after whatever is answered, undone, brought back, amended, ruled, restarted, unplugged and plugged, the lamps are the laps of the race.
func TestTheLampsAreTheLapsOfTheRaceWhateverHappens(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		interrupt := rapid.SampledFrom([]string{"", "GPIO4"}).Draw(rt, "interrupt")
		whats := rapid.SampledFrom([]string{"answer", "answer", "answer", "answer", "lap", "place", "undo", "redo", "strike", "out", "restart", "unplug", "plug", "claim"})
		steps := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) happening {
			return happening{whats.Draw(rt, "what"), rapid.IntRange(0, 1<<16).Draw(rt, "n")}
		}), 5, 20).Draw(rt, "steps")
		bad := ""
		synctest.Test(t, func(t *testing.T) { bad = happens(t, interrupt, steps, seen) }) // rapid's own time is not the bubble's
		if bad != "" {
			rt.Fatal(bad)
		}
	})
	if !testing.Short() && (seen["change"] < 100 || seen["unplug"] < 20 || seen["restart"] < 20) { // -short: a fifth of the races
		t.Errorf("too little happened: %v", seen)
	}
}

// happening is one thing that happens; n says to whom, where and how far.
type happening struct {
	what string
	n    int
}

// happens has things happen in a race, and says where its lamps are wrong.
func happens(t *testing.T, interrupt string, steps []happening, seen map[string]int) string {
	dir := t.TempDir()
	b := paneltest.New(paneltest.Eighteen(interrupt))
	k := count(t, b, dir, grandprix.New())
	defer func() { k.leave() }()
	k.say(append(teams, "pace run", "start")...)
	away, before := false, ""
	for _, h := range steps {
		step, n := h.what, h.n
		car := k.session.Words.Mark(engine.Car(n%6 + 1))
		order := func(line string) {
			k.Do(k.ctx, "director", view.Order{Line: line, Sure: true})
			if len(k.Snapshot().PutBack) > 0 {
				k.Do(k.ctx, "director", view.Order{Line: "moved"})
			}
		}
		switch step {
		case "answer":
			if as := k.Snapshot().Asks; len(as) > 0 && len(as[0].Options) > 0 {
				order(as[0].Options[n%len(as[0].Options)].Line)
			}
		case "lap":
			order(fmt.Sprintf("rule %s lap %d because \"counter\"", car, n/6%3+1))
		case "place":
			order(fmt.Sprintf("rule %s at line-%d/%d behind no because \"bumped\"", car, n/6%3+1, n/18%3+1))
		case "undo", "redo":
			order(fmt.Sprintf("%s %d", step, n%4+1))
		case "strike":
			if acts := k.session.acts; len(acts) > 0 {
				order(fmt.Sprintf("strike %d cut", acts[n%len(acts)].No))
			}
		case "out":
			order("report " + car + " retires")
		case "restart":
			k.leave()
			if k = count(t, b, dir, grandprix.New()); k.Snapshot().Stage == view.Welcome {
				k.say("resume")
			}
		case "unplug", "plug":
			away = step == "unplug"
			b.Bus.Away(0x76, away)
			time.Sleep(3 * time.Second)
		case "claim":
			b.Claim(n%6 + 1)
		}
		seen[step]++
		if k.settle(); away {
			continue
		}
		got, want := k.boxes()
		if got != want {
			return fmt.Sprintf("after %s:\n got %s\nwant %s", step, got, want)
		}
		if want != before {
			seen["change"]++
		}
		before = want
	}
	return ""
}

// A panel on a cable is told every lamp again when it is there again: it may have started anew.
func TestACableIsToldAllItsLampsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir(), func(o *Options) { o.Games = []engine.Rules{grandprix.New()} })
		here := func() {
			e.units.in <- devices.Reading{Event: devices.Here, At: time.Now(), Unit: devices.Unit{
				Serial: "0000C0DE", Kind: devices.Panel, Lamps: 4, Buttons: 1, Battery: -1,
				Counters: []devices.Counter{{Field: "lap", From: 1, Entry: 1, Lamps: []int{1, 2, 3}, Report: "line", Button: 1}},
			}}
			synctest.Wait()
		}
		e.say(append(teams, "start")...)
		here()
		all := []string{"C0DE lamp 1 1", "C0DE lamp 2 0", "C0DE lamp 3 0", "C0DE lamp 4 0"}
		if d := cmp.Diff(all, e.units.heard()); d != "" {
			t.Fatal(d)
		}
		e.say(`rule R1 lap 2 because "test"`)
		if d := cmp.Diff([]string{"C0DE lamp 2 1", "C0DE lamp 1 0"}, e.units.heard()); d != "" {
			t.Fatal(d)
		}
		here()
		if d := cmp.Diff([]string{"C0DE lamp 2 1", "C0DE lamp 1 0", "C0DE lamp 3 0", "C0DE lamp 4 0"}, e.units.heard()); d != "" {
			t.Fatal(d)
		}
		e.units.in <- devices.Reading{Event: devices.Pressed, Unit: devices.Unit{Serial: "0000C0DE"}, Count: 1, Part: 1, Value: 1, At: time.Now()}
		synctest.Wait()
		if got := e.Snapshot().Offer; !strings.HasPrefix(got, "R1: not so") {
			t.Fatalf("got %q", got)
		}
		e.kill()
	})
}
