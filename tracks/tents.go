package tracks

import (
	"bytes"
	"fmt"
	"html"
	"strconv"

	"boxstop/engine"
)

// Tents is a printable page, or several below each other, of paper tents to stand beside the board: one a corner with its number, and one
// for the line. Each is cut out and folded along the dashed line, and shows its word on both sides; nothing is stuck on the cardboard.
func Tents(b *engine.Board) []byte {
	type tent struct{ big, small string }
	var all []tent
	for i := range b.Sections {
		if s := &b.Sections[i]; s.Corner {
			all = append(all, tent{strconv.Itoa(s.Number), s.Name})
		}
	}
	all = append(all, tent{"LINE", b.Name})
	const (
		pageW, pageH   = 210.0, 297.0 // A4, mm
		margin         = 12.0
		across, down   = 3, 3
		w, h           = (pageW - 2*margin) / across, (pageH - 2*margin - 8) / down
		perPage        = across * down
		half           = h / 2
		bigSize        = 30.0
		lineSize       = 19.0
		smallSize      = 4.2
		smallBelow     = half - 3.5
		bigCentre      = half/2 - 2
		captionSize    = 3.6
		captionFromTop = margin - 3
	)
	pages := (len(all) + perPage - 1) / perPage
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0fmm" height="%.0fmm" viewBox="0 0 %.0f %.0f" font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle">`+"\n", pageW, pageH*float64(pages), pageW, pageH*float64(pages))
	fmt.Fprintf(&out, `<rect width="%.0f" height="%.0f" fill="#fff"/>`+"\n", pageW, pageH*float64(pages))
	for i, t := range all {
		page, k := i/perPage, i%perPage
		if k == 0 {
			fmt.Fprintf(&out, `<text x="%.1f" y="%.1f" font-size="%.1f" fill="%s">%s: cut along the lines, fold along the dashes, stand each beside its corner</text>`+"\n",
				pageW/2, float64(page)*pageH+captionFromTop, captionSize, inkSoft, html.EscapeString(b.Name))
		}
		x, y := margin+w*float64(k%across), float64(page)*pageH+margin+2+h*float64(k/across)
		size := bigSize
		if len(t.big) > 2 {
			size = lineSize
		}
		fmt.Fprintf(&out, `<g transform="translate(%.2f %.2f)">`+"\n", x, y)
		fmt.Fprintf(&out, `<rect width="%.2f" height="%.2f" fill="none" stroke="%s" stroke-width="0.3"/>`+"\n", w, h, inkLine)
		fmt.Fprintf(&out, `<path d="M0 %.2fH%.2f" stroke="%s" stroke-width="0.3" stroke-dasharray="2 2"/>`+"\n", half, w, inkLine)
		face := fmt.Sprintf(`<text x="%.2f" y="%.2f" font-size="%.1f" font-weight="bold">%s</text><text x="%.2f" y="%.2f" font-size="%.1f" fill="%s">%s</text>`,
			w/2, bigCentre+size*baseline, size, html.EscapeString(t.big), w/2, smallBelow, smallSize, inkSoft, html.EscapeString(t.small))
		fmt.Fprintf(&out, `<g transform="translate(0 %.2f)">%s</g>`+"\n", half, face)
		fmt.Fprintf(&out, `<g transform="translate(%.2f %.2f) rotate(180)">%s</g>`+"\n", w, half, face)
		fmt.Fprintln(&out, `</g>`)
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}
