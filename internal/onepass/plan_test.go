package onepass_test

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	"jig/internal/onepass"
)

func TestPlansAcceptWhatToolsAreCalledWith(t *testing.T) {
	for _, tool := range tools() {
		t.Run(tool.name, func(t *testing.T) {
			doc := decodeSchema(t, tool.schema)
			j, err := newJudge(doc)
			if err != nil {
				t.Fatal(err)
			}
			plan, ok := onepass.Compile(doc, tool.typ)
			if !ok {
				t.Fatal("does not compile")
			}
			for _, raw := range tool.accept {
				if !j.checkAgainst(t, plan, tool.typ, []byte(raw)) {
					t.Errorf("no verdict on %s", raw)
				}
			}
			for _, raw := range tool.refuse {
				if j.checkAgainst(t, plan, tool.typ, []byte(raw)) {
					t.Errorf("accepted %s", raw)
				}
			}
		})
	}
}

func TestEveryPrefixOfADocumentIsRefused(t *testing.T) {
	plan, ok := onepass.Compile(decodeSchema(t, listSchema), reflect.TypeFor[listArgs]())
	if !ok {
		t.Fatal("does not compile")
	}
	for i := range listRaw {
		var args listArgs
		if _, ok := plan.Run([]byte(listRaw[:i]), reflect.ValueOf(&args).Elem()); ok {
			t.Errorf("accepted %q", listRaw[:i])
		}
	}
}

func TestNestingEndsAt512Levels(t *testing.T) {
	doc := decodeSchema(t, `true`)
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[any]()} {
		plan, ok := onepass.Compile(doc, typ)
		if !ok {
			t.Fatal("does not compile")
		}
		j, err := newJudge(doc)
		if err != nil {
			t.Fatal(err)
		}
		for depth, want := range map[int]bool{1: true, 512: true, 513: false, 100_000: false} {
			for _, raw := range []string{
				strings.Repeat("[", depth) + strings.Repeat("]", depth),
				strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth),
			} {
				if got := j.checkAgainst(t, plan, typ, []byte(raw)); got != want {
					t.Errorf("%d levels of %q: accepted = %v", depth, raw[0], got)
				}
			}
		}
	}
}

func TestManyUnknownKeysAreStillTold(t *testing.T) {
	doc := decodeSchema(t, `{"type":"object"}`)
	plan, ok := onepass.Compile(doc, nil)
	if !ok {
		t.Fatal("does not compile")
	}
	var b strings.Builder
	b.WriteString(`{"nested":{"k1":0,"k2":0}`)
	for i := range 20_000 {
		b.WriteString(`,"k` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + `\u00e9` + itoa(i) + `":0`)
	}
	many := b.String()
	if _, ok := plan.Run([]byte(many+"}"), reflect.Value{}); !ok {
		t.Error("distinct keys were refused")
	}
	if _, ok := plan.Run([]byte(many+`,"nested":1}`), reflect.Value{}); ok {
		t.Error("a late duplicate was accepted")
	}
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + string(rune('0'+i%10))
}

func TestOutputIsTheInputUnlessDefaultsAreMissing(t *testing.T) {
	plan, ok := onepass.Compile(decodeSchema(t, `{"properties":{"b":{"default":"x"},"a":{"default":[1]},"o":{"properties":{"z":{"default":{}}}}}}`), nil)
	if !ok {
		t.Fatal("does not compile")
	}
	for raw, want := range map[string]string{
		`{"a":1,"b":2}`:             `{"a":1,"b":2}`,
		`{}`:                        `{"a":[1],"b":"x"}`,
		` { } `:                     ` { "a":[1],"b":"x"} `,
		`{"b" : 1 }`:                `{"b" : 1 ,"a":[1]}`,
		`{"o":{"y":{}},"a":1}`:      `{"o":{"y":{},"z":{}},"a":1,"b":"x"}`,
		`{"o":{},"a":{},"b":{}}`:    `{"o":{"z":{}},"a":{},"b":{}}`,
		`{"o":{"z":1},"a":0,"b":0}`: `{"o":{"z":1},"a":0,"b":0}`,
	} {
		in := []byte(raw)
		out, ok := plan.Run(in, reflect.Value{})
		if !ok || string(out) != want {
			t.Errorf("%s gave %s, %v, want %s", raw, out, ok, want)
		}
		if raw == want && &out[0] != &in[0] {
			t.Errorf("%s was copied", raw)
		}
	}
}

func TestADestinationThatDoesNotFitGivesNoVerdict(t *testing.T) {
	plan, ok := onepass.Compile(decodeSchema(t, `true`), reflect.TypeFor[string]())
	if !ok {
		t.Fatal("does not compile")
	}
	var n int
	var s string
	for name, dst := range map[string]reflect.Value{
		"none":         {},
		"another type": reflect.ValueOf(&n).Elem(),
		"not settable": reflect.ValueOf(s),
	} {
		if _, ok := plan.Run([]byte(`"a"`), dst); ok {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAPlanServesManyGoroutines(t *testing.T) {
	plan, ok := onepass.Compile(decodeSchema(t, listSchema), reflect.TypeFor[listArgs]())
	if !ok {
		t.Fatal("does not compile")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				var args listArgs
				if _, ok := plan.Run([]byte(listRaw), reflect.ValueOf(&args).Elem()); !ok || args.Limit != 250 {
					t.Error("no verdict")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestADispatchedCallCostsFewAllocations(t *testing.T) {
	plan, ok := onepass.Compile(decodeSchema(t, listSchema), reflect.TypeFor[listArgs]())
	if !ok {
		t.Fatal("does not compile")
	}
	raw := []byte(listRaw)
	allocs := testing.AllocsPerRun(100, func() {
		var args listArgs
		plan.Run(raw, reflect.ValueOf(&args).Elem())
	})
	if allocs > 3 {
		t.Errorf("%v allocations, want the struct, one string and one slice", allocs)
	}
}
