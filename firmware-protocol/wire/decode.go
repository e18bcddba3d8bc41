package wire

// Fault says why a line is bad: the words in the last table of PROTOCOL.md.
type Fault uint8

// The faults, in the order in which a receiver tests for them.
const (
	Cut       Fault = iota + 1 // another line began within it
	Character                  // a byte that no line has
	Long                       // no end within MaxLine
	NoSum                      // no checksum
	BadSum                     // another checksum
	BadVerb                    // a verb that version 1 does not have
	BadFields                  // too few or too many fields
	BadValue                   // a field that is not what it may be
)

var faults = [...]string{
	Cut: "cut", Character: "character", Long: "long", NoSum: "nosum", BadSum: "sum", BadVerb: "verb", BadFields: "fields", BadValue: "value",
}

// Error is the fault's word.
func (f Fault) Error() string {
	if int(f) < len(faults) && f > 0 {
		return faults[f]
	}
	return "no fault"
}

// Decoder finds lines in a stream of bytes, whatever else is in it. After noise it is back in step with the next `$`. The zero value is
// ready to use, for a host.
type Decoder struct {
	// Typed lets lines begin with `?` and have no checksum: for units, whose lines a person may type.
	Typed bool

	buf    [MaxLine - 2]byte // after the `$`, without the end
	n      int
	in     bool // within a line
	byHand bool // it began with `?`
	middle bool // something came since the last end: no typed line can begin
	again  bool // the `$` that cut the last line has begun another
	line   Line
	fault  Fault
	number uint32
	noise  uint64
}

// Feed takes one byte. It returns true when that byte ended a line, good or bad: Fault, Line and Number tell of it until the next call.
func (d *Decoder) Feed(b byte) bool {
	if d.again { // Raw could still be asked for until now
		d.again, d.n = false, 0
	}
	switch {
	case b == '\r' || b == '\n':
		d.middle = false
		if !d.in {
			return false
		}
		d.in = false
		d.end()
		return true
	case b == '$':
		cut := d.in
		d.in, d.byHand, d.middle = true, false, true
		if cut {
			d.again = true
			return d.bad(Cut)
		}
		d.n = 0
		return false
	case !d.in && b == '?' && d.Typed && !d.middle:
		d.in, d.byHand, d.middle, d.n = true, true, true, 0
		return false
	case !d.in:
		d.middle = true
		d.noise++
		return false
	case b < 0x20 || b > 0x7E || b == '*' && d.byHand:
		d.in = false
		return d.bad(Character)
	case d.n == MaxLine-3:
		d.in = false
		return d.bad(Long)
	}
	d.buf[d.n] = b
	d.n++
	return false
}

// Line is the line that Feed ended; it is overwritten by the next one. Nothing in it counts when there is a Fault.
func (d *Decoder) Line() *Line { return &d.line }

// Fault is 0 for a good line.
func (d *Decoder) Fault() Fault { return d.fault }

// Number is a bad line's command number, for REFUSE: of a verb that is unknown, or a command with a value out of its range. 0: of none.
func (d *Decoder) Number() uint16 {
	if d.fault != BadVerb && (d.fault != BadValue || !d.line.Verb.Numbered()) {
		return 0
	}
	return uint16(d.number)
}

// Raw is what stood between `$` (or `?`) and the end of the line that Feed ended, until the next call.
func (d *Decoder) Raw() []byte { return d.buf[:d.n] }

// Noise counts the bytes outside all lines so far.
func (d *Decoder) Noise() uint64 { return d.noise }

func (d *Decoder) bad(f Fault) bool {
	d.fault, d.number = f, 0
	return true
}

func (d *Decoder) end() {
	body := d.buf[:d.n]
	d.number = 0
	if !d.byHand {
		at := len(body) - 5
		if at < 0 || body[at] != '*' {
			d.fault = NoSum
			return
		}
		var sum uint16
		for _, b := range body[at+1:] {
			v, ok := hexDigit(b)
			if !ok {
				d.fault = NoSum
				return
			}
			sum = sum<<4 | uint16(v)
		}
		body = body[:at]
		if Sum(body) != sum {
			d.fault = BadSum
			return
		}
	}
	d.fault = parse(body, &d.line)
	if d.fault != 0 {
		f := fields{rest: body}
		f.next()
		d.number, _ = number(f.next(), 1, 0xFFFF)
	}
}

func hexDigit(b byte) (uint8, bool) {
	switch {
	case b >= '0' && b <= '9':
		return b - '0', true
	case b >= 'A' && b <= 'F':
		return b - 'A' + 10, true
	case b >= 'a' && b <= 'f':
		return b - 'a' + 10, true
	}
	return 0, false
}

// Read reads one whole line, as a test or a recording has it: all of p, with or without its end.
func Read(p []byte, typed bool) (Line, error) {
	d := Decoder{Typed: typed}
	for _, b := range p {
		if d.Feed(b) {
			return d.result()
		}
	}
	if d.Feed('\n') {
		return d.result()
	}
	return Line{}, NoSum
}

func (d *Decoder) result() (Line, error) {
	if d.fault != 0 {
		return Line{}, d.fault
	}
	return d.line, nil
}
