// Package devices is what race control knows of hardware: units that take readings and carry out commands. It knows no rule and no race.
//
// A unit is known by the serial number that it reports (HELLO), never by the port on which it was found. Everything that a unit notices
// is a Reading; everything that it is told is a Command. The bytes are in firmware-protocol/wire, the ports in devices/link.
package devices

import (
	"strings"
	"time"
)

// Kind says what a unit is, in the words of PROTOCOL.md.
type Kind string

// The kinds of units of protocol version 1.
const (
	Dice  Kind = "dice"
	Panel Kind = "panel"
)

// Unit is one unit as it introduced itself.
type Unit struct {
	Serial   string // unit serial number: 4 to 16 hexadecimal digits
	Kind     Kind
	Protocol int // version
	Firmware string
	Count    uint32 // of the last reading that it had made when it introduced itself; 0: none
	Dice     int    // most dice that it can roll at once; 0: no dice
	Arms     bool   // it can be armed with an ask
	Digits   int    // how many characters each display can show; 0: it has none
	Displays int    // how many displays, when they are more than one
	Lamps    int
	Buttons  int
	Knobs    int
	Sounds   bool   // it can make the four sounds
	Sight    string // of a station: how its driver alone sees what he sets, "hood" or "scale"; "": he cannot (TB-12)
	Stops    int    // of a station with a selector: how many positions it has; 0: a knob without end
	For      string // whom its owner gave it: a mark or a name; "": nobody yet
	Port     string // where it is now, for people; "" while it is gone
	Battery  int    // per cent; -1: none, or not known
	Counters []Counter
}

// Counter is lamps that show a number of one car, a lamp a value, and a button that claims something of it (TB-11), all by name, as the
// wiring file has them: whoever owns the race knows what it has of that name, and leaves dark what it has not.
type Counter struct {
	Field  string // the number: "lap"
	From   int    // the value of the first lamp; the next ones are one more each
	Left   bool   // not the number itself but what is left of it to the end of the race, 1 for the last
	Report string // what the button claims: "line"; "": there is no button

	Mark  string // whose: the car of this mark,
	Entry int    // or else the car that was entered so-manieth, from 1,
	Place int    // or else whoever is in this place, from 1

	Lamps  []int // lamps of the unit, from 1
	Button int   // a button of the unit, from 1; 0: none
}

// Name is what people call a unit: the last four characters of its serial number.
func (u Unit) Name() string { return Name(u.Serial) }

// Name is what people call the unit of a serial number: its last four characters; a station of a panel is A0B1/5.
func Name(serial string) string {
	if of, no, ok := strings.Cut(serial, "/"); ok {
		return Name(of) + "/" + no
	}
	if len(serial) > 4 {
		return serial[len(serial)-4:]
	}
	return serial
}

// Event is what sort of thing a reading tells.
type Event uint8

// The sorts of readings.
const (
	Here    Event = iota + 1 // a unit said who it is: new, back, on another port, or started again; Unit is filled. It is not armed
	Gone                     // a unit's port is gone, or it has not answered for too long: Text says which
	Rolled                   // dice came to rest: Count, Ask and Dice are filled. It is repeated until Ack
	Pressed                  // a button: Count, Part and Value (1 down, 0 up). Whoever delivers it acknowledges it
	Turned                   // a knob: Count, Part and Value (steps, clockwise positive). The same
	Health                   // something that people should see: Text; Value: how many parts of the unit fail now. About a unit, which Text names: Unit; about a port that is nobody's, which it does not name: Port
	Charge                   // battery: Value in per cent
	Stands                   // a selector: Count, Part and Value, its position from 1. It is said once more when the unit is here
	Aside                    // a part is stuck or noisy and is heard no more until Resume: Text says why
)

// Quality is how far a die can be trusted.
type Quality uint8

// The qualities of PROTOCOL.md.
const (
	Still   Quality = iota // it came to rest by itself, flat
	Cocked                 // it leans
	Handled                // somebody moved it after the roll
)

// Die is one die of a roll.
type Die struct {
	Die     int // which of the unit's dice, from 1
	Face    int // from 1, as the unit numbers its faces; 0: not readable, never with Still
	Quality Quality
}

// Reading is one thing that a unit noticed.
type Reading struct {
	Event Event
	Unit  Unit      // whole with Here; at least Serial otherwise
	Port  string    // with Health of a port that is nobody's
	Count uint32    // the unit's own count of rolls, presses and turns
	Ask   string    // the id that the unit was armed with; "": none
	Dice  []Die     // with Rolled
	Part  int       // which button or knob, from 1
	Value int       //
	Text  string    // with Health: lower case, no full stop, in words for people; "" of a port: what was said of it is over, it is gone
	At    time.Time // when its last byte arrived (monotonic)
}

// Do is what sort of thing a command is.
type Do uint8

// The sorts of commands.
const (
	Arm      Do = iota + 1 // roll Dice dice for the ask Ask of the driver with Mark
	Disarm                 // nobody is asked
	Ack                    // the reading with Count is safe: stop repeating it
	Identify               // blink, so that people see which unit it is
	Show                   // Part: which display, from 1 (0: the first); Text
	Lamp                   // Part: which, from 1 (0: the first); Value: 0 off, 1 steady, 2 short blinks, 3 fast
	Sound                  // Value: 1 one short, 2 two, 3 long, 4 ticks
	Resume                 // what was set aside is heard again
)

// Command is one thing that a unit is told.
type Command struct {
	Do    Do
	Ask   string
	Mark  string
	Dice  int
	Count uint32
	Part  int
	Text  string
	Value int
}

// Device is whatever brings readings and carries out commands: all serial ports together, a panel, or a script in a test.
type Device interface {
	// Readings is closed when the device has ended.
	Readings() <-chan Reading
	// Send tells the unit with that serial number something. It never blocks; an absent unit, or one whose queue is full, misses it: the
	// owner arms again with every Here.
	Send(serial string, c Command)
}
