package shellfuzz_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZCurated(t *testing.T) {
	b := bubbles(t, t.Context(), 1)[0]
	text, _ := os.ReadFile("/tmp/curated.txt")
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if !readOnly(line) {
			continue
		}
		r, err := b.Hunt(t.Context(), []string{line})
		if err != nil {
			fmt.Println("ERR", line, err)
		}
		if len(r.Findings) > 0 {
			fmt.Printf("BAD %s %q\n", line, r.Findings[0].Changes)
		} else {
			fmt.Printf("ok %v %s\n", r.Succeeded, line)
		}
	}
}
