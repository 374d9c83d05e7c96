package main

import (
	"encoding/json"
	"fmt"
)

// The tool every contender offers. Only `json` tags stand on the fields: the peers read a `jsonschema` tag in different
// ways, and all of them can infer the schema from the types alone.
type (
	findInput struct {
		Query   string      `json:"query"`
		Limit   int         `json:"limit"`
		Tags    []string    `json:"tags"`
		Options findOptions `json:"options"`
	}
	findOptions struct {
		Fuzzy bool   `json:"fuzzy"`
		Sort  string `json:"sort"`
	}
)

const (
	findName        = "find"
	findDescription = "Find invoices."
	// findArgs is what the model sent: 130 bytes, all fields present.
	findArgs   = `{"query":"open invoices of march","limit":25,"tags":["billing","europe","2026"],"options":{"fuzzy":true,"sort":"date-descending"}}`
	findAnswer = "3 invoices"
)

// find is the body of the tool. It does next to nothing, so that what is measured is the road to it; it does look at every
// field, so that a contender that lost one on the way is an error and not a fast contender.
func find(in findInput) (string, error) {
	if in.Query == "" || in.Limit != 25 || len(in.Tags) != 3 || !in.Options.Fuzzy || in.Options.Sort == "" {
		return "", fmt.Errorf("the arguments did not arrive whole: %+v", in)
	}
	return findAnswer, nil
}

// answered checks what came back to the caller.
func answered(got string) error {
	if got != findAnswer {
		return fmt.Errorf("answered %q, want %q", got, findAnswer)
	}
	return nil
}

// plain is the floor without any framework and without validation: a map, encoding/json, the function.
func plain() contender {
	tools := map[string]func(json.RawMessage) (string, error){
		findName: func(raw json.RawMessage) (string, error) {
			var in findInput
			if err := json.Unmarshal(raw, &in); err != nil {
				return "", err
			}
			return find(in)
		},
	}
	raw := json.RawMessage(findArgs)
	return contender{name: "plain map + json.Unmarshal", run: each(func() error {
		got, err := tools[findName](raw)
		if err != nil {
			return err
		}
		return answered(got)
	})}
}
