package shellfuzz_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"jig/internal/shellfuzz"
	"jig/policy/shell"
)

// batch is the number of lines that run before the world is looked at.
const batch = 100

// readOnly is the claim that is put to the test.
func readOnly(line string) bool {
	return shell.Analyse(line, shell.Options{Dir: shellfuzz.Project, Home: shellfuzz.Home}).ReadOnly
}

// bubbles are n bubbles, each with a world of its own.
func bubbles(t testing.TB, ctx context.Context, n int) []*shellfuzz.Bubble { //nolint:revive // the test comes first
	t.Helper()
	if err := shellfuzz.Available(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	template := filepath.Join(dir, "template")
	traps := shellfuzz.Traps{Drivers: os.Getenv("JIG_SHELLFUZZ_DRIVERS") != ""}
	if err := shellfuzz.Template(ctx, template, traps); err != nil {
		t.Fatal(err)
	}
	all := make([]*shellfuzz.Bubble, n)
	for i := range all {
		world, err := shellfuzz.NewWorld(ctx, template, filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = &shellfuzz.Bubble{World: world, Env: shell.HardenedGitEnv()}
	}
	if _, err := all[0].Run(ctx, []string{"true"}); err != nil {
		t.Skipf("bubblewrap does not work here: %v", err)
	}
	return all
}

func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s must be a number: %v", name, err)
	}
	return n
}

// hunter is one worker of a hunt and what it has seen.
type hunter struct {
	bubble    *shellfuzz.Bubble
	generator *shellfuzz.Generator
	dice      *rand.Rand
	generated int
	report    shellfuzz.Report
}

// gather makes n different lines that are called read-only.
func (h *hunter) gather(n int, seen *sync.Map) []string {
	var lines []string
	for len(lines) < n {
		data := make([]byte, 24+h.dice.IntN(300))
		for i := range data {
			data[i] = byte(h.dice.Uint32())
		}
		line := h.generator.Line(data)
		h.generated++
		if !readOnly(line) {
			continue
		}
		if _, twice := seen.LoadOrStore(line, true); !twice {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestReadOnlyLinesChangeNothing(t *testing.T) {
	want := int(number(t, "JIG_SHELLFUZZ_LINES", 3000))
	seed := number(t, "JIG_SHELLFUZZ_SEED", 1)
	workers := runtime.GOMAXPROCS(0) + 1
	all := bubbles(t, t.Context(), workers)
	options, err := all[0].Help(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := all[0].World.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	generator := &shellfuzz.Generator{Corpus: corpusLines(t), Options: options}
	start := time.Now()
	var seen sync.Map
	var wg sync.WaitGroup
	hunters := make([]*hunter, workers)
	// Each worker owns its bubble and its hunter; they share only the lines seen,
	// and the test waits for all of them.
	for i := range hunters {
		h := &hunter{bubble: all[i], generator: generator, dice: rand.New(rand.NewPCG(seed, uint64(i)))}
		hunters[i] = h
		wg.Go(func() {
			for h.report.Run < (want+workers-1)/workers && !t.Failed() {
				report, err := h.bubble.Hunt(t.Context(), h.gather(batch, &seen))
				if err != nil {
					t.Error(err)
				}
				h.report.Add(report)
			}
		})
	}
	wg.Wait()
	var sum shellfuzz.Report
	generated := 0
	for _, h := range hunters {
		sum.Add(h.report)
		generated += h.generated
	}
	slices.SortFunc(sum.Findings, func(a, b shellfuzz.Finding) int { return cmp.Compare(len(a.Line), len(b.Line)) })
	for _, f := range sum.Findings {
		t.Errorf("read-only, but it changes things:\n%s\n%q", f.Line, f.Changes)
	}
	took := time.Since(start)
	t.Logf("seed %d: %d lines generated, %d different read-only ones run in %s (%.0f/s): %d succeeded, %d took too long, %d changed something",
		seed, generated, sum.Run, took.Round(time.Second), float64(sum.Run)/took.Seconds(), sum.Succeeded, sum.Killed, len(sum.Findings))
}
