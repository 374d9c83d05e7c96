package ignore_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/internal/ignore"
)

// testCase is one line of the corpus; which fields there are depends on the suite.
type testCase struct {
	Suite, Name, Path string
	Root, Gitignore   string
	GitignoreFile     string `json:"gitignore_file"`
	Pattern           string
	IsDir             bool `json:"is_dir"`
	Ignored, Match    bool
}

func cases(t *testing.T) []testCase {
	t.Helper()
	data, err := os.ReadFile(corpora.Path(t, "ignore", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []testCase
	for line := range strings.Lines(string(data)) {
		var c testCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// says asks rules alone about a path and the folders that lead to it.
func says(rules *ignore.Rules, path string, folder bool) bool {
	for i := range len(path) + 1 {
		if i == len(path) || path[i] == '/' {
			part := []byte(path[:i])
			if rules.Match(part, strings.LastIndexByte(path[:i], '/')+1, folder || i < len(path)) == ignore.Ignored {
				return true
			}
		}
	}
	return false
}

func TestCasesOfRipgrepAboutIgnoreFiles(t *testing.T) {
	t.Parallel()
	missing, ran := 0, 0
	for _, c := range cases(t) {
		text := c.Gitignore
		switch c.Suite {
		case "ripgrep-gitignore":
		case "ripgrep-any-parents":
			data, err := os.ReadFile(filepath.Join(corpora.Path(t, "ignore"), c.GitignoreFile))
			if err != nil {
				missing++
				continue
			}
			text = string(data)
		default:
			continue
		}
		ran++
		path := strings.TrimPrefix(strings.TrimPrefix(c.Path, c.Root+"/"), "./")
		if got := says(ignore.Parse([]byte(text)), path, c.IsDir); got != c.Ignored {
			t.Errorf("%s: rules %q ignore %q: %v, want %v", c.Name, text, c.Path, got, c.Ignored)
		}
	}
	if ran == 0 {
		t.Error("there are no cases")
	}
	t.Logf("%d cases ran; %d need an ignore file that the corpus does not hold", ran, missing)
}

// TestGitAgreesOnPatternsOfOtherGlobs takes the patterns and paths of suites that
// mean something else by them, and asks git what they mean in an ignore file.
func TestGitAgreesOnPatternsOfOtherGlobs(t *testing.T) {
	top := repository(t)
	asked := 0
	for _, c := range cases(t) {
		path := strings.Trim(c.Path, "/")
		if c.Pattern == "" || path == "" || !filepath.IsLocal(path) || strings.Contains(path, "//") || path == ".git" {
			continue
		}
		asked++
		if err := os.WriteFile(filepath.Join(top, ".gitignore"), []byte(c.Pattern+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		want := judge(t, top, []string{path})[path] // it is not on disk, and so no folder
		if got := says(ignore.Parse([]byte(c.Pattern+"\n")), path, false); got != want {
			t.Errorf("rule %q ignores %q: %v, git says %v", c.Pattern, path, got, want)
		}
	}
	t.Logf("%d patterns", asked)
}
