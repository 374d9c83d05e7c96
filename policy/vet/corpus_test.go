package vet_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"jig/internal/corpora"
	"jig/policy/vet"
)

type corpusLine struct {
	Kind, Input, Why, Expect string
}

func hostile(t testing.TB) []corpusLine {
	t.Helper()
	file, err := os.Open(corpora.Path(t, "gate", "hostile.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	var lines []corpusLine
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var line corpusLine
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Kind == vet.KindConfig || line.Kind == vet.KindMCP {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestEveryHostileLineIsFoundAtItsLevelOrAbove(t *testing.T) {
	lines := hostile(t)
	if len(lines) == 0 {
		t.Fatal("the corpus holds no lines about projects and servers")
	}
	for _, line := range lines {
		found := vet.Describe(line.Kind, line.Input)
		want := vet.Ask
		if line.Expect == "deny" {
			want = vet.Deny
		}
		if vet.Worst(found) < want {
			t.Errorf("%s %q (%s): %v, want %v or above", line.Kind, line.Input, line.Why, found, want)
		}
		t.Logf("%s → %v", line.Input, found)
	}
}
