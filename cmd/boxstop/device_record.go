package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"boxstop/devices/monitor"
	"boxstop/devices/sim"
)

// record keeps the bytes of all ports in a text file until the time is up.
func (d *deviceRun) record(ctx context.Context, args []string) (err error) {
	words, err := d.parse(d.flags("record", true), args, 1)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse("as in: boxstop device record evening.rec", "which file?")
	}
	out := d.stdout
	if name := words[0]; name != "-" {
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return &hinted{fmt.Errorf("%s is there already and is not written over", name), "give another name, or remove that one", 1}
		} else if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out = file
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	rec := monitor.NewRecorder(out, time.Now())
	l, err := d.link(ctx, rec.Add)
	if err != nil {
		return err
	}
	for r := range l.Readings() {
		if s := happened(r); s != "" {
			fmt.Fprintln(d.stderr, s)
		}
	}
	n, err := rec.End()
	if err != nil {
		return err
	}
	fmt.Fprintf(d.stderr, "%d lines recorded\n", n)
	return nil
}

// replay shows a recording, or plays it to a pseudo-terminal.
func (d *deviceRun) replay(ctx context.Context, args []string) error {
	f := d.flags("replay", false)
	port := f.String("port", "", "")
	speed := f.Float64("speed", 1, "")
	toPty := f.Bool("pty", false, "")
	words, err := d.parse(f, args, 1)
	switch {
	case err != nil:
		return err
	case len(words) == 0:
		return misuse("as in: boxstop device replay evening.rec", "which file?")
	case *speed < 0:
		return misuse("0 is at once, 1 as it was, 2 twice as fast", "--speed %v is backwards", *speed)
	}
	in, name := d.stdin, "standard input"
	if words[0] != "-" {
		file, err := os.Open(words[0])
		if err != nil {
			return &hinted{err, "boxstop device record FILE makes one", 1}
		}
		defer func() { _ = file.Close() }()
		in, name = file, words[0]
	}
	entries, err := monitor.Read(in, name)
	if err != nil {
		return err
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	if !*toPty {
		m := monitor.New(time.Time{}, func(s string) { fmt.Fprintln(d.stdout, s) })
		for _, e := range entries {
			if ctx.Err() != nil {
				return nil
			}
			if *port == "" || e.Port == *port {
				m.Show(e)
			}
		}
		return nil
	}
	line, path, err := sim.Line()
	if err != nil {
		return err
	}
	defer func() { _ = line.Close() }()
	fmt.Fprintf(d.stdout, "%s plays %s to whoever opens it\n", path, name)
	n, err := monitor.Play(ctx, entries, *port, *speed, line)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(d.stdout, "%d lines played\n", n)
	<-ctx.Done() // hanging up would take away what was not read yet
	return nil
}
