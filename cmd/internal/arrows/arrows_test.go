// Package arrows holds which way imports run and what lies where, as docs/overview.md says it. It has no code: only a test.
package arrows

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the module, seen from here.
const root = "../../.."

// module is what our own imports begin with.
const module = "boxstop/"

// games are the folders of the five rule sets, whether they are there yet or not.
var games = []string{"pitstop", "speedcircuit", "lemans", "grandprix", "usac"}

// room is what the Go files of a folder may import of ours. A trailing /... is everything beneath.
type room struct {
	folder string
	ours   []string
	tests  []string // besides: its test files
}

// rooms: the first that matches a folder holds.
var rooms = []room{
	{folder: "firmware-protocol/wire", tests: []string{"firmware-protocol/wire"}},
	{folder: "firmware-protocol/hil", ours: []string{"devices/...", "firmware-protocol/wire"}, tests: []string{"firmware-protocol/hil"}},
	{folder: "firmware-protocol/hil", tests: []string{"devices", "devices/link", "firmware-protocol/wire"}},
	{folder: "firmware-protocol/hil/vm"},
	{folder: "cmd/internal/hil/client", ours: []string{"cmd/internal/view"}},
	{folder: "cmd/internal/hil/arm"},
	{folder: "cmd/internal/hil", tests: []string{"cmd/...", "devices/...", "engine/...", "firmware-protocol/...", "tracks"}},
	{folder: "cmd/internal/hil/guest", tests: []string{"cmd/internal/hil/client", "cmd/internal/view", "devices/...", "firmware-protocol/wire"}},
	{folder: "engine", tests: []string{"engine"}},
	{folder: "engine/enginetest", ours: []string{"engine"}},
	{folder: "engine/...", ours: []string{"engine"}, tests: []string{"engine/enginetest", "tracks"}},
	{folder: "tracks", ours: []string{"engine"}, tests: []string{"tracks", "engine/..."}},
	{folder: "devices", ours: nil},
	{folder: "devices/...", ours: []string{"devices/...", "firmware-protocol/wire"}},
	{folder: "cmd/internal/arrows"},
	{folder: "cmd/internal/faults", tests: []string{"cmd/...", "devices/...", "engine/...", "tracks"}},
	{folder: "cmd/internal/config", tests: []string{"cmd/internal/config"}},
	{folder: "cmd/internal/racefile", tests: []string{"cmd/internal/racefile"}},
	{folder: "cmd/internal/view", ours: []string{"engine"}, tests: []string{"cmd/internal/view"}},
	{folder: "cmd/internal/console", ours: []string{"cmd/internal/view", "engine"}, tests: []string{"cmd/internal/console"}},
	{
		folder: "cmd/internal/control", ours: []string{"cmd/internal/racefile", "cmd/internal/view", "cmd/internal/config", "devices", "devices/dice", "engine", "tracks"},
		tests: []string{"cmd/internal/control", "cmd/internal/script", "engine/...", "devices/...", "firmware-protocol/wire"},
	},
	{
		folder: "cmd/internal/script", ours: []string{"cmd/internal/control", "cmd/internal/racefile", "cmd/internal/view", "engine", "tracks"},
		tests: []string{"cmd/internal/script", "engine/..."},
	},
	{folder: "cmd/boxstop", ours: []string{"cmd/...", "devices/...", "engine/...", "firmware-protocol/...", "tracks"}},
}

// guests are other people's modules, and the folders that may import each. Which is for what, and why, is in docs/adr/0005.
var guests = []struct {
	module  string
	folders []string
}{
	{"go.bug.st/serial", []string{"devices/link"}},
	{"periph.io/x/", []string{"devices/panel", "devices/panel/paneltest", "cmd/internal/hil/guest"}},
	{"github.com/gdamore/tcell/v2", []string{"cmd/internal/console", "cmd/boxstop", "cmd/internal/faults"}},
	{"github.com/rivo/tview", []string{"cmd/internal/console"}},
	{"github.com/pelletier/go-toml/v2", []string{"tracks", "cmd/internal/config", "devices/panel"}},
	{"github.com/creack/pty", []string{"devices/sim", "devices/link", "cmd/boxstop", "cmd/internal/hil"}},
	{"golang.org/x/sys/unix", []string{"devices/link", "cmd/boxstop"}},
	{"golang.org/x/term", []string{"devices/sim", "cmd/boxstop"}},
	{"rsc.io/qr", []string{"cmd/internal/console"}},
}

