package shell_test

import "testing"

func BenchmarkAnalyse(b *testing.B) {
	for name, line := range map[string]string{
		"everyday":       "git status --short && grep -rn TODO src | head -20",
		"one command":    "ls -la",
		"three commands": "cd src && grep -n 'func main' main.go | head -20",
		"a loop":         `for f in *.go; do wc -l "$f"; done`,
		"a script":       "bash -c 'ls | wc -l'",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				analyse(line)
			}
		})
	}
}
