package policy_test

import (
	"fmt"

	"jig/policy"
	"jig/workspace"
)

// What a policy says about a few shell lines.
func ExamplePolicy_Decide() {
	space, err := workspace.On(workspace.Disk{}, "/home/dev/proj")
	if err != nil {
		panic(err)
	}
	p, err := policy.New(policy.Options{
		Space: space, Home: "/home/dev",
		Rules: []policy.Rule{
			{Effect: policy.Allow, Text: "Bash(make:*)"},
			{Effect: policy.Deny, Text: "Bash(git push:*)", Reason: "pushes are made by people"},
		},
	})
	if err != nil {
		panic(err)
	}
	bash, _ := policy.StandIn("Bash")
	for _, line := range []string{
		"grep -rn TODO . | head",
		"make test",
		"make test && ./deploy.sh",
		"env A=1 timeout 5 git push",
		"rm -rf ~",
	} {
		v := p.Decide(&policy.Subject{Spec: bash, Intent: p.ShellIntent(line)})
		fmt.Printf("%-27s %-5s %s\n", line, v.Effect, v.Reason)
	}
	// Output:
	// grep -rn TODO . | head      allow it only looks, and only at the workspace
	// make test                   allow a rule allows it
	// make test && ./deploy.sh    ask   ./deploy.sh runs a program that is not one of the system
	// env A=1 timeout 5 git push  deny  pushes are made by people
	// rm -rf ~                    deny  rm would delete a home folder
}
