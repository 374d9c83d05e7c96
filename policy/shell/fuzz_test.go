package shell_test

import (
	"strings"
	"testing"
	"time"
)

func FuzzAnalyse(f *testing.F) {
	for _, line := range attacks() {
		f.Add(line)
	}
	for _, line := range []string{"cd a && ls", "for f in *.go; do wc -l \"$f\"; done", "cat <<E\n$x\nE", strings.Repeat("$((", 40), strings.Repeat("(", 100), "bash -c \"bash -c 'ls'\"", "x=a; cat {$x,b}"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		start := time.Now()
		a := analyse(line)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("took %s", took)
		}
		if !a.ReadOnly {
			if a.Why == "" {
				t.Error("not read-only, and nobody says why")
			}
			return
		}
		if len(a.Writes) > 0 || len(a.Hosts) > 0 || a.Opaque != "" || len(a.Harm) > 0 || a.Why != "" {
			t.Errorf("read-only, but %+v", a)
		}
		for _, c := range a.Commands {
			if c.Doubt != "" || !c.ReadOnly {
				t.Errorf("read-only, but %+v", c)
			}
		}
	})
}
