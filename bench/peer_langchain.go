package main

import (
	"context"
	"encoding/json"

	"github.com/tmc/langchaingo/tools"
)

// langchainFind is a langchaingo tool: a string in, a string out; what the string means is the tool's own business.
type langchainFind struct{}

func (langchainFind) Name() string        { return findName }
func (langchainFind) Description() string { return findDescription }

func (langchainFind) Call(_ context.Context, input string) (string, error) {
	var in findInput
	if err := json.Unmarshal([]byte(input), &in); err != nil {
		return "", err
	}
	return find(in)
}

// langchain calls a langchaingo tool, found in a map.
func langchain(ctx context.Context) contender {
	known := map[string]tools.Tool{findName: langchainFind{}}
	return contender{name: "langchaingo Tool.Call", run: each(func() error {
		got, err := known[findName].Call(ctx, findArgs)
		if err != nil {
			return err
		}
		return answered(got)
	})}
}
