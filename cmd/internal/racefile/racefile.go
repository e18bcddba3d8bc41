// Package racefile is the only store of a race: an append-only text file, a line an answer and a line for whatever else was ordered.
//
//	seq TAB ms TAB source TAB text TAB events TAB crc32c LF
//
// seq counts the lines from 1; the head of the file, which says what the race starts from, has seq 0. ms is the race's own clock: it does
// not run while nobody serves the race. source is who said it: "director", "pi", "bot", "clock", or a unit with its own count, "7F3A#119".
// text is a line of the command grammar, events are what it led to (engine, eventtext.go). The last field is the CRC-32C of everything
// before it, in eight hexadecimal digits. No field holds a tab or a line feed. See docs/race-file.md.
package racefile

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Format is the first line's text.
const Format = "boxstop race file 1"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Line is one line of a race file.
type Line struct {
	Seq    int
	MS     int64
	Source string
	Text   string
	Events []byte
}

// File is a race file that is being written. It belongs to one goroutine.
type File struct {
	f    *os.File
	path string
	size int64 // that is known to be whole
	buf  []byte
}

// Create starts a race file, readable by its owner only, since it holds secrets until they are shown. It fails where the file is there.
func Create(path string) (*File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, err
	}
	if d, err := os.Open(filepath.Dir(path)); err == nil {
		_ = d.Sync() // the name must survive too
		_ = d.Close()
	}
	file := &File{f: f, path: path}
	file.Append(Line{Source: "file", Text: Format})
	return file, nil
}

func lock(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return fmt.Errorf("%s: another boxstop has this race open", f.Name())
	}
	return nil
}

// Path is where the file is.
func (f *File) Path() string { return f.path }

// Append adds a line to what the next Flush writes.
func (f *File) Append(l Line) {
	f.buf = AppendLine(f.buf, l)
}

// AppendLine appends a line as the file holds it.
func AppendLine(dst []byte, l Line) []byte {
	from := len(dst)
	dst = strconv.AppendInt(dst, int64(l.Seq), 10)
	dst = append(dst, '\t')
	dst = strconv.AppendInt(dst, l.MS, 10)
	dst = append(dst, '\t')
	dst = append(dst, l.Source...)
	dst = append(dst, '\t')
	dst = append(dst, l.Text...)
	dst = append(dst, '\t')
	dst = append(dst, l.Events...)
	sum := crc32.Checksum(dst[from:], castagnoli)
	const hex = "0123456789abcdef"
	dst = append(dst, '\t')
	for i := 28; i >= 0; i -= 4 {
		dst = append(dst, hex[sum>>i&15])
	}
	return append(dst, '\n')
}

// Flush writes what was added and waits until it is on the disk. When it fails nothing of it is in the file: the lines are still to be
// written, and the caller may try again or Drop them.
func (f *File) Flush() error {
	if len(f.buf) == 0 {
		return nil
	}
	n, err := f.f.Write(f.buf)
	if err == nil {
		err = syscall.Fdatasync(int(f.f.Fd()))
	}
	if err != nil {
		var at *fs.PathError // people know where it is; why is what counts
		if errors.As(err, &at) {
			err = at.Err
		}
		return errors.Join(fmt.Errorf("%s: %w", filepath.Base(f.path), err), f.f.Truncate(f.size))
	}
	f.size += int64(n)
	f.buf = f.buf[:0]
	return nil
}

// Drop forgets the lines that were added since the last Flush.
func (f *File) Drop() { f.buf = f.buf[:0] }

// Close closes the file; lines that were not flushed are lost.
func (f *File) Close() error { return f.f.Close() }

// Torn is what opening a file cut off its end: the line that was being written when the power went.
type Torn struct {
	Bytes int
	Saved string // where the bytes were put, so that nothing is lost
}

