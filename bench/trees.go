package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// kernel is the name of Debian's package with the source of Linux, and of the folder it unpacks to.
const kernel = "linux-source-6.1"

// sourceTree is a folder full of source to list and to search.
type sourceTree struct{ name, path string }

// sourceTrees are those at hand: Go's own, and a kernel's where Debian's package of it is installed.
func sourceTrees(ctx context.Context) ([]sourceTree, error) {
	var root bytes.Buffer
	if err := command(ctx, &root, "go", "env", "GOROOT"); err != nil {
		return nil, err
	}
	goroot := strings.TrimSpace(root.String())
	trees := []sourceTree{{"Go's src", filepath.Join(goroot, "src")}, {"the whole of Go", goroot}}
	path, err := kernelTree(ctx)
	if err != nil {
		return nil, err
	}
	if path == "" {
		fmt.Fprintf(os.Stderr, "  no kernel tree: install %s to measure on one as well\n", kernel)
		return trees, nil
	}
	return append(trees, sourceTree{"Linux 6.1", path}), nil
}

// kernelTree finds the source of a kernel, unpacking it once into the user's cache. It is empty where there is none.
func kernelTree(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "jig-bench")
	for _, path := range []string{filepath.Join("/usr/src", kernel), filepath.Join(cache, kernel)} {
		if at, err := filepath.EvalSymlinks(path); err == nil {
			return at, nil
		}
	}
	packed := filepath.Join("/usr/src", kernel+".tar.xz")
	if _, err := os.Stat(packed); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	fmt.Fprintf(os.Stderr, "  unpacking %s into %s (once)\n", packed, cache)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	// Elsewhere first, so that an unpacking which was interrupted is not taken for a tree.
	part, err := os.MkdirTemp(cache, "part-")
	if err != nil {
		return "", err
	}
	err = command(ctx, io.Discard, "tar", "xf", packed, "-C", part)
	if err == nil {
		err = os.Rename(filepath.Join(part, kernel), filepath.Join(cache, kernel))
	}
	return filepath.Join(cache, kernel), errors.Join(err, os.RemoveAll(part))
}

// ripgrep finds ripgrep, and installs it where that is possible.
func ripgrep(ctx context.Context) (string, error) {
	if err := command(ctx, io.Discard, "../scripts/need", "rg=ripgrep"); err != nil {
		return "", err
	}
	return exec.LookPath("rg")
}
