package wire_test

import (
	"bytes"
	"errors"
	"testing"

	"boxstop/firmware-protocol/wire"

	"pgregory.net/rapid"
)

func TestTheSumOfTheNineDigitsIsTheCheckValue(t *testing.T) {
	if got := wire.Sum([]byte("123456789")); got != 0x29B1 {
		t.Errorf("got %04X, want 29B1", got)
	}
	if got := wire.Sum(nil); got != 0xFFFF {
		t.Errorf("of nothing: got %04X, want FFFF", got)
	}
}

// lines makes any line that version 1 allows.
func lines() *rapid.Generator[wire.Line] {
	str := func(chars string, least, most int) *rapid.Generator[wire.Text] {
		return rapid.Custom(func(t *rapid.T) wire.Text {
			b := rapid.SliceOfN(rapid.SampledFrom([]byte(chars)), least, most).Draw(t, "text")
			return wire.T(string(b))
		})
	}
	const lower = "abcdefghijklmnopqrstuvwxyz"
	const any = " !\"#%&'()+-./0123456789:;<=>?@ABCXYZ[\\]^_`abcxyz{|}~"
	return rapid.Custom(func(t *rapid.T) wire.Line {
		l := wire.Line{Verb: wire.Verb(rapid.IntRange(int(wire.Hello), int(wire.Error)).Draw(t, "verb"))}
		num := func(most uint32) uint32 { return rapid.Uint32Range(1, most).Draw(t, "number") }
		small := func(least, most int) int16 { return int16(rapid.IntRange(least, most).Draw(t, "value")) }
		switch l.Verb {
		case wire.Hello:
			l.Number = num(99)
		case wire.Ask:
			l.Number, l.Dice = num(65535), uint8(num(12))
			l.Ask = str("0123456789.abcXYZ", 1, 16).Draw(t, "ask")
			l.Mark = str("ABCxyz019", 0, 3).Draw(t, "mark")
		case wire.Show:
			l.Number, l.Part, l.Text = num(65535), uint8(num(99)), str(any, 0, 16).Draw(t, "text")
		case wire.Lamp:
			l.Number, l.Part, l.Value = num(65535), uint8(num(99)), small(0, 3)
		case wire.Sound:
			l.Number, l.Value = num(65535), small(1, 4)
		case wire.Disarm, wire.Identify, wire.Ping:
			l.Number = num(65535)
		case wire.Refuse:
			l.Number, l.Word = num(65535), str(lower, 1, 12).Draw(t, "word")
		case wire.Ack:
			l.Number = num(1<<32 - 1)
		case wire.Battery:
			l.Value = small(0, 100)
		case wire.Error:
			l.Word, l.Text = str(lower, 1, 12).Draw(t, "word"), str(any, 0, 40).Draw(t, "text")
		case wire.Press:
			l.Number, l.Part, l.Value = num(1<<32-1), uint8(num(99)), small(0, 1)
		case wire.Turn:
			l.Number, l.Part, l.Value = num(1<<32-1), uint8(num(99)), small(1, 127)
			if rapid.Bool().Draw(t, "back") {
				l.Value = -l.Value
			}
		case wire.Roll:
			l.Number = num(1<<32 - 1)
			l.Ask = str("0123456789.", 0, 16).Draw(t, "ask")
			for die := range uint8(12) {
				if l.Dice == 0 && die == 11 || rapid.Bool().Draw(t, "rolled") {
					d := wire.Die{Die: die + 1, Face: uint8(num(99)), Quality: wire.Quality(small(0, 2))}
					if d.Quality != wire.Still && rapid.Bool().Draw(t, "unreadable") {
						d.Face = 0
					}
					l.Rolled[l.Dice] = d
					l.Dice++
				}
			}
		case wire.IAm:
			u := &l.Unit
			u.Version = uint8(rapid.IntRange(1, 2).Draw(t, "version"))
			u.Kind = str(lower, 1, 5).Draw(t, "kind")
			u.Serial = str("0123456789ABCDEF", 4, 16).Draw(t, "serial")
			u.Firmware = str("0123456789.-+abc", 1, 12).Draw(t, "firmware")
			if u.Version != 1 {
				break
			}
			u.Count = rapid.Uint32().Draw(t, "count")
			u.Dice, u.Digits, u.Lamps = uint8(small(0, 12)), uint8(small(0, 99)), uint8(small(0, 99))
			u.Displays, u.Buttons, u.Knobs = uint8(small(0, 99)), uint8(small(0, 99)), uint8(small(0, 99))
			u.Arms, u.Sound, u.Battery = rapid.Bool().Draw(t, "a"), rapid.Bool().Draw(t, "s"), rapid.Bool().Draw(t, "b")
		}
		return l
	})
}

func TestEveryLineThatIsWrittenIsReadBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := lines().Draw(t, "line")
		b, err := want.Append(nil)
		if err != nil {
			t.Fatalf("%s: %v", &want, err)
		}
		if len(b) > wire.MaxLine {
			t.Errorf("%q has %d bytes, at most %d are allowed", b, len(b), wire.MaxLine)
		}
		if want.Verb.Numbered() && len(b) > 41 {
			t.Errorf("%q to a unit has %d bytes, at most 41 are allowed", b, len(b))
		}
		got, err := wire.Read(b, false)
		if err != nil || got != want {
			t.Errorf("%q: got %s %v, want %s", b, &got, err, &want)
		}
	})
}

// Whatever garbage comes before, between and after, the lines that follow a line end are all found.
func TestAfterNoiseTheDecoderIsBackInStepWithTheNextLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []byte
		var want []wire.Line
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			in = append(in, rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "noise")...)
			l := lines().Draw(t, "line")
			in, _ = l.Append(in)
			want = append(want, l)
		}
		var d wire.Decoder
		var got []wire.Line
		for _, b := range in {
			if d.Feed(b) && d.Fault() == 0 {
				got = append(got, *d.Line())
			}
		}
		if len(got) != len(want) {
			t.Fatalf("got %d lines, want %d of %q", len(got), len(want), in)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("line %d: got %s, want %s", i, &got[i], &want[i])
			}
		}
	})
}

func TestOneFlippedBitNeverMakesAnotherLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := lines().Draw(t, "line")
		b, _ := l.Append(nil)
		b = b[:len(b)-2]
		at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
		b[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		var d wire.Decoder
		for _, c := range append(b, '\r', '\n') {
			if d.Feed(c) && d.Fault() == 0 && *d.Line() != l {
				t.Errorf("%q was read as %s, it was %s", b, d.Line(), &l)
			}
		}
	})
}

func TestALineThatTheProtocolDoesNotAllowIsNotWritten(t *testing.T) {
	for _, l := range []wire.Line{
		{},
		{Verb: 99},
		{Verb: wire.Ping},
		{Verb: wire.Ping, Number: 65536},
		{Verb: wire.Ping, Number: 1, Value: 3},
		{Verb: wire.Show, Number: 1, Part: 1, Text: wire.T("a,b")},
		{Verb: wire.Show, Number: 1, Part: 1, Text: wire.T("seventeen letters")},
		{Verb: wire.Show, Number: 1, Text: wire.T("R 4")},
		{Verb: wire.Ask, Number: 1, Ask: wire.T("210 1"), Dice: 4},
		{Verb: wire.Ask, Number: 1, Ask: wire.T("210.1"), Dice: 13},
		{Verb: wire.Roll, Number: 1, Dice: 1, Rolled: [12]wire.Die{{Die: 1}}},
		{Verb: wire.Roll, Number: 1, Dice: 1, Rolled: [12]wire.Die{{Die: 1, Face: 2, Quality: 3}}},
		{Verb: wire.Roll, Number: 1, Dice: 13, Rolled: [12]wire.Die{{Die: 1, Face: 2}}},
		{Verb: wire.Turn, Number: 1, Part: 1},
	} {
		b, err := l.Append([]byte("before"))
		if !errors.Is(err, wire.ErrLine) || string(b) != "before" {
			t.Errorf("%+v: got %q %v, want nothing written and ErrLine", l, b, err)
		}
	}
}

