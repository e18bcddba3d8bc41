package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/devices"
	"boxstop/devices/link"
)

// guard is how long an ask must have been on a screen before a key answers it (TB-1).
const guard = 200 * time.Millisecond

// socketPath is where race control listens.
func socketPath(state string) string {
	switch {
	case os.Getenv("RUNTIME_DIRECTORY") != "":
		return filepath.Join(os.Getenv("RUNTIME_DIRECTORY"), "boxstop.sock")
	case os.Getenv("XDG_RUNTIME_DIR") != "":
		return filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "boxstop", "boxstop.sock")
	}
	return filepath.Join(state, "boxstop.sock")
}

const serveText = `boxstop serve [--state DIR] [--socket PATH] [--port PATH,…] [--no-devices]

Runs race control without a screen: the race, its file, the units. boxstop console
attaches to it; stopping it at any moment loses nothing.
`

func serve(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("serve", serveText, stderr)
	state := f.String("state", "", "")
	socket := f.String("socket", "", "")
	ports := f.String("port", "", "")
	noDevices := f.Bool("no-devices", false, "")
	slow := f.Duration("bot-pause", 1200*time.Millisecond, "")
	printer := f.String("print", "", "")
	if err := f.Parse(args); err != nil {
		return 2
	}
	dir := stateDir(*state)
	if *socket == "" {
		*socket = socketPath(dir)
	}
	var dev devices.Device
	if !*noDevices {
		var paths []string
		if *ports != "" {
			paths = strings.Split(*ports, ",")
		}
		l, err := link.Start(ctx, link.Options{Paths: paths})
		if err != nil {
			return fail(stderr, err)
		}
		dev = l
	}
	l, err := control.Listen(*socket)
	if err != nil {
		return fail(stderr, err)
	}
	c, err := control.New(control.Options{Games: games, Library: library(dir), State: dir, Device: dev, Slow: *slow, Guard: guard, Print: *printer})
	if err != nil {
		return fail(stderr, err)
	}
	fmt.Fprintf(stdout, "race control listens on %s\n", *socket)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 2)
	go func() { failed <- c.Run(ctx); cancel() }()
	go func() { failed <- c.Serve(ctx, l); cancel() }()
	err = errors.Join(<-failed, <-failed)
	_ = os.Remove(*socket)
	if err != nil {
		return fail(stderr, err)
	}
	return 0
}

const consoleText = `boxstop console [--state DIR] [--socket PATH] [--language XX] [--keyboard azerty] [--mono] [--quiet]

A screen for race control that runs. Leaving it (q), or losing it, never touches the race.
`


func consoleCommand(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
	return attach(ctx, "console", consoleText, args, stderr, false)
}

// evening is boxstop without a command: it attaches to race control that runs, and starts one, apart from the terminal, when none does.
func evening(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
	return attach(ctx, "boxstop", "boxstop [--state DIR] [--socket PATH] [--language XX] [--keyboard azerty] [--mono] [--quiet]\n", args, stderr, true)
}

func attach(ctx context.Context, name, text string, args []string, stderr io.Writer, start bool) int {
	f := flags(name, text, stderr)
	state := f.String("state", "", "")
	socket := f.String("socket", "", "")
	var o console.Options
	f.StringVar(&o.Language, "language", "", "")
	f.StringVar(&o.Keyboard, "keyboard", "", "")
	f.BoolVar(&o.Mono, "mono", false, "")
	f.BoolVar(&o.Quiet, "quiet", false, "")
	if err := f.Parse(args); err != nil {
		return 2
	}
	dir := stateDir(*state)
	if *socket == "" {
		*socket = socketPath(dir)
	}
	conn, err := net.Dial("unix", *socket)
	if err != nil && start {
		if err := spawn(ctx, dir, *socket); err != nil {
			return fail(stderr, err)
		}
		conn, err = net.Dial("unix", *socket)
	}
	if err != nil {
		return fail(stderr, fmt.Errorf("%w\nhint: no race control runs there: boxstop starts one, boxstop serve runs one", err))
	}
	o.Dial = func(ctx context.Context) (io.ReadWriteCloser, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", *socket)
	}
	if err := console.Run(ctx, conn, o); err != nil && ctx.Err() == nil {
		return fail(stderr, err)
	}
	return 0
}

// spawn starts race control in a session of its own, so that no terminal takes it along, and waits until it listens.
func spawn(ctx context.Context, dir, socket string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, "serve.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(self, "serve", "--state", dir, "--socket", socket)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	died := make(chan error, 1)
	go func() { died <- cmd.Wait() }()
	for range 500 {
		if c, err := net.Dial("unix", socket); err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-died:
			return fmt.Errorf("race control did not start (%v): see %s", err, log.Name())
		case <-time.After(10 * time.Millisecond):
		}
	}
	return fmt.Errorf("race control does not listen on %s: see %s", socket, log.Name())
}
