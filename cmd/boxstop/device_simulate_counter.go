package main

import (
	"fmt"
	"strconv"
	"strings"

	"boxstop/devices"
	"boxstop/devices/sim"
)

const counterHelp = `claim N       the button of car N
show          which boxes are lit, car by car
wiring        the lines that wiring.toml needs for it
unplug        it hangs up;  plug  it is back, on another port
restart       power cut: all lamps dark
quit          the end
`

// typedToCounters does what was typed to a simulated panel of n counters with three lamps and a button each. It gives what is to be said.
func typedToCounters(u *sim.Unit, n int, words []string) (string, error) {
	if len(words) == 0 {
		return "", nil
	}
	switch words[0] {
	case "claim":
		car := 1
		if len(words) > 1 {
			var err error
			if car, err = strconv.Atoi(words[1]); err != nil || car < 1 || car > n {
				return "", fmt.Errorf("%q: 1 to %d are allowed there", words[1], n)
			}
		}
		u.Press(car, true)
		u.Press(car, false)
		return "", nil
	case "show":
		lamps := u.Showing().Lamps
		return boxes(lamps[:3*n]), nil
	case "wiring":
		return counterWiring(devices.Name(u.Serial()), n), nil
	case "help":
		return counterHelp, nil
	case "unplug", "plug", "restart", "quit", "mute", "unmute":
		return typedTo(u, words)
	}
	return "", fmt.Errorf("%q is nothing that a panel of counters does\n%s", words[0], counterHelp)
}

// boxes shows three lamps a car, three cars a row: "4 [1 . .]".
func boxes(lamps []int) string {
	var b strings.Builder
	for i := 0; i < len(lamps); i += 3 {
		box := [3]string{".", ".", "."}
		for k := range box {
			if lamps[i+k] != 0 {
				box[k] = strconv.Itoa(k + 1)
			}
		}
		end := "   "
		if car := i/3 + 1; car%3 == 0 || i+3 == len(lamps) {
			end = "\n"
		}
		fmt.Fprintf(&b, "%2d [%s]%s", i/3+1, strings.Join(box[:], " "), end)
	}
	return b.String()
}

// counterWiring is what a wiring file says of such a panel.
func counterWiring(name string, n int) string {
	list := func(k int) string {
		var out []string
		for i := range k {
			out = append(out, strconv.Itoa(i+1))
		}
		return strings.Join(out, ", ")
	}
	return fmt.Sprintf("[[unit]]\nname = %q\n\n[[counter]]\nunit = %q\nfield = \"lap\"\nreport = \"line\"\ncars = [%s]\nlamps = [%s]\nbuttons = [%[3]s]\n", name, name, list(n), list(3*n))
}