// tools of tests: nothing that is shipped imports them.
var testTools = []string{"pgregory.net/rapid", "github.com/google/go-cmp", "github.com/rogpeppe/go-internal"}

// outside is what a rule set must not know: clocks, luck, files, nets, processes.
var outside = regexp.MustCompile(`^(os|net|log|time|syscall|plugin|unsafe|runtime|crypto/rand|math/rand)(/|$)`)

// gameName is a string that is a game's name. A message may name a game as an example; code knows a game by its About.
var gameName = regexp.MustCompile(`(?i)^["` + "`" + `](pitstop|speed ?circuit|le ?mans|grand ?prix|usac)(/[0-9]+)?["` + "`" + `]$`)

// anyGame is a game's name in a text.
var anyGame = regexp.MustCompile(`(?i)\b(pitstop|speed ?circuit|le ?mans|grand ?prix|usac)\b`)

// goFile is one Go file of ours.
type goFile struct {
	folder, name string
	ast          *ast.File
}

func (f goFile) test() bool { return strings.HasSuffix(f.name, "_test.go") }

func (f goFile) path() string { return f.folder + "/" + f.name }

func (f goFile) imports() (out []string) {
	for _, s := range f.ast.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		out = append(out, p)
	}
	return out
}

// under reports whether a folder is what a pattern says: itself, or with /... anything in it too.
func under(folder, pattern string) bool {
	base, all := strings.CutSuffix(pattern, "/...")
	return folder == base || all && strings.HasPrefix(folder, base+"/")
}

func roomOf(folder string) *room {
	for i := range rooms {
		if under(folder, rooms[i].folder) {
			return &rooms[i]
		}
	}
	return nil
}

// arrow says what is wrong with an import; "": nothing.
func arrow(f goFile, imported string) string {
	r := roomOf(f.folder)
	if r == nil {
		return imported + ": its folder has no row in rooms"
	}
	if ours, ok := strings.CutPrefix(imported, module); ok {
		allowed := slices.Clone(r.ours)
		if f.test() {
			allowed = append(allowed, r.tests...)
			allowed = append(allowed, f.folder) // from outside, what the package shows
		}
		if slices.ContainsFunc(allowed, func(p string) bool { return under(ours, p) }) {
			return ""
		}
		return fmt.Sprintf("%s; allowed of ours are %v", imported, allowed)
	}
	engine := under(f.folder, "engine/...") && f.folder != "engine/enginetest" && !f.test()
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") { // the standard library
		if (engine || f.folder == "firmware-protocol/wire" && !f.test()) && outside.MatchString(imported) {
			return imported + ": rules and wire read no clock, no luck, no file and no net"
		}
		return ""
	}
	if engine {
		return imported + ": the engine has the standard library only"
	}
	if slices.ContainsFunc(testTools, func(m string) bool { return under(imported, m+"/...") }) {
		if f.test() || f.folder == "engine/enginetest" {
			return ""
		}
		return imported + " is for tests"
	}
	for _, g := range guests {
		if strings.HasPrefix(imported, g.module) {
			if slices.Contains(g.folders, f.folder) {
				return ""
			}
			return fmt.Sprintf("%s; it belongs to %v", imported, g.folders)
		}
	}
	return imported + ": a new dependency needs its reason in docs/adr/0005 and a row in guests"
}

// literals are the strings of a file that are a game's name.
func literals(f goFile) (out []string) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && gameName.MatchString(l.Value) {
			out = append(out, l.Value)
		}
		return true
	})
	return out
}

