package link

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// found is a port that is there: as it was found, and what that leads to.
type found struct {
	name, real string
	info       os.FileInfo
}

func checkGlobs(globs []string) error {
	for _, g := range globs {
		if _, err := filepath.Match(g, ""); err != nil {
			return fmt.Errorf("pattern of ports %q: a bracket is not closed; * ? and [a-z] are allowed", g)
		}
	}
	return nil
}

// find looks at names only and opens nothing. missing are configured paths that lead nowhere. A port with several names is found once, by
// the first of: configured, then as the patterns stand.
func find(paths, globs, leave []string) (ports []found, missing []string) {
	never := map[string]bool{}
	for _, p := range leave {
		never[p] = true
		if real, err := filepath.EvalSymlinks(p); err == nil {
			never[real] = true
		}
	}
	look := func(name string, configured bool) {
		if never[name] || name == "" { // "" leads to this folder
			return
		}
		real, err := filepath.EvalSymlinks(name)
		var info os.FileInfo
		if err == nil {
			info, err = os.Stat(real)
		}
		if err != nil {
			if configured && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
			return
		}
		if never[real] || slices.ContainsFunc(ports, func(f found) bool { return f.real == real }) {
			return
		}
		ports = append(ports, found{name, real, info})
	}
	for _, p := range paths {
		look(p, true)
	}
	for _, g := range globs {
		names, _ := filepath.Glob(g)
		for _, p := range names {
			look(p, false)
		}
	}
	return ports, missing
}

// resets says whether a board behind the port may reset when it is opened.
func resets(real string) bool { return !strings.HasPrefix(real, "/dev/pts/") }
