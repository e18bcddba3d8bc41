// Package monitor shows, records and plays back what goes over the ports.
//
// A recording is a text file, one line an entry, times in seconds since it began:
//
//	# boxstop recording 1
//	0.000131 /dev/ttyACM0 - > "$HELLO,1*7916\r\n"
//	0.003201 /dev/ttyACM0 7F3A < "$IAM,1,dice,7F3A,1,0,dice=6,arm*A1B2\r\n"
//	4.120000 /dev/ttyACM0 7F3A < hushed
//
// that is time, port, serial number of the unit (- before it is known), direction (< from the unit, > to it), and the bytes in double quotes
// with the escapes of the vectors; hushed means that something went over the port while a secret ask was open, and nothing else is kept.
package monitor

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"boxstop/devices/link"
)

// Head is the first line of a recording.
const Head = "# boxstop recording 1"

// Entry is one line of a recording.
type Entry struct {
	At     time.Duration // since it began
	Port   string
	Serial string // "" before it is known
	Out    bool   // to the unit
	Hushed bool
	Raw    []byte // nil when Hushed
}

// String is the entry as it stands in a recording.
func (e Entry) String() string {
	port, serial, way, raw := e.Port, e.Serial, "<", "hushed"
	if port == "" || strings.ContainsAny(port, " \"\t") || strconv.Quote(port) != `"`+port+`"` {
		port = strconv.QuoteToASCII(port)
	}
	if serial == "" {
		serial = "-"
	}
	if e.Out {
		way = ">"
	}
	if !e.Hushed {
		raw = quote(e.Raw)
	}
	return fmt.Sprintf("%d.%06d %s %s %s %s", e.At/time.Second, e.At%time.Second/time.Microsecond, port, serial, way, raw)
}

// quote writes bytes with the escapes of the vectors, each byte by itself.
func quote(p []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range p {
		switch {
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Parse reads one line of a recording.
func Parse(s string) (Entry, error) {
	const form = `time port serial < "bytes"`
	var e Entry
	stamp, rest, _ := strings.Cut(s, " ")
	secs, micros, ok := strings.Cut(stamp, ".")
	n, err := strconv.ParseUint(secs, 10, 31)
	m, err2 := strconv.ParseUint(micros, 10, 31)
	if !ok || err != nil || err2 != nil || len(micros) != 6 {
		return e, fmt.Errorf("time %q: seconds with six digits after the point, as in 4.120000; a line is %s", stamp, form)
	}
	e.At = time.Duration(n)*time.Second + time.Duration(m)*time.Microsecond
	if strings.HasPrefix(rest, `"`) {
		q, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return e, fmt.Errorf("port %.20q: the quote is not closed; a line is %s", rest, form)
		}
		e.Port, _ = strconv.Unquote(q)
		rest = strings.TrimPrefix(rest[len(q):], " ")
	} else {
		e.Port, rest, _ = strings.Cut(rest, " ")
	}
	serial, rest, _ := strings.Cut(rest, " ")
	if serial == "" {
		return e, fmt.Errorf("the unit is missing: its serial number, or - ; a line is %s", form)
	}
	if serial != "-" {
		e.Serial = serial
	}
	way, raw, _ := strings.Cut(rest, " ")
	switch way {
	case "<":
	case ">":
		e.Out = true
	default:
		return e, fmt.Errorf("direction %q: < from the unit, > to it; a line is %s", way, form)
	}
	if raw == "hushed" {
		e.Hushed = true
		return e, nil
	}
	if !strings.HasPrefix(raw, `"`) {
		return e, fmt.Errorf("bytes %.20q: in double quotes, or the word hushed; a line is %s", raw, form)
	}
	u, err := strconv.Unquote(raw)
	if err != nil {
		return e, fmt.Errorf("bytes %.20q: closed quotes with the escapes \\r \\n \\\" \\\\ \\xHH; a line is %s", raw, form)
	}
	e.Raw = []byte(u)
	return e, nil
}

// Read reads a whole recording; name is for its errors, which have name:line at their head.
func Read(r io.Reader, name string) ([]Entry, error) {
	var es []Entry
	sc := bufio.NewScanner(r)
	n := 0
	for sc.Scan() {
		n++
		s := sc.Text()
		switch {
		case n == 1 && s != Head:
			return nil, fmt.Errorf("%s:1: no recording: the first line is to be %q", name, Head)
		case s == "" || strings.HasPrefix(s, "#"):
			continue
		}
		e, err := Parse(s)
		if err == nil && len(es) > 0 && e.At < es[len(es)-1].At {
			err = fmt.Errorf("time %s is before that of the entry above", strings.Fields(s)[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		es = append(es, e)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	if n == 0 {
		return nil, fmt.Errorf("%s:1: no recording: the file is empty", name)
	}
	return es, nil
}

// Recorder writes a recording. Its Add may be a link's Tap.
type Recorder struct {
	mu    sync.Mutex
	w     io.Writer
	start time.Time
	last  time.Duration
	n     int
	err   error
}

// NewRecorder begins a recording whose times count from start.
func NewRecorder(w io.Writer, start time.Time) *Recorder {
	r := &Recorder{w: w, start: start}
	_, r.err = fmt.Fprintln(w, Head)
	return r
}

// Add writes down what went over a port. After an error it writes no more; see End.
func (r *Recorder) Add(t link.Traffic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return
	}
	// two ports' readers may be a little out of order
	r.last = max(r.last, t.At.Sub(r.start))
	r.n++
	_, r.err = fmt.Fprintln(r.w, entry(t, r.last))
}

// End says how many entries were written, and the first error.
func (r *Recorder) End() (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n, r.err
}

func entry(t link.Traffic, at time.Duration) Entry {
	return Entry{At: at, Port: t.Port, Serial: t.Serial, Out: t.Out, Hushed: t.Hushed, Raw: t.Raw}
}
