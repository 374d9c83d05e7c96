package config_test

import (
	"strings"
	"testing"

	"jig/config"
)

const kiroAgent = `{
  "name": "x", "description": null, "prompt": "file://./p.md", "model": "m",
  "mcpServers": {"git": {"command": "git-mcp", "timeout": 120000}},
  "tools": ["read", "@git", "*"], "toolAliases": {"@github/get_issues": "issues"},
  "allowedTools": ["read", "fs_*", "@git/git_status"],
  "toolsSettings": {
    "execute_bash": {"allowedCommands": ["git status", "ls.*|pwd"], "deniedCommands": ["git push .*"], "autoAllowReadonly": true, "denyByDefault": true},
    "write": {"allowedPaths": ["src/**"], "deniedPaths": [".env"]}, "fs_read": {"allowReadOnly": true},
    "grep": {"deniedPaths": ["x"]}, "glob": {"allowedPaths": ["y"]},
    "web_fetch": {"trusted": ["https://docs\\..*"], "blocked": [".*evil.*"]},
    "use_aws": {"allowedServices": ["s3"], "deniedServices": ["iam"], "autoAllowReadonly": false},
    "subagent": {"availableAgents": ["a*"], "trustedAgents": ["ab"]},
    "@git/git_push": {"any": "thing"}, "knowledge": {},
  },
  "resources": ["file://README.md", {"type": "knowledgeBase"}],
  "hooks": {"stop": [{"command": "x"}]},
  "includeMcpJson": true, "keyboardShortcut": "ctrl+a", "welcomeMessage": "hi",
}`

func TestAKiroAgentIsRead(t *testing.T) {
	a, err := config.ParseKiro([]byte(kiroAgent), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	s := a.ToolSettings
	for what, ok := range map[string]bool{
		"name":      a.Name == "x" && a.Description == "" && a.Prompt == "file://./p.md" && a.Model == "m" && a.Source == "a.json",
		"servers":   len(a.MCPServers) == 1 && a.IncludeMCPJSON,
		"tools":     len(a.Tools) == 3 && len(a.AllowedTools) == 3 && a.ToolAliases["@github/get_issues"] == "issues",
		"switches":  s.Shell.DenyByDefault && s.Shell.AutoAllowReadonly && s.Read.AllowReadOnly && !s.Write.AllowReadOnly,
		"paths":     s.Write.Allowed[0] == "src/**" && s.Write.Denied[0] == ".env" && s.Grep.Denied[0] == "x" && s.Glob.Allowed[0] == "y",
		"services":  s.AWS.Allowed[0] == "s3" && s.AWS.Denied[0] == "iam" && s.AWS.AutoAllowReadonly != nil && !*s.AWS.AutoAllowReadonly,
		"agents":    s.Subagent.Available[0] == "a*" && s.Subagent.Trusted[0] == "ab",
		"addresses": s.WebFetch.Trusted[0].Match("https://docs.x") && s.WebFetch.Blocked[0].Match("https://evil.example"),
		"others":    len(s.Other) == 2,
		"resources": a.Resources[0].URI == "file://README.md" && string(a.Resources[1].Object) == `{"type":"knowledgeBase"}`,
		"hooks":     string(a.Hooks) == `{"stop":[{"command":"x"}]}`,
		"faces":     a.KeyboardShortcut == "ctrl+a" && a.WelcomeMessage == "hi",
	} {
		if !ok {
			t.Errorf("%s: %+v", what, a)
		}
	}
}

func TestAPatternMatchesTheWholeCommand(t *testing.T) {
	a, err := config.ParseKiro([]byte(kiroAgent), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	allowed, denied := a.ToolSettings.Shell.Allowed, a.ToolSettings.Shell.Denied[0]
	for text, want := range map[string]bool{
		"git status": true, "git status; rm x": false, "x git status": false, "ls -l": true, "pwd": true, "pwd; rm x": false, "ls\nrm x": false,
	} {
		if got := allowed[0].Match(text) || allowed[1].Match(text); got != want {
			t.Errorf("%q allowed: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"git push x": true, "git push x\necho": true, "git pull": false} {
		if got := denied.Match(text); got != want {
			t.Errorf("%q denied: %v", text, got)
		}
	}
	if (config.Pattern{Text: ".*"}).Match("x") {
		t.Error("a pattern that was never compiled matches")
	}
}

func TestAMistakeInAKiroAgentIsTold(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"a key in another spelling":       {`{"toolsSettings": {"shell": {"denied_commands": ["x"]}}}`, `did you mean "deniedCommands"?`},
		"a key that does not exist":       {`{"alowedTools": []}`, `did you mean "allowedTools"?`},
		"a tool that does not exist":      {`{"toolsSettings": {"shel": {}}}`, `there is no tool "shel"; did you mean "shell"?`},
		"a tool in two spellings":         {`{"toolsSettings": {"shell": {}, "execute_bash": {}}}`, `twice, in two spellings`},
		"a pattern that is none":          {`{"toolsSettings": {"shell": {"deniedCommands": ["("]}}}`, `toolsSettings.shell.deniedCommands[0]: "(" is not a regular expression`},
		"a pattern that leaves its group": {`{"toolsSettings": {"shell": {"allowedCommands": ["a)|(.*"]}}}`, `is not a regular expression`},
		"everything allowed":              {`{"allowedTools": ["*"]}`, `would allow every tool`},
		"a resource of no kind":           {`{"resources": ["README.md"]}`, `expected file://`},
		"a wrong type":                    {`{"tools": "read"}`, `tools: expected a list, found a string`},
		"both names of one switch":        {`{"useLegacyMcpJson": true, "includeMcpJson": false}`, `keep one`},
		"an alias for nothing":            {`{"toolAliases": {"": "x"}}`, `needs the tool`},
		"no object":                       {`[]`, `expected an object`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := config.ParseKiro([]byte(test.text), "a.json")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}
