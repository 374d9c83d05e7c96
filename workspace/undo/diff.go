package undo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

// maxDiff is the size up to which a file is shown line by line.
const maxDiff = 1 << 20

// Diff shows changes, of a record or a report, as a unified diff. Contents are
// those that were kept or, where it has not changed since, that on disk.
func (l *Log) Diff(ctx context.Context, changes []Change) (string, error) {
	var b strings.Builder
	err := l.locked(ctx, func() error {
		for _, c := range changes {
			l.diff(&b, c)
		}
		return nil
	})
	return b.String(), err
}

func (l *Log) diff(b *strings.Builder, c Change) {
	name := l.Show(c.Path)
	if c.Before.Kind == Dir || c.After.Kind == Dir || c.Before.Hash == c.After.Hash && c.Before.Kind == c.After.Kind {
		fmt.Fprintf(b, "%s: %s → %s\n", name, c.Before, c.After)
		return
	}
	old, err := l.shown(c.Path, c.Before)
	if err == nil {
		var fresh string
		if fresh, err = l.shown(c.Path, c.After); err == nil {
			if c.Before.Mode != c.After.Mode && c.Before.Kind == c.After.Kind {
				fmt.Fprintf(b, "%s: mode %04o → %04o\n", name, c.Before.Mode.Perm(), c.After.Mode.Perm())
			}
			b.WriteString(udiff.Unified(label(name, c.Before), label(name, c.After), old, fresh))
			return
		}
	}
	fmt.Fprintf(b, "%s: %s → %s (%v)\n", name, c.Before, c.After, err)
}

func label(name string, i Image) string {
	if i.Kind == Absent {
		return os.DevNull
	}
	return name
}

var (
	errBinary = errors.New("binary")
	errUnkept = errors.New("the content is not kept")
)

// shown is the text of an image.
func (l *Log) shown(path string, i Image) (string, error) {
	switch i.Kind {
	case Absent:
		return "", nil
	case Link:
		return "link to " + i.Target + "\n", nil
	case File:
	default:
		return "", errBinary
	}
	data, err := l.content(path, i)
	switch {
	case err != nil:
		return "", err
	case bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data):
		return "", errBinary
	}
	return string(data), nil
}

// content finds the content of a file: among what is kept, or on disk.
func (l *Log) content(path string, i Image) (data []byte, err error) {
	switch {
	case i.Hash == "":
		return nil, errUnkept
	case i.Size > maxDiff:
		return nil, errLong
	case l.blobs.has(i.Hash):
		return l.blobs.read(i.Hash, maxDiff)
	}
	dir, name, err := l.ground.parent(path)
	if err != nil {
		return nil, errUnkept
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	now, err := l.imageAt(path)
	if err != nil || now.Hash != i.Hash {
		return nil, errUnkept
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, errUnkept
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return readUpTo(f, maxDiff)
}
