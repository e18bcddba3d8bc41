package console

import (
	"strings"
	"unicode/utf8"

	"boxstop/cmd/internal/view"
)

// prompt is a line of text that is being typed, at the foot of any page. Up and down go through what was typed before.
type prompt struct {
	label string
	s     string
	done  func(*desk, string) // Enter, with something typed
	empty bool                // Enter with nothing typed counts too
	past  []string
	at    int // in past; its length: the new line
}

// longest is how much can be typed into one line, or pasted: the position of a large field is one.
const longest = 8000

func (p *prompt) key(d *desk, k string) {
	switch {
	case k == "enter":
		d.prompt = nil
		if s := strings.TrimSpace(p.s); s != "" || p.empty {
			p.done(d, s)
		}
	case k == "esc":
		d.prompt = nil
	case k == "backspace" && p.s == "":
		d.prompt = nil
	case k == "backspace":
		_, n := utf8.DecodeLastRuneInString(p.s)
		p.s = p.s[:len(p.s)-n]
	case k == "up" && p.at > 0:
		p.at--
		p.s = p.past[p.at]
	case k == "down" && p.at < len(p.past):
		p.at++
		p.s = ""
		if p.at < len(p.past) {
			p.s = p.past[p.at]
		}
	case utf8.RuneCountInString(k) == 1 && len(p.s) < longest:
		p.s += k
	}
}

// shown is what is drawn of the line: what would be a secret is not.
func (p *prompt) shown(d *desk) string {
	s := []rune(p.s)
	if at := secretFrom(d, p.s); at >= 0 {
		for i := at; i < len(s); i++ {
			s[i] = '*'
		}
	}
	return string(s)
}

// secretFrom is where a typed line begins to tell a secret, counted in characters: after the name of an open secret ask, unless it tells
// the values of all, which were shown. -1: nowhere.
func secretFrom(d *desk, s string) int {
	low := strings.ToLower(s)
	if strings.HasPrefix(strings.TrimSpace(low), "all ") {
		return -1
	}
	for _, a := range d.asks() {
		if !a.Secret {
			continue
		}
		if i := strings.Index(low, strings.ToLower(a.Name)+" "); i >= 0 {
			return utf8.RuneCountInString(low[:i]) + utf8.RuneCountInString(a.Name) + 1
		}
	}
	return -1
}

// commandLine is the line that goes to control as it is. Only what control took is kept to be typed again, and what it refused unless that
// may have been a secret.
func commandLine(d *desk) *prompt {
	return &prompt{label: ":", past: d.history, at: len(d.history), done: func(d *desk, s string) {
		id := d.lastID + 1
		secret := secretFrom(d, s) >= 0
		for _, a := range d.asks() {
			secret = secret || a.Secret && !strings.HasPrefix(s, "all ")
		}
		d.order(view.Order{Line: s}, nil)
		f := d.pending[id]
		if f == nil {
			return
		}
		d.pending[id] = func(r view.Reply) {
			if !secret {
				d.history = append(d.history, s)
			}
			f(r)
		}
	}}
}
