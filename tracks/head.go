package tracks

import (
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Head is what a file says of itself, before anybody knows of which game it is.
type Head struct {
	Game string
	Line int  // where it says so
	Box  bool // a box, not a board
}

// ReadHead reads the head of a board or a box. The error names file and line.
func ReadHead(file string, doc []byte) (Head, error) {
	r := &reader{file: file}
	root := r.parse(doc)
	h := Head{Line: 1, Box: root.get("table") != nil}
	n := root.get("game")
	if n == nil || n.kind != unstable.String {
		if n != nil {
			h.Line = n.line
		}
		if len(r.bad) > 0 { // it could not be read so far
			return h, join(sorted(r.bad))
		}
		return h, fmt.Errorf("%s:%d: game is missing; a file begins with the game that it is for, such as game = \"pitstop\"", file, h.Line)
	}
	h.Game, h.Line = n.text, n.line
	return h, nil
}
