package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"jig/policy/shell"
	"jig/tool"
)

const (
	maxOutput = 512 << 10
	maxErrors = 8 << 10
	// grace is how long to wait for output after git was killed.
	grace = 2 * time.Second
)

// read runs git for a request and makes a result of what it says.
func (r *repository) read(ctx context.Context, req request) (*tool.Result, error) {
	program, err := r.program()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	env, err := r.environment(ctx, program)
	if err != nil {
		return nil, err
	}
	args := req.args
	if r.path != "" {
		args = append(args[:len(args):len(args)], "--", r.path)
	} else if req.args[0] != "status" {
		args = append(args[:len(args):len(args)], "--")
	}
	out, err := r.git(ctx, program, env, maxOutput, args...)
	if err != nil {
		return nil, err
	}
	text := strings.ToValidUTF8(string(out.data), "\uFFFD")
	if strings.TrimSpace(text) == "" {
		text = req.empty
	}
	if out.cut {
		text += fmt.Sprintf("\n[git said more than %d bytes, and the rest is not shown: narrow it with path or ask for less]", maxOutput)
	}
	return tool.TextResult(text), nil
}

// output keeps the beginning of what is written to it, and stops the writer when
// there is more.
type output struct {
	data []byte
	max  int
	cut  bool
	stop func()
}

func (o *output) Write(p []byte) (int, error) {
	room := min(o.max-len(o.data), len(p))
	o.data = append(o.data, p[:room]...)
	if room < len(p) && !o.cut {
		o.cut = true
		o.stop()
	}
	return len(p), nil
}

// git runs git once.
func (r *repository) git(ctx context.Context, program string, env []string, limit int, args ...string) (*output, error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	out := &output{max: limit, stop: stop}
	said := &output{max: maxErrors, stop: func() {}}
	cmd := exec.CommandContext(running, program, append([]string{"--no-pager", "--literal-pathspecs"}, args...)...)
	cmd.Dir, cmd.Env = r.root, env
	cmd.Stdout, cmd.Stderr = out, said
	cmd.WaitDelay = grace
	apart(cmd)
	err := cmd.Run()
	switch {
	case out.cut:
		return out, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, tool.Errorf(tool.CodeTimeout, "git %s took longer than %s: narrow it with path or ask for less", args[0], timeout)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, refused(args[0], err, string(bytes.TrimSpace(said.data)))
	}
	return out, nil
}

// refused tells what git had against the call.
func refused(what string, err error, said string) error {
	said = strings.ToValidUTF8(said, "\uFFFD")
	if said == "" {
		return fmt.Errorf("git %s failed: %w", what, err)
	}
	if strings.Contains(said, "bad revision") || strings.Contains(said, "unknown revision") || strings.Contains(said, "ambiguous argument") {
		said += "\ngit_log shows which commits there are"
	}
	return tool.Errorf(tool.CodeFailed, "git %s: %s", what, said)
}

// environment is the one that git runs in.
func (r *repository) environment(ctx context.Context, program string) ([]string, error) {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if name = strings.ToUpper(name); !strings.HasPrefix(name, "GIT_") && name != "PAGER" && name != "LC_ALL" && name != "LANGUAGE" && name != "PATH" {
			env = append(env, kv)
		}
	}
	env = append(env, "LC_ALL=C.UTF-8", "PAGER=cat", "PATH="+strings.Join(r.search, string(filepath.ListSeparator)),
		// The repository is the one that was found, and its files are those beside .git.
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(r.root), "GIT_WORK_TREE="+r.root)
	hardened := shell.OverruleGit(shell.HardenedGitEnv(), [][2]string{
		{"color.ui", "false"},
		{"core.quotePath", "false"},
		{"i18n.logOutputEncoding", "UTF-8"},
		{"advice.statusHints", "false"},
		{"core.preloadIndex", "false"},
	})
	filters, err := r.filters(ctx, program, append(env[:len(env):len(env)], hardened...))
	if err != nil {
		return nil, err
	}
	return append(env, shell.OverruleGit(hardened, filters)...), nil
}

// filters turns off the filters that the configuration defines.
func (r *repository) filters(ctx context.Context, program string, env []string) ([][2]string, error) {
	out, err := r.git(ctx, program, env, 1<<20, "config", "--list", "--name-only", "-z")
	if err != nil {
		return nil, err
	}
	if out.cut {
		return nil, tool.Errorf(tool.CodeFailed, "the configuration of the repository is too long to be checked")
	}
	off, err := shell.GitFiltersOff(string(out.data))
	if err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "%w", err)
	}
	return off, nil
}
