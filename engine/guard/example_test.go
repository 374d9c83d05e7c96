package guard_test

import (
	"context"
	"fmt"
	"os"

	"jig/engine"
	"jig/engine/guard"
	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

// console answers every question with yes, once.
type console struct{}

func (console) Ask(_ context.Context, questions []guard.Question) ([]guard.Answer, error) {
	answers := make([]guard.Answer, len(questions))
	for i, q := range questions {
		fmt.Println("May it", q.Intent.Summary+"?", q.Reason)
		answers[i] = guard.Answer{Allow: true}
	}
	return answers, nil
}

// An engine whose calls are decided by a policy, and by a person where that asks.
func Example() {
	dir, err := os.MkdirTemp("", "jig-example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // an example
	space, err := workspace.New(dir)
	if err != nil {
		panic(err)
	}
	defer space.Close() //nolint:errcheck // an example
	p, err := policy.New(policy.Options{
		Space: space,
		Rules: []policy.Rule{{Effect: policy.Deny, Text: "Edit(*.lock)", Reason: "lock files are written by tools"}},
	})
	if err != nil {
		panic(err)
	}
	eng := engine.New(tool.NewSet(writer()), guard.New(guard.Options{Policy: p, Asker: console{}}), engine.Options{})
	defer eng.Close()
	for _, path := range []string{"notes.txt", "go.lock"} {
		out := eng.Call(context.TODO(), tool.Call{Name: "write", Args: fmt.Appendf(nil, `{"path":%q}`, path)})
		fmt.Println(out.Status)
	}
	// Output:
	// May it write notes.txt? it changes notes.txt
	// ok
	// denied
}
