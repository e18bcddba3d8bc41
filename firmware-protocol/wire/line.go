// Package wire reads and writes the lines of PROTOCOL.md, version 1: what units and race control say to each other. It holds no port, no
// clock and no state of a conversation.
//
// A line is `$VERB,field,…*HHHH` CR LF with CRC-16/CCITT-FALSE. In the steady state neither reading nor writing one allocates memory.
package wire

import (
	"strconv"
	"strings"
)

// Version is the protocol version that this package speaks.
const Version = 1

// MaxLine is the most bytes of a line, CR LF counted; MaxDice the most dice of one roll.
const (
	MaxLine = 128
	MaxDice = 12
)

// Verb says what a line is.
type Verb uint8

// The verbs of PROTOCOL.md, "Who says what".
const (
	Hello Verb = iota + 1
	Ask
	Disarm
	Identify
	Show
	Lamp
	Sound
	Ping
	Ack // both ways: of a reading by its count, of a command by its number
	IAm
	Roll
	Press
	Turn
	Battery
	Refuse
	Error
)

var verbs = [...]string{
	Hello: "HELLO", Ask: "ASK", Disarm: "DISARM", Identify: "IDENTIFY", Show: "SHOW", Lamp: "LAMP", Sound: "SOUND", Ping: "PING",
	Ack: "ACK", IAm: "IAM", Roll: "ROLL", Press: "PRESS", Turn: "TURN", Battery: "BATTERY", Refuse: "REFUSE", Error: "ERROR",
}

// String is the verb as it stands in a line.
func (v Verb) String() string {
	if int(v) < len(verbs) && v > 0 {
		return verbs[v]
	}
	return "?"
}

// Numbered says that the verb is a command that a unit acknowledges by its number.
func (v Verb) Numbered() bool { return v >= Ask && v <= Ping }

// FromUnit says that a unit may say it; FromHost that a host may.
func (v Verb) FromUnit() bool { return v >= Ack && v <= Error }

// FromHost says that a host may say it.
func (v Verb) FromHost() bool { return v >= Hello && v <= Ack }

// Text is at most 40 bytes of text, held by value: two are equal when their text is.
type Text struct {
	n uint8
	b [40]byte
}

// T makes a Text; what is longer than 40 bytes is cut.
func T(s string) Text {
	var t Text
	t.n = uint8(copy(t.b[:], s))
	return t
}

func text(p []byte) Text {
	var t Text
	t.n = uint8(copy(t.b[:], p))
	return t
}

// String is the text.
func (t Text) String() string { return string(t.b[:t.n]) }

// Len is its length in bytes.
func (t Text) Len() int { return int(t.n) }

func (t *Text) bytes() []byte { return t.b[:t.n] }

// Quality of a die, PROTOCOL.md "Quality".
type Quality uint8

// The qualities.
const (
	Still Quality = iota
	Cocked
	Handled
)

// Die is one die of a roll: which (1 to 12), its face (1 to 99; 0: not readable) and its quality.
type Die struct {
	Die, Face uint8
	Quality   Quality
}

// Identity is what IAM says.
type Identity struct {
	Version  uint8
	Kind     Text // a word
	Serial   Text // 4 to 16 hexadecimal digits
	Firmware Text
	Count    uint32 // of the last reading made; 0: none
	// Abilities; 0 and false: it has none.
	Dice, Digits, Displays, Lamps, Buttons, Knobs uint8
	Arms, Sound, Battery                          bool
}

// Line is one line. Which fields count follows from Verb; all others are zero, so that equal lines are ==.
type Line struct {
	Verb   Verb
	Number uint32 // of a command; of a reading its count; with HELLO the host's protocol version
	Ask    Text   // ASK, ROLL; empty with ROLL: not armed
	Mark   Text   // ASK; empty: nobody's
	Dice   uint8  // ASK: how many; ROLL: how many of Rolled count
	Part   uint8  // SHOW, LAMP, PRESS, TURN: which, from 1
	Value  int16  // LAMP, SOUND, PRESS, TURN, BATTERY
	Word   Text   // REFUSE, ERROR: the reason
	Text   Text   // SHOW, ERROR
	Rolled [MaxDice]Die
	Unit   Identity // IAM
}

// String is the line in words, as the vectors write it: the verb and its fields by name.
func (l *Line) String() string {
	var b strings.Builder
	b.WriteString(l.Verb.String())
	put := func(name, v string) {
		b.WriteString(" " + name + "=" + v)
	}
	num := func(name string, v int64) { put(name, strconv.FormatInt(v, 10)) }
	switch {
	case l.Verb == Hello:
		num("version", int64(l.Number))
	case l.Verb == IAm:
		u := &l.Unit
		num("version", int64(u.Version))
		put("kind", u.Kind.String())
		put("serial", u.Serial.String())
		put("firmware", u.Firmware.String())
		if u.Version != Version {
			break
		}
		num("count", int64(u.Count))
		for i, a := range abilities {
			switch v := u.get(i); {
			case v == 0:
			case a.number:
				num(a.name, int64(v))
			default:
				b.WriteString(" " + a.name)
			}
		}
	case l.Verb == Battery:
		num("percent", int64(l.Value))
	case l.Verb == Error:
		put("reason", l.Word.String())
		put("text", strconv.Quote(l.Text.String()))
	default:
		num("number", int64(l.Number))
	}
	switch l.Verb {
	case Ask:
		put("ask", l.Ask.String())
		put("mark", orDash(l.Mark))
		num("dice", int64(l.Dice))
	case Show:
		num("part", int64(l.Part))
		put("text", strconv.Quote(l.Text.String()))
	case Lamp, Press, Turn:
		num("part", int64(l.Part))
		num("value", int64(l.Value))
	case Sound:
		num("value", int64(l.Value))
	case Refuse:
		put("reason", l.Word.String())
	case Roll:
		put("ask", orDash(l.Ask))
		for _, d := range l.Rolled[:l.Dice] {
			put(strconv.Itoa(int(d.Die)), strconv.Itoa(int(d.Face))+[...]string{"", " cocked", " handled"}[d.Quality%3])
		}
	}
	return b.String()
}

func orDash(t Text) string {
	if t.n == 0 {
		return "-"
	}
	return t.String()
}

// abilities of IAM in the order in which they are written; those without a number are 0 or 1.
var abilities = [...]struct {
	name   string
	number bool
	most   uint8
}{
	{"dice", true, MaxDice},
	{"arm", false, 1},
	{"digits", true, 99},
	{"displays", true, 99},
	{"lamps", true, 99},
	{"buttons", true, 99},
	{"knobs", true, 99},
	{"sound", false, 1},
	{"battery", false, 1},
}

// get is the value of the ability with that place in abilities.
func (u *Identity) get(i int) uint8 {
	return [...]uint8{u.Dice, bit(u.Arms), u.Digits, u.Displays, u.Lamps, u.Buttons, u.Knobs, bit(u.Sound), bit(u.Battery)}[i]
}

func (u *Identity) set(i int, v uint8) {
	switch i {
	case 0:
		u.Dice = v
	case 1:
		u.Arms = true
	case 2:
		u.Digits = v
	case 3:
		u.Displays = v
	case 4:
		u.Lamps = v
	case 5:
		u.Buttons = v
	case 6:
		u.Knobs = v
	case 7:
		u.Sound = true
	case 8:
		u.Battery = true
	}
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
