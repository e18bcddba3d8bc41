package engine

// Space is one place a car can stand. 0 is no space: off the board.
type Space uint16

// Unit is the length of one rank on a straight: every lane of up to twelve spaces divides it evenly.
const Unit = 27720

// A Mark says what else is printed on a space: a bit for each of About.Marks.
type Mark uint16

// Place is what the board says of a space: the spaces of any box fit the first-level cache of a Pi.
type Place struct {
	To       [7]Space // by Step
	Behind   Space    // the space whose Ahead this is
	By       Space    // of a place beside the road: the road space that it lies beside
	Aside    Space    // of a road space: the place beside it
	Front    int32    // progress of its front along the lap, in Units from the line
	Middle   int32    // of its middle
	Section  uint8
	Lane     uint8 // 1 is the leftmost in driving direction
	Limit    uint8 // posted limit in steps of the game (km/h ÷ 50, mph ÷ 20); 0: none
	Cost     uint8 // counts to enter
	Capacity uint8 // cars that fit; 0: any number
	Arrow    uint8 // arrow that runs through here, from 1; 0: none
	Tail     bool  // an arrow begins here
	Along    Space // the next space of that arrow
	Marks    Mark
}

// Run is what one section has of one lane.
type Run struct {
	Count  int   // spaces; 0: the lane is not there in this section
	From   int   // ranks into the section at which it begins
	Limits []int // of each space, in steps of the game; nil: none
	Costs  []int // of each space; nil: 1
	Offset int   // spaces further than level that a pull-over to the left leads (Grand Prix)
	OffR   int   // to the right
}

// Section is a straight or a corner of the course.
type Section struct {
	Name    string
	Corner  bool
	Angle   int    // degrees, to the right positive
	Inside  int8   // which side is inside: -1 left, +1 right, 0 not said
	Length  int    // nominal ranks; 0: the longest lane
	Lanes   []Run  // left to right
	NoLeft  []int  // lanes, from 1, that may not be left to the left here (lane or yellow line)
	NoRight []int  //
	Across  bool   // sideways instead of diagonal steps
	Tiles   []Tile // the pieces it is laid of, if the board is made of pieces
	Number  int    // of the corner, from 1 in driving order; 0: a straight
}

// Tile is one piece of a board that is laid of pieces.
type Tile struct {
	Name  string
	Cells int
	Angle int
	Kerbs bool
}

// Arrow is a path through lanes that is printed on the board.
type Arrow struct {
	Name   string
	Spaces []Space // tail first
}

// Landmark is something that people see on the cardboard, to count from.
type Landmark struct {
	Name string // in addresses: "bridge"
	Say  string // "the bridge"
	At   Space
}

// Board is a course. It does not change after it was linked.
type Board struct {
	Game, Name, Slug string // "lakeside" is the slug of "Lakeside"
	Kind             string // practice, survey or reconstruction
	Text             []byte // of its file
	Lanes            []string
	Places           []Place // by Space; 0 unused
	Sections         []Section
	Arrows           []Arrow // number from 1: Place.Arrow
	Landmarks        []Landmark
	Lists            map[string][]Space
	MarkNames        []string // by bit of Mark
	Lap              int32    // length of the lap in Units
	first            [][]Space
	names            *names
}

// At is the i-th space, from 0, of a lane, from 1, in a section, from 0.
func (b *Board) At(section, lane, i int) Space { return b.first[section][lane-1] + Space(i) }

// Count is the number of spaces of a lane, from 1, in a section, from 0.
func (b *Board) Count(section, lane int) int { return b.Sections[section].Lanes[lane-1].Count }

// Number is the place of a road space in its lane and section, from 0: the inverse of At.
func (b *Board) Number(s Space) int {
	p := &b.Places[s]
	return int(s - b.first[p.Section][p.Lane-1])
}

// Marked appends the spaces that carry a mark, in the order of the board.
func (b *Board) Marked(dst []Space, bit int) []Space {
	for i := range b.Places {
		if b.Places[i].Marks>>bit&1 != 0 {
			dst = append(dst, Space(i))
		}
	}
	return dst
}
