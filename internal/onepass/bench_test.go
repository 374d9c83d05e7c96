package onepass_test

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"jig/internal/onepass"
)

// listArgs is the input of an ordinary tool.
type listArgs struct {
	Path  string   `json:"path"`
	Limit int      `json:"limit"`
	Tags  []string `json:"tags"`
	Opts  struct {
		Dry  bool   `json:"dry"`
		Mode string `json:"mode"`
	} `json:"opts"`
}

const (
	listSchema = `{
		"type": "object",
		"properties": {
			"path":  {"type": "string", "minLength": 1, "maxLength": 4096},
			"limit": {"type": "integer", "minimum": 1, "maximum": 1000},
			"tags":  {"type": "array", "items": {"type": "string", "maxLength": 32}, "maxItems": 16},
			"opts":  {
				"type": "object",
				"properties": {
					"dry":  {"type": "boolean"},
					"mode": {"type": "string", "enum": ["fast", "careful", "thorough"]}
				},
				"required": ["dry", "mode"],
				"additionalProperties": false
			}
		},
		"required": ["path", "limit", "tags", "opts"],
		"additionalProperties": false
	}`
	listRaw = `{"path": "internal/engine/scheduler.go", "limit": 250, "tags": ["go", "engine", "scheduler"], "opts": {"dry": true, "mode": "careful"}}`
)

// BenchmarkRun measures a plan beside decoders that check nothing.
func BenchmarkRun(b *testing.B) {
	typ := reflect.TypeFor[listArgs]()
	typed, ok := onepass.Compile(decodeSchema(b, listSchema), typ)
	if !ok {
		b.Fatal("the schema does not compile for the struct")
	}
	untyped, ok := onepass.Compile(decodeSchema(b, listSchema), nil)
	if !ok {
		b.Fatal("the schema does not compile")
	}
	raw := []byte(listRaw)
	b.Run("plan=struct", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			var args listArgs
			if _, ok := typed.Run(raw, reflect.ValueOf(&args).Elem()); !ok {
				b.Fatal("no verdict")
			}
		}
	})
	b.Run("plan=check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := untyped.Run(raw, reflect.Value{}); !ok {
				b.Fatal("no verdict")
			}
		}
	})
	b.Run("go-json-experiment", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var args listArgs
			if err := json.Unmarshal(raw, &args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var args listArgs
			if err := stdjson.Unmarshal(raw, &args); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkShapes measures arguments of other shapes: a long text with
// escapes, a map without fixed keys, and defaults to fill in.
func BenchmarkShapes(b *testing.B) {
	type file struct {
		Path string `json:"path"`
		Text string `json:"text"`
	}
	text, err := stdjson.Marshal(strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"déjà vu: %w\", err)\n\t}\n", 400))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, schema, raw string
		typ               reflect.Type
	}{
		{"long text", `{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"}},"required":["path","text"]}`, `{"path":"a.go","text":` + string(text) + `}`, typeOf[file]()},
		{"map", listSchema, listRaw, typeOf[map[string]any]()},
		{"defaults", `{"type":"object","properties":{"path":{"type":"string","default":"."},"text":{"type":"string","default":"none"}}}`, `{"path":"x"}`, typeOf[file]()},
	} {
		plan, ok := onepass.Compile(decodeSchema(b, c.schema), c.typ)
		if !ok {
			b.Fatal("does not compile")
		}
		raw := []byte(c.raw)
		b.Run(c.name+"/plan", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := plan.Run(raw, reflect.New(c.typ).Elem()); !ok {
					b.Fatal("no verdict")
				}
			}
		})
		b.Run(c.name+"/go-json-experiment", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := json.Unmarshal(raw, reflect.New(c.typ).Interface()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/encoding-json", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := stdjson.Unmarshal(raw, reflect.New(c.typ).Interface()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
