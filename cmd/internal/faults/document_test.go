package faults

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	root = "../../.."
	path = root + "/docs/reliability.md"
)

var update = flag.Bool("update", false, "write the matrix of docs/reliability.md anew")

// asked are the rows that the document must have, whatever else it has.
var asked = []string{
	"silent unit", "garbled lines", "half a line", "a line too long", "hang-up", "replug", "renumber", "swap of identical units", "duplicate rolls",
	"lost acknowledgement", "wrong protocol version", "unit restart mid-roll", "reset on open", "another program on the port",
	"a modem or GPS on the port", "no permission", "port appears late at boot",
}

const head = "| fault | the screen says | after | the race | made good when | back after | test |"

// cells are a row of the document. How long something takes is the shortest tenth of a second that it fits in.
func (f fault) cells(m measured) []string {
	says, after := "nothing: nobody need know", "-"
	if len(f.says) > 0 {
		says, after = "*"+strings.Join(f.says, "* · *")+"*", tenths(m.seen)
	}
	sure := f.sure
	if sure == "" {
		sure = "by itself"
	}
	return []string{f.name, says, after, string(f.race), sure, tenths(m.back), "`TestEveryFaultOfTheMatrix/" + strings.ReplaceAll(f.name, " ", "-") + "`"}
}

func tenths(d time.Duration) string {
	if d <= 100*time.Millisecond {
		return "at once"
	}
	return fmt.Sprintf("%.1f s", math.Ceil(d.Seconds()*10-0.001)/10)
}

// near reports whether two cells are the same: pauses may differ by the second between two looks for ports.
func near(a, b string) bool {
	var x, y float64
	if n, _ := fmt.Sscanf(a, "%f s", &x); n == 1 {
		if n, _ := fmt.Sscanf(b, "%f s", &y); n == 1 {
			return math.Abs(x-y) < 1.11
		}
	}
	return a == b
}

// document holds docs/reliability.md to what was seen.
func document(t *testing.T, got map[string]measured) {
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(doc), head+"\n")
	if !ok {
		t.Fatalf("%s has no table with the head\n%s", path, head)
	}
	at := strings.Index(rest, "\n\n")
	if at < 0 {
		at = len(rest) - 1
	}
	table, after := strings.Split(rest[:at], "\n"), rest[at:]
	if *update {
		if len(got) < len(faults) {
			t.Fatal("-update needs all rows: leave -run out")
		}
		var b strings.Builder
		b.WriteString(before + head + "\n" + table[0])
		for _, f := range faults {
			b.WriteString("\n| " + strings.Join(f.cells(got[f.name]), " | ") + " |")
		}
		if err := os.WriteFile(path, []byte(b.String()+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	rows := map[string][]string{}
	for _, l := range table[1:] {
		cells := strings.Split(strings.Trim(l, "| "), " | ")
		rows[cells[0]] = cells
	}
	for _, f := range faults {
		m, ran := got[f.name]
		row := rows[f.name]
		if delete(rows, f.name); row == nil {
			t.Errorf("%s has no row for %q", path, f.name)
		} else if ran && !slices.EqualFunc(row, f.cells(m), near) {
			t.Errorf("%s:\n has %s\nseen %s", path, strings.Join(row, " | "), strings.Join(f.cells(m), " | "))
		}
	}
	for name := range rows {
		t.Errorf("%s: nothing tests %q", path, name)
	}
}

// No row that was asked for is missing, and every other test that the document names is there.
func TestTheMatrixIsWholeAndItsTestsAreThere(t *testing.T) {
	for _, a := range asked {
		if !slices.ContainsFunc(faults, func(f fault) bool { return strings.HasPrefix(f.name, a) }) {
			t.Errorf("no row for %q", a)
		}
	}
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tests := testsOf(t)
	named := 0
	for i, word := range strings.Split(string(doc), "`") {
		if name, _, _ := strings.Cut(word, "/"); i%2 == 1 && strings.HasPrefix(name, "Test") {
			if named++; !tests[name] {
				t.Errorf("%s names %s: there is no such test", path, name)
			}
		}
	}
	if named < len(faults) {
		t.Errorf("%s names %d tests, of %d rows", path, named, len(faults))
	}
}

// testsOf are the names of all test functions of the module, whatever their build tags.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(p string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				tests[fn.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}
