package dialect_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"jig/schema/dialect"
)

var update = flag.Bool("update", false, "rewrite the golden files") //nolint:gochecknoglobals // a flag of the test binary

// golden is one file of testdata: a rule in a sentence, a schema that shows it, instances to try, and what becomes of
// the schema in each dialect.
type golden struct {
	path      string
	archive   *txtar.Archive
	schema    []byte
	instances [][]byte
}

func goldens(t testing.TB) []golden {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "golden", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	var all []golden
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g := golden{path: path, archive: archive}
		for _, f := range archive.Files {
			switch f.Name {
			case "schema.json":
				g.schema = bytes.TrimSpace(f.Data)
			case "instances.jsonl":
				g.instances = bytes.Split(bytes.TrimSpace(f.Data), []byte("\n"))
			}
		}
		all = append(all, g)
	}
	return all
}

// show writes an export the way the golden files have it.
func show(t *testing.T, out dialect.Exported) string {
	t.Helper()
	var b bytes.Buffer
	if out.Strict {
		fmt.Fprintln(&b, "strict")
	}
	layout(t, &b, out.Schema, "")
	fmt.Fprintln(&b)
	for _, l := range out.Losses {
		kept := "dropped"
		if l.Kept != "" {
			kept = "kept as " + l.Kept
		}
		fmt.Fprintf(&b, "lost %q at %q, %s: %s\n", l.Keyword, l.Path, kept, l.Reason)
	}
	return b.String()
}

// layout writes JSON with a line for each member, except for what fits into one line.
func layout(t *testing.T, b *bytes.Buffer, v json.RawMessage, indent string) {
	t.Helper()
	if len(indent)+len(v) <= 110 || v[0] != '{' && v[0] != '[' {
		b.Write(v)
		return
	}
	d := json.NewDecoder(bytes.NewReader(v))
	open, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(b, open)
	for i := 0; d.More(); i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + indent + "  ")
		if open == json.Delim('{') {
			name, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "%q: ", name)
		}
		var inner json.RawMessage
		if err := d.Decode(&inner); err != nil {
			t.Fatal(err)
		}
		layout(t, b, inner, indent+"  ")
	}
	b.WriteString("\n" + indent + string(v[len(v)-1]))
}

func TestTheGoldenFilesSayWhatBecomesOfASchema(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(strings.TrimSuffix(filepath.Base(g.path), ".txtar"), func(t *testing.T) {
			fresh := &txtar.Archive{Comment: g.archive.Comment}
			want := map[string]string{}
			for _, f := range g.archive.Files {
				want[f.Name] = string(f.Data)
				if strings.Contains(f.Name, ".") {
					fresh.Files = append(fresh.Files, f)
				}
			}
			for _, d := range dialect.All() {
				out, ok := verify(t, g.schema, d)
				if !ok {
					continue
				}
				got := show(t, out)
				fresh.Files = append(fresh.Files, txtar.File{Name: string(d), Data: []byte(got)})
				if diff := cmp.Diff(want[string(d)], got); diff != "" && !*update {
					t.Errorf("%s (-want +got; run with -update to accept):\n%s", d, diff)
				}
			}
			if *update && !t.Failed() {
				if err := os.WriteFile(g.path, txtar.Format(fresh), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestALosslessGoldenExportAcceptsNothingThatTheOriginalRefuses(t *testing.T) {
	for _, g := range goldens(t) {
		original, err := compile(g.schema, "")
		if err != nil {
			continue // the document is broken on purpose
		}
		for _, d := range dialect.All() {
			out, err := dialect.Export(g.schema, d)
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Losses) > 0 {
				continue
			}
			exported, err := compile(asJSONSchema(t, d, out.Schema), "")
			if err != nil {
				t.Fatalf("%s %s: %v", g.path, d, err)
			}
			for _, instance := range g.instances {
				if !sound(t, original, exported, instance) {
					t.Errorf("%s: %s accepts %s", g.path, d, instance)
				}
			}
		}
	}
}
