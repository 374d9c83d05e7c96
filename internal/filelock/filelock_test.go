//go:build unix

package filelock_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jig/internal/filelock"
)

func TestALockIsHeldByOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var files [2]*os.File
	for i := range files {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		files[i] = f
	}
	if err := filelock.Hold(t.Context(), files[0]); err != nil {
		t.Fatal(err)
	}
	if taken, err := filelock.Try(files[1]); taken || err != nil {
		t.Errorf("taken %v, %v", taken, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := filelock.Hold(ctx, files[1]); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v", err)
	}
	if err := filelock.Release(files[0]); err != nil {
		t.Fatal(err)
	}
	if taken, err := filelock.Try(files[1]); !taken || err != nil {
		t.Errorf("taken %v, %v", taken, err)
	}
}
