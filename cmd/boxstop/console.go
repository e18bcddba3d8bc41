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
	"slices"
	"strings"
	"syscall"
	"time"

	"boxstop/cmd/internal/config"
	"boxstop/cmd/internal/console"
)

const screenFlags = `
  --state DIR       race files, owner's boards, last time's table
  --socket PATH     else $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/boxstop/boxstop.sock, or in DIR
  --config FILE     else $XDG_CONFIG_HOME/boxstop/boxstop.toml, or /etc/boxstop/boxstop.toml
  --language XX     words of the screen; English is complete
  --keyboard azerty the digit row without Shift
  --mono            no colours
  --quiet           no sounds
  --ascii           borders of - | +
`

const consoleText = `usage: boxstop console [--state DIR] [--socket PATH] [--language XX] [--keyboard azerty] [--mono] [--quiet]

A screen for race control that runs. Leaving it (q), or losing it, never touches the race.
` + screenFlags

const eveningText = `usage: boxstop [--state DIR] [--port PATH]... [--no-devices] [--language XX] [--keyboard azerty] [--mono] [--quiet]

An evening: attaches to race control that runs; where none does it starts one, apart from this
terminal. Leaving the screen (q) leaves the race running: boxstop comes back to it.
` + screenFlags + `  --port PATH       of race control that is started: a serial port beside those that are found
  --no-devices      of race control that is started: looks at no port

boxstop -h lists the other commands.
`

func consoleCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return attach(ctx, "console", consoleText, args, stdout, stderr, false)
}

// evening is boxstop without a command: it attaches to race control that runs, and starts one, apart from the terminal, when none does.
func evening(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return attach(ctx, "boxstop", eveningText, args, stdout, stderr, true)
}

func attach(ctx context.Context, name, text string, args []string, stdout, stderr io.Writer, start bool) int {
	f := flags(name)
	c := commonFlags(f)
	var o console.Options
	f.StringVar(&o.Language, "language", "", "")
	f.StringVar(&o.Keyboard, "keyboard", "", "")
	f.BoolVar(&o.Mono, "mono", false, "")
	f.BoolVar(&o.Quiet, "quiet", false, "")
	f.BoolVar(&o.ASCII, "ascii", false, "")
	var pass []string // to race control that is started
	if start {
		f.Func("port", "", func(p string) error { pass = append(pass, "--port", p); return nil })
		f.BoolFunc("no-devices", "", func(string) error { pass = append(pass, "--no-devices"); return nil })
	}
	if _, done, ok := words(f, args, 0, 0, text, stdout, stderr); !ok {
		return done
	}
	dir, socket, err := c.folder()
	if err != nil {
		return fail(stderr, err)
	}
	if err := settings(*c.config, &o); err != nil {
		return fail(stderr, err)
	}
	if *c.config != "" {
		path, err := filepath.Abs(*c.config)
		if err != nil {
			return fail(stderr, err)
		}
		pass = append(pass, "--config", path)
	}
	conn, err := net.Dial("unix", socket)
	if err != nil && !start {
		return fail(stderr, notServed(socket, err))
	}
	if none := terminal(); none != nil { // before anything is started for it
		if conn != nil {
			_ = conn.Close()
		}
		return fail(stderr, none)
	}
	if err != nil {
		if err := spawn(ctx, dir, socket, pass); err != nil {
			return fail(stderr, err)
		}
		if conn, err = net.Dial("unix", socket); err != nil {
			return fail(stderr, notServed(socket, err))
		}
	}
	o.Dial = func(ctx context.Context) (io.ReadWriteCloser, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}
	if err := console.Run(ctx, conn, o); err != nil && ctx.Err() == nil {
		return fail(stderr, err)
	}
	return 0
}

// settings are what the owner set for screens, where the command line says nothing else.
func settings(path string, o *console.Options) error {
	cfg, err := config.Read(config.Path(path))
	if err != nil {
		return err
	}
	if o.Language == "" {
		o.Language = cfg.Language
	}
	if o.Keyboard == "" {
		o.Keyboard = cfg.Keyboard
	}
	if cfg.Repeat != nil {
		if o.Repeat = *cfg.Repeat; o.Repeat == 0 {
			o.Repeat = -1
		}
	}
	if o.Keyboard != "" && !slices.Contains(config.Keyboards, o.Keyboard) {
		return fmt.Errorf("keyboard %q is not known; allowed are %s", o.Keyboard, strings.Join(config.Keyboards, ", "))
	}
	return o.Check()
}

func notServed(socket string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return hint(fmt.Errorf("no race control listens on %s", socket), "boxstop starts one and attaches to it; boxstop serve runs one without a screen")
	case errors.Is(err, os.ErrPermission):
		return hint(fmt.Errorf("%s: this user may not use it", socket), "the socket belongs to a group (ls -l shows it): be in that, or use the same user")
	}
	return err
}

// terminal says in words why there can be no screen.
func terminal() error {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return hint(errors.New("there is no terminal to draw on"), "boxstop serve runs race control without one, boxstop demo --headless a whole race")
	}
	if err := tty.Close(); err != nil {
		return err
	}
	if t := os.Getenv("TERM"); t == "dumb" || t == "" {
		return hint(fmt.Errorf("the console needs a terminal that can place text; TERM is %q", t), "TERM=linux, xterm and tmux do; boxstop report prints sheets anywhere")
	}
	return nil
}

// spawn starts race control in a session of its own, so that no terminal takes it along, and waits until it listens.
func spawn(ctx context.Context, dir, socket string, pass []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	log, err := openLog(filepath.Join(dir, "serve.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	cmd := exec.Command(self, append([]string{"serve", "--state", dir, "--socket", socket}, pass...)...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	died := make(chan error, 1)
	go func() { died <- cmd.Wait() }()
	wait := time.Millisecond
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		if c, err := net.Dial("unix", socket); err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-died:
			if c, err := net.Dial("unix", socket); err == nil { // another one was faster
				return c.Close()
			}
			return fmt.Errorf("race control did not start:\n%s", logged(log.Name(), before))
		case <-time.After(wait):
			wait = min(2*wait, 10*time.Millisecond)
		}
	}
	return fmt.Errorf("race control does not listen on %s; its log is %s", socket, log.Name())
}

// longLog is how long a log may be when race control is started, in bytes.
const longLog = 256 << 10

// openLog opens the log of race control to go on with it. One that has grown long begins anew; what it held is kept until that one is long.
func openLog(path string) (*os.File, error) {
	if st, err := os.Stat(path); err == nil && st.Size() > longLog {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
}

// logged is what race control wrote before it died.
func logged(path string, from int64) string {
	doc, err := os.ReadFile(path)
	if err != nil || int64(len(doc)) <= from {
		return "its log is " + path
	}
	return string(doc[from:])
}
