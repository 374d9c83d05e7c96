package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// maxFollowed is how many files are looked at to see whether a link among them
// leads elsewhere.
const maxFollowed = 5000

var errTooMany = errors.New("there are too many files")

// astray says why what a pattern finds may not lie in the workspace: a link among
// it leads out, or to a secret. A repository can bring such links along, and
// "cat *" reads them like any other file.
func (p *Policy) astray(pattern string) string {
	folder, stars, _ := strings.Cut(pattern, "/*")
	depth := strings.Count(stars, "/*") + 1
	if strings.HasPrefix(stars, "*") {
		depth = -1
	}
	if folder == "" {
		folder = "/"
	}
	if !p.holds(folder) {
		return "" // outside it is asked about anyway
	}
	why, seen := "", 0
	err := filepath.WalkDir(folder, func(at string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || at == folder && err == nil {
			return nil // there is nothing to find there
		}
		if err != nil {
			return err
		}
		if seen++; seen > maxFollowed {
			return errTooMany
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if why = p.leadsOut(at); why != "" {
				return fs.SkipAll
			}
		}
		if e.IsDir() && depth > 0 && strings.Count(at[len(folder):], "/") >= depth {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return fmt.Sprintf("it cannot be seen whether a link below %s leads elsewhere: %v", folder, err)
	}
	return why
}

func (p *Policy) leadsOut(link string) string {
	place, err := p.opt.Space.Resolve(link)
	switch {
	case err != nil:
		return err.Error()
	case !place.Inside:
		return fmt.Sprintf("%s is a link out of the workspace, to %s", link, place.Real)
	}
	if why, ok := place.Secret(); ok {
		return fmt.Sprintf("%s: %s", link, why)
	}
	return ""
}
