package text_test

import (
	"fmt"
	"sync"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// Schemas are read once for all decoders: nobody may write to them, which the race detector sees.
func TestDecodersThatReadTheSameSchemaAtTheSameTimeDoNotDisturbEachOther(t *testing.T) {
	t.Parallel()
	tools := []tool.Definition{{Name: "get", Input: []byte(`{
		"type": "object",
		"properties": {
			"key": {"enum": ["a", "b", "c"], "const": "a"},
			"n": {"anyOf": [{"type": "integer"}, {"enum": [1, 2, 3], "const": 1}], "oneOf": [{"$ref": "#/properties/key"}]},
			"list": {"type": "array", "prefixItems": [{"const": 1}, {"enum": ["x", "y", "z"], "const": 2}], "items": {"type": "string"}}
		},
		"required": ["key", "n", "list"]
	}`)}}
	call := &wire.Call{ID: "functions.get:0", Name: "get", Args: []byte(`{"key":"a","n":1,"list":["x"]}`)}
	for _, format := range text.Formats() {
		whole, err := text.Calls(format, []*wire.Call{call})
		if err != nil {
			continue
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if _, calls := attackRun(t, format, wire.Options{Tools: tools}, whole, 7); len(calls) != 1 {
					t.Errorf("%s: %d calls", format, len(calls))
				}
			})
		}
		all.Wait()
	}
}

func TestNotMoreThanSomeSchemasAreKept(t *testing.T) {
	t.Parallel()
	const many, most = 20_000, 4096
	for i := range many {
		tools := []tool.Definition{{Name: "get", Input: fmt.Appendf(nil, `{"title":"%d"}`, i)}}
		attackRun(t, "qwen3_coder", wire.Options{Tools: tools}, "<tool_call><function=get><parameter=key>a</parameter></function></tool_call>", 1<<10)
	}
	if kept := text.SchemasKept(); kept == 0 || kept > most {
		t.Errorf("%d of %d are kept", kept, many)
	}
}
