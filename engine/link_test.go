package engine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// linked is a board of these sections, one car a space.
func linked(sections ...Section) *Board {
	b := &Board{Sections: sections}
	for range sections[0].Lanes {
		b.Lanes = append(b.Lanes, string(rune('a'+len(b.Lanes))))
	}
	b.Link(1)
	return b
}

// lanes is a section with so many spaces a lane.
func lanes(corner bool, counts ...int) Section {
	s := Section{Corner: corner}
	for _, n := range counts {
		s.Lanes = append(s.Lanes, Run{Count: n})
	}
	return s
}

// Every way through a corner of two lanes of up to eight spaces needs at least the spaces of its shorter lane, and one that uses the
// longer lane needs more than that.
func TestNoCornerCanBeCut(t *testing.T) {
	for inner := 1; inner <= 8; inner++ {
		for outer := inner; outer <= 8; outer++ {
			b := linked(lanes(false, 6, 6), lanes(true, inner, outer), lanes(false, 6, 6))
			best, wide := 99, 99
			var drive func(at Space, n int, out bool)
			drive = func(at Space, n int, out bool) {
				p := &b.Places[at]
				if p.Section == 2 {
					best = min(best, n)
					if out {
						wide = min(wide, n)
					}
					return
				}
				if p.Section == 1 {
					n, out = n+1, out || p.Lane == 2
				}
				for s := Ahead; s <= Right; s++ {
					if p.To[s] != 0 {
						drive(p.To[s], n, out)
					}
				}
			}
			drive(b.At(0, 1, 5), 0, false)
			drive(b.At(0, 2, 5), 0, false)
			if best < inner {
				t.Errorf("%d and %d spaces: driven through in %d", inner, outer, best)
			}
			if inner < outer && wide <= inner {
				t.Errorf("%d and %d spaces: by the outer lane in %d, no more than by the inner one", inner, outer, wide)
			}
		}
	}
}

// course draws sections with lanes that come and go.
func course(t *rapid.T) *Board {
	width := rapid.IntRange(1, 5).Draw(t, "lanes")
	sections := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Section {
		s := Section{Corner: rapid.Bool().Draw(t, "corner"), Across: rapid.Bool().Draw(t, "across")}
		for l := range width {
			r := Run{Count: rapid.IntRange(0, 9).Draw(t, "count")}
			if l == 0 {
				r.Count = max(1, r.Count)
			}
			if !s.Corner {
				r.From = rapid.SampledFrom([]int{0, 0, 0, 3}).Draw(t, "from")
			}
			r.Offset, r.OffR = rapid.IntRange(0, 1).Draw(t, "offset"), rapid.IntRange(0, 1).Draw(t, "offset right")
			s.Lanes = append(s.Lanes, r)
			if rapid.IntRange(0, 9).Draw(t, "yellow") == 0 {
				s.NoLeft = append(s.NoLeft, l+1)
			}
		}
		return s
	}), 2, 8).Draw(t, "sections")
	return linked(sections...)
}

func TestEveryStepAheadAdvancesAndEverySidewaysStepReachesAsFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := course(t)
		for i := 1; i < len(b.Places); i++ {
			s, p := Space(i), &b.Places[i]
			if got := b.At(int(p.Section), int(p.Lane), b.Number(s)); got != s {
				t.Fatalf("At(%d, %d, %d) = %d, want %d", p.Section, p.Lane, b.Number(s), got, s)
			}
			if a := p.To[Ahead]; a != 0 && b.Places[a].Behind != s {
				t.Fatalf("behind %d is %d, want %d", a, b.Places[a].Behind, s)
			}
			for st := Ahead; st <= AcrossRight; st++ {
				to := p.To[st]
				if to == 0 {
					continue
				}
				q := &b.Places[to]
				d := b.turn(q.Front - p.Front)
				switch st {
				case Ahead, Left, Right:
					if d <= 0 || d > b.Lap*3/4 && len(b.Sections) > 3 {
						t.Fatalf("step %d from %d to %d goes %d of a lap of %d", st, s, to, d, b.Lap)
					}
					if got, want := int(q.Lane)-int(p.Lane), [...]int{Ahead: 0, Left: -1, Right: 1}[st]; got != want {
						t.Fatalf("step %d from %d to %d changes lanes by %d, want %d", st, s, to, got, want)
					}
					if st != Ahead && b.Sections[p.Section].Across {
						t.Fatalf("a diagonal from %d in a section with sideways steps", s)
					}
				default:
					if (st == AcrossLeft) != (q.Lane < p.Lane) {
						t.Fatalf("sideways step %d from lane %d to lane %d", st, p.Lane, q.Lane)
					}
				}
			}
		}
	})
}

