package link

import "time"

// Traffic is a line, or noise, that went over a port: up to and with its LF, or 256 bytes, or what was left when the port went.
type Traffic struct {
	At     time.Time // of its last byte
	Port   string
	Serial string // of the unit, "" before it said who it is
	Out    bool   // to the unit
	Hushed bool   // something went over the port, and that is all there is to know
	Raw    []byte // until the call returns; nil when Hushed
}

// rawLine gathers what comes until a line end.
type rawLine struct {
	b      []byte
	at     time.Time
	hushed bool // some of it came while the unit was hushed
}

// begin looks whether what begins now is hushed: whoever hears it may end the secret before the line has ended.
func (r *rawLine) begin(s *session) {
	if s.link.opt.Tap != nil && len(r.b) == 0 {
		r.hushed = s.link.hushed(s.unit.Serial)
	}
}

func (r *rawLine) add(s *session, at time.Time, b byte) {
	if s.link.opt.Tap == nil {
		return
	}
	r.b, r.at = append(r.b, b), at
	if b == '\n' || len(r.b) == 256 {
		r.flush(s)
	}
}

func (r *rawLine) flush(s *session) {
	if len(r.b) == 0 {
		return
	}
	s.link.pass(s, r.at, false, r.b, r.hushed || s.link.hushed(s.unit.Serial))
	r.b, r.hushed = r.b[:0], false
}

// hushed: while anybody is hushed, so is who has not said yet who it is.
func (l *Link) hushed(serial string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hush[serial] || serial == "" && len(l.hush) > 0
}

func (l *Link) tap(s *session, at time.Time, out bool, b []byte) {
	if l.opt.Tap != nil {
		l.pass(s, at, out, b, l.hushed(s.unit.Serial))
	}
}

func (l *Link) pass(s *session, at time.Time, out bool, b []byte, hushed bool) {
	t := Traffic{At: at, Port: s.found.name, Serial: s.unit.Serial, Out: out, Hushed: hushed, Raw: b}
	if hushed {
		t.Raw = nil
	}
	l.opt.Tap(t)
}
