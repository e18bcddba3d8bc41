// Boxstop is race control for boxed motor-racing games.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"boxstop/engine"
	"boxstop/engine/pitstop"
)

// games is the one list of rule sets.
var games = []engine.Rules{pitstop.New()}

// command is one subcommand.
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
		{"season", "the championship of several race files", season},
		{"track", "check a board file, draw it", func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return track(ctx, args, stdin, stdout, stderr, games)
		}},
		{"device", "list, monitor, simulate, record and replay units", device},
		{"bench", "measure: keys a move, latency of a roll", bench},
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 || len(args[0]) > 1 && args[0][0] == '-' && args[0] != "-h" && args[0] != "--help" {
		return evening(ctx, args, stdin, stdout, stderr)
	}
	switch args[0] {
	case "-h", "--help", "help":
		usage(stdout)
		return 0
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, args[1:], stdin, stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "boxstop: there is no command %q\nhint: boxstop -h lists them\n", args[0])
	return 2
}
