package policy_test

import (
	"testing"

	"jig/policy"
	"jig/policy/shell"
	"jig/tool"
)

func benchPolicy(b *testing.B) (*policy.Policy, *world) {
	b.Helper()
	w := newWorld(b)
	rules := []string{
		"deny Bash(git push:*)", "deny Read(~/.ssh/**)", "deny Edit(*.pem)", "ask Bash(npm publish:*)", "ask Edit(go.mod)",
		"allow Bash(make:*)", "allow Bash(go test:*)", "allow Edit(src/**)", "allow WebFetch(domain:go.dev)", "allow mcp__github__get_issue",
	}
	return w.policy(nil, rules...), w
}

// A decision about three commands, from the text of the line.
func BenchmarkShellLine(b *testing.B) {
	p, _ := benchPolicy(b)
	spec, _ := policy.StandIn("Bash")
	b.ReportAllocs()
	for b.Loop() {
		in := p.ShellIntent("git status --short && grep -rn TODO src | head -20")
		if v := p.Decide(&policy.Subject{Spec: spec, Intent: in}); v.Effect != policy.Allow {
			b.Fatal(v.Reason)
		}
	}
}

func BenchmarkAnalyse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if a := shell.Analyse("git status --short && grep -rn TODO src | head -20", shell.Options{Dir: "/p", Home: "/h"}); !a.ReadOnly {
			b.Fatal(a.Why)
		}
	}
}

func BenchmarkPath(b *testing.B) {
	p, w := benchPolicy(b)
	for name, path := range map[string]string{"relative": "src/deep/a.go", "absolute": w.root + "/src/deep/a.go"} {
		b.Run(name, func(b *testing.B) {
			spec, _ := policy.StandIn("Read")
			s := &policy.Subject{Spec: spec, Intent: &tool.Intent{Reads: []string{path}}}
			b.ReportAllocs()
			for b.Loop() {
				if v := p.Decide(s); v.Effect != policy.Allow {
					b.Fatal(v.Reason)
				}
			}
		})
	}
	b.Run("write", func(b *testing.B) {
		spec, _ := policy.StandIn("Edit")
		s := &policy.Subject{Spec: spec, Intent: &tool.Intent{Writes: []string{"src/deep/a.go"}}}
		b.ReportAllocs()
		for b.Loop() {
			if v := p.Decide(s); v.Effect != policy.Allow {
				b.Fatal(v.Reason)
			}
		}
	})
}
