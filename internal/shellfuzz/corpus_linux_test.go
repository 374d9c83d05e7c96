package shellfuzz_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusLines are the command lines of the public test data; none where that is
// not there.
func corpusLines(t testing.TB) []string {
	t.Helper()
	var lines []string
	for _, pattern := range []string{"gate/*.jsonl", "shell/*.jsonl"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpora", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			lines = append(lines, linesOf(t, name)...)
		}
	}
	if len(lines) == 0 {
		t.Log("there is no public test data beside the repository: lines come from the grammar only")
	}
	return lines
}

func linesOf(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	var lines []string
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<22)
	for scanner.Scan() {
		var e struct{ Kind, Input, Command string }
		if err := json.Unmarshal(scanner.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		line := e.Command
		if e.Kind == "shell" {
			line = e.Input
		}
		if line != "" && len(line) < 2000 && !strings.Contains(line, "\x00") {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
