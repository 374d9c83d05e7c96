package ignore_test

import (
	"strings"
	"testing"

	"jig/internal/ignore"
)

func TestALineMeansWhatGitSays(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		rules string
		path  string // with a slash at the end for a folder
		want  bool
	}{
		"a name counts in every folder":                    {"build", "a/b/build", true},
		"a name in the middle ignores what is below":       {"build", "a/build/c", true},
		"a slash at the end means folders":                 {"build/", "build", false},
		"a folder with a slash at the end":                 {"build/", "a/build/", true},
		"a slash at the beginning means here":              {"/build", "a/build", false},
		"a slash in the middle means here":                 {"a/b", "x/a/b", false},
		"two stars before a slash mean any folder":         {"**/a/b", "x/y/a/b", true},
		"two stars in the middle mean none as well":        {"a/**/b", "a/b", true},
		"two stars at the end do not mean the folder":      {"a/**", "a/", false},
		"two stars at the end mean what is in it":          {"a/**", "a/x/y", true},
		"stars within a name stop at a slash":              {"a/x**y", "a/x1/2y", false},
		"the last rule counts":                             {"*.o\n!a.o", "a.o", false},
		"what is below an ignored folder stays ignored":    {"a/\n!a/b", "a/b", true},
		"what is in a folder of ignored things comes back": {"a/*\n!a/b", "a/b", false},
		"a comment":                               {"#a", "#a", false},
		"a protected hash":                        {`\#a`, "#a", true},
		"a protected exclamation mark":            {`\!a`, "!a", true},
		"spaces at the end go":                    {"a  ", "a", true},
		"a protected space stays":                 {`a\ `, "a ", true},
		"a tab stays":                             {"a\t", "a", false},
		"a carriage return goes":                  {"a\r\nb\r\n", "a", true},
		"a byte order mark goes":                  {"\ufeffa", "a", true},
		"a question mark is one byte":             {"a?", "aä", false},
		"two question marks are one such letter":  {"a??", "aä", true},
		"a set does not match a slash":            {"a[/]b", "a/b", false},
		"an open bracket matches nothing":         {"[a", "[a", false},
		"an unknown kind of letters":              {"[[:nope:]]", "n", false},
		"a lonely backslash matches nothing":      {`a\`, `a\`, false},
		"an extension":                            {"*.o", "a/b.c.o", true},
		"an extension is a hidden name as well":   {"*.o", ".o", true},
		"a compound extension":                    {"*.tar.gz", "x.tar.gz", true},
		"a name that only ends like an extension": {"*.o", "no", false},
		"everything but one":                      {"/*\n!/a", "a", false},
		"an empty pattern":                        {"!\n/\n\r\n", "a", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, folder := strings.CutSuffix(test.path, "/")
			if got := says(ignore.Parse([]byte(test.rules)), path, folder); got != test.want {
				t.Errorf("%q ignores %q: %v, want %v", test.rules, test.path, got, test.want)
			}
		})
	}
}

// A matcher that tries all ways to divide a name among the stars would not end
// here before the sun does.
func TestAHostilePatternTakesNoTime(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("a", 250)
	deep := strings.Repeat("a/", 2000) + "a"
	for _, pattern := range []string{
		strings.Repeat("*a", 120) + "b",
		strings.Repeat("a*", 120) + "[b]",
		"/" + strings.Repeat("**/a/", 500) + "b[c]",
		"/" + strings.Repeat("**/*a*/", 500) + "?b",
		strings.Repeat("x", 1<<20),
		strings.Repeat("[", 1<<20),
		strings.Repeat("*?", 1<<16),
	} {
		rules := ignore.Parse([]byte(pattern))
		for _, path := range []string{name, deep} {
			rules.Match([]byte(path), strings.LastIndexByte(path, '/')+1, false)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("*.o\n!a/**/b\n[[:alpha:]-z]\\ \r\n", "a/b/c.o")
	f.Add("\ufeff/a**/b\n**\n", "ab/b")
	f.Fuzz(func(t *testing.T, text, path string) {
		rules := ignore.Parse([]byte(text))
		says(rules, path, true)
		// What is written after it, and is for the whole path, counts more.
		if path == "" || strings.ContainsAny(path, "\x00\n") || path[0] == '/' || path[len(path)-1] == '/' {
			return
		}
		var literal strings.Builder
		for i := range len(path) {
			switch c := path[i]; {
			case c == '\r': // at the end of a line nothing protects it
				literal.WriteString("[\r]")
				continue
			case strings.IndexByte("\\*?[!# ", c) >= 0:
				literal.WriteByte('\\')
			}
			literal.WriteByte(path[i])
		}
		name := strings.LastIndexByte(path, '/') + 1
		for rule, want := range map[string]ignore.Verdict{"/": ignore.Ignored, "!/": ignore.Kept} {
			last := ignore.Parse([]byte(text + "\n" + rule + literal.String()))
			if got := last.Match([]byte(path), name, false); got != want {
				t.Errorf("the rule %q for %q is not obeyed: %d", rule+literal.String(), path, got)
			}
		}
	})
}
