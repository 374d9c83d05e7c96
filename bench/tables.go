package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
)

// The documents whose tables a full run rewrites. The program runs in its own folder: `cd bench && go run .`.
const (
	document = "../docs/benchmarks.md"
	readme   = "../README.md"
)

// rewrite puts the measured lines into the documents: one table per group, and a summary of their goals into the README.
func rewrite(groups []group, measured map[string][]line) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return fmt.Errorf("the tables go into %s, run this in the bench folder: %w", document, err)
	}
	page := string(text)
	for _, g := range groups {
		var found bool
		if page, found = between(page, g.name, table(measured[g.name])); !found {
			return fmt.Errorf("%s has no place for group %q: add the lines %q and %q", document, g.name, marker("begin", g.name), marker("end", g.name))
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
	page, found := between(string(text), "summary", summary(groups, measured))
	if !found {
		return nil
	}
	return os.WriteFile(readme, []byte(page), 0o644)
}

// fewest is how many lines of a group the summary shows at least, if it has as many.
const fewest = 3

// summary shows, of each group, the lines that are nearest to their goal or beyond it, and counts the goals.
func summary(groups []group, measured map[string][]line) string {
	var shown []line
	met, all := 0, 0
	for _, g := range groups {
		var goals []line
		for _, l := range measured[g.name] {
			if l.goal == 0 {
				continue
			}
			goals = append(goals, l)
			if all++; l.met() {
				met++
			}
		}
		shown = append(shown, nearest(goals, fewest)...)
	}
	return table(shown) + fmt.Sprintf("\n%d of %d goals are met in this run. Of each group these are the lines nearest to their goal, or beyond it.\n", met, all)
}

// nearest gives the n lines that are nearest to their goal and all that are beyond it, in the order in which they were measured.
func nearest(goals []line, n int) []line {
	strain := func(l line) float64 { return l.ratio / l.goal }
	limits := make([]float64, 0, len(goals))
	for _, l := range goals {
		limits = append(limits, strain(l))
	}
	slices.Sort(limits)
	limit := 0.0
	if len(limits) > n {
		limit = limits[len(limits)-n]
	}
	return slices.DeleteFunc(slices.Clone(goals), func(l line) bool { return l.met() && strain(l) < limit })
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
