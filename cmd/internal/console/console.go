// Package console is the dashboard: a client of race control that draws its newest snapshot and sends orders. It knows no rule. Every
// sentence about the race comes ready in the snapshot; the console's own fixed words stand in words/, a file a language.
//
// The rules of this terminal interface:
//
//   - What is drawn is the newest snapshot. None is queued: ten frames a second at most, the first after a pause at once.
//   - The desk belongs to the goroutine of the tview application. Nothing ever waits for that goroutine (rivo/tview#569, #1163): what
//     comes from control lies in the inbox until the painter wakes the application with an event.
//   - A key is an answer only if its ask was on this screen for the guard time, and a held key answers one ask (TB-1).
//   - Digits choose what is printed beside them. A letter means the same on every page, or nothing. Esc and pages change no race.
//   - Below 80 x 24 the ask, its options, the last move and the order are still drawn, and every key works (S12).
//   - No fact is told by colour alone; what does not fit ends in ~. Borders are box drawing, or - | + where the terminal has no UTF-8.
//   - A secret is drawn only for its driver, while he asks for it; it is in no history (TB-13).
//   - Losing control shows a line and tries again; losing the terminal ends the console and nothing else.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"boxstop/cmd/internal/view"
)

// Options say how a console behaves. The zero value is the terminal, in English, in colour.
type Options struct {
	Screen   tcell.Screen  // nil: the terminal
	Language string        // of words/; "": English
	Words    []byte        // of a language that is not built in
	Keyboard string        // "azerty": the digit row without Shift (TB-25)
	Guard    time.Duration // TB-1; 0: as control says; less: off
	Repeat   time.Duration // for how long a key must rest to answer another ask; 0: 700 ms; less: off
	Mono     bool          // no colours
	Quiet    bool          // no sounds
	ASCII    bool          // borders of - | +; also where the terminal has no UTF-8
	Frame    time.Duration // least time between two frames; 0: 100 ms; less: none, for measurements
	Retry    time.Duration // first pause before connecting again; 0: 200 ms; it doubles up to 5 s

	// Dial connects again after the connection is lost; nil: Run returns then.
	Dial func(context.Context) (io.ReadWriteCloser, error)
	Log  *slog.Logger // nil: nothing is logged
	// Painted is called after every drawing, with the number of the snapshot that was drawn; for measurements.
	Painted func(seq int)
}

// replyTime is how long a reply waits to be drawn together with the snapshot that follows it: drawn alone it would keep that one waiting
// for a frame time.
const replyTime = 15 * time.Millisecond

// frameTime is the least time between two frames.
const frameTime = 100 * time.Millisecond

// Run shows the race and takes keys until the person leaves (nil), the context ends, the terminal goes or control does. It closes conn.
func Run(ctx context.Context, conn io.ReadWriteCloser, o Options) error {
	defer conn.Close()
	if o.Retry == 0 {
		o.Retry = 200 * time.Millisecond
	}
	if o.Frame == 0 {
		o.Frame = frameTime
	}
	w, err := newWords(o.Language, o.Words)
	if err != nil {
		return err
	}
	if o.Screen == nil && os.Getenv("TERM") == "dumb" {
		return errors.New("the console needs a terminal that can place text; TERM is dumb")
	}
	outer := ctx
	ctx, cancel := context.WithCancel(outer)
	defer cancel()

	d := newDesk(o, w)
	d.quiet = o.Quiet
	s := &surface{Box: tview.NewBox(), d: d, drawn: make(chan struct{})}
	app := tview.NewApplication()
	s.stop = app.Stop
	box := newInbox()
	l := &link{o: o, out: make(chan view.ToControl, queue), in: box.put, lost: box.lost}
	d.send = func(m view.ToControl) bool { return d.up && l.send(m) }

	if o.Screen != nil {
		app.SetScreen(o.Screen)
	}
	app.SetRoot(s, true)
	taken := make(chan bool, 1)
	app.SetInputCapture(func(e *tcell.EventKey) *tcell.EventKey {
		if e == wake {
			box.empty(d)
			taken <- d.ticking()
			return nil // the application draws after a key that was taken
		}
		if e.Key() == tcell.KeyCtrlC { // tview would end the application: the person means q
			return tcell.NewEventKey(tcell.KeyRune, 'q', tcell.ModNone)
		}
		return e
	})
	ended, over := make(chan error, 1), make(chan struct{})
	go func() {
		err := l.run(ctx, conn)
		ended <- err
		cancel()
	}()
	go paint(ctx, o.Frame, box, taken, func() { app.QueueEvent(wake) })
	go func() {
		<-ctx.Done()
		select { // stopped before it runs, an application would take the terminal again
		case <-s.drawn:
			app.Stop()
		case <-over:
		}
	}()
	err = app.Run()
	close(over)
	cancel()
	linked := <-ended
	switch {
	case d.left:
		return nil
	case err != nil:
		return fmt.Errorf("the console needs a terminal: %w", err)
	case outer.Err() != nil:
		return context.Cause(outer)
	}
	return linked
}

