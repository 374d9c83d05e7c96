package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// filesGoal is what a listing may take of the time of `rg --files`.
const filesGoal = 0.35

// files measures the walk beside ripgrep's: all files of a tree, ignore files honoured, printed to a pipe. Both are
// processes of their own, and must print the same paths.
func files(ctx context.Context, b budget) (lines []line, err error) {
	rg, err := ripgrep(ctx)
	if err != nil {
		return nil, err
	}
	trees, err := sourceTrees(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "jig-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	lister := filepath.Join(dir, "lister")
	if err := command(ctx, io.Discard, "go", "build", "-o", lister, "./lister"); err != nil {
		return nil, err
	}
	for _, tree := range trees {
		ours := []string{lister, tree.path}
		theirs := []string{rg, "--no-config", "--files", tree.path}
		n, err := sameFiles(ctx, ours, theirs)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tree.name, err)
		}
		ns, err := race(ctx, b, printing(ctx, ours), printing(ctx, theirs))
		if err != nil {
			return nil, err
		}
		lines = append(lines, compare(fmt.Sprintf("files, %s (%d files), beside rg --files", tree.name, n), ns[0], ns[1], filesGoal, nanoseconds))
	}
	return lines, nil
}

// printing runs a command and throws away what it prints, as it comes.
func printing(ctx context.Context, argv []string) contender {
	return contender{name: filepath.Base(argv[0]), run: each(func() error { return command(ctx, discarded{}, argv...) })}
}

// discarded reads through a pipe what is not needed: were it io.Discard, the command would write to the null device, and
// some take a short cut then.
type discarded struct{}

func (discarded) Write(p []byte) (int, error) { return len(p), nil }

// command runs a command, and says what it complained about if it fails.
func command(ctx context.Context, out io.Writer, argv ...string) error {
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	var complaint bytes.Buffer
	c.Stdout, c.Stderr = out, &complaint
	if err := c.Run(); err != nil {
		return fmt.Errorf("%q: %w\n%s", argv, err, complaint.Bytes())
	}
	return nil
}

// sameFiles makes sure that two commands print the same lines, in any order, and says how many.
func sameFiles(ctx context.Context, ours, theirs []string) (int, error) {
	var sorted [2][]string
	for i, argv := range [][]string{ours, theirs} {
		var out bytes.Buffer
		if err := command(ctx, &out, argv...); err != nil {
			return 0, err
		}
		for line := range bytes.Lines(out.Bytes()) {
			sorted[i] = append(sorted[i], string(line))
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
	return 0, fmt.Errorf("the lists differ: %d and %d lines, first at %.1q and %.1q", len(sorted[0]), len(sorted[1]), sorted[0][at:min(at+1, len(sorted[0]))], sorted[1][at:min(at+1, len(sorted[1]))])
}
