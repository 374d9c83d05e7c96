package shellfuzz_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZVerdict(t *testing.T) {
	text, _ := os.ReadFile("/tmp/verdict.txt")
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if readOnly(line) {
			fmt.Println("READONLY", line)
		}
	}
}
