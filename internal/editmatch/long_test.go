package editmatch_test

import (
	"errors"
	"strings"
	"testing"

	"jig/internal/editmatch"
)

// TestEqualLinesAreLookedAtOnce would take minutes if each of the lines of the file
// were compared with each of the old text.
func TestEqualLinesAreLookedAtOnce(t *testing.T) {
	text, old := strings.Repeat("}\n", 2_000_000), strings.Repeat("}\n", 5000)+"x\n"
	_, err := editmatch.Apply(text, editmatch.Edit{Old: old, New: "y"})
	if _, ok := errors.AsType[*editmatch.Missing](err); !ok {
		t.Errorf("got %v", err)
	}
	out, err := editmatch.Apply(text+"  x\n", editmatch.Edit{Old: old, New: strings.Repeat("}\n", 5000) + "y\n"})
	if err == nil || out.Text != "" {
		t.Errorf("lines that are indented in different ways were taken for the same: %v", err)
	}
}

// TestManyPlacesInOneLongLineAreReplacedAtOnce would take minutes if the end of the
// line were looked for at every place.
func TestManyPlacesInOneLongLineAreReplacedAtOnce(t *testing.T) {
	const n = 4_000_000
	for name, fresh := range map[string]string{"by a word": ";", "by lines": ";\n"} {
		out, err := editmatch.Apply(strings.Repeat("a,", n)+"\r\n", editmatch.Edit{Old: ",", New: fresh, All: true})
		want := strings.Repeat("a"+strings.ReplaceAll(fresh, "\n", "\r\n"), n) + "\r\n"
		if err != nil || out.Text != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
