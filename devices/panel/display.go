package panel

import (
	"strings"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ht16k33"
)

// brightness of a display, of 0 to 15: it stands under a hood.
const brightness = 8

// display is four characters behind an HT16K33 (Holtek datasheet v1.20). Only the goroutine of its bus calls it.
type display struct {
	dev  i2c.Dev
	wide bool // fourteen segments a character, else seven
	word *ht16k33.Display
}

// start wakes the chip: oscillator, display on, no blinking, brightness (pages 30 and 31: the commands 21, 81, E0). It is to be called
// again when the chip was without power.
func (d *display) start() error {
	chip, err := ht16k33.NewI2C(d.dev.Bus, d.dev.Addr)
	if err != nil {
		return err
	}
	if d.wide {
		if d.word, err = ht16k33.NewAlphaNumericDisplay(d.dev.Bus, d.dev.Addr); err != nil {
			return err
		}
	}
	return chip.SetBrightness(brightness)
}

// show writes a text, to the right. Seven segments are one transfer of all of the chip's memory: its address counts up by itself (page 32).
func (d *display) show(text string) error {
	text = strings.ToUpper(strings.ReplaceAll(text, ".", ""))
	text = text[max(0, len(text)-4):]
	if d.wide {
		_, err := d.word.WriteString(text)
		return err
	}
	ram := [17]byte{} // address 0, then 8 rows of 16 columns
	for i := range text {
		at := 4 - len(text) + i
		if at > 1 {
			at++ // the usual module has its colon in between
		}
		ram[1+2*at] = Segments(text[i])
	}
	return d.dev.Tx(ram[:], nil)
}

// Segments are those of the segments A (bit 0) to G (bit 6) that make a character; what cannot be made is dark.
func Segments(c byte) byte { return sevens[c&0x7f] }

// sevens has what can be made of K, M, V, W and X.
var sevens = [128]byte{
	'0': 0x3F, '1': 0x06, '2': 0x5B, '3': 0x4F, '4': 0x66, '5': 0x6D, '6': 0x7D, '7': 0x07, '8': 0x7F, '9': 0x6F,
	'A': 0x77, 'B': 0x7C, 'C': 0x39, 'D': 0x5E, 'E': 0x79, 'F': 0x71, 'G': 0x3D, 'H': 0x76, 'I': 0x30, 'J': 0x1E, 'K': 0x75, 'L': 0x38, 'M': 0x55,
	'N': 0x54, 'O': 0x5C, 'P': 0x73, 'Q': 0x67, 'R': 0x50, 'S': 0x6D, 'T': 0x78, 'U': 0x3E, 'V': 0x1C, 'W': 0x6A, 'X': 0x36, 'Y': 0x6E, 'Z': 0x5B,
	'-': 0x40, '_': 0x08, '=': 0x48, '?': 0x53, '!': 0x0A, '/': 0x52, '+': 0x70, '.': 0x08,
}
