package link

import (
	"context"
	"fmt"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

// session is one time that a port is open: PROTOCOL.md, "Rules of the conversation". Everything in it belongs to the goroutine of talk,
// channels apart; unit is written under link.mu.
type session struct {
	link  *Link
	found found

	in     chan chunk
	out    chan []byte
	orders chan order
	gone   chan struct{} // the reader has ended
	over   chan struct{} // talk has ended
	why    string        // the reader's, before gone

	dec   wire.Decoder
	raw   rawLine
	heard uint64      // bytes so far
	good  bool        // a good line has come
	spoil []time.Time // lines that came spoilt within the last minute
	mute  time.Time   // until when nothing more is said of them
	unit  devices.Unit
	told  uint32 // count of its last new reading; 0: none yet

	stage   stage
	asked   int       // HELLOs said
	until   time.Time // the stage's patience ends
	since   time.Time // the stage began
	greeted time.Time // the last HELLO was said
	last    time.Time // something came

	waiting []wire.Line // commands in their order
	now     []byte      // the command that waits for its answer; nil: none
	nowLine wire.Line
	number  uint16
	tries   int
	again   time.Time
}

// order is a command of the owner's, or a question of another session whether the unit is still there.
type order = devices.Command

// stillThere is the question.
const stillThere devices.Do = 255

type stage uint8

const (
	listening stage = iota // the board may be starting
	helloed                // HELLO was said
	rival                  // another session has a unit of this serial number
	talking
)

// room is how many commands wait at most: a lamp each of the largest panel, and more.
const room = 128

// tries is how often a command is said in all.
const allTries = 4

// talk leads the conversation until the port is gone, the unit silent, or ctx ends.
func (s *session) talk(ctx context.Context) (ending, string) {
	t := s.link.opt.Timing
	now := time.Now()
	s.last, s.since, s.until = now, now, now
	if resets(s.found.real) {
		s.until = now.Add(t.Patience)
	}
	timer := time.NewTimer(s.until.Sub(now))
	defer timer.Stop()
	defer s.raw.flush(s)
	for {
		var how ending
		var text string
		done := false
		select {
		case <-ctx.Done():
			s.leave(ctx, "")
			return stopped, ""
		case <-s.gone:
			return s.hungUp(ctx)
		case c := <-s.in:
			how, text, done = s.hear(ctx, c)
		case o := <-s.orders:
			s.order(o)
		case <-timer.C:
		}
		if !done {
			how, text, done = s.tick(ctx, time.Now())
		}
		if done {
			return how, text
		}
		timer.Reset(time.Until(s.wake()))
	}
}

func (s *session) hungUp(ctx context.Context) (ending, string) {
	was := s.stage
	s.leave(ctx, "hung up")
	switch {
	case s.why != "":
		return failed, "broken off (" + s.why + "): start this program again"
	case was == talking:
		return lost, "hung up"
	}
	return failed, "hung up before it said who it is: replug it"
}

// wake is when tick has something to do next.
func (s *session) wake() time.Time {
	if s.stage != talking {
		return s.until
	}
	at := s.last.Add(s.link.opt.Timing.Quiet)
	if s.now != nil {
		at = s.again
	}
	return at
}

// tick does what is due.
func (s *session) tick(ctx context.Context, now time.Time) (ending, string, bool) {
	t := s.link.opt.Timing
	switch {
	case s.stage == talking && s.now == nil:
		if now.Before(s.last.Add(t.Quiet)) && len(s.waiting) == 0 {
			return 0, "", false
		}
		if len(s.waiting) == 0 {
			s.waiting = append(s.waiting, wire.Line{Verb: wire.Ping})
		}
		s.next(now)
	case s.stage == talking:
		if now.Before(s.again) {
			return 0, "", false
		}
		if s.tries == allTries {
			s.leave(ctx, "does not answer")
			return lost, "does not answer", true
		}
		s.say(s.now)
		s.tries++
		s.again = now.Add(t.Repeat << (s.tries - 1))
	case now.Before(s.until):
	case s.stage == rival:
		if now.Sub(s.since) > 20*t.Repeat {
			return foreign, fmt.Sprintf("says that it is %s, but that unit is elsewhere and answers: one of the two needs another serial number", s.unit.Serial), true
		}
		return s.claim(ctx)
	case s.asked == 3:
		return foreign, s.stranger(), true
	default:
		s.hello(now)
	}
	return 0, "", false
}

func (s *session) stranger() string {
	const alone = "; left alone, asked again when it is replugged"
	s.link.mu.Lock()
	r := s.link.ports[s.found.real]
	ours := r != nil && r.ours
	s.link.mu.Unlock()
	switch {
	case ours:
		return fmt.Sprintf("a unit was here and does not answer: switch it off and on; asked again every %v", s.link.opt.Timing.RetryMax)
	case s.heard == 0:
		return "not ours: nothing answers HELLO" + alone
	case s.good:
		return "not ours: it speaks lines of ours, but does not answer HELLO" + alone
	}
	return fmt.Sprintf("not ours: %d bytes came, no answer to HELLO (or another baud rate)%s", s.heard, alone)
}

func (s *session) hello(now time.Time) {
	b, _ := (&wire.Line{Verb: wire.Hello, Number: wire.Version}).Append(nil)
	s.say(b)
	s.stage = helloed
	s.asked++
	s.greeted = now
	s.until = now.Add(s.link.opt.Timing.Hello)
}

// say gives a line to the writer; one whose queue is full is stuck, and the line is lost like any other.
func (s *session) say(b []byte) {
	select {
	case s.out <- b:
		s.link.tap(s, time.Now(), true, b)
	default:
	}
}

// leave says that the unit is gone, if it was here.
func (s *session) leave(ctx context.Context, text string) {
	if s.stage != talking {
		return
	}
	s.stage = helloed
	l := s.link
	l.mu.Lock()
	delete(l.here, s.unit.Serial)
	if r := l.ports[s.found.real]; r != nil {
		r.serial, r.text = "", text
	}
	l.mu.Unlock()
	if text != "" {
		l.deliver(ctx, devices.Reading{Event: devices.Gone, Unit: s.unit, Port: s.found.name, Text: text, At: time.Now()})
	}
	s.waiting, s.now = nil, nil
}

// claim makes the unit of this session the one of its serial number, if no other session has it.
func (s *session) claim(ctx context.Context) (ending, string, bool) {
	l := s.link
	now := time.Now()
	l.mu.Lock()
	if other := l.here[s.unit.Serial]; other != nil && other != s {
		l.mu.Unlock()
		if s.stage != rival {
			s.stage, s.since = rival, now
			select {
			case other.orders <- order{Do: stillThere}:
			default:
			}
		}
		s.until = now.Add(l.opt.Timing.Repeat)
		return 0, "", false
	}
	l.here[s.unit.Serial] = s
	if r := l.ports[s.found.real]; r != nil {
		r.serial, r.text, r.ours, r.said = s.unit.Serial, "ours", true, false
	}
	forgot := l.countsOf(s.unit.Serial).meet(s.unit.Count)
	l.mu.Unlock()
	l.wake()
	s.stage = talking
	l.deliver(ctx, devices.Reading{Event: devices.Here, Unit: s.unit, Port: s.found.name, Count: s.unit.Count, At: s.last})
	if forgot {
		s.health(ctx, "counts from the start again: its memory was blank, what it rolled before is no longer told apart")
	}
	return 0, "", false
}

func (s *session) health(ctx context.Context, text string) {
	s.link.deliver(ctx, devices.Reading{
		Event: devices.Health, Unit: s.unit, At: s.last,
		Text: string(s.unit.Kind) + " " + s.unit.Name() + " " + text,
	})
}
