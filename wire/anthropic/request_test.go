package anthropic_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/wire"
	"jig/wire/anthropic"
)

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag

func defs() []tool.Definition {
	return []tool.Definition{
		{Name: "read", Description: "Reads a file.", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`), Strict: true},
		{Name: "now", Description: "Tells the time.", Input: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
}

func part(kind wire.PartKind, text string) wire.Part { return wire.Part{Kind: kind, Text: text} }

func raw(kind wire.PartKind, from, raw string) wire.Part {
	return wire.Part{Kind: kind, From: from, Raw: json.RawMessage(raw)}
}

func called(id, name, args string) wire.Part {
	return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id, Name: name, Args: json.RawMessage(args)}}
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
	signed := raw(wire.ThinkingPart, "anthropic", `{"type":"thinking","thinking":"hm","signature":"S=="}`)
	return map[string]*wire.Request{
		"plain": {Model: "claude-sonnet-4-5", Messages: []wire.Message{wire.Say("hi")}, Temperature: &cold, Choice: "none"},
		"tools and cache": {
			Model: "claude-sonnet-4-5", System: "be brief", Tools: defs(), Choice: "any", Cache: true, MaxTokens: 100,
			Messages: []wire.Message{wire.Say("one"), said(wire.Assistant, part(wire.TextPart, "two")), wire.Say("three")},
		},
		"a turn with tools": {
			Model: "claude-opus-5", Tools: defs(), Choice: "read", Effort: "medium", Cache: true,
			Messages: []wire.Message{
				wire.Say("look"),
				said(wire.Assistant, signed, part(wire.TextPart, "looking"), called("t1", "read", `{"path":"a"}`), called("t2", "now", ``)),
				said(wire.User, part(wire.TextPart, "by the way"), answered("t2", "now", true, tool.Text("no clock"), png), answered("t1", "read", false, tool.Text("text"), png, tool.JSON(1))),
			},
		},
		"thinking with a budget": {
			Model: "claude-sonnet-4-5", Effort: "high", Temperature: &cold,
			Messages: []wire.Message{wire.Say("look"), said(wire.Assistant, signed, called("t1", "read", `{}`)), said(wire.User, answered("t1", "read", false))},
		},
		"no thinking in a turn that began without": {
			Model: "claude-sonnet-4-5", Effort: "high", Temperature: &cold,
			Messages: []wire.Message{wire.Say("look"), said(wire.Assistant, called("t1", "read", `{}`)), said(wire.User, answered("t1", "read", false))},
		},
		"thinking in a turn that began with it": {
			Model: "claude-sonnet-4-5", Effort: "low",
			Messages: []wire.Message{
				wire.Say("look"), said(wire.Assistant, signed, called("t1", "read", `{}`)), said(wire.User, answered("t1", "read", false)),
				said(wire.Assistant, called("t2", "read", `{}`)), said(wire.User, answered("t2", "read", false)),
			},
		},
		"thinking as the model likes": {Model: "claude-fable-5-1", Effort: "low", Temperature: &cold, Messages: []wire.Message{wire.Say("hi")}},
		"what is broken is mended": {
			Model: "claude-sonnet-4-5",
			Messages: []wire.Message{
				said(wire.Assistant, part(wire.TextPart, "I begin")),
				said(wire.User, answered("nobody", "read", false, tool.Text("lost"))),
				said(wire.Assistant, part(wire.TextPart, " "), called("functions.read:0", "functions.read", `{"a"`), called("t", "read", `[1]`)),
				said(wire.Assistant, called("functions.read:0", "read", `{}`)),
				wire.Say("go on"), wire.Say(""), wire.Say("please"),
				said(wire.User, answered("functions.read:0", "read", false, tool.Text("late"))),
				said(wire.Assistant, raw(wire.ThinkingPart, "anthropic", `{"type":"thinking","thinking":"only","signature":"S=="}`)),
			},
		},
		"nothing of another provider": {
			Model: "claude-sonnet-4-5",
			Messages: []wire.Message{
				wire.Say("hi"),
				said(wire.Assistant, raw(wire.ThinkingPart, "openai", `{"id":"rs_1"}`), raw(wire.OpaquePart, "gemini", `{"toolCall":{}}`),
					wire.Part{Kind: wire.TextPart, Text: "hello  ", Raw: json.RawMessage(`{"text":"hello"}`), From: "gemini"}),
			},
		},
		"images and files": {
			Model: "claude-sonnet-4-5",
			Messages: []wire.Message{said(
				wire.User, part(wire.TextPart, "see"), wire.Part{Kind: wire.BlockPart, Block: &png},
				wire.Part{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.FileBlock, MIME: "application/pdf", Data: []byte("pdf")}},
				wire.Part{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.ImageBlock, MIME: "image/bmp", Data: []byte("bmp")}},
				wire.Part{Kind: wire.BlockPart, Block: &tool.Block{Type: tool.FileBlock, Path: "a.txt", Size: 3}},
			)},
		},
		"a call that code has made": {
			Model: "claude-sonnet-4-5",
			Messages: []wire.Message{
				wire.Say("roll"),
				said(
					wire.Assistant, raw(wire.OpaquePart, "anthropic", `{"type":"server_tool_use","id":"s1","name":"code_execution","input":{"code":"x"}}`),
					wire.Part{
						Kind: wire.CallPart, From: "anthropic", Call: &wire.Call{ID: "t1", Name: "roll", Args: json.RawMessage(`{"n":1}`)},
						Raw: json.RawMessage(`{"type":"tool_use","id":"t1","name":"roll","input":{"n":0},"caller":{"type":"code_execution_20250825","tool_id":"s1"}}`),
					},
				),
			},
		},
	}
}

func TestRequestsAreThoseOfTheGoldenFiles(t *testing.T) {
	for name, req := range requests() {
		t.Run(name, func(t *testing.T) {
			got, err := anthropic.Request(req)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, got)
		})
	}
}

// golden compares JSON with a file.
func golden(t *testing.T, name string, got json.RawMessage) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
	var v any
	if err := json.Unmarshal(got, &v); err != nil {
		t.Fatal(err)
	}
	pretty, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	pretty = append(pretty, '\n')
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, pretty, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(pretty)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestResultsAndToolsAreThoseOfTheGoldenFiles(t *testing.T) {
	results, err := anthropic.Results([]wire.Result{
		{CallID: "a", Name: "read", Content: []tool.Block{tool.Text("x"), tool.Image("image/png", []byte("png"))}},
		{CallID: "b.c", Name: "read", IsError: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "results", results)
	tools, err := anthropic.Tools(defs())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "tools", tools)
}

func TestRequestsThatCannotBeSaySo(t *testing.T) {
	hi := []wire.Message{wire.Say("hi")}
	cases := map[string]*wire.Request{
		"names no model":       {Messages: hi},
		"no message to answer": {Model: "claude-opus-5", Messages: []wire.Message{wire.Say(" ")}},
		"no tools are offered": {Model: "claude-opus-5", Messages: hi, Choice: "any"},
		"not among the tools":  {Model: "claude-opus-5", Messages: hi, Choice: "write", Tools: defs()},
		"use low, medium":      {Model: "claude-opus-5", Messages: hi, Effort: "extreme"},
		`tool "bad"`:           {Model: "claude-opus-5", Messages: hi, Tools: []tool.Definition{{Name: "bad", Input: json.RawMessage(`[`)}}},
	}
	for want, req := range cases {
		t.Run(want, func(t *testing.T) {
			if got, err := anthropic.Request(req); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %s %v", got, err)
			}
		})
	}
}

func TestTheSameConversationIsAlwaysTheSameBytes(t *testing.T) {
	req := requests()["what is broken is mended"]
	first, err := anthropic.Request(req)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if again, err := anthropic.Request(req); err != nil || string(again) != string(first) {
			t.Fatalf("%v\n%s\n%s", err, first, again)
		}
	}
}
