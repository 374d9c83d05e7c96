package shell_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"jig/engine"
)

// open is how many descriptors this process has.
func open(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not tell which files are open")
	}
	return len(all)
}

func TestManyCallsAtOnceGetTheirOwnAnswersAndLeaveNothingOpen(t *testing.T) {
	b := newBench(t)
	b.run("true") // what is made once is there now
	before := open(t)
	for range 2 {
		var calls sync.WaitGroup
		for i := range 100 {
			calls.Go(func() {
				line := fmt.Sprintf("echo out%d; echo err%d >&2", i, i)
				if i%10 == 0 {
					line += "; sleep 30 &"
				}
				line += fmt.Sprintf("\nexit %d", i%3)
				out := b.call(t.Context(), "shell", "command", line)
				words := strings.Fields(out.Result.Text())
				if out.Status != engine.OK || !slices.Contains(words, fmt.Sprintf("out%d", i)) || !slices.Contains(words, fmt.Sprintf("err%d", i)) {
					t.Errorf("%d: %s: %s", i, out.Status, words)
				}
			})
		}
		calls.Wait()
	}
	if after := open(t); after > before {
		t.Errorf("%d descriptors were open before, and %d after", before, after)
	}
}
