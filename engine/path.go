package engine

// Step is one step of a path.
type Step uint8

// The kinds of steps.
const (
	NoStep      Step = iota
	Ahead            // the same lane
	Left             // diagonally ahead into the lane on the left
	Right            // diagonally ahead into the lane on the right
	AcrossLeft       // sideways, one step (USAC), or the last of a pull-over
	AcrossRight      //
	Marked           // a connection printed on the board: by-pass, pit entry, exit
)

const stepLetters = ".alrxym"

// MaxSteps is the most steps that a path holds.
const MaxSteps = 21

// Path is a path of at most MaxSteps steps, three bits a step: a value, comparable, without a pointer.
type Path uint64

// Then is the path of n steps with one more.
func (p Path) Then(s Step, n int) Path { return p | Path(s)<<(3*n) }

// Len is the number of steps.
func (p Path) Len() int {
	n := 0
	for ; p != 0; p >>= 3 {
		n++
	}
	return n
}

// Step is step i, from 0; NoStep past the end.
func (p Path) Step(i int) Step {
	if i >= MaxSteps {
		return NoStep
	}
	return Step(p >> (3 * i) & 7)
}

// Straight is a path of n steps ahead.
func Straight(n int) (p Path) {
	for i := range min(n, MaxSteps) {
		p = p.Then(Ahead, i)
	}
	return p
}

// Append appends the path as one letter a step: a ahead, l left, r right, x and y sideways to the left and right, m marked.
func (p Path) Append(b []byte) []byte {
	for ; p != 0; p >>= 3 {
		b = append(b, stepLetters[p&7])
	}
	return b
}

// ParsePath reads what Append writes; false where a letter is none of them or there are more than MaxSteps.
func ParsePath(s string) (Path, bool) {
	var p Path
	for i := 0; i < len(s); i++ {
		k := 1
		for k < len(stepLetters) && stepLetters[k] != s[i] {
			k++
		}
		if k == len(stepLetters) || i >= MaxSteps {
			return 0, false
		}
		p = p.Then(Step(k), i)
	}
	return p, true
}