// wake is the event by which the painter lets the application take what came in. QueueUpdateDraw would wait for ever in an application
// that has stopped; an event waits for nobody.
var wake = tcell.NewEventKey(tcell.KeyNUL, 0, tcell.ModNone)

// paint has what came in drawn: at once after a pause, then a frame time apart. While a clock runs it has it drawn every second. taken
// tells that it was, and whether a clock runs.
func paint(ctx context.Context, frame time.Duration, box *inbox, taken <-chan bool, draw func()) {
	var tick <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-box.bell:
		case <-tick:
		}
		draw()
		select {
		case <-ctx.Done():
			return
		case ticking := <-taken:
			tick = nil
			if ticking {
				tick = time.After(time.Second)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(frame):
		}
	}
}

// inbox is what came from control and was not taken yet: every reply, of the snapshots the newest.
type inbox struct {
	mu      sync.Mutex
	replies []*view.FromControl
	newest  *view.FromControl
	ups     []bool
	bell    chan struct{}
}

func newInbox() *inbox { return &inbox{bell: make(chan struct{}, 1)} }

func (b *inbox) ring() {
	select {
	case b.bell <- struct{}{}:
	default:
	}
}

func (b *inbox) put(m *view.FromControl, first bool) {
	newest := m.Snapshot
	b.mu.Lock()
	if first { // together with what it brings: drawn alone it would keep that waiting for a frame time
		b.ups = append(b.ups, true)
	}
	if m.Reply != nil {
		b.replies = append(b.replies, m)
	}
	if m.Snapshot != nil {
		b.newest = &view.FromControl{V: m.V, Snapshot: m.Snapshot}
		if m.Reply != nil {
			m.Snapshot = nil
		}
	}
	b.mu.Unlock()
	if newest == nil {
		time.AfterFunc(replyTime, b.ring)
		return
	}
	b.ring()
}

func (b *inbox) lost() {
	b.mu.Lock()
	b.ups = append(b.ups, false)
	b.mu.Unlock()
	b.ring()
}

// empty gives the desk everything: it runs on the desk's goroutine.
func (b *inbox) empty(d *desk) {
	b.mu.Lock()
	replies, newest, ups := b.replies, b.newest, b.ups
	b.replies, b.newest, b.ups = nil, nil, nil
	b.mu.Unlock()
	for _, up := range ups {
		d.connected(up)
	}
	if newest != nil {
		d.receive(*newest)
	}
	for _, r := range replies {
		d.receive(*r)
	}
}

// surface is the one primitive: it draws the desk's page and gives it the keys.
type surface struct {
	*tview.Box
	d     *desk
	ascii bool
	stop  func()
	drawn chan struct{} // closed by the first drawing
	once  sync.Once
}

// Draw draws the page that is on top.
func (s *surface) Draw(screen tcell.Screen) {
	s.once.Do(func() {
		s.ascii = s.d.o.ASCII || screen.CharacterSet() != "UTF-8"
		s.d.bell = func() { _ = screen.Beep() }
		close(s.drawn)
	})
	w, h := screen.Size()
	c := newCanvas(w, h, s.ascii || screen.CharacterSet() != "UTF-8") // known once the screen has begun
	s.d.draw(c)
	c.show(screen, s.d.o.Mono)
	if f := s.d.o.Painted; f != nil && s.d.snap != nil {
		f(s.d.snap.Seq)
	}
}

// InputHandler gives the desk a key.
func (s *surface) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return s.WrapInputHandler(func(e *tcell.EventKey, _ func(tview.Primitive)) {
		s.d.press(keyName(e))
		if s.d.left {
			s.stop()
		}
	})
}
