package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jig"
	"jig/config"
	"jig/journal"
	"jig/wire"
)

// Title is what a list shows of a session: the beginning of its first message.
func Title(m wire.Message) string { return firstLine(m.Text()) }

// TellRestored says which messages wait again in a session that was resumed.
func TellRestored(w io.Writer, s *jig.Session) {
	for _, q := range s.Restored() {
		_, _ = fmt.Fprintf(w, "Waiting again, since the model had not read it when the session ended: %s\n", Title(q.Message)) // beside the point
	}
}

// FindSession gives the identifier of a session by it or the beginning of it; with last, that of the newest one of this folder.
// Both empty is no session at all.
func FindSession(id string, last bool) (string, error) {
	if id == "" && !last {
		return "", nil
	}
	store, err := jig.Sessions()
	if err != nil {
		return "", err
	}
	if id != "" {
		found, err := store.Find(id)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("there is no session %q; \"jig session --all\" lists them", id)
		}
		return found, err
	}
	all, err := store.List()
	if err != nil {
		return "", err
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, info := range all { // the newest first
		if sameFolder(info.Dir, dir) {
			return info.ID, nil
		}
	}
	return "", errors.New("there is no session of this folder yet (jig session --all lists those of others)")
}

func sameFolder(a, b string) bool {
	if a == b {
		return true
	}
	follow := func(dir string) string {
		if r, err := filepath.EvalSymlinks(dir); err == nil {
			return r
		}
		return dir
	}
	return follow(a) == follow(b)
}

// SessionList prints sessions, the newest first.
type SessionList struct {
	Out    *Output
	Format string
	All    bool // not only those of this folder
	Most   int
}

// Run prints them.
func (l *SessionList) Run() error {
	store, err := jig.Sessions()
	if err != nil {
		return err
	}
	all, err := store.List()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	shown := []journal.Info{}
	for _, info := range all {
		if l.All || sameFolder(info.Dir, dir) {
			shown = append(shown, info)
		}
		if l.Most > 0 && len(shown) == l.Most {
			break
		}
	}
	if l.Format == JSONFormat {
		l.Out.JSON(shown)
		return nil
	}
	if len(shown) == 0 {
		l.Out.Text("no sessions" + map[bool]string{true: "", false: " of this folder (--all shows those of others)"}[l.All])
		return nil
	}
	var b strings.Builder
	for _, info := range shown {
		fmt.Fprintf(&b, "%s  %s  %s", config.Visible(info.ID), info.Changed.Local().Format(time.DateTime), config.Visible(info.Title))
		if l.All {
			fmt.Fprintf(&b, "  (%s)", config.Visible(info.Dir))
		}
		if info.Parent != "" {
			fmt.Fprintf(&b, "  forked from %s", config.Visible(info.Parent))
		}
		b.WriteString("\n")
	}
	l.Out.Text(b.String())
	return nil
}
