package onepass_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/internal/onepass"
)

func TestNoCaseOfTheOfficialSuiteIsAcceptedWrongly(t *testing.T) {
	type group struct {
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"schema"`
		Tests       []struct {
			Description string          `json:"description"`
			Data        json.RawMessage `json:"data"`
			Valid       bool            `json:"valid"`
		} `json:"tests"`
	}
	for draft, uri := range map[string]string{
		"draft7":       "http://json-schema.org/draft-07/schema#",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	} {
		t.Run(draft, func(t *testing.T) {
			var groups, compiled, valid, accepted int
			folder := filepath.Join(corpora.Path(t, "json-schema-test-suite", "tests"), draft)
			err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
					return err
				}
				optional := strings.Contains(filepath.ToSlash(path), "/optional/")
				data, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				var all []group
				if err := json.Unmarshal(data, &all); err != nil {
					return err
				}
				for _, g := range all {
					groups++
					doc := decodeSchema(t, string(g.Schema))
					if obj, ok := doc.(map[string]any); ok && obj["$schema"] == nil {
						obj["$schema"] = uri
					}
					plan, ok := onepass.Compile(doc, nil)
					if !ok {
						continue
					}
					compiled++
					j, err := newJudge(doc)
					if err != nil {
						t.Errorf("%s: %s: compiled, but the judge says: %v", filepath.Base(path), g.Description, err)
						continue
					}
					for _, c := range g.Tests {
						if c.Valid {
							valid++
						}
						if !j.checkAgainst(t, plan, nil, c.Data) {
							continue
						}
						if c.Valid {
							accepted++
						}
						// Optional cases assert formats, which the judge does not do.
						if !c.Valid && !optional {
							t.Errorf("%s: %s: %s: accepted", filepath.Base(path), g.Description, c.Description)
						}
						if filepath.Base(path) == "bignum.json" {
							continue // an interface does not hold them exactly
						}
						anything := reflect.TypeFor[any]()
						if typed, ok := onepass.Compile(doc, anything); !ok || !j.checkAgainst(t, typed, anything, c.Data) {
							t.Errorf("%s: %s: %s: accepted only without a type", filepath.Base(path), g.Description, c.Description)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d groups compile, %d of their %d valid cases are accepted", compiled, groups, accepted, valid)
			if compiled < groups/5 || accepted < valid*8/10 {
				t.Errorf("too little is decided: %d of %d groups, %d of %d cases", compiled, groups, accepted, valid)
			}
		})
	}
}
