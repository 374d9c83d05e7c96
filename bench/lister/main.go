// Command lister prints the files below a folder as `rg --files` does, one path a line, in no order. The benchmark of the
// walk runs it, so that a process is measured beside a process.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"jig/internal/walk"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: lister folder")
		os.Exit(2)
	}
	if err := list(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "lister:", err)
		os.Exit(1)
	}
}

// list prints the files below root. Each worker fills a buffer of its own with whole lines.
func list(ctx context.Context, root string) error {
	const enough = 60 << 10
	prefix := filepath.Clean(root) + "/"
	workers := runtime.GOMAXPROCS(0)
	lines := make([][]byte, workers)
	var turn sync.Mutex
	flush := func(worker int) error {
		turn.Lock()
		defer turn.Unlock()
		_, err := os.Stdout.Write(lines[worker])
		lines[worker] = lines[worker][:0]
		return err
	}
	report, err := walk.Files(ctx, root, walk.Options{Workers: workers}, func(worker int, e *walk.Entry) error {
		lines[worker] = append(e.AppendRel(append(lines[worker], prefix...)), '\n')
		if len(lines[worker]) < enough {
			return nil
		}
		return flush(worker)
	})
	if err != nil {
		return err
	}
	for _, e := range report.Errors {
		fmt.Fprintln(os.Stderr, "lister:", e)
	}
	for worker := range lines {
		if err := flush(worker); err != nil {
			return err
		}
	}
	return nil
}
