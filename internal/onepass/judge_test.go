package onepass_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"jig/internal/onepass"
)

// decodeSchema decodes a schema as callers of the package do.
func decodeSchema(t testing.TB, text string) any {
	t.Helper()
	doc, err := decode([]byte(text))
	if err != nil {
		t.Fatalf("schema %s: %v", text, err)
	}
	return doc
}

func decode(raw []byte) (doc any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&doc)
	return doc, err
}

// decodeStrictly decodes what the package promises to accept, with the help
// of other people's parsers.
func decodeStrictly(raw []byte) (any, error) {
	// jsontext refuses bad UTF-8, lone surrogates and duplicate keys.
	if !jsontext.Value(raw).IsValid() {
		return nil, fmt.Errorf("not strict JSON: %q", raw)
	}
	doc, err := decode(raw)
	if err != nil {
		return nil, err
	}
	return doc, checkLimits(doc, 0)
}

func checkLimits(doc any, depth int) error {
	if depth > 512 {
		return fmt.Errorf("nested too deep")
	}
	switch doc := doc.(type) {
	case string:
		if strings.ContainsRune(doc, 0) {
			return fmt.Errorf("NUL in %q", doc)
		}
	case []any:
		for _, item := range doc {
			if err := checkLimits(item, depth+1); err != nil {
				return err
			}
		}
		return depthError(depth + 1)
	case map[string]any:
		for key, item := range doc {
			if err := checkLimits(key, depth); err != nil {
				return err
			}
			if err := checkLimits(item, depth+1); err != nil {
				return err
			}
		}
		return depthError(depth + 1)
	}
	return nil
}

func depthError(depth int) error {
	if depth > 512 {
		return fmt.Errorf("%d levels of nesting", depth)
	}
	return nil
}

// judge is the slow way: the complete validator, defaults filled in on a
// decoded document, and a general decoder.
type judge struct {
	doc      any
	compiler *jsonschema.Compiler
	root     *jsonschema.Schema
}

func newJudge(doc any) (*judge, error) {
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///schema", doc); err != nil {
		return nil, err
	}
	root, err := c.Compile("mem:///schema")
	if err != nil {
		return nil, err
	}
	return &judge{doc: doc, compiler: c, root: root}, nil
}

// reading is one of the ways in which defaults can be understood. Where they
// differ, a plan must not decide.
type reading struct {
	throughRefs  bool // a default behind a reference counts
	intoDefaults bool // a default is filled in itself
	intoAnyOf    bool // objects below an alternative are filled in
}

func readings() []reading {
	var all []reading
	for bits := range 8 {
		all = append(all, reading{bits&1 != 0, bits&2 != 0, bits&4 != 0})
	}
	return all
}

// fill returns v with the missing defaults of the schema at path.
func (j *judge) fill(how reading, path string, schema, v any) any {
	obj, ok := schema.(map[string]any)
	if !ok {
		return v
	}
	if ref, ok := obj["$ref"].(string); ok {
		path, schema = j.target(ref)
		return j.fill(how, path, schema, v)
	}
	if alternatives, ok := obj["anyOf"].([]any); ok && how.intoAnyOf {
		for i, schema := range alternatives {
			v = j.fill(how, fmt.Sprintf("%s/anyOf/%d", path, i), schema, v)
		}
	}
	switch v := v.(type) {
	case []any:
		filled := make([]any, len(v))
		for i, item := range v {
			filled[i] = j.fill(how, path+"/items", obj["items"], item)
		}
		return filled
	case map[string]any:
		filled := make(map[string]any)
		props, _ := obj["properties"].(map[string]any)
		for key, item := range v {
			if schema, ok := props[key]; ok {
				filled[key] = j.fill(how, path+"/properties/"+escape(key), schema, item)
			} else {
				filled[key] = j.fill(how, path+"/additionalProperties", obj["additionalProperties"], item)
			}
		}
		for key, schema := range props {
			if _, ok := v[key]; ok {
				continue
			}
			if item, ok := j.standIn(how, path+"/properties/"+escape(key), schema); ok {
				filled[key] = item
			}
		}
		return filled
	}
	return v
}

func (j *judge) standIn(how reading, path string, schema any) (any, bool) {
	obj, _ := schema.(map[string]any)
	v, ok := obj["default"]
	for hops := 0; !ok && how.throughRefs && obj["$ref"] != nil && hops < 9; hops++ {
		path, schema = j.target(obj["$ref"].(string))
		obj, _ = schema.(map[string]any)
		v, ok = obj["default"]
	}
	if !ok {
		return nil, false
	}
	sch, err := j.compiler.Compile("mem:///schema#" + path)
	if err != nil || sch.Validate(v) != nil {
		return nil, false
	}
	if how.intoDefaults {
		v = j.fill(how, path, schema, v)
	}
	return v, true
}

func (j *judge) target(ref string) (string, any) {
	path := strings.TrimPrefix(ref, "#")
	v := j.doc
	for token := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if token != "" {
			v = v.(map[string]any)[token]
		}
	}
	return path, v
}

func escape(key string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
}

// checkAgainst runs the plan on raw and, if it accepts, holds it to its
// promise.
func (j *judge) checkAgainst(t testing.TB, plan *onepass.Plan, typ reflect.Type, raw []byte) (accepted bool) {
	t.Helper()
	mine := bytes.Clone(raw)
	var dst reflect.Value
	if typ != nil {
		dst = reflect.New(typ).Elem()
	}
	out, ok := plan.Run(mine, dst)
	if !bytes.Equal(mine, raw) {
		t.Fatalf("the input was changed: %q became %q", raw, mine)
	}
	if !ok {
		return false
	}
	out = bytes.Clone(out)
	for i := range mine {
		mine[i] = '!' // nothing decoded may share memory with the input
	}
	doc, err := decodeStrictly(raw)
	if err != nil {
		t.Fatalf("accepted %q: %v", raw, err)
	}
	outDoc, err := decodeStrictly(out)
	if err != nil {
		t.Fatalf("accepted %q, but its output is bad: %v", raw, err)
	}
	for _, v := range []any{doc, outDoc} {
		if err := j.root.Validate(v); err != nil {
			t.Fatalf("accepted %q, gave %q, but the judge says: %v", raw, out, err)
		}
	}
	for _, how := range readings() {
		if want := j.fill(how, "", j.doc, doc); !reflect.DeepEqual(want, outDoc) {
			t.Fatalf("%q gave %q, but with %+v it should be %v", raw, out, how, want)
		}
	}
	if reflect.DeepEqual(doc, outDoc) && !bytes.Equal(raw, out) {
		t.Fatalf("%q was rewritten as %q for nothing", raw, out)
	}
	if typ != nil {
		want := reflect.New(typ)
		if err := jsonv2.Unmarshal(out, want.Interface()); err != nil {
			t.Fatalf("accepted %q, but the decoder says: %v", raw, err)
		}
		if !reflect.DeepEqual(dst.Interface(), want.Elem().Interface()) || !sameText(dst.Interface(), want.Elem().Interface()) {
			t.Fatalf("%q decoded wrongly into %v:\n%s", out, typ,
				cmp.Diff(fmt.Sprintf("%#v", want.Elem().Interface()), fmt.Sprintf("%#v", dst.Interface())))
		}
	}
	return true
}

// sameText tells apart what == does not, such as 0 and -0.
func sameText(a, b any) bool {
	textA, errA := jsonv2.Marshal(a, jsonv2.Deterministic(true))
	textB, errB := jsonv2.Marshal(b, jsonv2.Deterministic(true))
	return errA != nil && errB != nil || bytes.Equal(textA, textB)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
