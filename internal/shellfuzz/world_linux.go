package shellfuzz

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Where things stand inside of the bubble. A line starts in Project.
const (
	Home    = "/home/dev"
	Project = "/home/dev/project"
)

// evil is what a trap does. It says so in the project, whatever the folder is.
const evil = "#!/bin/bash\n: > " + Project + "/PWNED.trap\n"

// World is a folder with everything that lines may write to: home, project, /tmp
// and /dev/shm.
type World struct {
	dir      string
	template string
	was      snapshot
}

// Traps says which traps a world has besides the usual ones.
type Traps struct {
	// Drivers are diff and filter drivers in the configuration of the repository.
	// The environment for git cannot turn them off.
	Drivers bool
}

// Template makes the world that others are copied from, in an empty folder.
func Template(ctx context.Context, dir string, traps Traps) error {
	project := filepath.Join(dir, Project)
	for _, d := range []string{"tmp", "shm", "home/dev/project/sub/deep", "home/dev/project/other", "home/dev/project/empty", "home/dev/project/PWNED.d"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return err
		}
	}
	for name, text := range files() {
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), mode); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"link": "sub", "gone": "PWNED.gone", "out": "/tmp/t.txt", "up": "..", "sub/back": "../a.txt"} {
		if err := os.Symlink(to, filepath.Join(project, name)); err != nil {
			return err
		}
	}
	if err := archive(filepath.Join(project, "archive.zip")); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "bash", "--norc", "--noprofile", "-euc", repository)
	build.Dir = project
	build.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C", "GIT_AUTHOR_DATE=@1700000000 +0000", "GIT_COMMITTER_DATE=@1700000000 +0000"}
	if traps.Drivers {
		build.Env = append(build.Env, "DRIVERS=1")
	}
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the repository of the canary tree cannot be made: %w: %s", err, out)
	}
	return nil
}

// archive makes a zip file that would write to the project if it was unpacked.
func archive(name string) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := zip.NewWriter(f)
	for _, member := range []string{"a.txt", "PWNED.zip", "sub/PWNED.zip"} {
		w, err := z.Create(member)
		if err != nil {
			return err
		}
		if _, err := w.Write([]byte("from the archive\n")); err != nil {
			return err
		}
	}
	return z.Close()
}

// NewWorld copies a template to an empty or missing folder.
func NewWorld(ctx context.Context, template, dir string) (*World, error) {
	w := &World{dir: dir, template: template}
	return w, w.Restore(ctx)
}

// Restore makes the world what it was in the beginning.
func (w *World) Restore(ctx context.Context) error {
	if err := os.RemoveAll(w.dir); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, "cp", "-a", "--", w.template, w.dir).CombinedOutput(); err != nil {
		return fmt.Errorf("the canary tree cannot be copied: %w: %s", err, out)
	}
	var err error
	w.was, err = look(w.dir)
	return err
}

// Changes says what is no longer as it was; nothing if all is.
func (w *World) Changes() ([]string, error) {
	now, err := look(w.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return w.was.compare(now), nil
}
