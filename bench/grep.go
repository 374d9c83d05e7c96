package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
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

// grep measures the grep tool beside ripgrep, process beside process: every line with a match in a source tree, with its path
// and number, printed to a pipe. Both must find the same lines.
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
	// One search of a large tree is a long turn already; some more of them would find no better minimum.
	b.rounds = min(b.rounds, 12)
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
	product, most := 0.0, 0.0
	cases := grepCases()
	for _, c := range cases {
		pattern := c.golang
		if strings.HasPrefix(tree.name, "Linux") {
			pattern = c.c
		}
		ours := searching(searcher, tree.path, pattern, c.fold)
		theirs := []string{rg, "--no-config", "--no-heading", "--line-number", "--color=never", "-e", pattern, tree.path}
		if c.fold {
			theirs = append(theirs, "--ignore-case")
		}
		found, err := sameLines(ctx, tree.path, ours, theirs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		us, them := &grepRun{argv: ours}, &grepRun{argv: theirs}
		ns, err := race(ctx, b, us.contender(ctx), them.contender(ctx))
		if err != nil {
			return nil, err
		}
		most = max(most, us.memory)
		name := fmt.Sprintf("grep, %s, %s (%d lines)", tree.name, c.name, found)
		lines = append(lines, compare(name, ns[0], ns[1], grepGoal, nanoseconds))
		product += math.Log(ns[0] / ns[1])
	}
	mean := math.Exp(product / float64(len(cases)))
	return append(lines,
		compare(fmt.Sprintf("grep, %s, geometric mean of the ratios", tree.name), mean, 1, grepMean, func(v float64) string { return fmt.Sprintf("%.3f", v) }),
		compare(fmt.Sprintf("grep, %s, most memory, beside its limit", tree.name), most, grepMemory, 1.00, megabytes)), nil
}

// searching is the command that searches with the tool.
func searching(searcher, folder, pattern string, fold bool) []string {
	args, err := json.Marshal(map[string]any{"pattern": pattern, "case_insensitive": fold, "head_limit": 0})
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	return []string{searcher, folder, string(args)}
}

func megabytes(v float64) string { return fmt.Sprintf("%.1fMB", v/(1<<20)) }

// grepRun runs a command again and again, and notes how much memory it took at most.
type grepRun struct {
	argv   []string
	memory float64
}

func (r *grepRun) contender(ctx context.Context) contender {
	return contender{name: filepath.Base(r.argv[0]), run: each(func() error { return r.once(ctx, discarded{}) })}
}

// once runs the command. To find nothing is no failure, though ripgrep exits with 1 then.
func (r *grepRun) once(ctx context.Context, out io.Writer) error {
	c := exec.CommandContext(ctx, r.argv[0], r.argv[1:]...)
	var complaint bytes.Buffer
	c.Stdout, c.Stderr = out, &complaint
	err := c.Run()
	if used, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = max(r.memory, float64(used.Maxrss)*1024)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 && complaint.Len() == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w\n%s", r.argv, err, complaint.Bytes())
	}
	return nil
}

// sameLines makes sure that both commands find the same lines, and says how many. Ripgrep prints a line as it is; the tool
// cuts long ones, which are compared by their place only, and replaces bytes that are no UTF-8.
func sameLines(ctx context.Context, root string, ours, theirs []string) (int, error) {
	place := regexp.MustCompile(`^([^:]+:\d+:)(.*)$`)
	var sorted [2][]string
	for i, argv := range [][]string{ours, theirs} {
		var out bytes.Buffer
		if err := (&grepRun{argv: argv}).once(ctx, &out); err != nil {
			return 0, err
		}
		scanner := bufio.NewScanner(&out)
		scanner.Buffer(nil, 1<<30)
		for scanner.Scan() {
			m := place.FindStringSubmatch(strings.TrimPrefix(strings.ToValidUTF8(scanner.Text(), "\uFFFD"), root+"/"))
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
	run := &grepRun{argv: searching(searcher, dir, "error: [0-9]+", false)}
	if err := run.once(ctx, discarded{}); err != nil {
		return line{}, err
	}
	return compare("grep, a file of 2 GB, most memory, beside its limit", run.memory, hugeMemory, 1.00, megabytes), nil
}
