package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/script"
	"boxstop/tracks"
)

// stateDir is where race files, owner's boards and last time's table are.
func stateDir(flag string) string {
	dir := flag
	switch {
	case flag != "":
	case os.Getenv("STATE_DIRECTORY") != "":
		dir = os.Getenv("STATE_DIRECTORY")
	case os.Getenv("XDG_STATE_HOME") != "":
		dir = filepath.Join(os.Getenv("XDG_STATE_HOME"), "boxstop")
	default:
		home, err := os.UserHomeDir()
		if err != nil {
			return "boxstop-state"
		}
		dir = filepath.Join(home, ".local", "state", "boxstop")
	}
	if abs, err := filepath.Abs(dir); err == nil && flag == "" {
		return abs
	}
	return dir
}

// library is the owner's boards and boxes before ours.
func library(state string) tracks.Library {
	dir := filepath.Join(state, "tracks")
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return tracks.Library{}
	}
	return tracks.Library{Own: os.DirFS(dir)}
}

const playText = `usage: boxstop play [--json] [--state DIR] FILE...

Carries out a script of the command grammar line by line, prints the events, and compares
what the lines that begin with > ! ? = expect. FILE may be - for the standard input.

  --json   prints every event, bookkeeping too, as a line of JSON

Examples:
  boxstop play friday.boxstop
  boxstop export race-0013.race | boxstop play -
`

func play(_ context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := flags("play")
	asJSON := f.Bool("json", false, "")
	state := f.String("state", "", "")
	names, done, ok := words(f, args, 1, -1, playText, stdout, stderr)
	if !ok {
		return done
	}
	for _, name := range names {
		in := stdin
		if name != "-" {
			file, err := os.Open(name)
			if err != nil {
				return fail(stderr, err)
			}
			defer file.Close()
			in = file
		}
		if err := script.Play(name, in, stdout, script.Options{Games: games, Library: library(stateDir(*state)), JSON: *asJSON}); err != nil {
			return fail(stderr, err)
		}
	}
	return 0
}

// raceLines reads the lines of a race file, and says of a torn last one.
func raceLines(path string, stderr io.Writer) ([]racefile.Line, error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines, whole, err := racefile.Read(doc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if whole < len(doc) {
		fmt.Fprintf(stderr, "%s: the last line is torn (%d bytes): it was being written when the power went, and was never shown\n", path, len(doc)-whole)
	}
	return lines, nil
}

// readRace reads a race file without going on with it, and says of a torn last line.
func readRace(path, state string, stderr io.Writer) (*control.Session, error) {
	if _, err := raceLines(path, stderr); err != nil {
		return nil, err
	}
	return control.ReadRace(path, games, library(state))
}

const verifyText = `usage: boxstop verify [--state DIR] FILE...

Reads race files, decides every answer again, and compares the events with those in the file.
A torn last line is said and does no harm; damage anywhere else is named by its line.

Example:
  boxstop verify ~/.local/state/boxstop/races/*.race
`

func verify(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("verify")
	state := f.String("state", "", "")
	paths, code, ok := words(f, args, 1, -1, verifyText, stdout, stderr)
	if !ok {
		return code
	}
	for _, path := range paths {
		lines, err := raceLines(path, stderr)
		if err != nil {
			code = fail(stderr, err)
			continue
		}
		n, differs, err := control.Verify(games, library(stateDir(*state)), lines)
		switch {
		case err != nil:
			code = fail(stderr, fmt.Errorf("%s: %w", path, err))
		case differs != "":
			fmt.Fprintf(stdout, "%s: differs at %s\n", path, differs)
			code = 1
		default:
			fmt.Fprintf(stdout, "%s: %d answers decided again, all as they were\n", path, n)
		}
	}
	return code
}

const exportText = `usage: boxstop export [--state DIR] FILE

Prints a race file as a script that leads to the same position: boxstop play runs it.

Example:
  boxstop export race-0013.race > friday.boxstop
`

func export(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("export")
	state := f.String("state", "", "")
	paths, done, ok := words(f, args, 1, 1, exportText, stdout, stderr)
	if !ok {
		return done
	}
	s, err := readRace(paths[0], stateDir(*state), stderr)
	if err != nil {
		return fail(stderr, err)
	}
	lines, err := s.Export()
	if err != nil {
		return fail(stderr, err)
	}
	for _, l := range lines {
		fmt.Fprintln(stdout, l)
	}
	return 0
}
