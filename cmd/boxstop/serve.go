package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"boxstop/cmd/internal/config"
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

const serveText = `usage: boxstop serve [--state DIR] [--socket PATH] [--config FILE] [--port PATH]... [--no-devices]

Runs race control without a screen: the race, its file, the units. boxstop console attaches
to it. Stopping it, or pulling the plug, loses nothing: it goes on where it was.

  --state DIR     race files, owner's boards, last time's table
  --socket PATH   else $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/boxstop/boxstop.sock, or in DIR
  --config FILE   else $XDG_CONFIG_HOME/boxstop/boxstop.toml, or /etc/boxstop/boxstop.toml
  --port PATH     a serial port beside those that are found; may be given several times
  --only-ports    looks at those and at no others
  --no-devices    looks at no port
  --bot-pause D   how long a bot thinks, so that people can follow: 1.2s
  --print CMD     prints sheets with this command, such as "lp"

Example:
  boxstop serve --state /srv/boxstop
`

// service is a run of race control.
type service struct {
	wiring      string // file of the panel; "": there is none
	dir, socket string
	cfg         config.Config
	devices     bool
	only        bool // looks at no other ports than those that are named
	slow        time.Duration
}

// common are the flags of serve, console and boxstop itself.
type common struct{ state, socket, config *string }

func commonFlags(f interface {
	String(name, value, usage string) *string
},
) common {
	return common{f.String("state", "", ""), f.String("socket", "", ""), f.String("config", "", "")}
}

// folder makes the state folder's path whole, and finds its socket.
func (c common) folder() (dir, socket string, err error) {
	if dir, err = filepath.Abs(stateDir(*c.state)); err != nil {
		return "", "", err
	}
	if *c.socket != "" {
		return dir, *c.socket, nil
	}
	return dir, socketPath(dir), nil
}

func serve(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("serve")
	c := commonFlags(f)
	var s service
	var ports []string
	f.Func("port", "", func(p string) error { ports = append(ports, strings.Split(p, ",")...); return nil })
	none := f.Bool("no-devices", false, "")
	f.BoolVar(&s.only, "only-ports", false, "")
	f.DurationVar(&s.slow, "bot-pause", 1200*time.Millisecond, "")
	printer := f.String("print", "", "")
	if _, done, ok := words(f, args, 0, 0, serveText, stdout, stderr); !ok {
		return done
	}
	var err error
	if s.dir, s.socket, err = c.folder(); err != nil {
		return fail(stderr, err)
	}
	if s.cfg, err = config.Read(config.Path(*c.config)); err != nil {
		return fail(stderr, err)
	}
	if *printer != "" {
		s.cfg.Print = *printer
	}
	s.wiring = wiringPath(*c.config)
	s.cfg.Ports, s.devices = append(s.cfg.Ports, ports...), !*none
	signal.Ignore(syscall.SIGHUP) // a terminal that goes takes no race along
	if err := s.run(ctx, stdout); err != nil {
		return fail(stderr, err)
	}
	return 0
}

// run serves the state folder until the context ends.
func (s *service) run(ctx context.Context, stdout io.Writer) error {
	held, err := holdFolder(s.dir)
	if err != nil {
		return err
	}
	defer held.Close()
	l, err := control.Listen(s.socket)
	if err != nil {
		return err
	}
	defer os.Remove(s.socket)
	if err := give(s.socket, s.cfg.Group); err != nil {
		return errors.Join(err, l.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var dev devices.Device
	if s.devices {
		opt := link.Options{Paths: s.cfg.Ports}
		if s.only {
			opt.Globs = []string{}
		}
		p, cabled, err := panelOf(ctx, s.wiring, stdout)
		if err != nil {
			return errors.Join(err, l.Close())
		}
		units, err := link.Start(ctx, opt)
		if err != nil {
			return errors.Join(err, l.Close())
		}
		if dev = devices.Split(units, cabled); p != nil {
			dev = devices.Together(dev, p)
		}
	}
	wait := guard
	if s.cfg.Guard != nil {
		wait = *s.cfg.Guard
	}
	c, err := control.New(control.Options{Games: games, Library: library(s.dir), State: s.dir, Device: dev, Slow: s.slow, Guard: wait, Print: s.cfg.Print})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	debug.FreeOSMemory() // what reading a long race took
	fmt.Fprintf(stdout, "race control listens on %s\n", s.socket)
	return serveBoth(ctx, cancel, c, l)
}

// serveBoth runs race control and its socket; when one ends the other does.
func serveBoth(ctx context.Context, cancel context.CancelFunc, c *control.Control, l net.Listener) error {
	failed := make(chan error, 2)
	go func() { failed <- c.Run(ctx); cancel() }()
	go func() { failed <- c.Serve(ctx, l); cancel() }()
	return errors.Join(<-failed, <-failed)
}

// holdFolder sees to it that one race control serves a state folder. The hold goes with the process.
func holdFolder(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "served")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, hint(fmt.Errorf("%s: race control serves this folder already", dir), "boxstop console attaches to it; --state DIR serves another")
	}
	return f, nil
}

// give gives the socket to the group that the owner set.
func give(socket, group string) error {
	if group == "" {
		return nil
	}
	g, err := user.LookupGroup(group)
	if err != nil {
		return hint(fmt.Errorf("group %q of the configuration is not known here", group), "groupadd "+group+" makes it")
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return err
	}
	return os.Chown(socket, -1, gid)
}