// branches are the names of games on which a file branches.
func branches(f goFile) (out []string) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		var of []ast.Expr
		switch n := n.(type) {
		case *ast.CaseClause:
			of = n.List
		case *ast.BinaryExpr:
			of = []ast.Expr{n.X, n.Y}
		}
		for _, e := range of {
			if l, ok := e.(*ast.BasicLit); ok && gameName.MatchString(l.Value) {
				out = append(out, l.Value)
			}
		}
		return true
	})
	return out
}

// files are all Go files of the module, whatever their build tags.
func files(t *testing.T) (out []goFile) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && p != root) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		a, err := parser.ParseFile(set, p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		out = append(out, goFile{path.Dir(rel), path.Base(rel), a})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 50 {
		t.Fatalf("%d Go files found from %s: this test looks in the wrong place", len(out), root)
	}
	return out
}

func TestImportsRunOneWay(t *testing.T) {
	for _, f := range files(t) {
		if roomOf(f.folder) == nil {
			t.Errorf("%s has no row in rooms: say there what it may import", f.path())
			continue
		}
		for _, i := range f.imports() {
			if wrong := arrow(f, i); wrong != "" {
				t.Errorf("%s imports %s", f.path(), wrong)
			}
		}
	}
}

func TestAnImportTheWrongWayIsFound(t *testing.T) {
	for _, c := range [...]struct{ folder, name, imports string }{
		{"engine", "seam.go", "boxstop/tracks"},
		{"engine", "seam.go", "time"},
		{"engine", "seam.go", "math/rand/v2"},
		{"engine", "seam.go", "pgregory.net/rapid"},
		{"engine/pitstop", "race.go", "boxstop/engine/lemans"},
		{"engine/pitstop", "race.go", "os"},
		{"engine/pitstop", "race.go", "boxstop/tracks"},
		{"engine/pitstop", "race_test.go", "boxstop/devices"},
		{"tracks", "load.go", "boxstop/engine/pitstop"},
		{"devices/dice", "dice.go", "boxstop/engine"},
		{"devices/dice", "dice.go", "go.bug.st/serial"},
		{"devices", "devices.go", "boxstop/firmware-protocol/wire"},
		{"firmware-protocol/wire", "line.go", "boxstop/devices"},
		{"cmd/internal/console", "draw.go", "boxstop/cmd/internal/control"},
		{"cmd/internal/console", "draw.go", "boxstop/engine/pitstop"},
		{"cmd/internal/control", "order.go", "boxstop/engine/pitstop"},
		{"cmd/internal/control", "order.go", "boxstop/devices/link"},
		{"cmd/internal/control", "order.go", "github.com/rivo/tview"},
		{"cmd/internal/control", "order.go", "github.com/google/go-cmp/cmp"},
		{"cmd/boxstop", "main.go", "example.com/log"},
		{"extra", "extra.go", "fmt"},
	} {
		if arrow(goFile{folder: c.folder, name: c.name}, c.imports) == "" {
			t.Errorf("%s/%s may import %s, and must not", c.folder, c.name, c.imports)
		}
	}
}

func TestNobodyOutsideARuleSetNamesAGame(t *testing.T) {
	for _, f := range files(t) {
		if f.test() {
			continue
		}
		if under(f.folder, "engine/...") && f.folder != "engine" && f.folder != "engine/enginetest" {
			continue // its own
		}
		if f.folder == "cmd/boxstop" { // it lists the games, and may say which board a demo takes; it does not branch on one
			for _, l := range branches(f) {
				t.Errorf("%s branches on the game %s", f.path(), l)
			}
			continue
		}
		for _, l := range literals(f) {
			t.Errorf("%s has the name of a game, %s; a game is known by its About", f.path(), l)
		}
	}
	planted := goFile{folder: "cmd/boxstop", name: "planted.go"}
	var err error
	if planted.ast, err = parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f(g string) bool { switch g { case \"usac\": return true }; return g == \"lemans\" }", 0); err != nil {
		t.Fatal(err)
	}
	if got := len(branches(planted)); got != 2 {
		t.Errorf("%d branches on a game found in a file with 2", got)
	}
	if got := len(literals(planted)); got != 2 {
		t.Errorf("%d names of games found in a file with 2", got)
	}
	for _, words := range []string{"engine/words", "cmd/internal/console/words"} {
		list, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(words), "*.txt"))
		if err != nil || len(list) == 0 {
			t.Errorf("no words in %s: %v", words, err)
		}
		for _, p := range list {
			b, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if m := anyGame.FindString(string(b)); m != "" {
				t.Errorf("%s/%s has the name of a game, %s", words, filepath.Base(p), m)
			}
		}
	}
}

