package git

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"jig/tool"
	"jig/workspace"
)

// where is the folder to work in, which all tools of the package take.
type where struct {
	Repo string `json:"repo,omitempty" doc:"A folder in the repository; the workspace if it is not given"`
}

// folders are the other names of the folder.
func folders() []string { return []string{"working_dir", "cwd", "repository", "repo_path"} }

type statusInput struct {
	Short bool `json:"short,omitempty" doc:"One line for each file"`
	where
}

// Status is git_status.
func Status(sess *workspace.Session) tool.Tool {
	return reader(sess, tool.Spec{
		Name: "git_status", Title: "Git status", Aliases: []string{"GitStatus"},
		Description: "Shows the branch of a Git repository and which files are changed, staged or untracked.",
		Help:        "Git runs without hooks, filters, pagers and programs that the repository names. For what changed inside the files use git_diff.",
		Keywords:    []string{"changed", "staged", "untracked", "branch"},
	}, func(in statusInput) (request, error) {
		args := []string{"status", "--ignore-submodules=dirty", "--long"}
		if in.Short {
			args = []string{"status", "--ignore-submodules=dirty", "--short", "--branch"}
		}
		return request{repo: in.Repo, args: args, summary: "git status", empty: "Nothing changed."}, nil
	}).WithSpellings(map[string][]string{"repo": folders()})
}

type diffInput struct {
	Path    string `json:"path,omitempty" doc:"Only this file or folder"`
	Staged  bool   `json:"staged,omitempty" doc:"What is staged for the next commit, instead of what is not"`
	Commit  string `json:"commit,omitempty" doc:"Compare with this commit, or a range such as main..topic"`
	Commit2 string `json:"commit2,omitempty" doc:"Compare commit with this one"`
	where
}

// Diff is git_diff.
func Diff(sess *workspace.Session) tool.Tool {
	return reader(sess, tool.Spec{
		Name: "git_diff", Title: "Git diff", Aliases: []string{"GitDiff"},
		Description: "Shows what changed in a Git repository as a diff: in the working tree, staged, against a commit, or between two commits.",
		Help:        "Without anything else it shows what is not staged yet. Name a path to see less; a long diff is cut and says so.",
		Keywords:    []string{"changes", "compare", "patch", "staged"},
	}, func(in diffInput) (request, error) {
		req := request{repo: in.Repo, path: in.Path, args: append([]string{"diff"}, plainDiff()...), content: true, summary: "git diff", empty: "No differences."}
		req.names = append([]string{"diff"}, onlyNames()...)
		switch {
		case in.Commit2 != "" && in.Commit == "":
			return req, tool.Errorf(tool.CodeInvalidArgs, "commit2 is compared with commit, which is missing: give both")
		case in.Staged && in.Commit2 != "":
			return req, tool.Errorf(tool.CodeInvalidArgs, "two commits have nothing staged: leave out staged or commit2")
		}
		if in.Staged {
			req.args, req.summary = append(req.args, "--cached"), "git diff --staged"
			req.names = append(req.names, "--cached")
		}
		return req.revisions(in.Commit, in.Commit2)
	}).WithSpellings(map[string][]string{"repo": folders(), "path": {"file_path", "file"}, "staged": {"cached"}})
}

type logInput struct {
	Path    string `json:"path,omitempty" doc:"Only commits that touch this file or folder"`
	Count   int    `json:"count" doc:"How many commits" minimum:"1" maximum:"1000" default:"20"`
	Oneline bool   `json:"oneline,omitempty" doc:"One line for each commit"`
	Author  string `json:"author,omitempty" doc:"Only commits whose author's name or address contains this"`
	Since   string `json:"since,omitempty" doc:"Only commits after this, such as 2026-01-31 or 2 weeks ago"`
	Until   string `json:"until,omitempty" doc:"Only commits before this"`
	where
}

// Log is git_log.
func Log(sess *workspace.Session) tool.Tool {
	return reader(sess, tool.Spec{
		Name: "git_log", Title: "Git log", Aliases: []string{"GitLog"},
		Description: "Lists the commits of a Git repository, the newest first, with author, date and message.",
		Help:        "Narrow it down by path, author, since and until; git_show shows one commit whole.",
		Keywords:    []string{"history", "commits", "author"},
	}, func(in logInput) (request, error) {
		format := "--pretty=medium"
		if in.Oneline {
			format = "--oneline"
		}
		req := request{
			repo: in.Repo, path: in.Path, summary: "git log", empty: "No commits match.",
			args: []string{"log", "--no-show-signature", "--no-color", "--no-patch", "--decorate=short", format, "--max-count=" + strconv.Itoa(in.Count)},
		}
		for _, limit := range []struct{ name, value string }{{"author", in.Author}, {"since", in.Since}, {"until", in.Until}} {
			if limit.value == "" {
				continue
			}
			if err := harmless(limit.name, limit.value); err != nil {
				return req, err
			}
			req.args = append(req.args, "--"+limit.name+"="+limit.value)
		}
		if in.Author != "" {
			req.args = append(req.args, "--fixed-strings", "--regexp-ignore-case")
		}
		return req, nil
	}).WithSpellings(map[string][]string{
		"repo": folders(), "path": {"file_path", "file"}, "count": {"limit", "max_count", "n"}, "since": {"after"}, "until": {"before"},
	})
}

