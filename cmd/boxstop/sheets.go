package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"boxstop/cmd/internal/control"
	"boxstop/engine"
)

// writeSheets prints sheets in a format. Several in CSV have their titles on lines of one field, and a blank line between them.
func writeSheets(out io.Writer, ts []engine.Sheet, f outForm) error {
	for i, t := range ts {
		if i > 0 {
			if _, err := fmt.Fprintln(out); err != nil {
				return err
			}
		}
		var err error
		switch f.format {
		case "markdown":
			err = writeMarkdown(out, t)
		case "csv":
			err = writeCSV(out, t, len(ts) > 1)
		default:
			for _, p := range split(t, f.width) {
				for _, l := range control.Plain(p, f.width) {
					if _, err = fmt.Fprintln(out, l); err != nil {
						return err
					}
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdown(out io.Writer, t engine.Sheet) error {
	cell := strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;")
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", cell.Replace(t.Title))
	row := func(r []string) {
		for i := range t.Columns {
			c := ""
			if i < len(r) {
				c = r[i]
			}
			b.WriteString("| " + cell.Replace(c) + " ")
		}
		b.WriteString("|\n")
	}
	row(t.Columns)
	b.WriteString(strings.Repeat("| --- ", len(t.Columns)) + "|\n")
	for _, r := range t.Rows {
		row(r)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func writeCSV(out io.Writer, t engine.Sheet, titled bool) error {
	w := csv.NewWriter(out)
	if titled {
		if err := w.Write([]string{t.Title}); err != nil {
			return err
		}
	}
	if err := w.Write(t.Columns); err != nil {
		return err
	}
	return w.WriteAll(t.Rows)
}

// split is a sheet of more columns than fit as several, each with the first column again: a lap record of many cars on narrow paper.
// Columns are narrowed first, by folding what is in them; a sheet is split only where that is not enough.
func split(t engine.Sheet, width int) []engine.Sheet {
	const least = 4 // a column is never narrower by folding
	wide := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		wide[i] = utf8.RuneCountInString(c)
		for _, r := range t.Rows {
			if i < len(r) {
				wide[i] = max(wide[i], utf8.RuneCountInString(r[i]))
			}
		}
		wide[i] = min(wide[i], least)
	}
	sum := 0
	for _, w := range wide {
		sum += w + 2
	}
	if sum-2 <= width || len(wide) < 3 {
		return []engine.Sheet{t}
	}
	var out []engine.Sheet
	for from := 1; from < len(wide); {
		to, used := from, wide[0]
		for to < len(wide) && (to == from || used+2+wide[to] <= width) {
			used += 2 + wide[to]
			to++
		}
		p := engine.Sheet{Title: t.Title, Columns: cut(t.Columns, from, to)}
		for _, r := range t.Rows {
			p.Rows = append(p.Rows, cut(r, from, to))
		}
		out = append(out, p)
		from = to
	}
	return out
}

// cut is the first field of a row and those from one to another.
func cut(r []string, from, to int) []string {
	if len(r) == 0 {
		return nil
	}
	return append([]string{r[0]}, r[min(from, len(r)):min(to, len(r))]...)
}
