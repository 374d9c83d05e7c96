package schema_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/schema"
)

// remotes are the documents that the suite's schemas refer to.
func remotes(t *testing.T, suite string, draft string) []schema.Option {
	t.Helper()
	var opts []schema.Option
	root := os.DirFS(filepath.Join(suite, "remotes"))
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		first, _, nested := strings.Cut(name, "/")
		if nested && (strings.HasPrefix(first, "draft") || first == "v1") && first != draft {
			return nil
		}
		doc, err := fs.ReadFile(root, name)
		opts = append(opts, schema.WithResource("http://localhost:1234/"+name, doc))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

func TestTheOfficialSuitePasses(t *testing.T) {
	suite := corpora.Path(t, "json-schema-test-suite")
	for draft, want := range map[string]struct {
		draft schema.Draft
		cases int
	}{
		"draft7":       {schema.Draft7, 927},
		"draft2020-12": {schema.Draft2020, 1299},
	} {
		t.Run(draft, func(t *testing.T) {
			opts := append(remotes(t, suite, draft), schema.WithDraft(want.draft))
			files, err := filepath.Glob(filepath.Join(suite, "tests", draft, "*.json"))
			if err != nil {
				t.Fatal(err)
			}
			ran, failed, planned := 0, 0, 0
			for _, file := range files {
				var groups []struct {
					Description string
					Schema      json.RawMessage
					Tests       []struct {
						Description string
						Data        json.RawMessage
						Valid       bool
					}
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(text, &groups); err != nil {
					t.Fatal(err)
				}
				for _, g := range groups {
					given := opts
					if !strings.Contains(string(g.Schema), "localhost:1234") {
						given = opts[len(opts)-1:] // the remote documents take longer to read than most tests
					}
					s, err := schema.Parse(g.Schema, given...)
					if err != nil {
						t.Errorf("%s: %s: %v", filepath.Base(file), g.Description, err)
						continue
					}
					for _, c := range g.Tests {
						ran++
						name := filepath.Base(file) + ": " + g.Description + ": " + c.Description
						err := s.Validate(c.Data)
						if (err == nil) != c.Valid {
							failed++
							t.Errorf("%s: valid should be %v, but got %v", name, c.Valid, err)
						}
						fast, fastErr := s.Check(c.Data, schema.Options{AllowNUL: true})
						slow, slowErr := s.CheckSlowly(c.Data, schema.Options{AllowNUL: true})
						if string(fast) != string(slow) || (fastErr == nil) != (slowErr == nil) {
							t.Errorf("%s: the fast road gives %s (%v), the slow road %s (%v)", name, fast, fastErr, slow, slowErr)
						}
						if s.HasPlan() {
							planned++
						}
					}
				}
			}
			t.Logf("%s: %d of %d required cases pass, %d of them with a plan in front", draft, ran-failed, ran, planned)
			if ran != want.cases {
				t.Errorf("ran %d cases, want %d", ran, want.cases)
			}
		})
	}
}
