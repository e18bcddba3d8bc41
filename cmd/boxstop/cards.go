package main

import (
	"context"
	"fmt"
	"io"
)

const cardsUsage = `usage: boxstop cards check FILE...

Looks at the box of a game: cards, dice, tables that somebody typed while looking at the real ones.
Names every mistake, each as file:line: what, where, what is allowed. What the rule book shows of
the real cards is known: a figure that differs from it is named. Of a box without a mistake it
prints what its cards give on the average, where a game has something to say of that.

  boxstop cards check lemans/box.toml
`

// cards looks at boxes. It gives 1 where a file has a mistake and 2 where the command itself has one.
func cards(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) < 2 || args[0] != "check" {
		fmt.Fprint(stderr, cardsUsage)
		return 2
	}
	return track(ctx, args, stdin, stdout, stderr, games)
}
