package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jig/schema"
	"jig/tool"
)

// maxRepairs is how often a sub-agent is told that its result does not fit.
const maxRepairs = 2

// form is what the result of a sub-agent must look like, and how it gets there.
type form struct {
	schema *schema.Schema
	desk   *desk

	repairs int
	value   json.RawMessage // the one that fits
	err     error           // what is wrong with the last one
}

func (f *form) rules() string {
	return fmt.Sprintf("\n\nThe result must be JSON that fits this JSON Schema. Give it as task_result of summary, and nothing beside it:\n%s", f.schema.JSON())
}

// followup looks at the result when the sub-agent has ended, and lets it try again.
func (f *form) followup(_ context.Context, sofar *Report) (string, bool) {
	said, ok := f.desk.take()
	if !ok {
		said = sofar.Text
	}
	if f.value, f.err = fit(f.schema, said); f.err == nil || f.repairs >= maxRepairs {
		return "", false
	}
	f.repairs++
	f.desk.clear()
	return fmt.Sprintf("Your result does not have the form that was asked for: %s\n\nGive the whole result again, corrected, as task_result of summary.", f.err), true
}

// result is what was asked for, or what is wrong with what came.
func (f *form) result() (json.RawMessage, error) {
	if f.value != nil {
		return f.value, nil
	}
	err := f.err
	if err == nil {
		err = errors.New("there is none")
	}
	return nil, tool.Errorf(tool.CodeFailed, "the sub-agent did not give a result that fits output_schema, though it was told %d times: %w", f.repairs, err)
}

// fit finds the value in a text and checks it.
func fit(s *schema.Schema, said string) (json.RawMessage, error) {
	var last error
	for _, candidate := range candidates(said) {
		value, err := s.Check(candidate, schema.Options{})
		if err == nil {
			var compact bytes.Buffer
			if err := json.Compact(&compact, value); err != nil {
				return nil, err
			}
			return compact.Bytes(), nil
		}
		if last == nil {
			last = err
		}
	}
	if last == nil {
		return nil, errors.New("there is no JSON in it")
	}
	return nil, last
}

// maxTries is how many brackets in a text are looked at for JSON.
const maxTries = 50

// candidates are the JSON values in a text: all of it, what stands in a code block, or the first that begins anywhere.
func candidates(said string) []json.RawMessage {
	said = strings.TrimSpace(said)
	var all []json.RawMessage
	add := func(text string) {
		if text = strings.TrimSpace(text); json.Valid([]byte(text)) {
			all = append(all, json.RawMessage(text))
		}
	}
	add(said)
	for rest := said; len(all) == 0; {
		_, after, ok := strings.Cut(rest, "```")
		if !ok {
			break
		}
		inside, after, closed := strings.Cut(after, "```")
		if !closed {
			break
		}
		if _, text, ok := strings.Cut(inside, "\n"); ok { // behind the name of the language
			add(text)
		}
		rest = after
	}
	at := 0
	for range maxTries {
		i := strings.IndexAny(said[at:], "{[")
		if i < 0 || len(all) > 0 {
			break
		}
		at += i
		var value json.RawMessage
		if json.NewDecoder(strings.NewReader(said[at:])).Decode(&value) == nil {
			all = append(all, value)
		}
		at++
	}
	return all
}
