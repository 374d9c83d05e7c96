package shellfuzz

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// mention is an option in a help text, with the value that it takes.
var mention = regexp.MustCompile(`(?m)(?:^|[\s,\[|(])(--?[A-Za-z0-9][A-Za-z0-9-]*)(\[?[= ]<?[A-Z][A-Z]+|=<[a-z]|\[=)?`)

// Help asks the installed programs for their options, each in its own words, so
// that options are tried that nobody has thought of when the grammar was written.
func (b *Bubble) Help(ctx context.Context) (map[string][]string, error) {
	asks := map[string]string{}
	for _, t := range catalogue() {
		asks[t.name] = t.name + " --help"
	}
	for _, name := range []string{"yes", "echo", "printf", "true", "git", "ps", "lsof", "python3", "perl", "man", "less", "more", "less"} {
		delete(asks, name)
	}
	for _, sub := range []string{"status", "log", "diff", "show", "branch", "ls-files", "blame", "grep", "describe", "tag", "remote", "stash", "config", "reflog", "shortlog", "cat-file", "ls-tree", "rev-list", "for-each-ref", "show-ref", "show-branch", "merge-base", "name-rev", "count-objects", "worktree", "notes", "check-ignore", "check-attr"} {
		asks["git "+sub] = "git " + sub + " -h"
	}
	names := slices.Sorted(maps.Keys(asks))
	lines := make([]string, 0, 2*len(names))
	for i, name := range names {
		lines = append(lines, fmt.Sprintf("echo '#%d#'", i), asks[name]+" 2>&1 | head -c 20000")
	}
	var out bytes.Buffer
	if _, err := b.run(ctx, lines, &out); err != nil {
		return nil, err
	}
	options := map[string][]string{}
	text := out.Bytes()
	for i, name := range names {
		_, rest, _ := bytes.Cut(text, fmt.Appendf(nil, "#%d#\n", i))
		text = rest
		own, _, _ := bytes.Cut(rest, fmt.Appendf(nil, "#%d#\n", i+1))
		seen := map[string]bool{}
		for _, m := range mention.FindAllSubmatch(own, -1) {
			option := string(m[1])
			if len(m[2]) > 0 {
				option += "=1"
			}
			seen[option] = true
		}
		options[name] = slices.Sorted(maps.Keys(seen))
	}
	return options, nil
}
