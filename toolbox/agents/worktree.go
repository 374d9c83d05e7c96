package agents

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jig/tool"
)

// tree is a worktree that a sub-agent works in.
type tree struct {
	repo   *repo
	dir    string
	work   string // the folder in it that stands for the one that the parent works in
	branch string
	base   string // the commit that it began with
}

// leftover is what a sub-agent has changed in its worktree, which is kept because of it.
type leftover struct {
	Dir     string `json:"dir"`
	Branch  string `json:"branch"`
	Base    string `json:"base"`
	Commits int    `json:"commits,omitempty"`
	// Changes is git's summary of what differs from the base, New the files that git does not know yet.
	Changes string   `json:"changes,omitempty"`
	New     []string `json:"new,omitempty"`
	clean   bool
}

const maxShown = 50 // new files

func (l *leftover) String() string {
	if l.clean {
		return "[it worked in a worktree and changed nothing there]"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "[its changes are in the worktree %s, on the branch %s, which began at %.12s", l.Dir, l.Branch, l.Base)
	if l.Commits > 0 {
		fmt.Fprintf(&b, "; commits: %d", l.Commits)
	}
	b.WriteString("]")
	if l.Changes != "" {
		b.WriteString("\n" + l.Changes)
	}
	for i, name := range l.New {
		if i == maxShown {
			fmt.Fprintf(&b, "\n … and %d more new files", len(l.New)-maxShown)
			break
		}
		b.WriteString("\n new file: " + name)
	}
	return b.String()
}

// repository is the root of the repository that worktrees are made of.
func (a *Agents) repository() (string, error) {
	if a.opt.Dir == "" || a.opt.Worktrees == "" {
		return "", tool.Errorf(tool.CodeFailed, "there is no place for worktrees here: do without isolation")
	}
	for dir := a.opt.Dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", tool.Errorf(tool.CodeFailed, "isolation worktree needs a Git repository, and %s is in none: do without isolation", a.opt.Dir)
		}
	}
}

// treesOf is the folder for the worktrees of a call: the one that it has stated, or one that is not there yet. Every call has
// its own, so that none waits for another.
func (a *Agents) treesOf(ctx context.Context) string {
	if stated := tool.IntentFrom(ctx); stated != nil && len(stated.Writes) == 1 {
		return stated.Writes[0]
	}
	sum := sha256.Sum256([]byte(a.opt.Dir))
	call := sha256.Sum256([]byte(tool.FromContext(ctx).ID))
	dir := filepath.Join(a.opt.Worktrees, hex.EncodeToString(sum[:8]), hex.EncodeToString(call[:6]))
	if _, err := os.Lstat(dir); err == nil { // of a call in another session
		dir += "-" + strings.ToLower(rand.Text()[:6])
	}
	return dir
}

// grow makes a worktree on a branch of its own, at the last commit.
func (a *Agents) grow(ctx context.Context, label string) (_ *tree, err error) {
	root, err := a.repository()
	if err != nil {
		return nil, err
	}
	a.trees.Lock() // git does not like to make two at once
	defer a.trees.Unlock()
	// It is not killed halfway: what it has begun to make would stay.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	r, err := openRepo(whole, root)
	if err != nil {
		return nil, err
	}
	base, err := r.git(whole, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}")
	if err != nil {
		return nil, tool.Errorf(tool.CodeFailed, "isolation worktree needs a commit to begin with, and the repository has none: commit something, or do without isolation (%w)", err)
	}
	id := strings.ToLower(rand.Text()[:6])
	t := &tree{repo: r, base: base, branch: "jig/" + slug(label) + id, dir: filepath.Join(a.treesOf(ctx), id)}
	if err := os.MkdirAll(filepath.Dir(t.dir), 0o700); err != nil {
		return nil, fmt.Errorf("there is no place for a worktree: %w", err)
	}
	if _, err := r.git(whole, "worktree", "add", "--no-track", "-b", t.branch, t.dir, base); err != nil {
		return nil, errors.Join(err, os.RemoveAll(t.dir))
	}
	if t.dir, err = filepath.EvalSymlinks(t.dir); err != nil {
		return nil, err
	}
	t.work = t.dir
	if inner, err := filepath.Rel(root, a.opt.Dir); err == nil && filepath.IsLocal(inner) {
		// Not by a link: the commit may hold one that leads out.
		at := filepath.Join(t.dir, inner)
		if straight, err := filepath.EvalSymlinks(at); err == nil && straight == at {
			t.work = at
		}
	}
	if ctx.Err() != nil {
		return nil, errors.Join(context.Cause(ctx), t.remove(whole))
	}
	return t, nil
}

// slug is a text as part of the name of a branch.
func slug(label string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(label) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 30 {
			break
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" {
		return ""
	}
	return name + "-"
}

// cut removes the worktree if nothing was changed in it, and otherwise tells what.
func (t *tree) cut(ctx context.Context) (*leftover, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	left := &leftover{Dir: t.dir, Branch: t.branch, Base: t.base}
	in, err := t.repo.at(ctx, t.dir)
	if err != nil {
		return left, fmt.Errorf("what the sub-agent changed in %s cannot be told: %w", t.dir, err)
	}
	head, err1 := in.git(ctx, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}")
	own, err2 := in.git(ctx, "rev-parse", "--verify", "--end-of-options", "refs/heads/"+t.branch+"^{commit}")
	status, err3 := in.git(ctx, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=dirty")
	if err := errors.Join(err1, err2, err3); err != nil {
		return left, fmt.Errorf("what the sub-agent changed in %s cannot be told: %w", t.dir, err)
	}
	if head == t.base && own == t.base && status == "" {
		left.clean = true
		return left, t.remove(ctx)
	}
	for entry := range strings.SplitSeq(status, "\x00") {
		if name, ok := strings.CutPrefix(entry, "?? "); ok {
			left.New = append(left.New, name)
		}
	}
	if left.Changes, err = in.git(ctx, "diff", "--stat", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", "--end-of-options", t.base, "--"); err != nil {
		return left, err
	}
	count, err := in.git(ctx, "rev-list", "--count", "--end-of-options", t.base+".."+head)
	if err == nil {
		_, err = fmt.Sscan(count, &left.Commits)
	}
	return left, err
}

// remove takes the worktree and its branch away, and the folder of its call if it is the last in it.
func (t *tree) remove(ctx context.Context) error {
	_, err := t.repo.git(ctx, "worktree", "remove", "--force", t.dir)
	if err == nil {
		_, err = t.repo.git(ctx, "branch", "-D", "--", t.branch)
	}
	if err != nil {
		return fmt.Errorf("the worktree %s cannot be removed: %w", t.dir, err)
	}
	if rest, err := os.ReadDir(filepath.Dir(t.dir)); err == nil && len(rest) == 0 {
		return os.Remove(filepath.Dir(t.dir))
	}
	return nil
}
