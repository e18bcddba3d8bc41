package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"boxstop": func() { os.Exit(Main()) }})
}

// The scripts of testdata pin what the commands say. Each has a state folder of its own. Beside testscript's own commands:
//
//	listens SOCKET           waits until race control listens there
//	says SOCKET LINE...      orders lines one after the other; a refusal ends the script
//	tears FILE N             cuts N bytes off a file's end
//	alters FILE LINE         changes one letter of a line
func TestWhatTheCommandsSay(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
			e.Setenv("XDG_RUNTIME_DIR", e.WorkDir+"/run")
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/config")
			e.Setenv("TERM", "linux")
			e.Setenv("LANG", "C.UTF-8")
			return os.MkdirAll(e.WorkDir+"/run", 0o700)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"listens": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(listens(ts.MkAbs(args[0])))
			},
			"says": func(ts *testscript.TestScript, neg bool, args []string) {
				h, err := dial(ts.MkAbs(args[0]))
				ts.Check(err)
				for _, l := range args[1:] {
					r, err := h.order(l, "")
					ts.Check(err)
					switch {
					case neg != (r.Error != ""):
						ts.Fatalf("%s: %s", l, r.Error)
					default:
						fmt.Fprintln(ts.Stdout(), l, r.Error, r.Hint)
					}
				}
			},
			"tears": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				st, err := os.Stat(ts.MkAbs(args[0]))
				ts.Check(err)
				ts.Check(os.Truncate(ts.MkAbs(args[0]), st.Size()-int64(n)))
			},
			"alters": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				doc, err := os.ReadFile(ts.MkAbs(args[0]))
				ts.Check(err)
				lines := bytes.SplitAfter(doc, []byte("\n"))
				lines[n-1][len(lines[n-1])/2] ^= 1
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Join(lines, nil), 0o600))
			},
		},
	})
}
