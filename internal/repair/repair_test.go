package repair_test

import (
	"encoding/json"
	"testing"

	"jig/internal/repair"
)

func TestObviousFaultsAreMendedAndTold(t *testing.T) {
	for name, c := range map[string]struct {
		in, want string
		remarks  int
	}{
		"JSON stays as it is":                       {`{"a": "x, }"}`, `{"a": "x, }"}`, 0},
		"a line break in a string is escaped":       {"{\"a\":\"x\ny\"}", `{"a":"x\ny"}`, 1},
		"a trailing comma is dropped":               {`{"a":[1,2,],}`, `{"a":[1,2]}`, 1},
		"a comma in a string stays":                 {"{\"a\":\",]\t\"}", `{"a":",]\t"}`, 1},
		"Python literals become JSON":               {`{"a":True,"b":None,"c":False}`, `{"a":true,"b":null,"c":false}`, 1},
		"Python words in strings stay":              {`{"a":"None of it",}`, `{"a":"None of it"}`, 1},
		"single quotes become double":               {`{'a':'say "hi"'}`, `{"a":"say \"hi\""}`, 1},
		"a code fence goes":                         {"```json\n{\"a\":1}\n```", `{"a":1}`, 1},
		"a byte order mark goes":                    {"\ufeff{\"a\":1}", `{"a":1}`, 1},
		"several faults at once":                    {"```\n{'a': True,}\n```", `{"a": true}`, 4},
		"what is cut off is not completed":          {`{"a":"half of`, `{"a":"half of`, 0},
		"a missing brace is not guessed":            {`{"a":{"b":1}`, `{"a":{"b":1}`, 0},
		"an apostrophe that ends a string early":    {`{'a':'it's'}`, `{'a':'it's'}`, 0},
		"words that are no literals stay wrong":     {`{"a":Yes}`, `{"a":Yes}`, 0},
		"nothing at all stays nothing":              {``, ``, 0},
		"an escaped quote does not end a string":    {`{"a":"x\",}"}`, `{"a":"x\",}"}`, 0},
		"an escaped apostrophe becomes a plain one": {`{"a":"it\'s"}`, `{"a":"it's"}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, remarks := repair.Arguments([]byte(c.in))
			if string(got) != c.want || len(remarks) != c.remarks {
				t.Errorf("got %s with %q", got, remarks)
			}
		})
	}
}

func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{"a":1,}`, `{'a':None}`, "```json\n{}\n```", "{\"a\":\"\n\"}", `{"a":"\'"}`, "\ufeff{}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		before := string(in)
		got, remarks := repair.Arguments(in)
		if string(in) != before {
			t.Fatal("the arguments were changed in place")
		}
		if len(remarks) == 0 {
			if string(got) != before {
				t.Fatalf("changed without a word: %q → %q", before, got)
			}
			return
		}
		if !json.Valid(got) {
			t.Fatalf("mended into something that is no JSON: %q → %q", before, got)
		}
		if json.Valid([]byte(before)) {
			t.Fatalf("mended what was not broken: %q", before)
		}
	})
}
