package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// AddRule saves a rule in the list "allow", "ask" or "deny" of a settings file,
// which is made if it is not there. Comments and formatting stay. A rule that the
// list has already is not added again. A file with a mistake is not touched.
func AddRule(file, list, rule string) error {
	effect, err := parseWord("list of rules", list, map[string]Effect{"allow": Allow, "ask": Ask, "deny": Deny})
	if err != nil {
		return err
	}
	if strings.TrimSpace(rule) == "" || strings.ContainsRune(rule, 0) || strings.ToValidUTF8(rule, "") != rule {
		return fmt.Errorf("%q is not the text of a rule", shorten(rule))
	}
	target, err := followLink(file)
	if err != nil {
		return err
	}
	return locked(target, func() error {
		text, err := readFile(target)
		if err != nil {
			return err
		}
		if text == nil {
			text = []byte("{}\n")
		}
		changed, err := withRule(target, text, effect, rule)
		if err != nil || changed == nil {
			return err
		}
		return replaceFile(target, changed)
	})
}

// followLink finds the file behind a link, so that the link is kept.
func followLink(file string) (string, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	target, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return abs, absent(abs)
	}
	return target, err
}

// withRule is the text with the rule added, or nil when it has it already.
func withRule(file string, text []byte, effect Effect, rule string) ([]byte, error) {
	before, _, err := Parse(text, file, User)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(before.Permissions.list(effect), func(r Rule) bool { return r.Text == rule }) {
		return nil, nil
	}
	doc, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	changed := doc.insert([]string{"permissions", string(effect)}, rule)
	// The edit is text work; this proves that it says what it should.
	after, _, err := Parse(changed, file, User)
	if err != nil {
		return nil, fmt.Errorf("the rule could not be added to %s: %w", file, err)
	}
	if got := after.Permissions.list(effect); len(got) != len(before.Permissions.list(effect))+1 || got[len(got)-1].Text != rule {
		return nil, fmt.Errorf("the rule could not be added to %s; add it by hand: %s", file, rule)
	}
	return changed, nil
}

func (p *Permissions) list(effect Effect) []Rule {
	switch effect {
	case Allow:
		return p.Allow
	case Ask:
		return p.Ask
	}
	return p.Deny
}
