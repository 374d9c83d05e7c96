package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unicode"

	"jig/tool"
	"jig/workspace"
)

// place resolves a path that a model wrote, of something that need not exist.
func place(sess *workspace.Session, path string) (workspace.Place, error) {
	return lead(sess, path, sess.Space().Resolve)
}

// entry is like place but does not follow a link in the last component: it is for
// what acts on the link itself.
func entry(sess *workspace.Session, path string) (workspace.Place, error) {
	return lead(sess, path, sess.Space().ResolveEntry)
}

// existing is like place, for something that should exist: where nothing has
// exactly that name, it is what has it but for quotes around it, or for the kind
// of white space in it. If there is no such thing either, the place does not
// exist, and [missing] says so.
func existing(sess *workspace.Session, path string) (workspace.Place, error) {
	p, err := place(sess, path)
	if err != nil || p.Exists {
		return p, err
	}
	if bare := unquoted(path); bare != path {
		if other, err := place(sess, bare); err == nil && other.Exists {
			return other, nil
		}
	}
	if other := spaced(sess, p); other != "" {
		return sess.Space().Resolve(other)
	}
	return p, nil
}

func lead(sess *workspace.Session, path string, resolve func(string) (workspace.Place, error)) (workspace.Place, error) {
	// No file that a model speaks of has a name that ends with a line.
	path = strings.TrimRight(path, "\r\n")
	if path == "" {
		return workspace.Place{}, tool.Errorf(tool.CodeInvalidArgs, `the path is empty; "." is the main folder of the workspace`)
	}
	path, err := atHome(path)
	if err != nil {
		return workspace.Place{}, err
	}
	p, err := resolve(path)
	if err != nil {
		return p, &tool.Error{Code: codeOf(err), Message: err.Error(), Cause: err}
	}
	return p, nil
}

// atHome puts the home of the person in place of "~". A file of that name is
// written "./~".
func atHome(path string) (string, error) {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", tool.Errorf(tool.CodeInvalidArgs, "it is not known which folder ~ stands for: write the whole path instead (%w)", err)
	}
	return home + rest, nil
}

// unquoted takes off what models put around a path.
func unquoted(path string) string {
	path = strings.TrimSpace(path)
	for _, q := range []string{`"`, `'`, "`"} {
		if len(path) > 2 && strings.HasPrefix(path, q) && strings.HasSuffix(path, q) {
			return path[1 : len(path)-1]
		}
	}
	return path
}

// spaced finds the one file in the folder whose name differs in the kind of its
// white space only. The names of screenshots on macOS have spaces that nobody
// types, and models copy them as plain ones.
func spaced(sess *workspace.Session, p workspace.Place) string {
	dir, name := filepath.Split(p.Real)
	if !strings.ContainsFunc(name, unicode.IsSpace) {
		return ""
	}
	found := ""
	for _, e := range names(sess, dir, maxNames) {
		if plainSpaces(e.Name()) != plainSpaces(name) {
			continue
		}
		if found != "" {
			return "" // there are two, and no way to tell which
		}
		found = filepath.Join(dir, e.Name())
	}
	return found
}

func plainSpaces(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, name)
}

// needFile refuses what is no file that can be read or changed.
func needFile(sess *workspace.Session, p workspace.Place) error {
	switch {
	case !p.Exists:
		return missing(sess, p)
	case p.Kind == workspace.Dir:
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a folder, not a file: name a file in it; list shows what it holds", sess.Show(p.Real))
	case p.Kind.Special():
		return tool.Errorf(tool.CodeInvalidArgs, "%s is a %s, not a file: it is neither read nor written here", sess.Show(p.Real), p.Kind)
	}
	if what := machinery(sess, p); what != "" {
		return tool.Errorf(tool.CodeInvalidArgs, "%s lies in %s, where the system shows its inner state as files that may never end: it is not opened here", p.Real, what)
	}
	return nil
}

// machinery is the folder of devices or of the kernel that a place lies in, empty
// for all others. A workspace in there is taken as what it is.
func machinery(sess *workspace.Session, p workspace.Place) string {
	if runtime.GOOS == "windows" {
		return ""
	}
	for _, dir := range []string{"/dev", "/proc", "/sys"} {
		if !below(p.Real, dir) || below(p.Real, "/dev/shm") {
			continue
		}
		for _, root := range sess.Space().Roots() {
			if below(root, dir) && below(p.Real, root) {
				return ""
			}
		}
		return dir
	}
	return ""
}

func below(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator)
}

// explain puts an error about a place into words for a model. Errors that have a
// code are in words already.
func explain(sess *workspace.Session, p workspace.Place, err error) error {
	if err == nil {
		return nil
	}
	if told, ok := errors.AsType[*tool.Error](err); ok {
		return told
	}
	shown := sess.Show(p.Real)
	say := func(code tool.Code, format string, args ...any) error {
		return &tool.Error{Code: code, Message: fmt.Sprintf(format, args...), Cause: err}
	}
	switch {
	case errors.Is(err, workspace.ErrOutside):
		return say(tool.CodePermissionDenied, "%s is outside of the workspace (%s); use a path inside of it", p.Real, strings.Join(sess.Space().Roots(), ", "))
	case errors.Is(err, workspace.ErrChanged):
		return say(tool.CodeStaleFile, "%s was replaced by something else while the call ran; nothing was done. Make the call again", shown)
	case errors.Is(err, fs.ErrNotExist):
		return missing(sess, p)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return say(tool.CodeFailed, "there is no room on the disk for %s; nothing was changed. Make room first, then repeat the call", shown)
	case errors.Is(err, syscall.EROFS):
		return say(tool.CodePermissionDenied, "%s lies on a disk that can only be read; nothing was changed. Write somewhere else", shown)
	case errors.Is(err, syscall.ENOTDIR):
		return say(tool.CodeInvalidArgs, "a part of the path %s is a file and not a folder; correct the path", shown)
	case errors.Is(err, fs.ErrPermission):
		return say(tool.CodePermissionDenied, "the system does not let this user open %s (%v); do not try again, use another file or ask the user to change its permissions", shown, cause(err))
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return say(tool.CodeFailed, "too many files are open to open %s; try again with fewer calls at once", shown)
	}
	return err
}

// cause is the reason in an error without the path, which is said already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

func codeOf(err error) tool.Code {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return tool.CodePermissionDenied
	case errors.Is(err, fs.ErrNotExist):
		return tool.CodeFileNotFound
	}
	return tool.CodeInvalidArgs
}
