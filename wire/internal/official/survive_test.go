package official_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// survives checks that JSON goes through a type of a client unchanged, so that there is
// nothing in it that the client does not know.
func survives[T any](t *testing.T, sent json.RawMessage) {
	t.Helper()
	var params T
	strict := json.NewDecoder(bytes.NewReader(sent))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&params); err != nil {
		t.Fatalf("the client does not take it: %v\n%s", err, sent)
	}
	again, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := errors.Join(json.Unmarshal(sent, &want), json.Unmarshal(again, &got)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the client would send something else (-jig +client)\n%s", diff)
	}
}

// golden reads the golden files of a package, by name.
func golden(t *testing.T, provider string) map[string]json.RawMessage {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", provider, "testdata", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no golden files of %s: %v", provider, err)
	}
	all := map[string]json.RawMessage{}
	for _, file := range files {
		if all[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
