package config_test

import (
	"fmt"
	"os"
	"path/filepath"

	"jig/config"
)

func ExampleParse() {
	s, _, err := config.Parse([]byte(`{
		"permissions": {
			"allow": ["Bash(git status)"], // no question
			"deny": [{"rule": "Read(~/.ssh/**)", "reason": "keys stay private"}],
			"defaultMode": "acceptEdits",
		},
	}`), "settings.json", config.User)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Permissions.Mode, s.Permissions.Deny[0].Text, s.Permissions.Deny[0].Reason)

	_, _, err = config.Parse([]byte(`{"permission": {}}`), "settings.json", config.User)
	fmt.Println(err)
	// Output:
	// accept_edits Read(~/.ssh/**) keys stay private
	// settings.json:1:2: permission: there is no setting "permission"; did you mean "permissions"?
}

func ExampleLoad() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home) //nolint:errcheck // a temporary folder
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".jig"), 0o700); err != nil {
		fmt.Println(err)
		return
	}
	text := []byte(`{"permissions": {"allow": ["Bash(*)"], "deny": ["Bash(rm *)"]}}`)
	if err := os.WriteFile(filepath.Join(project, ".jig", "settings.json"), text, 0o600); err != nil {
		fmt.Println(err)
		return
	}

	c, err := config.Load(config.Options{Dir: project, Home: home})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := c.Merged()
	fmt.Println("allow:", len(m.Permissions.Allow), "deny:", m.Permissions.Deny[0].Text)
	fmt.Println("refused:", c.Layers[0].Refused[0].Key, c.Layers[0].Refused[0].Text)
	// Output:
	// allow: 0 deny: Bash(rm *)
	// refused: permissions.allow[0] Bash(*)
}

func ExampleParseKiro() {
	_, err := config.ParseKiro([]byte(`{"toolsSettings": {"write": {"denied_paths": [".env"]}}}`), "agent.json")
	fmt.Println(err)
	// Output:
	// agent.json:1:30: toolsSettings.write.denied_paths: there is no setting "denied_paths"; did you mean "deniedPaths"?
}
