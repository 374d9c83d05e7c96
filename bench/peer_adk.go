package main

import (
	"encoding/json"
	"errors"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
)

// adkContext is what functiontool asks of its context when nothing needs a confirmation.
type adkContext struct{ agent.Context }

func (adkContext) ToolConfirmation() *toolconfirmation.ToolConfirmation { return nil }

// adkRunner is the method ADK's own loop calls; its Tool interface does not have it.
type adkRunner interface {
	Run(ctx agent.Context, args any) (map[string]any, error)
}

// adk calls functiontool.Run, found in a map. ADK takes decoded arguments, so the raw ones are decoded first, as its model
// clients do.
func adk() (contender, error) {
	t, err := functiontool.New(functiontool.Config{Name: findName, Description: findDescription},
		func(_ agent.Context, in findInput) (string, error) { return find(in) })
	if err != nil {
		return contender{}, err
	}
	runner, ok := t.(adkRunner)
	if !ok {
		return contender{}, errors.New("adk's function tool has no Run(agent.Context, any) any more: adjust peer_adk.go")
	}
	tools := map[string]adkRunner{findName: runner}
	raw := []byte(findArgs)
	return contender{name: "adk-go functiontool", run: each(func() error {
		var args map[string]any
		if err := json.Unmarshal(raw, &args); err != nil {
			return err
		}
		out, err := tools[findName].Run(adkContext{}, args)
		if err != nil {
			return err
		}
		got, _ := out["result"].(string)
		return answered(got)
	})}, nil
}
