package shellfuzz_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
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
	skip      *regexp.Regexp // known findings that are not run again; nil for none
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
		if !readOnly(line) || h.skip != nil && h.skip.MatchString(line) {
			continue
		}
		if _, twice := seen.LoadOrStore(line, true); !twice {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestReadOnlyLinesChangeNothing is short unless told otherwise:
//
//	JIG_SHELLFUZZ_LINES    how many different read-only lines to run
//	JIG_SHELLFUZZ_SEED     which ones
//	JIG_SHELLFUZZ_SKIP     a regular expression for lines to leave out, while a finding waits to be mended
//	JIG_SHELLFUZZ_DRIVERS  set for a repository that also has diff and filter drivers
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
	var skip *regexp.Regexp
	if text := os.Getenv("JIG_SHELLFUZZ_SKIP"); text != "" {
		if skip, err = regexp.Compile(text); err != nil {
			t.Fatalf("JIG_SHELLFUZZ_SKIP must be a regular expression: %v", err)
		}
		t.Logf("lines that match %q are not run: this proves nothing about them", text)
	}
	start := time.Now()
	var seen sync.Map
	var wg sync.WaitGroup
	hunters := make([]*hunter, workers)
	until, limited := t.Deadline()
	until = until.Add(-15 * time.Second)
	// Each worker owns its bubble and its hunter; they share only the lines seen,
	// and the test waits for all of them.
	for i := range hunters {
		h := &hunter{bubble: all[i], generator: generator, skip: skip, dice: rand.New(rand.NewPCG(seed, uint64(i)))}
		hunters[i] = h
		wg.Go(func() {
			for h.report.Run < (want+workers-1)/workers && (!limited || time.Now().Before(until)) {
				report, err := h.bubble.Hunt(t.Context(), h.gather(batch, &seen))
				if err != nil {
					t.Error(err)
					return
				}
				h.report.Add(report)
				for _, f := range report.Findings {
					t.Errorf("read-only, but it changes things:\n%s\n%q", f.Line, f.Changes)
				}
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
	if sum.Run < want {
		t.Errorf("the time was up after %d of %d lines; give it more with -timeout", sum.Run, want)
	}
	took := time.Since(start)
	t.Logf("seed %d: %d lines generated, %d different read-only ones run in %s (%.0f/s): %d succeeded, %d took too long, %d changed something",
		seed, generated, sum.Run, took.Round(time.Second), float64(sum.Run)/took.Seconds(), sum.Succeeded, sum.Killed, len(sum.Findings))
}
