package policy_test

import (
	"slices"
	"strings"
	"testing"

	"jig/policy"
	"jig/tool"
)

func TestAQuestionSaysWhatWouldSpareIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	untrusted := func(o *policy.Options) { o.Untrusted = true }
	for _, c := range []struct {
		name   string
		change func(*policy.Options)
		call   string
		reason string
		rules  []string
	}{
		{"looking by a command needs trust", untrusted, "Bash git status", "jig trust --yes", nil},
		{"so does what the sandbox would hold", func(o *policy.Options) { o.Untrusted, o.Confined = true, true }, "Bash make", "jig trust --yes", []string{"Bash(make)"}},
		{"and what the mode would let pass", func(o *policy.Options) { o.Untrusted, o.Mode = true, policy.AcceptEdits }, "Bash mkdir out", "jig trust --yes", []string{"Bash(mkdir out)"}},
		{"trust does not help what is asked about anyway", untrusted, "Bash rm -rf build", "it changes", []string{"Bash(rm -rf build)"}},
		{"a command on a secret is not allowed by its own rule", nil, "Bash rm .env", ".env", nil},
		{"a secret itself is by a rule that names it", nil, "Edit .env", ".env", []string{"Edit(/" + w.root + "/.env)"}},
		{"a host is by its rule", nil, "WebFetch https://example.org/", "example.org", []string{"WebFetch(domain:example.org)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := w.decide(w.policy(c.change), c.call)
			if v.Effect != policy.Ask || !strings.Contains(v.Reason, c.reason) {
				t.Errorf("%s: %s, want a question about %s", v.Effect, v.Reason, c.reason)
			}
			if strings.Contains(v.Reason, "jig trust") != (c.reason == "jig trust --yes") {
				t.Errorf("trust: %s", v.Reason)
			}
			var rules []string
			for _, o := range v.Offers {
				if rules == nil {
					rules = o.Rules
				}
			}
			if !slices.Equal(rules, c.rules) {
				t.Errorf("it offers %q, want %q", rules, c.rules)
			}
		})
	}
}

func TestPlanModeSaysThatTheFolderIsNotTrusted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(func(o *policy.Options) { o.Untrusted, o.Mode = true, policy.Plan })
	if v := w.decide(p, "Bash ls"); v.Effect != policy.Deny || !strings.Contains(v.Reason, "jig trust --yes") {
		t.Errorf("%s: %s", v.Effect, v.Reason)
	}
	if v := w.decide(p, "Bash make"); v.Effect != policy.Deny || strings.Contains(v.Reason, "jig trust") {
		t.Errorf("%s: %s", v.Effect, v.Reason)
	}
}

func TestNoRuleIsOfferedForWhatRunsOutsideOfTheSandbox(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.policy(nil)
	in := *p.ShellIntent("make test")
	in.Unconfined = true
	spec, _ := policy.StandIn("Bash")
	v := p.Decide(&policy.Subject{Spec: spec, Args: []byte("{}"), Intent: &in})
	if v.Effect != policy.Ask || !strings.Contains(v.Reason, "no rule allows") || slices.ContainsFunc(v.Offers, func(o policy.Offer) bool { return len(o.Rules) > 0 }) {
		t.Errorf("%s: %s %v", v.Effect, v.Reason, v.Offers)
	}
	if v := p.Decide(&policy.Subject{Spec: spec, Args: []byte("{}"), Intent: &tool.Intent{Opaque: "unreadable"}}); v.Effect != policy.Ask || len(v.Offers) != 1 {
		t.Errorf("%s: %v", v.Effect, v.Offers)
	}
}
