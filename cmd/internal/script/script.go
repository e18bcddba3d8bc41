// Package script plays a file of the command grammar (docs/commands.md): each order is carried out, and the lines that expect something
// beneath it are compared with what happened.
package script

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/engine"
	"boxstop/tracks"
)

// Options are how a script is played.
type Options struct {
	Games   []engine.Rules
	Library tracks.Library
	JSON    bool // every event, bookkeeping too, as a JSON line
	Quiet   bool // print only what differs
}

// Player plays one script.
type Player struct {
	opt  Options
	out  *bufio.Writer
	plan *control.Plan
	s    *control.Session
	ms   int64

	n       int    // line of the file
	order   string // the last order, and what it led to
	at      int
	said    []string
	refused string
	asked   bool // an expectation of the order was seen
	failed  int
}

// Play plays a script and prints what happens. The error counts what did not come out as expected, or names the line that could not be
// carried out.
func Play(name string, in io.Reader, out io.Writer, opt Options) error {
	p := &Player{opt: opt, out: bufio.NewWriter(out), plan: control.NewPlan(opt.Games, opt.Library)}
	defer p.out.Flush()
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		p.n++
		if err := p.line(strings.TrimSpace(sc.Text())); err != nil {
			return fmt.Errorf("%s:%d: %w", name, p.n, err)
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, p.n, err)
	}
	if err := p.settled(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, p.at, err)
	}
	if p.failed > 0 {
		if p.failed == 1 {
			return fmt.Errorf("%s: 1 expectation was not met", name)
		}
		return fmt.Errorf("%s: %d expectations were not met", name, p.failed)
	}
	return nil
}

func (p *Player) line(t string) error {
	if t == "" || t[0] == '#' {
		return nil
	}
	switch t[0] {
	case '>', '!', '?', '=':
		return p.expect(t[0], strings.TrimSpace(t[1:]))
	}
	if err := p.settled(); err != nil {
		return err
	}
	p.order, p.at, p.said, p.refused, p.asked = t, p.n, nil, "", false
	if !p.opt.Quiet && !p.opt.JSON {
		fmt.Fprintln(p.out, t)
	}
	word, rest, _ := strings.Cut(t, " ")
	switch {
	case word == "wait":
		return p.wait(rest)
	case word == "start" && p.s == nil:
		return p.start()
	case p.s == nil:
		if err := p.plan.Do(t); err != nil {
			p.refused = err.Error()
		} else if word == "position" {
			return p.start()
		}
		return nil
	}
	out, err := p.s.Script(t)
	if err != nil {
		p.refused = err.Error()
		return nil
	}
	p.happened(out)
	return nil
}

func (p *Player) start() error {
	s, err := control.Start(p.plan, func() int64 { return p.ms }, func(racefile.Line) {})
	if err != nil {
		p.refused = err.Error()
		return nil
	}
	p.s = s
	return nil
}

func (p *Player) happened(out control.Outcome) {
	for _, e := range out.Events {
		if p.opt.JSON {
			doc, _ := json.Marshal(p.s.EventJSON(e))
			fmt.Fprintf(p.out, "%s\n", doc)
		}
		if t := p.s.Typed(e); t != "" {
			p.said = append(p.said, t)
			if !p.opt.Quiet && !p.opt.JSON {
				fmt.Fprintf(p.out, "> %s\n", t)
			}
		}
	}
	if len(out.Events) == 0 && !p.opt.Quiet && !p.opt.JSON {
		for _, t := range out.Said {
			fmt.Fprintf(p.out, "# %s\n", t)
		}
	}
}

// wait moves the race's clock; whoever's time runs out answers late.
func (p *Player) wait(t string) error {
	t = strings.ReplaceAll(t, " ", "")
	unit := int64(1000)
	n, isMS := strings.CutSuffix(t, "ms")
	if isMS {
		unit = 1
	} else {
		n, isMS = strings.CutSuffix(t, "s")
	}
	v, err := strconv.ParseInt(n, 10, 64)
	if err != nil || !isMS || v < 0 {
		return fmt.Errorf("wait %s: a time such as 10s or 500ms is wanted", t)
	}
	if p.s == nil {
		return errors.New("wait: the race has not started")
	}
	p.ms += v * unit
	out, err := p.s.TimeOut()
	if err != nil {
		p.refused = err.Error()
		return nil
	}
	p.happened(out)
	return nil
}

func (p *Player) expect(what byte, want string) error {
	if i := strings.Index(want, " #"); i >= 0 {
		want = strings.TrimSpace(want[:i])
	}
	if p.order == "" {
		return fmt.Errorf("%c: there is no order above it", what)
	}
	got := ""
	switch what {
	case '!':
		got, p.refused = p.refused, ""
		p.asked = true
		if got == "" {
			got = "(not refused)"
		}
	case '>':
		if !p.asked && p.refused != "" {
			break
		}
		p.asked = true
		if len(p.said) == 0 {
			got = "(nothing more)"
			break
		}
		got, p.said = p.said[0], p.said[1:]
	case '?', '=':
		if p.s == nil {
			return fmt.Errorf("%c: the race has not started", what)
		}
		if err := p.settled(); err != nil {
			return err
		}
		got = p.s.Position()
		if what == '?' {
			got = p.s.OpenAsks()
		}
	}
	if got != want {
		p.failed++
		fmt.Fprintf(p.out, "%d: %c\n  want %s\n  got  %s\n", p.n, what, want, got)
	}
	return nil
}

// settled closes the books on an order: a refusal that nobody expected stops the script, and events that were not listed where others
// were are a failure.
func (p *Player) settled() error {
	if p.refused != "" {
		p.n = p.at
		return fmt.Errorf("%q was refused: %s", p.order, p.refused)
	}
	if p.asked {
		for _, t := range p.said {
			p.failed++
			fmt.Fprintf(p.out, "%d: >\n  want (nothing more)\n  got  %s\n", p.at, t)
		}
	}
	p.said, p.asked = nil, false
	return nil
}