type showInput struct {
	Commit string `json:"commit" doc:"The commit, tag or object" default:"HEAD"`
	Path   string `json:"path,omitempty" doc:"Only this file or folder"`
	Stat   bool   `json:"stat,omitempty" doc:"The same as the format stat"`
	Format string `json:"format,omitempty" doc:"patch shows the changes (the default), stat how much changed in which files, metadata only author, dates and message" enum:"patch,stat,metadata"`
	where
}

// Show is git_show.
func Show(sess *workspace.Session) tool.Tool {
	return reader(sess, tool.Spec{
		Name: "git_show", Title: "Git show", Aliases: []string{"GitShow"},
		Description: "Shows one commit of a Git repository: its author, message and changes.",
		Help:        "Any name of a commit will do: a hash, a branch, a tag, HEAD~2. With stat you see which files it touched without the patch.",
		Keywords:    []string{"commit", "patch", "changes"},
	}, func(in showInput) (request, error) {
		req := request{
			repo: in.Repo, path: in.Path, content: true, summary: "git show", empty: "The commit does not touch this path.",
			args:  append([]string{"show", "--no-show-signature", "--pretty=fuller"}, plainDiff()...),
			names: history(onlyNames()...),
		}
		switch {
		case in.Stat && in.Format != "" && in.Format != "stat":
			return req, tool.Errorf(tool.CodeInvalidArgs, "stat and the format %s are two different things: give one of them", in.Format)
		case in.Stat || in.Format == "stat":
			req.args, req.names = append(req.args, "--stat"), history("--no-patch")
		case in.Format == "metadata":
			req.args, req.names = append(req.args, "--no-patch"), history("--no-patch")
		default:
			req.args = append(req.args, "--patch")
		}
		return req.revisions(in.Commit, "")
	}).WithSpellings(map[string][]string{"repo": folders(), "path": {"file_path", "file"}, "commit": {"revision", "rev", "ref"}})
}

type blameInput struct {
	Path  string `json:"path" doc:"The file" minLength:"1"`
	Start int    `json:"start_line,omitempty" doc:"The first line, counted from 1" minimum:"1"`
	End   int    `json:"end_line,omitempty" doc:"The last line" minimum:"1"`
	where
}

// Blame is git_blame.
func Blame(sess *workspace.Session) tool.Tool {
	return reader(sess, tool.Spec{
		Name: "git_blame", Title: "Git blame", Aliases: []string{"GitBlame"},
		Description: "Shows for each line of a file in a Git repository which commit changed it last, who and when.",
		Help:        "Name the lines you want to know about: a whole file is long.",
		Keywords:    []string{"annotate", "author", "line", "who"},
	}, func(in blameInput) (request, error) {
		req := request{repo: in.Repo, path: in.Path, content: true, summary: "git blame", args: []string{"blame", "--no-textconv", "--date=short"}, empty: "The file is empty."}
		if in.End > 0 && in.Start > in.End {
			return req, tool.Errorf(tool.CodeInvalidArgs, "start_line %d is behind end_line %d", in.Start, in.End)
		}
		if in.Start > 0 || in.End > 0 {
			lines := fmt.Sprintf("-L%d,", max(in.Start, 1))
			if in.End > 0 {
				lines += strconv.Itoa(in.End)
			}
			req.args = append(req.args, lines)
		}
		return req, nil
	}).WithSpellings(map[string][]string{"repo": folders(), "path": {"file_path", "file"}, "start_line": {"start"}, "end_line": {"end"}})
}

// plainDiff are the options under which a diff runs no program of the repository.
func plainDiff() []string {
	return []string{
		"--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short", "--ignore-submodules=dirty",
		"--src-prefix=a/", "--dst-prefix=b/",
	}
}

// onlyNames are the options under which a diff lists the files that it is about,
// a renamed one by both of its names.
func onlyNames() []string { return append(plainDiff(), "--name-only", "--no-renames", "-z") }

// history lists what commits are about: all that differs from any parent, since
// show tells no more of a merge.
func history(options ...string) []string {
	return append([]string{"log", "--no-show-signature", "--no-walk", "-m", "--format="}, options...)
}

// revisions adds commits to a request.
func (r request) revisions(names ...string) (request, error) {
	r.args = append(r.args, "--end-of-options")
	for _, name := range names {
		if name == "" {
			continue
		}
		if err := harmless("commit", name); err != nil {
			return r, err
		}
		r.args, r.commits = append(r.args, name), append(r.commits, name)
		r.summary += " " + name
	}
	return r, nil
}

// harmless refuses what could be taken for an option or is no name at all.
func harmless(what, value string) error {
	switch {
	case strings.HasPrefix(value, "-"):
		return tool.Errorf(tool.CodeInvalidArgs, "%s %q begins with a hyphen and would be an option: options cannot be given here", what, value)
	case strings.ContainsFunc(value, unicode.IsControl):
		return tool.Errorf(tool.CodeInvalidArgs, "%s %q holds control characters", what, value)
	case len(value) > 1000:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is longer than 1000 bytes", what)
	}
	return nil
}
