package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What a search may take of ripgrep's time, for each kind of pattern and in the geometric mean of all, and how much memory.
const (
	grepGoal   = 1.00
	grepMean   = 0.80
	grepMemory = 40 << 20 // bytes, in a source tree
	hugeMemory = 64 << 20 // bytes, in a file of 2 GB
)

// A grepCase is a kind of pattern, with an example for each language that the trees are in.
type grepCase struct {
	name      string
	c, golang string
	fold      bool
}

func grepCases() []grepCase {
	return []grepCase{
		{name: "a rare literal", c: "PM_RESUME", golang: "ErrBodyNotAllowed"},
		{name: "a common literal", c: "kfree", golang: "func Test"},
		{name: "whatever the case", c: "out of memory", golang: "out of memory", fold: true},
		{name: "alternatives within", c: `(kmalloc|kzalloc|vmalloc)_node\(`, golang: `(Read|Write|Peek)Byte\(`},
		{name: "four literals", c: "ERR_SYS|PME_TURN_OFF|LINK_REQ_RST|CFG_BME_EVT", golang: `ErrUnexpectedEOF|context\.Canceled|sync\.Mutex|unsafe\.Pointer`},
		{name: "an inner literal", c: "[A-Z]+_RESUME", golang: "[A-Za-z0-9]+_amd64"},
		{name: "no match", c: "xyzzyNotThere", golang: "xyzzyNotThere"},
		{name: "no literal", c: "[A-Z][0-9][a-z]{3}[0-9]{2}", golang: "[A-Z][0-9][a-z]{3}[0-9]{2}"},
	}
}

// grep measures what the grep tool searches with beside ripgrep, process beside process: every line with a match in a source
// tree, with its path and number, printed to a pipe; ours in the order of the paths, as the tool gives them, ripgrep's as they
// come. Both must find the same lines.
func grep(ctx context.Context, b budget) (lines []line, err error) {
	rg, err := ripgrep(ctx)
	if err != nil {
		return nil, err
	}
	trees, err := sourceTrees(ctx)
	if err != nil {
		return nil, err
	}
	trees = slices.DeleteFunc(trees, func(t sourceTree) bool { return filepath.Base(t.path) == "src" }) // it is in the other
	dir, err := os.MkdirTemp("", "jig-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	searcher := filepath.Join(dir, "searcher")
	if err := command(ctx, io.Discard, "go", "build", "-o", searcher, "./searcher"); err != nil {
		return nil, err
	}
	for _, tree := range trees {
		measured, err := grepTree(ctx, b, rg, searcher, tree)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tree.name, err)
		}
		lines = append(lines, measured...)
	}
	huge, err := grepHuge(ctx, searcher, dir)
	return append(lines, huge), err
}

