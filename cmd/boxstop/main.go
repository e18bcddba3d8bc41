// Boxstop is race control for boxed motor-racing games.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"boxstop/cmd/internal/control"
	"boxstop/engine"
	"boxstop/engine/grandprix"
	"boxstop/engine/lemans"
	"boxstop/engine/pitstop"
	"boxstop/engine/speedcircuit"
	"boxstop/engine/usac"
)

// games is the one list of rule sets.
var games = []engine.Rules{pitstop.New(), speedcircuit.New(), lemans.New(), grandprix.New(), usac.New()}

// command is one subcommand. It gives 0 where all is well, 1 where what it was to do went wrong, 2 where it was called wrongly.
type command struct {
	name, says string
	run        func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

func commands() []command {
	return []command{
		{"demo", "a race by itself, with simulated dice; an answer key takes the wheel", demo},
		{"serve", "race control without a screen", serve},
		{"console", "a screen for race control that runs", consoleCommand},
		{"play", "play a script, and compare what it expects", play},
		{"verify", "decide every answer of a race file again and compare", verify},
		{"export", "make a script of a race file", export},
		{"report", "results, sheets and records of a race, on paper", report},
		{"season", "the championship of several races", season},
		{"track", "check a board file, draw it", func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return track(ctx, args, stdin, stdout, stderr, games)
		}},
		{"cards", "check the cards and tables of a box", cards},
		{"device", "list, monitor, simulate, record and replay units", device},
		{"bench", "measure: keys a move, latency of a roll, start and memory", bench},
	}
}

func usage(w io.Writer) {
	fmt.Fprint(w, `boxstop is race control for boxed motor-racing games.

  boxstop                 an evening: set up a race, or go on with the one that waits
  boxstop demo            watch a race by itself

`)
	for _, c := range commands() {
		fmt.Fprintf(w, "  boxstop %-10s      %s\n", c.name, c.says)
	}
	fmt.Fprint(w, `
boxstop COMMAND -h says more. Race files, boards and last time's table are kept in
--state DIR, else $STATE_DIRECTORY, else $XDG_STATE_HOME/boxstop.
`)
}

func main() { os.Exit(Main()) }

// Main runs the command line of the process and returns its exit status.
func Main() int {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil))) // before any library logs
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 || len(args[0]) > 1 && args[0][0] == '-' && args[0] != "-h" && args[0] != "-help" && args[0] != "--help" {
		return evening(ctx, args, stdin, stdout, stderr)
	}
	if args[0] == "help" && len(args) > 1 {
		args = []string{args[1], "-h"}
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		usage(stdout)
		return 0
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, args[1:], stdin, stdout, stderr)
		}
	}
	try := "boxstop -h lists the commands"
	for _, c := range commands() {
		if strings.HasPrefix(c.name, args[0]) {
			try = "boxstop " + c.name + " is one"
		}
	}
	fmt.Fprintf(stderr, "boxstop: there is no command %q\nhint: %s\n", args[0], try)
	return 2
}

// fail says an error and, where there is one, a hint.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "boxstop: %v\n", err)
	var r *control.Refused
	if errors.As(err, &r) && r.Hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", r.Hint)
	}
	return 1
}

// hint is an error with what to do about it, on a line of its own.
func hint(err error, what string) error { return fmt.Errorf("%w\nhint: %s", err, what) }

// flags is a set of flags; what is wrong with them, and the usage, is said by words.
func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

// words reads flags and words in any order: at least and at most so many words; most < 0 is any number. Where the command goes no
// further it has said why, or printed its usage, and done is its exit status.
func words(f *flag.FlagSet, args []string, least, most int, usage string, stdout, stderr io.Writer) (ws []string, done int, goOn bool) {
	ws, err := interleaved(f, args)
	wrong := ""
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return nil, 0, false
	case err != nil:
		wrong = strings.Replace(err.Error(), "flag provided but not defined: -", "there is no flag --", 1)
	case len(ws) < least:
		wrong = "which " + map[bool]string{true: "measurement", false: "file"}[f.Name() == "bench"] + "?"
	case most >= 0 && len(ws) > most:
		wrong = fmt.Sprintf("%q is one word too many", ws[most])
	default:
		return ws, 0, true
	}
	command := "boxstop " + f.Name()
	if f.Name() == "boxstop" {
		command = f.Name()
	}
	fmt.Fprintf(stderr, "%s: %s\n%s", command, wrong, usage)
	return nil, 2, false
}