func TestNothingIsFilledByInit(t *testing.T) {
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv == nil && fn.Name.Name == "init" && f.path() != "cmd/internal/control/order.go" { // there: a table of its own methods, which call it
				t.Errorf("%s has an init: what runs is listed where it is used", f.path())
			}
		}
	}
}

func TestTheLayoutIsThatOfTheDesign(t *testing.T) {
	folders := []string{".ci", "cmd", "devices", "docs", "engine", "firmware-protocol", "tracks"}
	rootFiles := []string{".gitignore", "CONTRIBUTING.md", "LICENSE", "README.md", "go.mod", "go.sum"}
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		n := e.Name()
		local := slices.ContainsFunc(strings.Fields(string(ignored)), func(p string) bool {
			ok, _ := path.Match(strings.TrimPrefix(p, "/"), n)
			return ok
		})
		switch {
		case e.IsDir() && strings.HasPrefix(n, ".") && n != ".ci", n == ".git", local:
		case e.IsDir() && !slices.Contains(folders, n):
			t.Errorf("%s/ at the top; allowed are %v", n, folders)
		case !e.IsDir() && !slices.Contains(rootFiles, n):
			t.Errorf("%s at the top; allowed are %v", n, rootFiles)
		}
	}
	bad := []string{"util", "utils", "common", "types", "manager", "helper", "helpers"}
	hasGo := map[string]bool{}
	for _, f := range files(t) {
		hasGo[f.folder] = true
		if pkg := f.ast.Name.Name; slices.Contains(bad, pkg) {
			t.Errorf("%s: package %s is named after no noun that it holds", f.path(), pkg)
		}
		if game, ok := strings.CutPrefix(f.folder, "engine/"); ok && game != "enginetest" && !slices.Contains(games, strings.SplitN(game, "/", 2)[0]) {
			t.Errorf("%s: engine holds enginetest and %v", f.path(), games)
		}
	}
	for folder := range hasGo {
		if c, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.[ch]")); len(c) > 0 {
			t.Errorf("%s holds C beside Go: go build would compile it", folder)
		}
	}
}

// declared are the functions, methods and types of our code as "folder:Name" and "folder:Type.Name".
func declared(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for _, f := range files(t) {
		if f.test() {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					of := d.Recv.List[0].Type
					if p, ok := of.(*ast.StarExpr); ok {
						of = p.X
					}
					if g, ok := of.(*ast.IndexExpr); ok {
						of = g.X
					}
					name = of.(*ast.Ident).Name + "." + name
				}
				out[f.folder+":"+name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if ts, ok := s.(*ast.TypeSpec); ok {
						out[f.folder+":"+ts.Name.Name] = true
					}
				}
			}
		}
	}
	return out
}

func TestTheOverviewNamesWhatIsThere(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "docs/overview.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := declared(t)
	names := regexp.MustCompile("`([a-z][a-z/-]*:[A-Za-z]+(?:\\.[A-Za-z]+)?)`").FindAllSubmatch(b, -1)
	if len(names) < 30 {
		t.Errorf("%d names found in docs/overview.md; it has more", len(names))
	}
	for _, n := range names {
		if n := string(n[1]); n != "folder:Type.Method" && !there[n] {
			t.Errorf("docs/overview.md speaks of %s, and there is no such thing", n)
		}
	}
}

func TestLinksInDocumentsLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && p != root {
			return fs.SkipDir
		}
		if filepath.Ext(p) != ".md" {
			return nil
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllSubmatch(b, -1) {
			to := filepath.Join(filepath.Dir(p), filepath.FromSlash(string(m[1])))
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", p, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
