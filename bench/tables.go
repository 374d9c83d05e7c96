package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// The documents whose tables a full run rewrites. The program runs in its own folder: `cd bench && go run .`.
const (
	document = "../docs/benchmarks.md"
	readme   = "../README.md"
)

// rewrite puts the measured lines into the documents: one table per group, and the lines with a goal into the README.
func rewrite(groups []group, measured map[string][]line) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return fmt.Errorf("the tables go into %s, run this in the bench folder: %w", document, err)
	}
	page := string(text)
	var goals []line
	for _, g := range groups {
		var found bool
		if page, found = between(page, g.name, table(measured[g.name])); !found {
			return fmt.Errorf("%s has no place for group %q: add the lines %q and %q", document, g.name, marker("begin", g.name), marker("end", g.name))
		}
		for _, l := range measured[g.name] {
			if l.goal != 0 {
				goals = append(goals, l)
			}
		}
	}
	if err := os.WriteFile(document, []byte(page), 0o644); err != nil {
		return err
	}

	text, err = os.ReadFile(readme)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	page, found := between(string(text), "summary", table(goals))
	if !found {
		return nil
	}
	return os.WriteFile(readme, []byte(page), 0o644)
}

func marker(edge, name string) string { return "<!-- bench:" + edge + " " + name + " -->" }

// between replaces what stands between the two markers of that name.
func between(page, name, body string) (string, bool) {
	head, rest, ok := strings.Cut(page, marker("begin", name))
	if !ok {
		return page, false
	}
	_, tail, ok := strings.Cut(rest, marker("end", name))
	if !ok {
		return page, false
	}
	return head + marker("begin", name) + "\n" + body + marker("end", name) + tail, true
}

// table shows lines as Markdown, and under it where they were measured.
func table(lines []line) string {
	var b strings.Builder
	b.WriteString("| comparison | jig | other | ratio | goal | ok |\n|---|--:|--:|--:|--:|:-:|\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(l.cells(), " | "))
	}
	fmt.Fprintf(&b, "\n%s %s/%s, %d cores\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	return b.String()
}
