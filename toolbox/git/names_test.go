package git_test

import (
	"os/exec"
	"strings"
	"testing"

	"jig/engine"
)

func TestTheIntentSaysWhoseContentIsShown(t *testing.T) {
	r := newRepo(t)
	r.write(".env", "TOKEN=old\n")
	r.write("sub/c.txt", "c\n")
	r.git("add", ".")
	r.commit("Anna", "2026-03-01T12:00:00Z", "third")
	r.git("tag", "-a", "-m", "a tag", "v1")
	r.write("a.txt", "one\nthree\n")
	r.git("mv", "sub/b.txt", "sub/d.txt")
	r.write(".env.local", "TOKEN=untracked\n")
	blob := strings.TrimSpace(r.said("rev-parse", "HEAD:.env"))
	all := r.dir + "/**"
	for name, test := range map[string]struct{ tool, args, reads, follows string }{
		"names only":                            {"git_status", `{}`, "", ""},
		"the history of a file":                 {"git_log", `{"path":"a.txt"}`, "", ""},
		"one file":                              {"git_blame", `{"path":"a.txt"}`, "a.txt", ""},
		"what changed and is not staged":        {"git_diff", `{}`, "a.txt", ""},
		"what is staged, by old and new name":   {"git_diff", `{"staged":true}`, "sub/b.txt sub/d.txt", ""},
		"what changed since a commit":           {"git_diff", `{"commit":"HEAD~1"}`, ".env a.txt sub/b.txt sub/c.txt sub/d.txt", ""},
		"between two commits":                   {"git_diff", `{"commit":"HEAD~2","commit2":"HEAD~1"}`, "a.txt", ""},
		"a range":                               {"git_diff", `{"commit":"HEAD~2..HEAD~1"}`, "a.txt", ""},
		"a commit":                              {"git_show", `{}`, ".env sub/c.txt", ""},
		"the first commit":                      {"git_show", `{"commit":"HEAD~2"}`, "a.txt sub/b.txt", ""},
		"a tag":                                 {"git_show", `{"commit":"v1"}`, ".env sub/c.txt", ""},
		"a folder of a commit":                  {"git_show", `{"path":"sub"}`, "sub/c.txt", ""},
		"a file that is gone":                   {"git_show", `{"path":"sub/b.txt","commit":"HEAD~2"}`, "sub/b.txt", ""},
		"several commits":                       {"git_show", `{"commit":"HEAD~2..HEAD"}`, ".env a.txt sub/c.txt", ""},
		"how much changed":                      {"git_show", `{"stat":true}`, "", ""},
		"only the message":                      {"git_show", `{"format":"metadata"}`, "", ""},
		"a file by its name in a commit":        {"git_show", `{"commit":"HEAD:.env"}`, ".env", all},
		"a file by its name, with a format":     {"git_show", `{"commit":"HEAD:.env","stat":true}`, ".env", all},
		"a file by its hash":                    {"git_show", `{"commit":"` + blob + `"}`, "", all},
		"two files by their hashes":             {"git_diff", `{"commit":"` + blob + `","commit2":"` + blob + `"}`, "", all},
		"a commit that is not there":            {"git_show", `{"commit":"nope"}`, "", all},
		"a commit that is not there, a folder":  {"git_show", `{"commit":"nope","path":"sub"}`, "", r.dir + "/sub/**"},
		"several commits in a way of their own": {"git_show", `{"commit":"HEAD^!"}`, "", all},
	} {
		t.Run(name, func(t *testing.T) {
			in := r.call(test.tool, test.args).Intent
			var reads []string
			for _, path := range in.Reads[2:] {
				reads = append(reads, strings.TrimPrefix(path, r.dir+"/"))
			}
			if got := strings.Join(reads, " "); got != test.reads {
				t.Errorf("reads %q, want %q", got, test.reads)
			}
			if got := strings.Join(in.Follows, " "); got != test.follows {
				t.Errorf("follows %q, want %q", got, test.follows)
			}
		})
	}
}

func TestAMergeIsAboutWhatDiffersFromAnyParent(t *testing.T) {
	r := newRepo(t)
	r.git("checkout", "-q", "-b", "topic", "HEAD~1")
	r.write("topic.txt", "t\n")
	r.git("add", ".")
	r.commit("Anna", "2026-03-01T12:00:00Z", "topic")
	r.git("-c", "user.name=Anna", "-c", "user.email=a@example.com", "merge", "-q", "--no-edit", "main")
	in := r.call("git_show", `{}`).Intent
	if got := strings.Join(in.Reads[2:], " "); got != r.dir+"/a.txt "+r.dir+"/topic.txt" || len(in.Follows) > 0 {
		t.Errorf("%+v", in)
	}
}

func TestTooManyFilesAreNotNamedOneByOne(t *testing.T) {
	r := newRepo(t)
	for i := range 1001 {
		r.write("many/"+strings.Repeat("x", i%50+1)+string(rune('a'+i/50)), "x")
	}
	r.git("add", ".")
	if in := r.call("git_diff", `{"staged":true}`).Intent; len(in.Reads) != 2 || len(in.Follows) != 1 {
		t.Errorf("%d files, follows %v", len(in.Reads), in.Follows)
	}
	if out := r.call("git_diff", `{}`); out.Status != engine.OK {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

// said runs git in the repository and gives what it says.
func (r repo) said(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", args...)
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}
