package shellfuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Bubble runs lines in a world: with the real bash, as a gate would run them, and
// with nothing else in reach. Everything but the world is read-only.
type Bubble struct {
	World *World
	// Env is the environment in which lines run, besides the little that every
	// line has.
	Env []string
}

// driver takes lines from descriptor 4, gives each to a bash of its own, and
// writes down on descriptor 3 how it ended.
const driver = `ulimit -t 4 -f 20000 -c 0
while IFS= read -r -d '' -u 4 line; do
  timeout -k 0.5 1 bash --norc --noprofile -c "$line" </dev/null 3>&- 4<&-
  echo $? >&3
done`

// A line that takes too long is asked to end, so that it can take its temporary
// files away, and then killed. These are the codes of the two.
const (
	ended  = 124
	killed = 137
)

// Available says what is missing to run lines here; nil if nothing is.
func Available() error {
	for _, name := range []string{"bwrap", "bash", "git", "timeout", "cp"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s is needed to run lines against a canary tree: %w", name, err)
		}
	}
	return nil
}

// Run runs the lines one after the other and says how each ended.
func (b *Bubble) Run(ctx context.Context, lines []string) (codes []int, err error) {
	return b.run(ctx, lines, io.Discard)
}

func (b *Bubble) run(ctx context.Context, lines []string, out io.Writer) (codes []int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second+2*time.Second*time.Duration(len(lines)))
	defer cancel()
	cmd := exec.CommandContext(ctx, "bwrap", b.confinement()...)
	cmd.WaitDelay = time.Second
	var stderr tail
	cmd.Stdout, cmd.Stderr = out, &stderr
	status, err := os.CreateTemp("", "shellfuzz-status-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, status.Close(), os.Remove(status.Name())) }()
	input, err := os.CreateTemp("", "shellfuzz-lines-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, input.Close(), os.Remove(input.Name())) }()
	if _, err := input.WriteString(strings.Join(lines, "\x00") + "\x00"); err != nil {
		return nil, err
	}
	if _, err := input.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{status, input}
	ran := cmd.Run()
	if _, err := status.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(status)
	if err != nil {
		return nil, err
	}
	for _, field := range strings.Fields(string(text)) {
		code, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("the bubble said %q instead of how a line ended", field)
		}
		codes = append(codes, code)
	}
	if len(codes) != len(lines) {
		return codes, fmt.Errorf("%d of %d lines were run: %w: %s", len(codes), len(lines), errors.Join(ran, ctx.Err()), stderr.text)
	}
	return codes, nil
}

// confinement is the arguments of bwrap.
func (b *Bubble) confinement() []string {
	at := func(name string) string { return filepath.Join(b.World.dir, name) }
	args := []string{
		"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "canary",
		"--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev",
		"--bind", at("shm"), "/dev/shm", "--remount-ro", "/dev", "--bind", at("tmp"), "/tmp", "--bind", at("home"), "/home",
	}
	for _, name := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		if to, err := os.Readlink(name); err == nil {
			args = append(args, "--symlink", to, name)
		} else if _, err := os.Stat(name); err == nil {
			args = append(args, "--ro-bind", name, name)
		}
	}
	args = append(args, "--remount-ro", "/", "--clearenv")
	env := append([]string{"PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/go/bin", "HOME=" + Home, "USER=dev", "LOGNAME=dev", "TERM=dumb", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1"}, b.Env...)
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		args = append(args, "--setenv", name, value)
	}
	return append(args, "--chdir", Project, "bash", "--norc", "--noprofile", "-c", driver)
}

// tail keeps the last of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - 2000; over > 0 {
		t.text = bytes.Clone(t.text[over:])
	}
	return len(p), nil
}
