package cli_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"jig/cmd/jig/internal/cli"
)

func TestWhatGoesWrongBesideACallIsSaidLikeEverythingElse(t *testing.T) {
	full := errors.New("no space left")
	tests := map[string]struct {
		log  func(*slog.Logger)
		want string
	}{
		"a message":        {func(l *slog.Logger) { l.Warn("it rains") }, "jig: it rains\n"},
		"an error":         {func(l *slog.Logger) { l.Error("it rains", "error", errors.New("a cloud")) }, "jig: it rains: a cloud\n"},
		"what it is about": {func(l *slog.Logger) { l.With("call", "c1").Warn("it rains", "tool", "sky") }, "jig: it rains (call c1, tool sky)\n"},
		"a crash":          {func(l *slog.Logger) { l.Error("a crash", "panic", "boom", "stack", "a\nb\n") }, "jig: a crash (panic boom)\na\nb\n"},
		"names in a group": {func(l *slog.Logger) { l.WithGroup("g").Warn("it rains", "tool", "sky") }, "jig: it rains (tool sky)\n"},
		"a place": {func(l *slog.Logger) {
			l.Warn("not kept", "error", fmt.Errorf("keep: %w", &fs.PathError{Op: "open", Path: "/home/me", Err: full}))
		}, "jig: not kept: no space left\n"},
		"two places": {func(l *slog.Logger) {
			l.Warn("not kept", "error", &os.LinkError{Op: "rename", Old: "/a", New: "/b", Err: full})
		}, "jig: not kept: no space left\n"},
		"nothing important": {func(l *slog.Logger) { l.Info("it is dry") }, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			test.log(cli.NewLogger(&stderr))
			if stderr.String() != test.want {
				t.Errorf("%q, want %q", stderr.String(), test.want)
			}
		})
	}
}
