package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
)

// An arena is a folder set up for attempts to escape, with listeners that must not
// be reached.
type arena struct {
	base, root, outside, hidden string
	tcp, udp, unix, abstract    string

	closers []io.Closer
	serving sync.WaitGroup
}

// newArena makes an arena beside the caches of the user, because temporary folders
// are private to each command and would prove less.
func newArena(ctx context.Context) (_ *arena, err error) {
	a := &arena{}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.close())
		}
	}()
	above, err := os.UserCacheDir()
	if err != nil || os.MkdirAll(above, 0o700) != nil {
		above = ""
	}
	if a.base, err = os.MkdirTemp(above, "jig-sandbox-probe-"); err != nil {
		if a.base, err = os.MkdirTemp("", "jig-sandbox-probe-"); err != nil {
			return nil, fmt.Errorf("make a folder for the trials: %w", err)
		}
	}
	if a.base, err = filepath.EvalSymlinks(a.base); err != nil {
		return nil, err
	}
	a.root, a.outside, a.hidden = filepath.Join(a.base, "root"), filepath.Join(a.base, "outside"), filepath.Join(a.base, "hidden")
	for _, file := range []string{
		a.root + "/sub/file", a.root + "/.git/config", a.root + "/deep/er/.git/config", a.root + "/deep/.env",
		a.outside + "/file", a.hidden + "/secret",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("content"), 0o600)); err != nil {
			return nil, err
		}
	}
	if err := os.Symlink(a.outside, a.root+"/sub/out"); err != nil {
		return nil, err
	}
	return a, a.listen(ctx)
}

func (a *arena) profile() Profile {
	return Profile{
		Dir:      a.root,
		Writable: []string{a.root},
		ReadOnly: []string{a.root + "/.git", a.root + "/deep/er/.git", a.root + "/.claude/", a.root + "/.mcp.json"},
		Hidden:   []string{a.hidden, a.root + "/deep/.env"},
		Env:      EnvPolicy{Allow: []string{raceVariable}},
		Limits:   Limits{Processes: 64},
	}
}

// listen starts the listeners. Their goroutines end when close closes them.
func (a *arena) listen(ctx context.Context) error {
	var config net.ListenConfig
	tcp, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	a.serve(tcp)
	a.tcp = tcp.Addr().String()
	a.unix = filepath.Join(a.root, "sub", "socket")
	a.abstract = "@" + filepath.Base(a.base)
	for _, name := range []string{a.unix, a.abstract} {
		l, err := config.Listen(ctx, "unix", name)
		if err != nil {
			return err
		}
		a.serve(l)
	}
	udp, err := config.ListenPacket(ctx, "udp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	a.udp = udp.LocalAddr().String()
	a.closers = append(a.closers, udp)
	a.serving.Go(func() {
		for {
			_, from, err := udp.ReadFrom(make([]byte, 64))
			if err != nil {
				return
			}
			_, _ = udp.WriteTo([]byte("hello"), from) // who asked may have gone
		}
	})
	return nil
}

func (a *arena) serve(l net.Listener) {
	a.closers = append(a.closers, l)
	a.serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("hello")) // who asked may have gone
			closeQuietly(conn)
		}
	})
}

func (a *arena) close() error {
	var errs []error
	for _, c := range a.closers {
		errs = append(errs, c.Close())
	}
	a.serving.Wait()
	if a.base != "" {
		errs = append(errs, os.RemoveAll(a.base))
	}
	return errors.Join(errs...)
}