func TestADiagonalLeadsToTheFirstSpaceThatReachesFurther(t *testing.T) {
	b := linked(lanes(false, 4, 4), lanes(true, 2, 3), lanes(false, 4, 4))
	for _, c := range []struct {
		section, lane, i int
		step             Step
		want             [3]int // section, lane, i
	}{
		{0, 1, 1, Right, [3]int{0, 2, 2}},
		{0, 1, 3, Right, [3]int{1, 2, 0}},
		{1, 1, 0, Right, [3]int{1, 2, 1}}, // front at 1/2: the first of thirds beyond is 2/3
		{1, 2, 0, Left, [3]int{1, 1, 0}},  // front at 1/3: the half reaches further
		{1, 2, 1, Left, [3]int{1, 1, 1}},
		{1, 1, 1, Right, [3]int{2, 2, 0}}, // both end level: the next one
		{1, 2, 2, Left, [3]int{2, 1, 0}},
	} {
		from, want := b.At(c.section, c.lane, c.i), b.At(c.want[0], c.want[1], c.want[2])
		if got := b.Places[from].To[c.step]; got != want {
			t.Errorf("from %s: got %s, want %s", b.AppendSpace(nil, from), b.AppendSpace(nil, got), b.AppendSpace(nil, want))
		}
	}
}

func TestALaneThatBeginsLateOrEndsEarlyIsEnteredAndLeftWhereItLies(t *testing.T) {
	s := lanes(false, 3, 10)
	s.Lanes[0].From = 4
	b := linked(s, lanes(false, 0, 5))
	for i := range 10 {
		got := b.Places[b.At(0, 2, i)].To[Left]
		want := Space(0)
		if i >= 3 && i < 6 {
			want = b.At(0, 1, i-3)
		}
		if got != want {
			t.Errorf("left from space %d: got %d, want %d", i+1, got, want)
		}
		across := b.Places[b.At(0, 2, i)].To[AcrossLeft]
		want = 0
		if i >= 4 && i < 7 {
			want = b.At(0, 1, i-4)
		}
		if across != want {
			t.Errorf("sideways from space %d: got %d, want %d", i+1, across, want)
		}
	}
	last := &b.Places[b.At(0, 1, 2)]
	if last.To[Ahead] != 0 || last.To[Right] != b.At(0, 2, 7) {
		t.Errorf("the end of the lane leads to %v, want right to %d only", last.To, b.At(0, 2, 7))
	}
}

func TestYellowLinesForbidDiagonalsAndKeepThePullOver(t *testing.T) {
	s := lanes(false, 4, 4)
	s.NoLeft = []int{2}
	s.Lanes[1].Offset = 1
	b := linked(s, lanes(false, 2, 2))
	p := &b.Places[b.At(0, 2, 1)]
	if p.To[Left] != 0 {
		t.Errorf("a diagonal over a yellow line to %d", p.To[Left])
	}
	if got, want := p.To[AcrossLeft], b.At(0, 1, 2); got != want {
		t.Errorf("pulling over one space further: got %d, want %d", got, want)
	}
	s.Across = true
	b = linked(s, lanes(false, 2, 2))
	if got := b.Places[b.At(0, 2, 1)].To[AcrossLeft]; got != 0 {
		t.Errorf("where lanes change sideways a line forbids it: got %d", got)
	}
}

