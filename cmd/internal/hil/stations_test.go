//go:build hil

package hil

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
	board "boxstop/firmware-protocol/hil"
)

// hands are three drivers at the stations 1 to 3 of a station unit, and the table.
type hands struct {
	t    testing.TB
	b    *board.Board
	luck *rand.Rand
}

var knobs = [3][2]string{{"D2", "D3"}, {"D4", "D5"}, {"D6", "D7"}}

// sleep is as long as a person takes, in the board's time.
func (h *hands) sleep(d time.Duration) {
	at := h.b.Time()
	board.Until(h.t, 20*time.Second, "the board's time goes by", func() bool { return h.b.Time() > at+d })
}

// turn turns a knob whose contacts bounce.
func (h *hands) turn(station, steps int) {
	if steps == 0 {
		return
	}
	k := knobs[station]
	h.b.Do("quad %s %s %d 2500 %d", k[0], k[1], 4*steps, 300+h.luck.IntN(500))
	h.sleep(time.Duration(max(steps, -steps))*4*4100*time.Microsecond + 5*time.Millisecond)
}

// press presses a button of the unit, which bounces; a press that comes while it is unplugged is nobody's.
func (h *hands) press(pin string, held time.Duration) {
	us := 300 + h.luck.IntN(2500)
	h.b.Do("wave %s 0 %d 1 %d 0 %d 1 %d 0 %d 1", pin, us, us, held.Microseconds(), us, us)
	h.sleep(held + 60*time.Millisecond)
}

func (h *hands) next() { h.press("GPB3", 60*time.Millisecond) }

// pressStation presses the knob of a station.
func (h *hands) pressStation(station int, held time.Duration) {
	h.press(fmt.Sprintf("GPA%d", station), held)
}

// shown is the number under a station's hood.
func (h *hands) shown(station int) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(h.b.Text(0x70 + station)))
	return n, err == nil
}

// dial turns until the display says so; false: it stays dark, or has no such number.
func (h *hands) dial(station, want int) bool {
	h.turn(station, 1)
	for range 40 {
		end := time.Now().Add(300 * time.Millisecond)
		was, ok := h.shown(station)
		for !ok && time.Now().Before(end) {
			time.Sleep(2 * time.Millisecond)
			was, ok = h.shown(station)
		}
		switch {
		case !ok:
			return false
		case was == want:
			time.Sleep(30 * time.Millisecond) // was it on its way?
			if is, _ := h.shown(station); is == want {
				return true
			}
			continue
		}
		h.turn(station, max(-6, min(6, (want-was)/20)))
		time.Sleep(15 * time.Millisecond)
	}
	return false
}

