package engine

// Strip is the course unrolled for a terminal: rows of ASCII, and which characters of them are cars or options.
type Strip struct {
	Rows []StripRow `json:"rows"`
	From int        `json:"from"` // rank of the first column, from 0
	Lap  int        `json:"lap"`  // ranks a lap
}

// StripRow is one row of a strip.
type StripRow struct {
	Label string `json:"label"` // "cars", "road", "left"
	Text  string `json:"text"`
	Cars  []int  `json:"cars,omitempty"`  // columns of Text that are part of a car's mark
	Picks []int  `json:"picks,omitempty"` // columns that are options or previews
}
