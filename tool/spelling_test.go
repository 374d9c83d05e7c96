package tool_test

import (
	"context"
	"encoding/json"
	"testing"

	"jig/tool"
)

type spelt struct {
	Path  string `json:"path"`
	After int    `json:"after,omitempty"`
}

func speltTool() *tool.Typed[spelt, string] {
	return tool.New(tool.Spec{Name: "spelt"}, func(_ context.Context, in spelt) (string, error) { return in.Path, nil }).
		WithSpellings(map[string][]string{"path": {"file_path", "target"}, "after": {"-A"}})
}

func TestArgumentsGoByOtherNames(t *testing.T) {
	tests := map[string]string{
		`{"path":"x"}`:                    `{"path":"x"}`,
		`{"file_path":"x"}`:               `{"path":"x"}`,
		`{"filePath":"x"}`:                `{"path":"x"}`,
		`{"Target":"x","-A":2}`:           `{"after":2,"path":"x"}`,
		`{"PATH":"x","-a":2}`:             `{"-a":2,"path":"x"}`,
		`{"path":"x","file_path":"x"}`:    `{"path":"x"}`,
		`{"path":"x","file_path":null}`:   `{"path":"x"}`,
		`{"path":null,"file_path":"x"}`:   `{"path":"x"}`,
		`{"other":"x","path":"y"}`:        `{"other":"x","path":"y"}`,
		`[1]`:                             `[1]`,
		`{"path":"a","file_path":"other"`: `{"path":"a","file_path":"other"`,
	}
	for in, want := range tests {
		call := &tool.Call{Name: "spelt", Args: json.RawMessage(in)}
		if _, err := speltTool().Adapt(call); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if string(call.Args) != want {
			t.Errorf("%s became %s, want %s", in, call.Args, want)
		}
	}
	call := &tool.Call{Args: json.RawMessage(`{"path":"a","file_path":"b"}`)}
	if _, err := speltTool().Adapt(call); err == nil {
		t.Error("two different values for one argument were accepted")
	}
}

func TestTheNameOfACallCanChangeItsArgumentsAndItsTool(t *testing.T) {
	adapted := speltTool().WithAdapt(func(name string, args map[string]json.RawMessage) (string, error) {
		if name == "other" {
			args["path"] = json.RawMessage(`"changed"`)
			return "elsewhere", nil
		}
		return "", nil
	})
	call := &tool.Call{Name: "other", Args: json.RawMessage(`{"target":"x"}`)}
	redirect, err := adapted.Adapt(call)
	if err != nil || redirect != "elsewhere" || string(call.Args) != `{"path":"changed"}` {
		t.Errorf("got %q, %s, %v", redirect, call.Args, err)
	}
}
