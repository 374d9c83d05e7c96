package config_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/config"
)

func TestEverySettingIsRead(t *testing.T) {
	yes := true
	got, warnings, err := config.Parse([]byte(`{
  // one of each
  "$schema": "x",
  "permissions": {
    "allow": ["Bash(git status)", {"rule": "Read(src/**)", "match": ["src/a"], "not_match": ["b"], "reason": "sources"}],
    "ask": ["Bash(git push *)"],
    "deny": ["WebFetch",],
    "rules": [{"rule": "Bash", "effect": "ask"}],
    "order": "first_match", "defaultMode": "acceptEdits", "tier": "workspace-write",
    "additionalDirectories": ["../lib"], "askTimeout": "2m", "disableBypassPermissionsMode": "disable",
    "planFile": "PLAN.md",
  },
  "network": {"allow": ["example.com"], "deny": [".evil.example"], "allowPrivate": ["10.0.0.0/8"]},
  "sandbox": {
    "enabled": true, "failIfUnavailable": true, "backend": "landlock", "autoAllowBashIfSandboxed": true,
    "filesystem": {"allowWrite": ["a"], "denyWrite": ["b"], "denyRead": ["c"], "allowRead": ["d"]},
    "network": {"access": "proxy", "allowedDomains": ["x.example"], "deniedDomains": ["y.example"], "allowUnixSockets": ["/run/s"]},
  },
  "hooks": {"Stop": [/* none */]}, "disableAllHooks": true,
  "mcpServers": {"fs": {"command": "x", "args": ["//not a comment"],}},
  "disabledMcpjsonServers": ["bad"],
  "env": {"A": "1"},
}`), "s.json", config.User)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	at := func(line int) config.Source {
		return config.Source{File: "s.json", Level: config.User, Line: line}
	}
	want := config.Settings{
		Permissions: config.Permissions{
			Allow: []config.Rule{
				{Text: "Bash(git status)", Effect: config.Allow, Source: at(5)},
				{Text: "Read(src/**)", Effect: config.Allow, Match: []string{"src/a"}, NotMatch: []string{"b"}, Reason: "sources", Source: at(5)},
			},
			Ask:   []config.Rule{{Text: "Bash(git push *)", Effect: config.Ask, Source: at(6)}},
			Deny:  []config.Rule{{Text: "WebFetch", Effect: config.Deny, Source: at(7)}},
			Rules: []config.Rule{{Text: "Bash", Effect: config.Ask, Source: at(8)}},
			Order: config.FirstMatch, Mode: config.AcceptEdits, Tier: config.WorkspaceWrite,
			AdditionalDirectories: []string{"../lib"}, AskTimeout: 2 * time.Minute, DisableBypass: true,
			PlanFile: "PLAN.md",
		},
		Network: config.Network{Allow: []string{"example.com"}, Deny: []string{".evil.example"}, AllowPrivate: []string{"10.0.0.0/8"}},
		Sandbox: config.Sandbox{
			Mode: config.SandboxRequire, Backend: "landlock", AutoAllow: &yes,
			Writable: []string{"a"}, ReadOnly: []string{"b"}, Hidden: []string{"c"}, Readable: []string{"d"},
			Network: config.SandboxNetwork{Access: config.NetworkProxy, Allow: []string{"x.example"}, Deny: []string{"y.example"}, UnixSockets: []string{"/run/s"}},
		},
		Hooks: []byte(`{"Stop":[]}`), DisableHooks: true,
		MCPServers:         map[string]rawJSON{"fs": rawJSON(`{"command":"x","args":["//not a comment"]}`)},
		DisabledMCPServers: []string{"bad"},
		Env:                map[string]string{"A": "1"},
	}
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Error(diff)
	}
}

