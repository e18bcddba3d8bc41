package engine

import (
	"bytes"
	"fmt"
	"strings"
)

// Catalog is the words of one language: a text for every key. What a language lacks is said in the next one, which in the end is English
// (TB-25). It does not change after it was read.
//
// Its file holds a line a key, "event.drives = {car} {n} km/h, {steps|1 cell|# cells} to {is}"; "#" begins a comment line. In a text
//
//	{name}           is the value as text
//	{name|one|many}  is "one" where the value is 1, else "many"; # in them is the value
//	{name?text}      is the text where the value is not 0, no car or empty, else nothing; # in it is the value
//	{name!text}      is the text where the value is 0, no car or empty, else nothing
type Catalog struct {
	text map[string]string
	next *Catalog
}

// ParseCatalog reads the words of one language. Every mistake is named by its line.
func ParseCatalog(doc []byte, next *Catalog) (*Catalog, error) {
	c := &Catalog{text: map[string]string{}, next: next}
	var bad []string
	n := 0
	for line := range bytes.Lines(doc) {
		n++
		t := strings.TrimSpace(string(line))
		if t == "" || t[0] == '#' {
			continue
		}
		key, text, ok := strings.Cut(t, "=")
		key, text = strings.TrimSpace(key), strings.TrimSpace(text)
		switch {
		case !ok || key == "":
			bad = append(bad, fmt.Sprintf("%d: %q; a line is: key = text", n, t))
		case strings.Count(text, "{") != strings.Count(text, "}"):
			bad = append(bad, fmt.Sprintf("%d: %s: a brace is not closed", n, key))
		default:
			if _, twice := c.text[key]; twice {
				bad = append(bad, fmt.Sprintf("%d: %s stands twice", n, key))
			}
			c.text[key] = strings.Trim(text, `"`)
		}
	}
	if bad != nil {
		return c, fmt.Errorf("words: %s", strings.Join(bad, "; "))
	}
	return c, nil
}

// Text is the text of a key, in the first language that has it; "" where none has.
func (c *Catalog) Text(key string) string {
	for ; c != nil; c = c.next {
		if t, ok := c.text[key]; ok {
			return t
		}
	}
	return ""
}

// Has reports whether any language has the key.
func (c *Catalog) Has(key string) bool {
	for ; c != nil; c = c.next {
		if _, ok := c.text[key]; ok {
			return true
		}
	}
	return false
}

// Keys calls with every key of this language itself.
func (c *Catalog) Keys(yield func(string)) {
	for k := range c.text {
		yield(k)
	}
}

// Values gives the value of a name in a text: how it reads, and its number. A name that is no value is a mistake in the catalog: it is
// shown in its braces.
type Values func(name string) (text string, n int64, ok bool)

// Fill appends the text of a key with its values put in; the key itself where no language has it.
func (c *Catalog) Fill(dst []byte, key string, v Values) []byte {
	t := c.Text(key)
	if t == "" {
		if c.Has(key) {
			return dst
		}
		return append(dst, key...)
	}
	return Fill(dst, t, v)
}

// Fill appends a text with its values put in.
func Fill(dst []byte, t string, v Values) []byte {
	for {
		i := strings.IndexByte(t, '{')
		if i < 0 {
			return append(dst, t...)
		}
		dst, t = append(dst, t[:i]...), t[i+1:]
		in, rest, _ := strings.Cut(t, "}")
		t = rest
		k := strings.IndexAny(in, "|?!")
		name := in
		if k >= 0 {
			name = in[:k]
		}
		text, n, ok := v(name)
		switch {
		case !ok:
			dst = append(append(append(dst, '{'), in...), '}')
		case k < 0:
			dst = append(dst, text...)
		case in[k] == '|':
			one, many, _ := strings.Cut(in[k+1:], "|")
			if n != 1 {
				one = many
			}
			dst = append(dst, strings.ReplaceAll(one, "#", text)...)
		case (in[k] == '?') == (n != 0 || text != "" && text != "0" && text != "-"):
			dst = append(dst, strings.ReplaceAll(in[k+1:], "#", text)...)
		}
	}
}
