package agent

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// ContextOptions say where the files are that tell an agent about a project.
type ContextOptions struct {
	// Dir is the folder to work in.
	Dir string
	// Root is the uppermost folder that is looked at; default the repository that Dir is
	// in, or Dir itself.
	Root string
	// ConfigHome is where the person's settings are; jig/AGENTS.md in it is for every
	// project.
	ConfigHome string
	// Trusted reports whether the person trusts the folder. Without it no file of a
	// project is read: whoever wrote it would be speaking to the model.
	Trusted func(dir string) bool
	// MaxFile and MaxTotal bound how many bytes are taken; default 32 and 96 KiB.
	MaxFile, MaxTotal int
}

const (
	defaultMaxFile  = 32 << 10
	defaultMaxTotal = 96 << 10
)

// ContextFile is one that tells an agent about a project.
type ContextFile struct {
	Path string
	Text string
	// Cut says that the file is longer than what was taken of it.
	Cut bool
}

// ReadContext reads the person's own AGENTS.md, and AGENTS.md and CLAUDE.md of the project
// from its root down to the folder, if that is trusted: what is nearer comes later and
// counts more. The error tells of files that could not be read; the others are given all
// the same.
func ReadContext(opt ContextOptions) ([]ContextFile, error) {
	if opt.MaxFile <= 0 {
		opt.MaxFile = defaultMaxFile
	}
	if opt.MaxTotal <= 0 {
		opt.MaxTotal = defaultMaxTotal
	}
	c := contextReader{opt: opt, left: opt.MaxTotal}
	if opt.ConfigHome != "" {
		c.folder(filepath.Join(opt.ConfigHome, "jig"), ".", "AGENTS.md")
	}
	if opt.Dir == "" || opt.Trusted == nil || !opt.Trusted(opt.Dir) {
		return c.files, errors.Join(c.errs...)
	}
	dir, err := filepath.Abs(opt.Dir)
	if err != nil {
		return c.files, errors.Join(append(c.errs, err)...)
	}
	root := opt.Root
	if root == "" {
		root = repository(dir)
	}
	inner, err := filepath.Rel(root, dir)
	if err != nil || inner == ".." || strings.HasPrefix(inner, ".."+string(filepath.Separator)) {
		root, inner = dir, "."
	}
	at := "."
	c.folder(root, at, "AGENTS.md", "CLAUDE.md")
	if inner != "." {
		for _, name := range strings.Split(inner, string(filepath.Separator)) {
			at = filepath.Join(at, name)
			c.folder(root, at, "AGENTS.md", "CLAUDE.md")
		}
	}
	return c.files, errors.Join(c.errs...)
}

type contextReader struct {
	opt   ContextOptions
	left  int
	files []ContextFile
	errs  []error
}

// folder takes the files of a folder below root. A link that leads out of the root is not
// followed: it could lead to what no model should see.
func (c *contextReader) folder(root, at string, names ...string) {
	r, err := os.OpenRoot(root)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.errs = append(c.errs, err)
		}
		return
	}
	defer func() { c.fault(r.Close()) }()
	for _, name := range names {
		inside := filepath.Join(at, name)
		if err := c.file(r, inside, filepath.Join(root, inside)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.errs = append(c.errs, fmt.Errorf("%s: %w", filepath.Join(root, inside), err))
		}
	}
}

func (c *contextReader) fault(err error) {
	if err != nil {
		c.errs = append(c.errs, err)
	}
}

func (c *contextReader) file(r *os.Root, inside, path string) error {
	info, err := r.Stat(inside)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a file")
	}
	f, err := r.Open(inside)
	if err != nil {
		return err
	}
	most := min(c.opt.MaxFile, c.left)
	raw, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	cut := len(raw) > most
	if cut {
		raw = raw[:most]
		for len(raw) > 0 && !utf8.Valid(raw[max(len(raw)-utf8.UTFMax, 0):]) && len(raw) > most-utf8.UTFMax {
			raw = raw[:len(raw)-1]
		}
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(raw), "\uFFFD"))
	if text == "" {
		return nil
	}
	for _, other := range c.files {
		if other.Text == text {
			return nil // one is a copy of, or a link to, the other
		}
	}
	c.left -= len(raw)
	c.files = append(c.files, ContextFile{Path: path, Text: text, Cut: cut})
	return nil
}

// repository is the nearest folder above dir that has version control, or dir.
func repository(dir string) string {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			return dir
		}
		at = up
	}
}