// grepTree does it for one tree.
func grepTree(ctx context.Context, b budget, rg, searcher string, tree sourceTree) (lines []line, err error) {
	inC := strings.HasPrefix(tree.name, "Linux")
	if inC { // one search of it is a long turn already
		b.rounds = (b.rounds + 1) / 2
	}
	product, most := 0.0, 0.0
	cases := grepCases()
	for _, c := range cases {
		pattern := c.golang
		if inC {
			pattern = c.c
		}
		ours := []string{searcher, pattern, tree.path}
		theirs := []string{rg, "--no-config", "--no-heading", "--line-number", "--color=never", pattern, tree.path}
		if c.fold {
			ours, theirs = slices.Insert(ours, 1, "-i"), slices.Insert(theirs, 1, "-i")
		}
		found, err := sameLines(ctx, ours, theirs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		ns, err := race(ctx, b, searchRuns(ctx, ours), searchRuns(ctx, theirs))
		if err != nil {
			return nil, err
		}
		memory, err := memoryOf(ctx, ours)
		if err != nil {
			return nil, err
		}
		most = max(most, memory)
		name := fmt.Sprintf("grep, %s, %s (%d lines)", tree.name, c.name, found)
		lines = append(lines, compare(name, ns[0], ns[1], grepGoal, nanoseconds))
		product += math.Log(ns[0] / ns[1])
	}
	mean := math.Exp(product / float64(len(cases)))
	return append(lines,
		compare(fmt.Sprintf("grep, %s, geometric mean of the ratios", tree.name), mean, 1, grepMean, func(v float64) string { return fmt.Sprintf("%.3f", v) }),
		compare(fmt.Sprintf("grep, %s, most memory, beside its limit", tree.name), most, grepMemory, 1.00, megabytes)), nil
}

func megabytes(v float64) string { return fmt.Sprintf("%.1fMB", v/(1<<20)) }

// searchRuns is a command that searches, as a contender.
func searchRuns(ctx context.Context, argv []string) contender {
	return contender{name: filepath.Base(argv[0]), run: each(func() error { return searchOnce(ctx, discarded{}, argv) })}
}

// searchOnce runs a command that searches. To find nothing is no failure, though ripgrep exits with 1 then.
func searchOnce(ctx context.Context, out io.Writer, argv []string) error {
	err := command(ctx, out, argv...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 && filepath.Base(argv[0]) == "rg" {
		return nil
	}
	return err
}

// memoryOf is the most memory that a search with the tool takes.
func memoryOf(ctx context.Context, argv []string) (float64, error) {
	var out bytes.Buffer
	if err := command(ctx, &out, slices.Insert(slices.Clone(argv), 1, "-memory")...); err != nil {
		return 0, err
	}
	return strconv.ParseFloat(out.String(), 64)
}

// sameLines makes sure that both commands find the same lines, and says how many. Ripgrep prints a line as it is; ours cuts
// long ones, which are compared by their place only, and replaces bytes that are no UTF-8.
func sameLines(ctx context.Context, ours, theirs []string) (int, error) {
	place := regexp.MustCompile(`^([^:]+:\d+:)(.*)$`)
	var sorted [2][]string
	for i, argv := range [][]string{ours, theirs} {
		var out bytes.Buffer
		if err := searchOnce(ctx, &out, argv); err != nil {
			return 0, err
		}
		scanner := bufio.NewScanner(&out)
		scanner.Buffer(nil, 1<<30)
		for scanner.Scan() {
			m := place.FindStringSubmatch(strings.ToValidUTF8(scanner.Text(), "\uFFFD"))
			switch {
			case m == nil: // a remark
			case len(m[2]) > 490:
				sorted[i] = append(sorted[i], m[1])
			default:
				sorted[i] = append(sorted[i], m[1]+strings.TrimSuffix(m[2], "\r"))
			}
		}
		if err := scanner.Err(); err != nil {
			return 0, err
		}
		slices.Sort(sorted[i])
	}
	if slices.Equal(sorted[0], sorted[1]) {
		return len(sorted[0]), nil
	}
	at := 0
	for at < min(len(sorted[0]), len(sorted[1])) && sorted[0][at] == sorted[1][at] {
		at++
	}
	return 0, fmt.Errorf("the lines differ: %d and %d, first at %.1q and %.1q", len(sorted[0]), len(sorted[1]), sorted[0][at:min(at+1, len(sorted[0]))], sorted[1][at:min(at+1, len(sorted[1]))])
}

// grepHuge measures the memory that a search of a file of 2 GB takes.
func grepHuge(ctx context.Context, searcher, dir string) (line, error) {
	const whole = 2 << 30
	f, err := os.Create(filepath.Join(dir, "huge.log"))
	if err != nil {
		return line{}, err
	}
	piece := bytes.Repeat([]byte("2024-05-01 12:00:00 info: all is well in the state of things\n"), 1<<14)
	for written := 0; err == nil && written < whole; written += len(piece) {
		_, err = f.Write(piece)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return line{}, err
	}
	memory, err := memoryOf(ctx, []string{searcher, "error: [0-9]+", dir})
	if err != nil {
		return line{}, err
	}
	return compare("grep, a file of 2 GB, most memory, beside its limit", memory, hugeMemory, 1.00, megabytes), nil
}
