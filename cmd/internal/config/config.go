// Package config is what the owner of the Pi sets once, in a TOML file written by hand:
//
//	language   = "de"               # of the screens; English where a word is missing
//	keyboard   = "azerty"           # the digit row without Shift (TB-25)
//	print      = "lp -o cpi=12"     # the command that prints a sheet (TB-19)
//	ports      = ["/dev/ttyAMA0"]   # serial ports beside those that are found by themselves
//	guard      = "200ms"            # how long an ask must be on a screen before a key answers it; "0s": off (TB-1)
//	key-repeat = "700ms"            # how long a key must rest to answer another ask; "0s": off (TB-1)
//	group      = "boxstop"          # that may use the socket
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// Config is what was set; what was not is zero.
type Config struct {
	Language string   `toml:"language"`
	Keyboard string   `toml:"keyboard"`
	Print    string   `toml:"print"`
	Ports    []string `toml:"ports"`
	Group    string   `toml:"group"`

	// Guard and Repeat are nil where they were not set.
	Guard, Repeat *time.Duration `toml:"-"`
}

// keys are the names of a Config's fields, as they are typed.
var keys = []string{"language", "keyboard", "print", "ports", "guard", "key-repeat", "group"}

// Keyboards are those that are known; "" and the first are the same.
var Keyboards = []string{"qwerty", "azerty"}

// length reads a time as it is typed: "200ms" or "2s"; "" is nil.
func length(text string) (*time.Duration, error) {
	if text == "" {
		return nil, nil
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < 0 || v > time.Minute {
		return nil, fmt.Errorf("%q is no time of up to a minute, such as \"200ms\" or \"0s\"", text)
	}
	return &v, nil
}

// Path is the file that is read: the one that was named, else $XDG_CONFIG_HOME/boxstop/boxstop.toml, else /etc/boxstop/boxstop.toml,
// whichever is there first; "" where none is.
func Path(named string) string {
	if named != "" {
		return named
	}
	home := os.Getenv("XDG_CONFIG_HOME")
	if home == "" {
		if h, err := os.UserHomeDir(); err == nil {
			home = filepath.Join(h, ".config")
		}
	}
	for _, dir := range []string{home, "/etc"} {
		path := filepath.Join(dir, "boxstop", "boxstop.toml")
		if _, err := os.Stat(path); dir != "" && !errors.Is(err, fs.ErrNotExist) {
			return path
		}
	}
	return ""
}

// Read reads a file; "" is an empty one. The error names every mistake as file:line: what, what is allowed.
func Read(path string) (c Config, err error) {
	if path == "" {
		return c, nil
	}
	doc, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	var raw struct {
		Config
		Guard  string `toml:"guard"`
		Repeat string `toml:"key-repeat"`
	}
	err = toml.NewDecoder(bytes.NewReader(doc)).DisallowUnknownFields().Decode(&raw)
	c = raw.Config
	var strict *toml.StrictMissingError
	var typed *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		var all []string
		for i := range strict.Errors {
			line, _ := strict.Errors[i].Position()
			all = append(all, fmt.Sprintf("%s:%d: there is no setting %q; there are %s", path, line, strings.Join(strict.Errors[i].Key(), "."), strings.Join(keys, ", ")))
		}
		return c, errors.New(strings.Join(all, "\n"))
	case errors.As(err, &typed):
		line, _ := typed.Position()
		return c, fmt.Errorf("%s:%d: %s", path, line, said(typed))
	case err != nil:
		return c, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "toml: "))
	}
	if c.Guard, err = length(raw.Guard); err != nil {
		return c, fmt.Errorf("%s:%d: guard: %w", path, lineOf(doc, "guard"), err)
	}
	if c.Repeat, err = length(raw.Repeat); err != nil {
		return c, fmt.Errorf("%s:%d: key-repeat: %w", path, lineOf(doc, "key-repeat"), err)
	}
	if c.Keyboard != "" && !slices.Contains(Keyboards, c.Keyboard) {
		return c, fmt.Errorf("%s:%d: keyboard %q; allowed are %s", path, lineOf(doc, "keyboard"), c.Keyboard, strings.Join(Keyboards, ", "))
	}
	return c, nil
}

// said is a decoding error without names of Go's types.
func said(e *toml.DecodeError) string {
	key := strings.Join(e.Key(), ".")
	wants := map[string]string{"ports": `a list of paths is wanted, such as ["/dev/ttyAMA0"]`, "guard": `a time is wanted, such as "200ms"`, "key-repeat": `a time is wanted, such as "700ms"`}
	text := strings.TrimPrefix(e.Error(), "toml: ")
	if strings.Contains(text, "cannot decode") || strings.Contains(text, "cannot store") {
		text = `a text in quotes is wanted`
		if w := wants[key]; w != "" {
			text = w
		}
	}
	if key != "" {
		return key + ": " + text
	}
	return text
}

// lineOf is the line on which a setting stands.
func lineOf(doc []byte, key string) int {
	for i, l := range strings.Split(string(doc), "\n") {
		if name, _, ok := strings.Cut(l, "="); ok && strings.TrimSpace(name) == key {
			return i + 1
		}
	}
	return 1
}
