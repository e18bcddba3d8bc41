package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/config"
)

func write(t *testing.T, doc string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boxstop.toml")
	if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEverySettingOfTheExampleIsRead(t *testing.T) {
	c, err := config.Read(write(t, `language = "de"
keyboard = "azerty"
print = "lp -o cpi=12"
ports = ["/dev/ttyAMA0", "/tmp/cup"]
guard = "200ms"
key-repeat = "0s"
group = "games"
`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Language != "de" || c.Keyboard != "azerty" || c.Print != "lp -o cpi=12" || len(c.Ports) != 2 || c.Group != "games" {
		t.Errorf("got %+v", c)
	}
	if c.Guard == nil || *c.Guard != 200*time.Millisecond || c.Repeat == nil || *c.Repeat != 0 {
		t.Errorf("times: got %v %v", c.Guard, c.Repeat)
	}
}

func TestAMistakeIsNamedByFileAndLineWithWhatIsAllowed(t *testing.T) {
	for _, x := range []struct{ doc, want string }{
		{"language = \"de\"\nkeybord = \"azerty\"\nprinter = \"lp\"\n", ":2: there is no setting \"keybord\"; there are language, keyboard, print, ports, guard, key-repeat, group"},
		{"language = \"de\"\nkeybord = \"azerty\"\nprinter = \"lp\"\n", ":3: there is no setting \"printer\""},
		{"\nkeyboard = \"dvorak\"\n", ":2: keyboard \"dvorak\"; allowed are qwerty, azerty"},
		{"guard = \"soon\"\n", ":1: guard: \"soon\" is no time of up to a minute, such as \"200ms\""},
		{"\n\nguard = 200\n", ":3: guard: a time is wanted, such as \"200ms\""},
		{"ports = \"/dev/ttyS0\"\n", ":1: ports: a list of paths is wanted"},
		{"language = 3\n", ":1: language: a text in quotes is wanted"},
		{"language = \"de\n", ":1: "},
	} {
		_, err := config.Read(write(t, x.doc))
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%q\ngot  %v\nwant %s", x.doc, err, x.want)
		}
	}
}

func TestTheFileIsTheNamedOneElseTheOwnersElseTheMachines(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	if got := config.Path("x.toml"); got != "x.toml" {
		t.Errorf("named: got %q", got)
	}
	own := filepath.Join(dir, "boxstop", "boxstop.toml")
	if got := config.Path(""); got == own {
		t.Errorf("there is none: got %q", got)
	}
	if err := os.MkdirAll(filepath.Dir(own), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := config.Path(""); got != own {
		t.Errorf("got %q, want %q", got, own)
	}
	if _, err := config.Read(""); err != nil {
		t.Error(err)
	}
	if _, err := config.Read(filepath.Join(dir, "none.toml")); err == nil {
		t.Error("a file that is named and not there is no error")
	}
}
