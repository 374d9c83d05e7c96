package walk

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/ignore"
)

// Item is an entry of a folder.
type Item struct {
	Name    string
	Kind    Kind
	Ignored bool // ignore rules exclude it
}

// Hidden reports whether the name begins with a dot.
func (i Item) Hidden() bool { return i.Name[0] == '.' }

// List gives the entries of one folder, of every kind, in the order of their
// names. Of the options Hidden, NoIgnore and Root count: without the first, hidden
// entries are left out, unless a rule says to show them; without the second,
// ignored ones are. Who wants to show those too sets NoIgnore and has them marked.
// An error beside a list tells of ignore files that could not be read.
func List(dir string, opt Options) (items []Item, err error) {
	path, err := realPath(dir)
	if err != nil {
		return nil, err
	}
	h, err := openRoot(path, opt.Root)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.release()) }()
	var l listing
	if err := h.list(&l, make([]byte, bufSize)); err != nil {
		return nil, wrong("list", []byte(dir), err)
	}
	rules, unread := ignore.Above(filepath.FromSlash(path))
	rules, err = rules.Enter([]byte(path), l.seen, h.readIgnore([]byte(path)))
	unread = errors.Join(unread, err)
	full := append(bytes.TrimRight([]byte(path), "/"), '/')
	start := len(full)
	for _, e := range l.entries {
		item := Item{Name: string(l.name(e)), Kind: e.kind}
		if item.Kind == Unknown {
			item.Kind = h.kind(item.Name, false)
		}
		full = append(full[:start], item.Name...)
		verdict := rules.Judge(full, start, item.Kind == Dir)
		item.Ignored = verdict == ignore.Ignored
		if !opt.Hidden && item.Hidden() && verdict != ignore.Kept || !opt.NoIgnore && item.Ignored {
			continue
		}
		items = append(items, item)
	}
	slices.SortFunc(items, func(a, b Item) int { return strings.Compare(a.Name, b.Name) })
	return items, unread
}