// Open opens a race file to go on with it, and reads its lines. A torn last line is cut and kept beside the file; damage anywhere else is
// an error that names the line.
func Open(path string) (*File, []Line, *Torn, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := lock(f); err != nil {
		return nil, nil, nil, err
	}
	doc, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, nil, errors.Join(err, f.Close())
	}
	lines, whole, err := Read(doc)
	if err != nil {
		return nil, nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	var torn *Torn
	if whole < len(doc) {
		torn = &Torn{Bytes: len(doc) - whole, Saved: path + ".torn"}
		if err := os.WriteFile(torn.Saved, doc[whole:], 0o600); err != nil {
			torn.Saved = ""
		}
		if err := errors.Join(f.Truncate(int64(whole)), f.Sync()); err != nil {
			return nil, nil, nil, errors.Join(err, f.Close())
		}
	}
	return &File{f: f, path: path, size: int64(whole)}, lines, torn, nil
}

// Continue opens a race file to go on with it that Read found whole a moment ago, size bytes long. It is nil where the file is longer by now:
// Open reads it then.
func Continue(path string, size int) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || st.Size() != int64(size) {
		return nil, errors.Join(err, f.Close())
	}
	return &File{f: f, path: path, size: int64(size)}, nil
}

// Read reads the lines of a race file and says how many bytes of it are whole: less than all where the last line is torn. Events of the
// lines lie in doc.
func Read(doc []byte) (lines []Line, whole int, err error) {
	lines = make([]Line, 0, bytes.Count(doc, []byte("\n")))
	rest := doc
	for n := 1; len(rest) > 0; n++ {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			break // torn
		}
		raw := rest[:end]
		l, err := parse(raw)
		if err == nil && n == 1 && (l.Text != Format || l.Seq != 0) {
			return nil, 0, fmt.Errorf("line 1: %q is not %q: this is no race file of ours, or one of a newer boxstop", l.Text, Format)
		}
		if err == nil && len(lines) > 0 {
			if last := lines[len(lines)-1].Seq; l.Seq != last+1 && (l.Seq != 0 || last != 0) {
				err = fmt.Errorf("it is number %d, after number %d: a line is missing, or stands twice", l.Seq, last)
			}
		}
		if err != nil {
			if end+1 == len(rest) && bytes.IndexByte(raw, 0) >= 0 {
				break // the file grew and its content never came
			}
			return nil, 0, fmt.Errorf("line %d: %w; nothing after it can be trusted, and nothing was changed: keep the file, and a copy of it cut before that line can be raced on", n, err)
		}
		lines = append(lines, l)
		whole += end + 1
		rest = rest[end+1:]
	}
	if len(lines) == 0 {
		return nil, 0, errors.New("line 1: no race file: it has not one whole line")
	}
	return lines, whole, nil
}

func parse(raw []byte) (l Line, err error) {
	tab := bytes.LastIndexByte(raw, '\t')
	if tab < 0 || len(raw)-tab-1 != 8 {
		return l, errors.New("damaged: it has no checksum")
	}
	sum, err := strconv.ParseUint(string(raw[tab+1:]), 16, 32)
	if err != nil || uint32(sum) != crc32.Checksum(raw[:tab], castagnoli) {
		return l, errors.New("damaged, or altered by hand: its checksum does not fit")
	}
	var f [5][]byte
	rest := raw[:tab]
	for i := range f {
		var more bool
		f[i], rest, more = bytes.Cut(rest, []byte("\t"))
		if more != (i < 4) {
			return l, errors.New("damaged: it has not five fields")
		}
	}
	if l.Seq, err = strconv.Atoi(string(f[0])); err != nil {
		return l, fmt.Errorf("its number is %q", f[0])
	}
	if l.MS, err = strconv.ParseInt(string(f[1]), 10, 64); err != nil {
		return l, fmt.Errorf("its time is %q", f[1])
	}
	both := string(raw[len(f[0])+len(f[1])+2 : tab-len(f[4])-1]) // they stand side by side, and are kept together
	l.Source, l.Text, l.Events = both[:len(f[2])], both[len(f[2])+1:], f[4]
	return l, nil
}