func TestTypedLinesAreForUnitsOnly(t *testing.T) {
	if _, err := wire.Read([]byte("?PING,7"), false); err == nil {
		t.Error("a host took a line without a checksum")
	}
	got, err := wire.Read([]byte("?PING,7\r\n"), true)
	if want := (wire.Line{Verb: wire.Ping, Number: 7}); err != nil || got != want {
		t.Errorf("got %s %v, want %s", &got, err, &want)
	}
}

func TestABadLineTellsTheNumberToRefuse(t *testing.T) {
	for in, want := range map[string]uint16{
		"$DANCE,7,x": 7, "$LAMP,9,1,4": 9, "$ASK,5": 0, "$TURN,7,1,0": 0, "$PING,5x": 0, "$DANCE": 0, "$DANCE,70000": 0,
	} {
		b := wire.Seal([]byte(in), 0)
		var d wire.Decoder
		for _, c := range b {
			d.Feed(c)
		}
		if got := d.Number(); got != want || d.Fault() == 0 {
			t.Errorf("%s: got %d (%v), want %d", in, got, d.Fault(), want)
		}
	}
}

func busy() ([]byte, wire.Line) {
	l := wire.Line{Verb: wire.Roll, Number: 118, Ask: wire.T("210.1"), Dice: 2}
	l.Rolled[0] = wire.Die{Die: 1, Face: 5}
	l.Rolled[1] = wire.Die{Die: 2, Face: 6, Quality: wire.Cocked}
	who := wire.Line{Verb: wire.IAm, Unit: wire.Identity{
		Version: 1, Kind: wire.T("dice"), Serial: wire.T("0D1C7F3A"), Firmware: wire.T("0.3.0"), Count: 117, Dice: 6, Arms: true,
	}}
	ask := wire.Line{Verb: wire.Ask, Number: 4, Ask: wire.T("210.1"), Mark: wire.T("R"), Dice: 4}
	b, _ := l.Append(nil)
	b, _ = who.Append(b)
	b, _ = ask.Append(b)
	return append(b, "noise $ROLL,1,\x80 $PING,1*0000\r\n"...), l
}

func TestReadingAndWritingALineAllocatesNothing(t *testing.T) {
	in, l := busy()
	var d wire.Decoder
	out := make([]byte, 0, wire.MaxLine)
	got := testing.AllocsPerRun(200, func() {
		for _, b := range in {
			d.Feed(b)
		}
		var err error
		if out, err = l.Append(out[:0]); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 {
		t.Errorf("got %v allocations, want 0", got)
	}
}

func BenchmarkDecode(b *testing.B) {
	in, _ := busy()
	var d wire.Decoder
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range in {
			d.Feed(c)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	_, l := busy()
	out := make([]byte, 0, wire.MaxLine)
	b.ReportAllocs()
	for b.Loop() {
		out, _ = l.Append(out[:0])
	}
}

// FuzzDecode: any bytes at all; what comes out is a line that is written back and read the same, and a good line after an end is found.
func FuzzDecode(f *testing.F) {
	in, _ := busy()
	f.Add(in, false)
	f.Add([]byte("?ASK,1,7.1,R,4\r\n"), true)
	f.Add([]byte("$$$*\n?\n$ROLL,1,-,1:0h*0000\n"), true)
	f.Add(bytes.Repeat([]byte("$ROLL,"), 60), false)
	f.Fuzz(func(t *testing.T, in []byte, typed bool) {
		d := wire.Decoder{Typed: typed}
		for _, b := range in {
			if !d.Feed(b) {
				continue
			}
			_ = d.Raw()
			if d.Fault() != 0 {
				continue
			}
			l := *d.Line()
			out, err := l.Append(nil)
			if err != nil {
				t.Fatalf("%s cannot be written", &l)
			}
			if back, err := wire.Read(out, false); err != nil || back != l {
				t.Fatalf("%q: got %s %v, want %s", out, &back, err, &l)
			}
		}
		d.Feed('\n')
		ping := wire.Line{Verb: wire.Ping, Number: 7}
		out, _ := ping.Append(nil)
		found := false
		for _, b := range out {
			found = d.Feed(b) && d.Fault() == 0 && *d.Line() == ping || found
		}
		if !found {
			t.Error("lost step: the next good line was not found")
		}
	})
}
