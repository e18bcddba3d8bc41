package console

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"boxstop/engine"
)

//go:embed words
var files embed.FS

// words are the console's own fixed words in one language; what it lacks stands in English.
type words struct{ c *engine.Catalog }

// newWords reads the words of a language: own, if there are any, else those that were built in under that name.
func newWords(language string, own []byte) (words, error) {
	doc, err := files.ReadFile("words/en.txt")
	if err != nil {
		return words{}, err
	}
	c, err := engine.ParseCatalog(doc, nil)
	if err != nil {
		return words{}, fmt.Errorf("words/en.txt: %w", err)
	}
	if own == nil && language != "" && language != "en" {
		if own, err = files.ReadFile("words/" + language + ".txt"); err != nil {
			return words{}, fmt.Errorf("language %q has no words here; allowed are %s", language, strings.Join(languages(), ", "))
		}
	}
	if own != nil {
		if c, err = engine.ParseCatalog(own, c); err != nil {
			return words{}, fmt.Errorf("words of language %q: %w", language, err)
		}
	}
	return words{c}, nil
}

// languages are those whose words are built in.
func languages() (out []string) {
	names, _ := files.ReadDir("words")
	for _, n := range names {
		out = append(out, strings.TrimSuffix(n.Name(), ".txt"))
	}
	return out
}

// Check says what of the options cannot be, before anything is started for them.
func (o Options) Check() error {
	_, err := newWords(o.Language, o.Words)
	return err
}

// say is the text of a key; values are pairs of a name and a string or int.
func (w words) say(key string, values ...any) string {
	return string(w.c.Fill(nil, key, func(name string) (string, int64, bool) {
		for i := 0; i+1 < len(values); i += 2 {
			if values[i] != name {
				continue
			}
			switch v := values[i+1].(type) {
			case int:
				return strconv.Itoa(v), int64(v), true
			case string:
				return v, 0, true
			}
		}
		return "", 0, false
	}))
}

// list are the texts of key.1, key.2 and so on.
func (w words) list(key string, values ...any) []string {
	var out []string
	for i := 1; w.c.Has(key + "." + strconv.Itoa(i)); i++ {
		out = append(out, w.say(key+"."+strconv.Itoa(i), values...))
	}
	return out
}
