//go:build hil

package hil

import (
	"bytes"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"boxstop/devices"
)

// chi is the chi-square statistic of counts that should be equal.
func chi(counts []int) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	want := float64(n) / float64(len(counts))
	x := 0.0
	for _, c := range counts {
		d := float64(c) - want
		x += d * d / want
	}
	return x
}

// fair counts faces, pairs of faces that follow each other, and every face by the place of its die. The
// degrees of freedom are 5, 35 and 12 × 5.
type fair struct {
	faces [6]int
	pairs [36]int
	place [12][6]int
	last  int
	rolls int
}

func (f *fair) roll(t testing.TB, dice []int) {
	f.rolls++
	for i, d := range dice {
		if d < 1 || d > 6 {
			t.Fatalf("face %d", d)
		}
		f.faces[d-1]++
		f.place[i][d-1]++
		if f.last > 0 {
			f.pairs[6*(f.last-1)+d-1]++
		}
		f.last = d
	}
}

func (f *fair) check(t testing.TB, what string, most [3]float64) {
	n, places := 0, 0.0
	for i := range f.place {
		places += chi(f.place[i][:])
	}
	for _, c := range f.faces {
		n += c
	}
	faces, pairs := chi(f.faces[:]), chi(f.pairs[:])
	t.Logf("%s: %d rolls, %d dice; faces %v: chi-square %.2f (5 degrees, %.1f allowed); pairs %.2f (35, %.1f); by place %.2f (60, %.1f)",
		what, f.rolls, n, f.faces, faces, most[0], pairs, most[1], places, most[2])
	if faces > most[0] || pairs > most[1] || places > most[2] {
		t.Errorf("%s: not fair", what)
	}
}

func TestAHundredThousandRollsAreFair(t *testing.T) {
	for seed := 1; seed <= 3; seed++ {
		out, err := exec.Command(Make(t, "firmware", "fair"), "100000", fmt.Sprint(seed)).Output()
		if err != nil {
			t.Fatal(err)
		}
		var f fair
		for line := range bytes.Lines(out) {
			var dice []int
			for _, c := range bytes.TrimSpace(line) {
				dice = append(dice, int(c-'0'))
			}
			f.roll(t, dice)
		}
		if f.rolls != 100000 {
			t.Fatalf("%d rolls", f.rolls)
		}
		f.check(t, fmt.Sprintf("luck.c on the host, seed %d", seed), [3]float64{20.5, 66.6, 99.6}) // a fair source passes each 999 times of 1000; the seeds are fixed
	}
}

// A smaller number from the firmware itself, as fast as the simulator goes: everything that feeds the pool is in it.
func TestTheRollsOfTheFirmwareItselfAreFair(t *testing.T) {
	b := cup(t, "-s", "0", "-n", "3")
	h := listen(t, b, true)
	h.here()
	var f fair
	end := time.Now().Add(40 * time.Second)
	for n := 1; time.Now().Before(end) && n <= 400; n++ {
		press(b, "D2", 30*time.Millisecond)
		r := h.wait(devices.Rolled, n)
		f.roll(t, faces(r))
	}
	f.check(t, "the firmware in the simulator", [3]float64{35.9, 93, 132}) // a million times less one of a million: the moments of the presses are real time
	if f.rolls < 100 {
		t.Errorf("only %d rolls", f.rolls)
	}
}