func TestALongStraightDoesNotOverflow(t *testing.T) {
	b := linked(lanes(false, 250), lanes(false, 250), lanes(false, 250), lanes(false, 250))
	if got, want := b.Lap, int32(1000*Unit); got != want {
		t.Errorf("lap: got %d, want %d", got, want)
	}
	for i := 2; i < len(b.Places); i++ {
		if b.Places[i].Front != b.Places[i-1].Front+Unit || b.Places[i].Rear() != b.Places[i-1].Front {
			t.Fatalf("space %d: front %d, rear %d, behind %d", i, b.Places[i].Front, b.Places[i].Rear(), b.Places[i-1].Front)
		}
	}
}

func TestArrowsMayMeetAndNotCross(t *testing.T) {
	b := linked(lanes(false, 9, 9))
	at := func(lane int, i ...int) (out []Space) {
		for _, n := range i {
			out = append(out, b.At(0, lane, n))
		}
		return out
	}
	if err := b.AddArrow("A", at(1, 0, 1, 2)); err != nil {
		t.Fatal(err)
	}
	if err := b.AddArrow("B", at(1, 2, 3)); err != nil {
		t.Errorf("one that begins where another ends: %v", err)
	}
	if p := &b.Places[b.At(0, 1, 2)]; p.Arrow != 2 || !p.Tail || p.Along != b.At(0, 1, 3) {
		t.Errorf("where two meet: arrow %d, tail %v, along %d", p.Arrow, p.Tail, p.Along)
	}
	if err := b.AddArrow("C", []Space{b.At(0, 2, 0), b.At(0, 1, 1)}); err == nil || !strings.Contains(err.Error(), "C crosses arrow A") {
		t.Errorf("crossing: got %v", err)
	}
	if err := b.AddArrow("D", []Space{b.At(0, 2, 0), b.At(0, 2, 2)}); err == nil || !strings.Contains(err.Error(), "step 1 cannot be driven") {
		t.Errorf("a jump: got %v", err)
	}
	if err := b.AddArrow("E", []Space{b.At(0, 2, 0), b.At(0, 2, 1), b.At(0, 2, 2)}); err != nil {
		t.Error(err)
	}
	if err := b.AddArrow("F", []Space{b.At(0, 1, 7), b.At(0, 1, 8)}); err != nil {
		t.Error(err)
	}
	if err := b.AddArrow("G", []Space{b.At(0, 1, 6), b.At(0, 1, 7)}); err != nil {
		t.Errorf("one that ends where another begins: %v", err)
	}
}

func TestAPlaceBesideTheRoadIsAtTheHeightOfItsSpaceAndNoStepLeadsThere(t *testing.T) {
	b := linked(lanes(false, 5), lanes(true, 3))
	road := b.At(0, 1, 3)
	s, err := b.PutAside(road, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := b.Places[s]
	if p.By != road || b.Places[road].Aside != s || p.Front != b.Places[road].Front || p.Capacity != 0 || int(s) != len(b.Places)-1 {
		t.Errorf("got %+v beside %d", p, road)
	}
	for i := range b.Places {
		for _, to := range b.Places[i].To {
			if to == s {
				t.Errorf("a step leads there from %d", i)
			}
		}
	}
	if _, err := b.PutAside(road, 1); err == nil {
		t.Error("a second place beside one space was put")
	}
	back, ok := b.ParseSpace(string(b.AppendSpace(nil, s)))
	if !ok || back != s {
		t.Errorf("read back: got %d, want %d", back, s)
	}
}

func TestCornersAreNumberedInDrivingOrder(t *testing.T) {
	b := linked(lanes(false, 3), lanes(true, 2), lanes(true, 2), lanes(false, 3), lanes(true, 1))
	for i, want := range []int{0, 1, 2, 0, 3} {
		if got := b.Sections[i].Number; got != want {
			t.Errorf("section %d: got %d, want %d", i, got, want)
		}
	}
	if b.Corners() != 3 || b.Corner(2) != 2 || b.Corner(4) != -1 {
		t.Errorf("corners %d, the 2nd is section %d, the 4th %d", b.Corners(), b.Corner(2), b.Corner(4))
	}
}