func TestAMistakeIsToldWithItsPlaceAndTheWayOut(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"a key that does not exist":            {"{\n  \"permission\": {}}", `s.json:2:3: permission: there is no setting "permission"; did you mean "permissions"?`},
		"another writing of a key":             {`{"permissions": {"default_mode": "plan"}}`, `did you mean "defaultMode"?`},
		"nearly a key without effect":          {`{"statusLin": {}}`, `there is no setting "statusLin"; did you mean "statusLine"? It has no effect in jig`},
		"a key from the prototype of objects":  {`{"toString": 1}`, `there is no setting "toString"`},
		"a string for a list":                  {`{"permissions": {"deny": "Bash"}}`, `permissions.deny: expected a list, found a string`},
		"a number for a rule":                  {`{"permissions": {"deny": ["Bash", 7]}}`, `permissions.deny[1]: expected a rule such as`},
		"null for a list":                      {`{"permissions": {"deny": null}}`, `expected a list, found null`},
		"an empty rule":                        {`{"permissions": {"deny": [" "]}}`, `the text is empty`},
		"a rule without text":                  {`{"permissions": {"deny": [{"reason": "x"}]}}`, `"rule" is missing`},
		"an ordered rule without effect":       {`{"permissions": {"rules": [{"rule": "Bash"}]}}`, `"effect" is missing`},
		"an ordered rule as a string":          {`{"permissions": {"rules": ["Bash"]}}`, `expected an object such as`},
		"an effect inside a list of denials":   {`{"permissions": {"deny": [{"rule": "Bash", "effect": "allow"}]}}`, `there is no setting "effect"`},
		"a mode that does not exist":           {`{"permissions": {"defaultMode": "acceptedits"}}`, `there is no mode "acceptedits"; did you mean "accept`},
		"a tier that does not exist":           {`{"permissions": {"tier": "full"}}`, `there is no tier "full"; known: danger-full-access, read-only`},
		"a duration without unit":              {`{"permissions": {"askTimeout": "90"}}`, `expected a duration such as "90s"`},
		"a negative duration":                  {`{"permissions": {"askTimeout": -1}}`, `more than zero`},
		"a duration beyond all measure":        {`{"permissions": {"askTimeout": 1e300}}`, `more than a thousand hours`},
		"a disabled switch with another word":  {`{"permissions": {"disableBypassPermissionsMode": "enable"}}`, `expected "disable" or true`},
		"a restriction at the wrong place":     {`{"disableBypassPermissionsMode": "disable"}`, `inside of permissions`},
		"an address instead of a host":         {`{"network": {"deny": ["https://evil.example/x"]}}`, `is not a host`},
		"a host with a space":                  {`{"network": {"deny": ["evil .example"]}}`, `is not a host`},
		"a sandbox that nobody knows":          {"{\"sandbox\": {\n\"backend\": \"docker\"}}", `s.json:2:12: sandbox.backend: there is no sandbox "docker"; known: auto, bubblewrap, bwrap, landlock`},
		"two ways to say the sandbox mode":     {`{"sandbox": {"mode": "require", "enabled": false}}`, `keep one way`},
		"a server that is a string":            {`{"mcpServers": {"x": "npx"}}`, `mcpServers.x: expected an object`},
		"a variable that is a number":          {`{"env": {"A": 1}}`, `write numbers in quotes`},
		"a variable with an impossible name":   {`{"env": {"A=B": "1"}}`, `cannot be the name of a variable`},
		"a key that stands twice":              {"{\"permissions\": {\"deny\": [],\n\"deny\": []}}", `s.json:2:1: permissions.deny: this key stands here for the second time, first in line 1`},
		"a key that stands twice in disguise":  {`{"permissions": {}, "p\u0065rmissions": {}}`, `second time`},
		"a key that stands twice inside hooks": {`{"hooks": {"Stop": [{"a": 1, "a": 2}]}}`, `hooks.Stop[0].a: this key`},
		"text after the end":                   {`{} {}`, `s.json:1:4: not valid JSON`},
		"an end that is missing":               {`{"permissions": {`, `not valid JSON`},
		"a list at the top":                    {`[]`, `expected an object, found a list`},
		"nothing at all":                       {"\n", `the file is empty; write {}`},
		"bytes that are not UTF-8":             {"{\"env\": {\"A\": \"\xff\"}}", `s.json:1:16: this is not UTF-8`},
		"a NUL byte":                           {"{\"env\": {\"A\": \"\x00\"}}", `NUL byte`},
		"an escaped NUL in a rule":             {`{"permissions": {"deny": ["Bash\u0000"]}}`, `NUL in the text`},
		"nesting without end":                  {strings.Repeat("[", 1<<19), `nested more than 64 deep`},
		"nesting behind comments":              {"// [\n/* [ */" + strings.Repeat(`{"a":`, 100), `nested more than 64 deep`},
		"a file that is too long":              {"{}" + strings.Repeat(" ", 1<<20), `settings may have`},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := config.Parse([]byte(test.text), "s.json", config.User)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestAllMistakesOfAFileComeTogether(t *testing.T) {
	_, _, err := config.Parse([]byte(`{"a": 1, "b": 2, "env": []}`), "s.json", config.User)
	var problems config.Problems
	if !errors.As(err, &problems) || len(problems) != 3 {
		t.Fatal(err)
	}
	if p := problems[2]; p.Path != "env" || p.Line != 1 || p.Column != 25 {
		t.Errorf("%+v", p)
	}
	_, _, err = config.Parse([]byte(`{"env": {`+numbered(100)+`}}`), "s.json", config.User)
	if !errors.As(err, &problems) || len(problems) != 20 {
		t.Errorf("%d problems", len(problems))
	}
}

func TestSpellingsOfClaudeCodeMeanTheSame(t *testing.T) {
	for spelling, want := range map[string]config.Mode{
		"default": config.Default, "manual": config.Default, "acceptEdits": config.AcceptEdits, "accept_edits": config.AcceptEdits,
		"plan": config.Plan, "auto": config.Auto, "dontAsk": config.DontAsk, "dont_ask": config.DontAsk,
		"bypassPermissions": config.Bypass, "bypass": config.Bypass,
	} {
		s, _, err := config.Parse([]byte(`{"permissions": {"defaultMode": "`+spelling+`"}}`), "", config.User)
		if err != nil || s.Permissions.Mode != want {
			t.Errorf("%s: %v %v", spelling, s, err)
		}
		if mode, err := config.ParseMode(spelling); err != nil || mode != want {
			t.Errorf("%s: %v %v", spelling, mode, err)
		}
	}
	for text, want := range map[string]config.SandboxMode{
		`{}`: "", `{"failIfUnavailable": true}`: "",
		`{"enabled": false, "failIfUnavailable": true}`: config.SandboxOff,
		`{"enabled": true}`:                             config.SandboxPrefer,
		`{"enabled": true, "failIfUnavailable": true}`:  config.SandboxRequire,
		`{"mode": "require"}`:                           config.SandboxRequire,
	} {
		s, _, err := config.Parse([]byte(`{"sandbox": `+text+`}`), "", config.User)
		if err != nil || s.Sandbox.Mode != want {
			t.Errorf("%s: %v %v", text, s, err)
		}
	}
}

func TestASettingThatJigDoesNotObeyIsAWarning(t *testing.T) {
	_, warnings, err := config.Parse([]byte(`{"statusLine": {"type": "command", "command": "touch x"}, "fallbackModel": "m", "sandbox": {"excludedCommands": ["git"]}}`), "s.json", config.User)
	if err != nil || len(warnings) != 3 || !strings.Contains(warnings[0], "s.json:1:16: statusLine: this has no effect in jig: jig never runs this command") {
		t.Errorf("%q %v", warnings, err)
	}
}

func TestARestrictionThatJigCannotEnforceStopsAManagedStart(t *testing.T) {
	const text = `{"deniedMcpServers": [{"serverName": "x"}]}`
	if _, _, err := config.Parse([]byte(text), "s.json", config.Managed); err == nil || !strings.Contains(err.Error(), "does not enforce") {
		t.Error(err)
	}
	if _, warnings, err := config.Parse([]byte(text), "s.json", config.User); err != nil || len(warnings) != 1 {
		t.Error(warnings, err)
	}
}

func TestAByteOrderMarkIsPassedOver(t *testing.T) {
	if _, _, err := config.Parse([]byte("\ufeff{\"env\": {}}"), "s.json", config.User); err != nil {
		t.Error(err)
	}
}
