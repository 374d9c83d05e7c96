package text_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// promptTools have one parameter of each type.
func promptTools() []tool.Definition {
	schema := json.RawMessage(`{"type":"object","properties":{
		"path":{"type":"string"},"body":{"type":"string"},"zip":{"type":"string"},"n":{"type":"integer"},"x":{"type":"number"},
		"ok":{"type":"boolean"},"none":{"type":"null"},"list":{"type":"array"},"map":{"type":"object"}}}`)
	return []tool.Definition{
		{Name: "write_file", Description: "Writes <a file>.", Input: schema},
		{Name: "list_all", Input: schema},
	}
}

func promptCalls() []*wire.Call {
	return []*wire.Call{
		{ID: "a", Name: "write_file", Args: json.RawMessage(`{"path": "a/b.txt", "zip": "02134", "n": -3, "x": 1.5, "ok": true, "none": null,
			"list": [1, "two", [], {"a": {"b": null}}], "map": {"k": "v \"q\" 'r'", "l": [false]}}`)},
		{ID: "b", Name: "list_all", Args: json.RawMessage(`{}`)},
		{ID: "c", Name: "write_file", Args: json.RawMessage(`{"path": "ünï 😀", "body": "line \"1\"\n\tit's 2,\\n a=b: {x} [y] (z)\n<b>&amp;</b>"}`)},
	}
}

// unwritten are the formats that can be read but not taught.
func unwritten() []string {
	return []string{"auto", "gigachat3", "hunyuan", "minicpm5_xml", "minimax_m3", "muse_glimmer", "step3"}
}

func writtenFormats() []string {
	return slices.DeleteFunc(text.Formats(), func(name string) bool { return slices.Contains(unwritten(), name) })
}

func TestWhatIsWrittenIsReadAsItWas(t *testing.T) {
	t.Parallel()
	for _, format := range writtenFormats() {
		for _, reader := range []string{format, "auto"} {
			if format == "generic_json" && reader == "auto" {
				continue // its object is no call by itself
			}
			t.Run(format+"/"+reader, func(t *testing.T) {
				t.Parallel()
				said, err := text.Calls(format, promptCalls())
				if err != nil {
					t.Fatal(err)
				}
				d, err := text.New(reader, wire.Options{Tools: promptTools()})
				if err != nil {
					t.Fatal(err)
				}
				d.Write([]byte(said))
				if _, err := d.Close(); err != nil {
					t.Fatal(err)
				}
				m := d.Reply().Message
				got := m.Calls()
				if len(got) != len(promptCalls()) {
					t.Fatalf("%d calls in\n%s\nand text %q", len(got), said, m.Text())
				}
				for i, want := range promptCalls() {
					if got[i].Name != want.Name || !sameJSON(t, got[i].Args, want.Args) {
						t.Errorf("%s %s\nwant %s %s\nin\n%s", got[i].Name, got[i].Args, want.Name, want.Args, said)
					}
				}
				if rest := strings.TrimSpace(m.Text()); rest != "" {
					t.Errorf("text %q is left of\n%s", rest, said)
				}
			})
		}
	}
}

func sameValue(x, y any) bool { return reflect.DeepEqual(x, y) }

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return reflect.DeepEqual(x, y)
}

func TestADescriptionTeachesTheDialect(t *testing.T) {
	t.Parallel()
	for _, format := range append(writtenFormats(), "", "auto", "qwen3") {
		about, err := text.Describe(format, promptTools())
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`{"name":"write_file","description":"Writes <a file>.","parameters":{"type":"object"`, "example_tool", "some words"} {
			if !strings.Contains(about, want) {
				t.Errorf("%s: there is no %s in\n%s", format, want, about)
			}
		}
	}
}

func TestResultsAreWrittenInTags(t *testing.T) {
	t.Parallel()
	results := []wire.Result{
		{Name: "read", Content: []tool.Block{tool.Text("a </tool_response> b"), tool.JSON(map[string]int{"n": 1})}},
		{Name: "run", IsError: true, Content: []tool.Block{tool.Image("image/png", []byte("123")), tool.File("a.bin", "application/zip", 4)}},
	}
	got, err := text.Results("", results)
	if err != nil {
		t.Fatal(err)
	}
	const want = `<tool_response name="read" success="true">
a <\/tool_response> b
{"n":1}
</tool_response>
<tool_response name="run" success="false">
(an image, image/png, 3 bytes)
(the file a.bin, application/zip, 4 bytes)
</tool_response>`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	t.Parallel()
	for _, format := range unwritten() {
		if _, err := text.Calls(format, promptCalls()); err == nil && format != "auto" {
			t.Errorf("%s can be written", format)
		}
	}
	if _, err := text.Describe("no_such", nil); err == nil || !strings.Contains(err.Error(), "hermes") {
		t.Errorf("error %v does not say what there is", err)
	}
	if _, err := text.Calls("hermes", []*wire.Call{{Name: "f", Args: json.RawMessage(`[1]`)}}); err == nil {
		t.Error("arguments that are no object were written")
	}
	if said, err := text.Calls("hermes", nil); err != nil || said != "" {
		t.Errorf("no calls are %q, %v", said, err)
	}
}
