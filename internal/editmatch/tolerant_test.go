package editmatch_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/editmatch"
)

// TestATolerantEditChangesOneWordAndNothingElse repeats some lines of a file as a
// model would that does not see white-space, with one word changed. Whatever the
// file is like, the edit changes that word and not a byte besides, or is refused.
func TestATolerantEditChangesOneWordAndNothingElse(t *testing.T) {
	found := map[editmatch.How]int{}
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "lines")
		eol := rapid.SampledFrom([]string{"\n", "\r\n"})
		var text strings.Builder
		given := make([]string, n) // the lines without what a reader does not see
		for i := range n {
			depth := rapid.IntRange(1, 4).Draw(t, "depth")
			word := fmt.Sprintf("word%d = %s", i, rapid.SampledFrom([]string{`“x”`, `"x"`, "a—b", "1", "ü"}).Draw(t, "value"))
			if rapid.IntRange(0, 9).Draw(t, "blank") == 0 {
				depth, word = 0, ""
			}
			given[i] = strings.Repeat("\t", depth) + word
			text.WriteString(given[i] + rapid.SampledFrom([]string{"", "", " ", "\t "}).Draw(t, "tail") + eol.Draw(t, "eol"))
		}
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		to := rapid.IntRange(from+1, n).Draw(t, "to")
		chosen := rapid.IntRange(from, to-1).Draw(t, "chosen")
		name := fmt.Sprintf("word%d ", chosen)
		if given[chosen] == "" {
			return
		}
		old := strings.Join(given[from:to], "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		switch rapid.IntRange(0, 5).Draw(t, "slip") {
		case 0:
			old = strings.NewReplacer("“", `"`, "”", `"`, "—", "-").Replace(old)
		case 1:
			old = strings.ReplaceAll(old, "\t", "    ")
		case 2:
			old = strings.TrimPrefix(strings.ReplaceAll("\n"+old, "\n\t", "\n"), "\n")
		case 3:
			old = "\t" + strings.TrimSuffix(strings.ReplaceAll(old, "\n", "\n\t"), "\t")
		case 4:
			lines := strings.SplitAfter(old, "\n")
			for i := range lines {
				if lines[i] != "" {
					lines[i] = fmt.Sprintf("%6d\t%s", from+i+1, lines[i])
				}
			}
			old = strings.Join(lines, "")
		}
		out, err := editmatch.Apply(text.String(), editmatch.Edit{Old: old, New: strings.Replace(old, name, "changed ", 1)})
		if err != nil {
			refused++
			return
		}
		found[out.How]++
		if want := strings.Replace(text.String(), name, "changed ", 1); out.Text != want {
			t.Fatalf("%q for %q\ngot  %q\nwant %q", out.How, old, out.Text, want)
		}
	})
	made := 0
	for how, n := range found {
		made += n
		t.Logf("%d found: %d %s", n, how, how)
	}
	t.Logf("%d refused", refused)
	for how := editmatch.Exact; how <= editmatch.Indentation && made > 1000; how++ {
		if found[how] == 0 {
			t.Errorf("of %d edits none was found by step %d", made, how)
		}
	}
}
