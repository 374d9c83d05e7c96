package config

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// load reads the decisions. A store that cannot be understood is an error: to
// take it for empty would forget refusals.
func (t *Trust) load() (map[string]Entry, error) {
	if _, err := os.Stat(t.path); errors.Is(err, syscall.ENOTDIR) {
		return map[string]Entry{}, nil // there can be no such file, and nobody is trusted
	}
	text, err := readFile(t.path)
	if err != nil || text == nil {
		return map[string]Entry{}, err
	}
	doc, err := parse(t.path, text)
	if err != nil {
		return nil, err
	}
	r := &reader{document: doc}
	entries := map[string]Entry{}
	node{reader: r, value: &doc.root}.fields(map[string]func(node){
		"version": func(n node) {
			if literal(n.value) != "1" {
				n.report("this trust store is of another version; only 1 is known")
			}
		},
		"folders": func(n node) {
			n.members(func(dir string, value node) {
				if !filepath.IsAbs(dir) || filepath.Clean(dir) != dir {
					value.report("expected the real path of a folder")
					return
				}
				entries[dir] = value.entry(dir)
			})
		},
	}, nil)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return entries, nil
}

func (n node) entry(dir string) Entry {
	e := Entry{Dir: dir}
	decision := ""
	n.fields(map[string]func(node){
		"decision": func(n node) {
			decision = choice(n, "decision", map[string]string{"trusted": "trusted", "refused": "refused"})
		},
		"hash": func(n node) { e.Hash = n.text() },
		"when": func(n node) {
			when, err := time.Parse(time.RFC3339, n.text())
			if err != nil {
				n.report("expected a time such as 2026-01-31T12:00:00Z")
			}
			e.When = when
		},
	}, nil)
	if decision == "" {
		n.report(`"decision" is missing; write "trusted" or "refused"`)
	}
	e.Trusted = decision == "trusted"
	return e
}

// change reads, edits and writes the store while no other process does.
func (t *Trust) change(edit func(map[string]Entry)) error {
	return locked(t.path, func() error {
		entries, err := t.load()
		if err != nil {
			return err
		}
		edit(entries)
		type record struct {
			Decision string    `json:"decision"`
			When     time.Time `json:"when"`
			Hash     string    `json:"hash,omitempty"`
		}
		file := struct {
			Version int               `json:"version"`
			Folders map[string]record `json:"folders"`
		}{Version: 1, Folders: map[string]record{}}
		for _, dir := range slices.Sorted(maps.Keys(entries)) {
			e := entries[dir]
			r := record{Decision: "refused", When: e.When, Hash: e.Hash}
			if e.Trusted {
				r.Decision = "trusted"
			}
			file.Folders[dir] = r
		}
		text, err := json.MarshalIndent(file, "", "  ")
		if err != nil {
			return err
		}
		return replaceFile(t.path, append(text, '\n'))
	})
}
