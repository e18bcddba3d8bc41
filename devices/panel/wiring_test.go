package panel_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"boxstop/devices/panel"
	"boxstop/devices/panel/paneltest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// lines are those of a Pi's header.
func lines() (out []string) {
	for i := 2; i < 28; i++ {
		out = append(out, fmt.Sprintf("GPIO%d", i))
	}
	return out
}

func TestAWiringFileIsReadWhole(t *testing.T) {
	w, err := panel.Parse("wiring.toml", []byte(`
panel = "a0b1"
bus = "1"
[[expander]]
name = "x1"
address = 0x21
interrupt = "GPIO4"
[table]
buttons = ["GPIO5", "GPIO6"]
next = "GPIO13"
lamp = "x1.B7"
sounder = "GPIO12"
[[station]]
driver = "R"
knob = ["GPIO17", "GPIO27"]
edges = 2
press = "x1.A0"
display = 0x70
digits = "fourteen"
lamp = "GPIO23"
sight = "hood"
[[station]]
driver = "Ben"
up = "GPIO18"
down = "GPIO19"
press = "GPIO20"
[[station]]
scale = ["x1.A1", "x1.A2", "x1.A3"]
press = "GPIO21"
sight = "scale"
[[unit]]
name = "7f3a"
sight = "hood"
drivers = ["Y", "Cleo"]
`), lines())
	if err != nil {
		t.Fatal(err)
	}
	want := panel.Wiring{
		Serial: "A0B1", Bus: "1", Expanders: []panel.Expander{{Name: "x1", Address: 0x21, Interrupt: "GPIO4"}},
		Table: panel.Table{Buttons: [6]string{"GPIO5", "GPIO6", "", "GPIO13"}, Lamp: "x1.B7", Sounder: "GPIO12"},
		Stations: []panel.Station{
			{Driver: "R", Knob: [2]string{"GPIO17", "GPIO27"}, Edges: 2, Press: "x1.A0", Display: 0x70, Digits: "fourteen", Lamp: "GPIO23", Sight: "hood"},
			{Driver: "Ben", Up: "GPIO18", Down: "GPIO19", Press: "GPIO20", Edges: 4, Digits: "seven"},
			{Scale: []string{"x1.A1", "x1.A2", "x1.A3"}, Press: "GPIO21", Edges: 4, Digits: "seven", Sight: "scale"},
		},
		Cables: []panel.Cable{{Name: "7F3A", Sight: "hood", Drivers: []string{"Y", "Cleo"}}},
	}
	if d := cmp.Diff(want, *w, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".line" }, cmp.Ignore())); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestAllMistakesOfAWiringFileAreNamedAtOnceByLine(t *testing.T) {
	_, err := panel.Parse("wiring.toml", []byte(`panel = "knobs"
colour = "red"
[[expander]]
name = "x1"
address = 0x30
[table]
buttons = ["GPIO5", "GPIO5", "x1.B7"]
next = "GPIO40"
hold = "x2.A0"
undo = "x1.C9"
[[station]]
driver = "R"
knob = ["GPIO17", "GPIO27"]
press = "GPIO22"
display = 0x70
sight = "hood"
[[station]]
driver = "R"
knob = ["GPIO17", "x1.A0"]
edges = 3
press = 22
display = 0x70
[[station]]
driver = ["B", "Y"]
up = "GPIO2"
scale = ["GPIO3"]
sight = "glasses"
lamp = ""
[[station]]
knob = "GPIO9"
press = "GPIO10"
display = 0x90
digits = "nine"
sight = "scale"
`), lines())
	want := `wiring.toml:1: panel: "knobs" is no serial number; allowed are 4 to 16 hexadecimal digits, such as "A0B1"
wiring.toml:2: colour: not known in a wiring file; known are panel, bus, expander, matrix, table, station, counter, unit
wiring.toml:5: address: 0x30 is no address of an MCP23017; allowed are 0x20 to 0x27
wiring.toml:7: buttons: GPIO5 is table button 1, at line 7 already; each needs its own
wiring.toml:7: buttons: x1.B7; an expander's A7 and B7 are outputs only: a lamp may be there, a contact at A0 to A6 or B0 to B6
wiring.toml:8: next: this Pi has no line "GPIO40"; it has GPIO2 to GPIO27, and those of the expanders: x1.A0 to x1.B7
wiring.toml:9: hold: x2.A0 is on no expander or matrix that is named; named are x1.A0 to x1.B7
wiring.toml:10: undo: x1.C9; an expander's lines are A0 to A7 and B0 to B7
wiring.toml:18: driver: R has station 1 already, at line 12
wiring.toml:19: knob: GPIO17 is station 1's knob, at line 13 already: two drivers on one knob; each needs his own
wiring.toml:19: knob: GPIO17 and x1.A0 are read apart, so that their order is lost; both on the Pi or both on one expander are wanted
wiring.toml:20: edges: 3; an encoder has 4 or 2 from one rest to the next
wiring.toml:21: press: 22 is not a text in quotes
wiring.toml:22: display: 0x70 is station 1's display, at line 15 already; each chip on a bus needs its own address
wiring.toml:23: station 3: up and down go together
wiring.toml:23: station 3 has 2 ways to turn; one of knob, up with down, scale is wanted
wiring.toml:23: station 3: press is missing: the line of its button
wiring.toml:24: driver: 2 drivers on one knob; a station is one driver's
wiring.toml:26: scale: a list; 2 to 16 lines are wanted, one a position, the lowest first
wiring.toml:27: sight: "glasses"; allowed are hood, scale
wiring.toml:28: lamp: "" is no line
wiring.toml:30: knob: "GPIO9"; its two lines are wanted, such as knob = ["GPIO17", "GPIO27"]
wiring.toml:32: display: 0x90 is no address of an HT16K33; allowed are 0x70 to 0x77
wiring.toml:33: digits: "nine"; allowed are seven, fourteen
wiring.toml:34: sight: station 4 has no scale to be read under its lid; a selector (scale = [...]) is wanted, or sight = "hood" with a display`
	if err == nil {
		t.Fatal("no mistake was found")
	}
	if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestSmallMistakesOfAWiringFile(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "w:1: nothing is wired: a [[station]], a [table], a [[counter]] or a [[unit]] is wanted",
		"[station]\npress = 1":    "w:1: station: a table; it is a table of its own, under a line [[station]]",
		"[table]\nnext = \"x\n":   "w:2: no TOML: ",
		"[table]\nnext = \"D4\"":  "w:2: next: this Pi has no line \"D4\"; it has GPIO0 to GPIO27, and those of the expanders: none",
		"[[unit]]\nname = \"7F\"": "w:1: unit: name \"7F\"; the last four characters",
		"[[unit]]\nname = \"7f3a\"\ndrivers = [\"R\", \"r\"]": "w:3: driver: r has station 7F3A/1 already, at line 3",
		"table = 3":                "w:1: table: 3; it is a table of its own, under a line [table]",
		"[[expander]]\nname=\"x\"": "w:1: expander: its address is missing; allowed are 0x20 to 0x27",
		"[[matrix]]\nname=\"x\"\naddress=0x70\n[[expander]]\nname=\"x\"\naddress=0x20": "w:1: matrix x: the name is taken; another is wanted",
		"[[station]]\nknob=[\"GPIO1\",\"GPIO2\"]\npress=\"GPIO3\"\nsight=\"hood\"":     "w:4: sight: station 1 has a hood and no display under it; a display is wanted",
		"[table]\nnext=\"GPIO1\"\nnext=\"GPIO2\"":                                      "w:3: next: stands twice in the table, at line 2 already",
	} {
		if _, err := panel.Parse("w", []byte(in), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", in, err, want)
		}
	}
	if got, want := panel.Ranges([]string{"GPIO5", "GPIO2", "GPIO3", "ID_SDA", "GPIO4", "GPIO17"}), "GPIO2 to GPIO5, GPIO17"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheSixStationPlanOfTheDocumentationHasNoMistake(t *testing.T) {
	if _, err := panel.Parse("wiring.toml", []byte(paneltest.Six("A", "B", "C", "D", "E", "F")), lines()); err != nil {
		t.Error(err)
	}
}

// Whatever is typed, reading it ends, and says what is wrong or gives a wiring whose lines are used once.
func TestAnyTextIsReadOrRefused(t *testing.T) {
	words := []string{
		"[[station]]\n", "[table]\n", "[[expander]]\n", "knob = [\"GPIO1\", \"GPIO2\"]\n", "press = \"GPIO3\"\n", "x = {a = 1}\n", "display = 0x70\n", "scale = []\n", "\"", "[", "driver = \"R\"\n", "= 3\n",
		"[[matrix]]\nname = \"m1\"\n", "address = 0x70\n", "[[counter]]\n", "cars = [1, \"R\"]\n", "places = [1]\n", "lamps = [\"m1.R0C0\", 3]\n", "buttons = [\"m1.K1S0\"]\n", "field = \"lap\"\n", "report = \"line\"\n", "[[unit]]\nname = \"C0DE\"\n", "unit = \"C0DE\"\n",
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "doc"), "")
		_, _ = panel.Parse("w", []byte(doc), nil)
	})
}

func FuzzParse(f *testing.F) {
	f.Add(paneltest.Six("A", "B"))
	f.Add("[[station]]\nknob = [1, [2]]\n[table.x]\na.b = 3")
	f.Fuzz(func(_ *testing.T, doc string) { _, _ = panel.Parse("w", []byte(doc), nil) })
}

// Each of them; that of the rev counter is the wiring that tests run on.
func TestTheWiringFilesOfTheDocumentationHaveNoMistake(t *testing.T) {
	doc, err := os.ReadFile("../../docs/wiring.md")
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Split(string(doc), "```toml\n")[1:]
	if len(files) != 3 {
		t.Fatalf("%d wiring files, want 3", len(files))
	}
	for i, f := range files {
		toml, _, _ := strings.Cut(f, "```")
		w, err := panel.Parse("docs/wiring.md", []byte(toml), lines())
		if err != nil {
			t.Error(err)
		} else if d := cmp.Diff(paneltest.New(paneltest.Eighteen("GPIO4")).Wiring, w); i == 2 && d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
}
