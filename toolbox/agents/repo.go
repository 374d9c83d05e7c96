package agents

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jig/policy/shell"
	"jig/tool"
)

const (
	// patience is how long git may take to make or to judge a worktree.
	patience = 2 * time.Minute
	grace    = 2 * time.Second
	maxSaid  = 1 << 20
)

// repo is a repository, or a worktree of one, with git as it is run there: without hooks, filters, monitors and whatever else
// the configuration of a repository can name as a program to run.
type repo struct {
	root    string
	data    string // where git keeps its records
	program string
	env     []string
}

// openRepo finds git, and what has to be overruled for it.
func openRepo(ctx context.Context, root string) (*repo, error) {
	r := &repo{root: root}
	// Not a program that a call may have put into the workspace.
	path := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		rel, err := filepath.Rel(root, dir)
		return !filepath.IsAbs(dir) || err == nil && filepath.IsLocal(rel)
	})
	for _, dir := range path {
		if found, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			r.program = found
			break
		}
	}
	if r.program == "" {
		return nil, tool.Errorf(tool.CodeFailed, "git is not installed, so there can be no worktree: do without isolation")
	}
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if name = strings.ToUpper(name); !strings.HasPrefix(name, "GIT_") && name != "PAGER" && name != "LC_ALL" && name != "LANGUAGE" && name != "PATH" {
			r.env = append(r.env, kv)
		}
	}
	r.env = append(r.env, "LC_ALL=C.UTF-8", "PATH="+strings.Join(path, string(filepath.ListSeparator)))
	return r.at(ctx, root)
}

// at is git in another folder of the same repository. The filters are looked up anew: whoever works there may have named more.
func (r *repo) at(ctx context.Context, dir string) (*repo, error) {
	in := &repo{root: dir, program: r.program}
	for _, kv := range r.env {
		if !strings.HasPrefix(kv, "GIT_") {
			in.env = append(in.env, kv)
		}
	}
	in.env = append(in.env, "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	plain := in.env
	settings := [][2]string{{"core.quotePath", "false"}, {"advice.statusHints", "false"}, {"checkout.workers", "1"}, {"color.ui", "false"}}
	hardened := func(settings [][2]string) []string {
		return append(slices.Clone(plain), shell.OverruleGit(shell.HardenedGitEnv(), settings)...)
	}
	in.env = hardened(settings)
	keys, err := in.git(ctx, "config", "--list", "--name-only", "-z")
	if err != nil {
		return nil, err
	}
	off, err := shell.GitFiltersOff(keys)
	if err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "%w", err)
	}
	in.env = hardened(append(settings, off...))
	data, err := in.git(ctx, "rev-parse", "--path-format=absolute", "--git-common-dir")
	in.data = data
	return in, err
}

// git runs git once and gives what it says, without the line break at the end.
func (r *repo) git(ctx context.Context, args ...string) (string, error) {
	var out, said bounded
	cmd := exec.CommandContext(ctx, r.program, append([]string{"--no-pager", "--literal-pathspecs"}, args...)...)
	cmd.Dir, cmd.Env = r.root, r.env
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.WaitDelay = grace
	err := cmd.Run()
	if out.Len() >= maxSaid && err == nil {
		err = errors.New("it says more than can be read")
	}
	if err != nil {
		if text := strings.TrimSpace(said.String()); text != "" && ctx.Err() == nil {
			err = errors.New(strings.ToValidUTF8(text, "\uFFFD"))
		}
		return "", tool.Errorf(tool.CodeFailed, "git %s: %w", args[0], err)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if room := maxSaid - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
