package connect

import (
	"slices"
	"testing"

	"jig/model"
	"jig/wire/text"
)

func TestTheTableOfFamiliesIsInOrder(t *testing.T) {
	formats := text.Formats()
	seen := map[string]bool{}
	for _, f := range families() {
		if seen[f.prefix] {
			t.Errorf("%s stands there twice", f.prefix)
		}
		seen[f.prefix] = true
		if f.prefix != familyName(f.prefix) {
			t.Errorf("%s can match no name: write it as %s", f.prefix, familyName(f.prefix))
		}
		if f.Format != none && f.Format != "auto" && !slices.Contains(formats, f.Format) {
			t.Errorf("%s: there is no format %q", f.prefix, f.Format)
		}
		if f.home != "" && !slices.Contains(List(), f.home) {
			t.Errorf("%s: there is no provider %q", f.prefix, f.home)
		}
		if p := f.Price; p != (model.Price{}) && (p.CacheRead >= p.Input || p.Output <= p.Input || p.CacheWrite < p.Input) {
			t.Errorf("%s: the price %+v makes no sense", f.prefix, p)
		}
	}
}
