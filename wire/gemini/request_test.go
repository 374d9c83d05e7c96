package gemini_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/wire"
	"jig/wire/gemini"
)

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag

func defs() []tool.Definition {
	return []tool.Definition{
		{Name: "read", Description: "Reads a file.", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)},
		{Name: "old", Description: "In the older form.", Input: json.RawMessage(`{"type":"OBJECT","properties":{"path":{"type":"STRING"}}}`)},
		{Name: "now", Description: "Tells the time.", Input: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
}

func part(kind wire.PartKind, text string) wire.Part { return wire.Part{Kind: kind, Text: text} }

func raw(kind wire.PartKind, from, raw string) wire.Part {
	return wire.Part{Kind: kind, From: from, Raw: json.RawMessage(raw)}
}

func called(id, name, args, from, raw string) wire.Part {
	return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id, Name: name, Args: json.RawMessage(args)}, From: from, Raw: json.RawMessage(raw)}
}

func answered(id, name string, isError bool, content ...tool.Block) wire.Part {
	return wire.Part{Kind: wire.ResultPart, Result: &wire.Result{CallID: id, Name: name, Content: content, IsError: isError}}
}

func said(role wire.Role, parts ...wire.Part) wire.Message {
	return wire.Message{Role: role, Parts: parts}
}

// requests are conversations in all the states in which they may be.
func requests() map[string]*wire.Request {
	cold := 0.5
	png := tool.Image("image/png", []byte("png"))
	turn := []wire.Message{
		wire.Say("look"),
		said(wire.Assistant, part(wire.ThinkingPart, "not signed"), part(wire.TextPart, "looking"),
			called("f1", "read", `{"path":"a"}`, "gemini", `{"functionCall":{"id":"f1","name":"read","args":{"path":"a"}},"thoughtSignature":"U2ln"}`),
			called("call_000000000000000000000000", "now", `{}`, "gemini", `{"functionCall":{"name":"now"}}`)),
		said(wire.User, part(wire.TextPart, "by the way"), answered("call_000000000000000000000000", "now", true, tool.Text("no clock")), answered("f1", "read", false, tool.Text("text"), png)),
	}
	return map[string]*wire.Request{
		"plain":                             {Model: "gemini-2.5-flash", System: "be brief", Messages: []wire.Message{wire.Say("hi")}, Temperature: &cold, MaxTokens: 100},
		"tools":                             {Model: "gemini-2.5-flash", Tools: defs(), Choice: "read", Effort: "low", Messages: []wire.Message{wire.Say("hi")}},
		"a turn with tools":                 {Model: "gemini-3-pro-preview", Tools: defs(), Choice: "none", Effort: "medium", Messages: turn},
		"a turn with tools of older models": {Model: "models/gemini-2.5-pro", Tools: defs(), Choice: "any", Effort: "medium", Messages: turn},
		"a turn of another provider": {
			Model: "gemini-3.1-pro", Effort: "medium",
			Messages: []wire.Message{
				wire.Say("look"),
				said(wire.Assistant, raw(wire.ThinkingPart, "anthropic", `{"type":"thinking"}`), called("t1", "read", `{"path":"a"}`, "anthropic", `{"type":"tool_use"}`), called("t2", "0read", `[]`, "", ``)),
				said(wire.User, answered("t1", "read", false, tool.JSON(map[string]int{"a": 1}))),
			},
		},
		"what goes back unchanged": {
			Model: "gemini-3-pro",
			Messages: []wire.Message{
				wire.Say("run"),
				said(wire.Assistant, raw(wire.OpaquePart, "gemini", `{"executableCode":{"language":"PYTHON","code":"print(1)"}}`),
					wire.Part{Kind: wire.TextPart, Text: "b", From: "gemini", Raw: json.RawMessage(`{"text":"b","thoughtSignature":"U2ln"}`)}),
				said(wire.User, wire.Part{Kind: wire.BlockPart, Block: &png}, wire.Part{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.FileBlock, Path: "a.txt", Size: 3}}),
			},
		},
	}
}

// golden compares JSON with a file.
func golden(t *testing.T, name string, got json.RawMessage) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), pretty.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRequestsAreThoseOfTheGoldenFiles(t *testing.T) {
	for name, req := range requests() {
		t.Run(name, func(t *testing.T) {
			sent, err := gemini.Request(req)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, sent)
		})
	}
}

func TestResultsAndToolsAreThoseOfTheGoldenFiles(t *testing.T) {
	results, err := gemini.Results([]wire.Result{
		{CallID: "f1", Name: "read", Content: []tool.Block{tool.Text("x"), tool.Image("image/png", []byte("png"))}},
		{CallID: "call_0123456789abcdef01234567", Name: "now", IsError: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "results", results)
	tools, err := gemini.Tools(defs())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "tool list", tools)
}

func TestRequestsThatCannotBeSaySo(t *testing.T) {
	hi := []wire.Message{wire.Say("hi")}
	cases := map[string]*wire.Request{
		"no message to answer": {Messages: []wire.Message{wire.Say(" ")}},
		"no tools are offered": {Messages: hi, Choice: "any"},
		"not among the tools":  {Messages: hi, Choice: "write", Tools: defs()},
		"use low, medium":      {Messages: hi, Effort: "extreme"},
		`tool "bad"`:           {Messages: hi, Tools: []tool.Definition{{Name: "bad", Input: json.RawMessage(`[`)}}},
	}
	for want, req := range cases {
		t.Run(want, func(t *testing.T) {
			if got, err := gemini.Request(req); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %s %v", got, err)
			}
		})
	}
}
