package script

import (
	"bytes"
	"os"
	"testing"
	"testing/fstest"

	"boxstop/engine"
	"boxstop/engine/speedcircuit"
	"boxstop/tracks"
)

// The printed replay of Speed Circuit, 24 moves to the last space and unit of wear (SC-4 to SC-15, SC-20), on a board of the owner's own.
func TestThePrintedReplayComesOut(t *testing.T) {
	const folder = "../../../engine/speedcircuit/testdata/"
	doc, err := os.ReadFile(folder + "replay.boxstop")
	if err != nil {
		t.Fatal(err)
	}
	board, err := os.ReadFile(folder + "replay-fragment.toml")
	if err != nil {
		t.Fatal(err)
	}
	own := tracks.Library{Own: fstest.MapFS{"speedcircuit/replay-fragment.toml": {Data: board}}}
	var out bytes.Buffer
	if err := Play("replay", bytes.NewReader(doc), &out, Options{Games: []engine.Rules{speedcircuit.New()}, Library: own, Quiet: true}); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
}