// TB-12 to TB-14, and PROTOCOL.md's rules from one end to the other: three drivers turn bouncing knobs under their hoods until the display says the
// speed that they want, and press; they move by turning, pressing and holding; the table presses next. In secret phases the cable is pulled, the power
// cut, the board reset, the daemon killed. Every speed is in the race file once, as the driver whose station it is set it, and nothing that a client
// or a log got while it was secret says it.
func TestAWholeRaceWithSecretsIsDrivenAtTheStationsOfTheFirmware(t *testing.T) {
	program, dir := house(t, "[[unit]]\nname = \"7F3A\"\nsight = \"hood\"\ndrivers = [\"R\", \"B\", \"Y\"]\n")
	b := board.Start(t, board.Make(t, "firmware", "stations.elf", "SERIAL=0D1C7F3A"), "-o", "2", "-w", "20,70,71,72,73,74,75,76", "-s", "2")
	h := &hands{t, b, rand.New(rand.NewPCG(12, 14))}
	d := client.Serve(t, program, dir, nil, "--port", b.Line)
	d.Say("game speedcircuit", "board rivermouth", "laps 1", "option speeds stations",
		`enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, "grid R B Y")
	here := func() bool {
		n := 0
		for _, u := range d.Now().Units {
			if strings.HasPrefix(u.Name, "7F3A/") && u.State == "ok" {
				n++
			}
		}
		return n == 6
	}
	board.Until(t, 15*time.Second, "the stations are here", here)
	d.Say("start")
	marks := []string{"R", "B", "Y"}
	set := map[string]int{}     // by ask: the speed that a driver meant when he pressed
	locks := map[string][]int{} // by mark
	harm := map[string]int{}
	phases, refused := 0, 0
	heard := "" // by clients of race controls that were killed
	secret := func() (open []view.Ask) {
		for _, a := range d.Now().Asks {
			if a.Secret && !a.Done {
				open = append(open, a)
			}
		}
		return open
	}
	kill := func() {
		d.Kill()
		heard += whole(d.Heard(0))
		d = client.Serve(t, program, dir, nil, "--port", b.Line)
		board.Until(t, 15*time.Second, "the stations are here again", here)
		d.Say("resume")
	}
	said := regexp.MustCompile(`\b([RBY]) speed (\d+)|SPEED (\d+)`)
	end := time.Now().Add(6 * time.Minute)
	for d.Now().Stage != view.Over {
		if time.Now().After(end) {
			t.Fatalf("not over; stage %q, asks %+v, put back %q, units %+v; daemon said: %s", d.Now().Stage, d.Now().Asks, d.Now().PutBack, d.Now().Units, d.Said())
		}
		open := secret()
		if len(open) == 0 {
			if !h.moves(d, marks) {
				h.next()
			}
			continue
		}
		a := open[h.luck.IntN(len(open))]
		k := strings.Index("RBY", a.Car)
		if _, again := set[a.ID]; !again {
			if phases++; phases%7 == 3 {
				what := [...]string{"unplug", "off", "reset", "kill"}[phases/7%4]
				harm[what]++
				h.turn(k, 3) // half entered
				switch what {
				case "unplug", "off":
					b.Do("%s", what)
					time.Sleep(200 * time.Millisecond)
					b.Do("%s", map[string]string{"unplug": "plug", "off": "on"}[what])
				case "reset":
					b.Do("reset")
				case "kill":
					kill()
				}
				board.Until(t, 20*time.Second, "the stations are back", here)
			}
		}
		want := 60
		if l := locks[a.Car]; len(l) > 0 {
			want = max(20, min(180, l[len(l)-1]+20*(h.luck.IntN(5)-1)))
		}
		if set[a.ID] != 0 { // it was refused: slower
			refused++
			want = max(20, set[a.ID]-20*(1+h.luck.IntN(3)))
		}
		if !h.dial(k, want) {
			continue
		}
		set[a.ID] = want
		h.pressStation(k, 60*time.Millisecond)
		done := func() bool {
			for _, o := range d.Now().Asks {
				if o.ID == a.ID {
					return o.Done
				}
			}
			return true // shown to all: his was the last
		}
		for late := time.Now().Add(1500 * time.Millisecond); !done() && time.Now().Before(late); {
			time.Sleep(2 * time.Millisecond)
		}
		if !done() {
			continue
		}
		locks[a.Car] = append(locks[a.Car], want)
	}
	file, lines := written(t, dir)
	inFile := map[string][]int{}
	for _, l := range lines {
		w := strings.Fields(l.Text)
		if len(w) != 3 || w[1] != "speed" {
			continue
		}
		n, err := strconv.Atoi(w[2])
		if from := fmt.Sprintf("7F3A/%d", 1+strings.Index("RBY", w[0])); l.Source != from || err != nil {
			t.Errorf("%s is in the file as of %s, want %s", l.Text, l.Source, from)
		}
		inFile[w[0]] = append(inFile[w[0]], n)
	}
	if !maps.EqualFunc(inFile, locks, slices.Equal[[]int]) || len(inFile) != 3 {
		t.Errorf("in the file are %v, set were %v", inFile, locks)
	}
	if n := keepsSecrets(t, heard+whole(d.Heard(0))); n < 8 {
		t.Errorf("clients were told of %d secret phases", n)
	}
	d.Kill()
	if said.MatchString(d.Said()) {
		t.Errorf("the daemon's log says a speed: %s", d.Said())
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if out, err := exec.Command(program, "verify", file).CombinedOutput(); err != nil {
		t.Errorf("verify: %v: %s", err, out)
	}
	t.Logf("%v set, %d refused and set anew; meanwhile: %v", locks, refused, harm)
	if len(harm) < 3 || refused == 0 {
		t.Error("too little went wrong: the race was too short to say much")
	}
}

// whole are the whole lines of what was heard: a killed race control may leave half of one.
func whole(heard string) string { return heard[:strings.LastIndexByte(heard, '\n')+1] }

// keepsSecrets looks at all that clients were told while somebody was still to say his speed: as long as that is so, the cars, the course, the last moves,
// what people are to move and what each may choose stay as they are, whatever has been set and locked meanwhile. It counts such phases.
func keepsSecrets(t testing.TB, heard string) int {
	t.Helper()
	phases := map[string]string{}
	for line := range strings.Lines(heard) {
		var m view.FromControl
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		s := m.Snapshot
		if s == nil || !slices.ContainsFunc(s.Asks, func(a view.Ask) bool { return a.Secret && !a.Done }) {
			continue
		}
		var all []any
		all = append(all, s.Strip, s.Last, s.PutBack, s.Dispute, s.Table.Out)
		for _, c := range s.Table.Cars {
			c.Moving = false // it is who is still to say his
			all = append(all, c)
		}
		choice := map[string]any{} // those who have said theirs stand last
		for _, a := range s.Asks {
			if a.Secret {
				choice[a.ID] = []any{a.Car, a.Options, a.More, a.Unsaid}
			}
		}
		said, err := json.Marshal(append(all, choice))
		if err != nil {
			t.Fatal(err)
		}
		was, ok := phases[s.Head.Progress]
		if phases[s.Head.Progress] = string(said); ok && was != string(said) {
			t.Errorf("in %s clients were told\n%s\nand then\n%s", s.Head.Progress, was, said)
		}
	}
	return len(phases)
}

// moves answers one ask that is no secret at the station of its driver: by a press, now and then another than the first, now and then held.
func (h *hands) moves(d *client.Daemon, marks []string) bool {
	for _, a := range d.Now().Asks {
		k := strings.Index(strings.Join(marks, ""), a.Car)
		if !a.Waits || a.Done || a.Secret || k < 0 || a.Car == "" {
			continue
		}
		if a.Form == "roll" {
			return d.Order(a.Line+" "+strconv.Itoa(2+h.luck.IntN(11)), a.ID).Error == ""
		}
		if h.luck.IntN(3) == 0 {
			h.turn(k, h.luck.IntN(5)-2)
		}
		held := 60 * time.Millisecond
		if h.luck.IntN(12) == 0 {
			held = 2500 * time.Millisecond // of the board; a second and more of race control
		}
		seq := d.Now().Seq
		h.pressStation(k, held)
		for late := time.Now().Add(300 * time.Millisecond); d.Now().Seq == seq && time.Now().Before(late); {
			time.Sleep(2 * time.Millisecond)
		}
		return d.Now().Seq != seq
	}
	return false
}
