// Command searcher prints the lines below a folder that match a pattern as `rg -n` does, in the order of the paths. The
// benchmark of searching runs it, so that a process is measured beside a process. It is what the grep tool does, without
// reading the arguments of a call and writing a summary.
//
// With -memory it prints, instead of the lines, how many bytes of memory it had at most. Only the process itself can tell: what
// the system says of a child that has ended includes the moment in which it still was a copy of its parent.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"jig/internal/scan"
	"jig/internal/scan/tree"
	"jig/internal/walk"
)

func main() {
	fold := flag.Bool("i", false, "capitals do not matter")
	tell := flag.Bool("memory", false, "print how much memory it took")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: searcher [-i] [-memory] pattern folder")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), flag.Arg(1), *fold, *tell); err != nil {
		fmt.Fprintln(os.Stderr, "searcher:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, pattern, folder string, fold, tell bool) (err error) {
	compiled, err := scan.Compile(pattern, scan.Options{IgnoreCase: fold})
	if err != nil {
		return err
	}
	root, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	query := &tree.Query{Pattern: compiled, Prefix: folder + "/", Numbers: true}
	found, err := query.Folder(ctx, folder, walk.Options{Root: root})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	found.Write(&text, 0, math.MaxInt, math.MaxInt)
	if !tell {
		_, err = os.Stdout.Write(text.Bytes())
		return err
	}
	most, err := memory()
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(most)
	return err
}

// memory is the most that the process has had, in bytes.
func memory() (string, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(status)) {
		var kilobytes int64
		if n, err := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); n == 1 && err == nil {
			return strconv.FormatInt(kilobytes*1024, 10), nil
		}
	}
	return "", errors.New("the system does not say how much memory was used")
}
