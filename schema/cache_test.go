package schema_test

import (
	"fmt"
	"sync"
	"testing"

	"jig/schema"
)

func TestACacheParsesTheSameContentOnce(t *testing.T) {
	var c schema.Cache
	parse := func(doc string, opts ...schema.Option) *schema.Schema {
		t.Helper()
		s, err := c.Parse([]byte(doc), opts...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := parse(`{"type":"string"}`)
	if parse(`{"type":"string"}`) != first {
		t.Error("the same document was parsed again")
	}
	for name, other := range map[string]*schema.Schema{
		"another document": parse(`{"type":"number"}`),
		"another draft":    parse(`{"type":"string"}`, schema.WithDraft(schema.Draft7)),
		"another resource": parse(`{"type":"string"}`, schema.WithResource("http://x/y", []byte(`{}`))),
	} {
		if other == first {
			t.Errorf("%s is taken for the same", name)
		}
	}
	if parse(`{"type":"string"}`, schema.WithResource("http://x/y", []byte(`{}`))) != parse(`{"type":"string"}`, schema.WithResource("http://x/y", []byte(` { } `))) {
		t.Error("the same resource was parsed again")
	}
}

func TestACacheRemembersErrors(t *testing.T) {
	var c schema.Cache
	_, first := c.Parse([]byte(`{"type":1}`))
	_, second := c.Parse([]byte(`{"type":1}`))
	if first == nil || first != second { //nolint:errorlint // the very same error is what is asked for
		t.Errorf("got %v and %v", first, second)
	}
	if _, err := c.Parse([]byte(`{}`), schema.WithDraft(12)); err == nil {
		t.Error("a wrong option is no error")
	}
}

func TestACacheForgetsWhatWasNotAskedForTheLongest(t *testing.T) {
	c := schema.Cache{Limit: 2}
	parse := func(i int) *schema.Schema {
		t.Helper()
		s, err := c.Parse(fmt.Appendf(nil, `{"const":%d}`, i))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one, two := parse(1), parse(2)
	if parse(1) != one {
		t.Error("1 was forgotten")
	}
	parse(3)
	if parse(1) != one {
		t.Error("1 was forgotten, though it was asked for after 2")
	}
	if parse(2) == two {
		t.Error("2 was not forgotten")
	}
}

func TestEverythingCanBeUsedAtOnce(t *testing.T) {
	var c schema.Cache
	d := decoder[readArgs](t, nil)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 50 {
				doc := fmt.Appendf(nil, `{"type":"object","properties":{"n":{"type":"integer","maximum":%d,"default":1},"x":{"oneOf":[{"type":"string"},{"type":"null"}]}}}`, i%7+1)
				s, err := c.Parse(doc)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Check([]byte(`{"n":"1","x":null}`), schema.Options{Coerce: true}); err != nil {
					t.Error(err)
				}
				if err := s.Validate([]byte(`{"n":99,"x":1}`)); err == nil {
					t.Error("99 is valid")
				}
				if with, ok := s.WithProperty("p", []byte(`{"type":"string"}`)); !ok || with.Validate([]byte(`{"p":"x"}`)) != nil {
					t.Error("the property was not put in")
				}
				var got readArgs
				if _, err := d.Decode([]byte(`{"path":"a"}`), schema.Options{}, &got); err != nil || got.Limit != 100 {
					t.Errorf("got %+v, %v", got, err)
				}
				if _, err := d.Decode(fmt.Appendf(nil, `{"path":%d}`, worker), schema.Options{}, &got); err == nil {
					t.Error("a number is a path")
				}
			}
		})
	}
	wg.Wait()
}
