package glob_test

import (
	"testing"

	"jig/internal/glob"
)

func TestStarsStandForAnyCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"git *", "git log", true},
		{"git *", "git", false},
		{"git*", "gitk", true},
		{"*", "", true},
		{"a*b*c", "a-b-c", true},
		{"a*b*c", "abc", true},
		{"a*b*c", "acb", false},
		{"ab*ba", "aba", false},
		{"*--force*", "git push --force origin", true},
		{"plain", "plain", true},
		{"plain", "plain ", false},
		{"**", "x", true},
		{`rm \*.o`, "rm *.o", true},
		{`rm \*.o`, "rm a.o", false},
		{`a\\*`, `a\b`, true},
	} {
		if got := glob.Text(c.pattern).Match(c.text); got != c.want {
			t.Errorf("%q on %q: %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
	if !glob.Fold("GIT *").Match("git log") || glob.Text("GIT *").Match("git log") {
		t.Error("only Fold ignores case")
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("a*b", "aXb")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		g := glob.Text(pattern)
		g.Match(text)
		if exact := glob.Escape(text); !glob.Plain(exact) || !glob.Text(exact).Match(text) {
			t.Errorf("%q escaped is %q, which is not exactly that", text, exact)
		}
	})
}
