package jig

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"jig/engine"
	"jig/engine/guard"
	"jig/sandbox"
	"jig/tool"
	"jig/toolbox"
	"jig/toolbox/file"
	"jig/toolbox/file/pdf/pdfium"
	"jig/toolbox/shell"
	"jig/workspace"
	"jig/workspace/undo"
)

// workbench is the built-in tools at work in a folder, with the undo log that
// saves what they change.
type workbench struct {
	tools  []tool.Tool
	keeper keeper
	close  []func() error // in the order in which they were opened
}

// openWorkbench makes the tools for the folder that protection is about. What it
// has to tell goes to the logger.
func openWorkbench(ctx context.Context, p *protection, stash engine.Stash, logger *slog.Logger) (_ *workbench, err error) {
	w := &workbench{}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.shut())
		}
	}()
	space, err := w.space(p)
	if err != nil {
		return nil, err
	}
	state, stateErr := StateFolder()
	session := workspace.SessionOptions{Outside: true} // the gate decides about each path
	if stateErr == nil {
		session.Locks = filepath.Join(state, "locks")
	}
	opt := toolbox.Options{Session: workspace.NewSession(space, session), Stash: stash, Read: file.ReadOptions{PDF: w.pdf(ctx)}}
	if stateErr == nil {
		kept := w.keep(space, state)
		w.keeper = kept
		opt.Shell.Settled = func(handle string) {
			log, err := kept.open()
			if err == nil {
				err = log.Settle(context.WithoutCancel(ctx), handle)
			}
			if err != nil {
				logger.Warn("what a background command changed is not recorded", "error", err)
			}
		}
		opt.Shell.Outputs = outputs(state, space.Roots()[0])
	} else {
		w.keeper = keeper{func() (*undo.Log, error) { return nil, stateErr }}
	}
	opt.Shell.Env = withoutKeys(os.Environ())
	if err := w.confine(ctx, p, &opt.Shell, logger); err != nil {
		return nil, err
	}
	box, err := toolbox.Open(opt)
	if err != nil {
		return nil, err
	}
	w.close = append(w.close, box.Close)
	w.tools = box.Tools()
	return w, nil
}

// shut ends what the tools have started and lets go of everything.
func (w *workbench) shut() error {
	var failed error
	for _, done := range slices.Backward(w.close) {
		failed = errors.Join(failed, done())
	}
	w.close = nil
	return failed
}

// space is the workspace of the policy or, without one, the folder.
func (w *workbench) space(p *protection) (*workspace.Space, error) {
	if p.rules != nil {
		return p.rules.Space(), nil
	}
	space, err := workspace.New(p.dir)
	if err == nil {
		w.close = append(w.close, space.Close)
	}
	return space, err
}

// outputs is the folder for the outputs of commands that are too long to be shown.
// Every project has its own, so that a rule about one says nothing about others.
func outputs(state, root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(state, "outputs", hex.EncodeToString(sum[:16]))
}

// keeper is the undo log, which is opened when the first call changes something:
// most calls only look. What cannot be saved is not changed.
type keeper struct {
	open func() (*undo.Log, error)
}

func (k keeper) Keep(ctx context.Context, c tool.Change) (func(*tool.Result), error) {
	log, err := k.open()
	if err != nil {
		return nil, err
	}
	return log.Keep(ctx, c)
}

// keep makes the keeper.
func (w *workbench) keep(space *workspace.Space, state string) keeper {
	var log atomic.Pointer[undo.Log]
	open := sync.OnceValues(func() (*undo.Log, error) {
		made, err := openLog(state, space, undo.Options{})
		if err == nil {
			log.Store(made)
		}
		return made, err
	})
	w.close = append(w.close, func() error {
		if made := log.Load(); made != nil {
			return made.Close()
		}
		return nil
	})
	return keeper{open}
}

// pdf reads documents. Its compiled code is kept where caches belong.
func (w *workbench) pdf(ctx context.Context) *pdfium.Reader {
	opt := pdfium.Options{}
	if cache, err := os.UserCacheDir(); err == nil {
		opt.Cache = filepath.Join(cache, "jig", "pdfium")
	}
	r := pdfium.New(opt)
	w.close = append(w.close, func() error { return r.Close(context.WithoutCancel(ctx)) })
	return r
}

// confine says how commands run, by the settings. The sandbox is tried out when
// the first command needs it, unless the gate has to know before.
func (w *workbench) confine(ctx context.Context, p *protection, to *shell.Options, logger *slog.Logger) error {
	if p.rules == nil {
		return nil
	}
	settings := p.settings
	for _, name := range slices.Sorted(maps.Keys(settings.Env)) {
		to.Set = append(to.Set, name+"="+settings.Env[name])
	}
	c, err := guard.Confine(p.rules, settings, p.home)
	if err != nil {
		return err
	}
	if c.Options.Mode == sandbox.Off {
		return nil
	}
	to.Profile = c.For
	to.Strict = settings.Sandbox.AllowUnconfined != nil && !*settings.Sandbox.AllowUnconfined
	once := sync.OnceValues(func() (*sandbox.Sandbox, error) {
		box, err := sandbox.New(ctx, c.Options)
		if err == nil && box.Backend() == sandbox.None {
			logger.Warn("commands are not confined: no sandbox works here (jig doctor says why)")
		}
		return box, err
	})
	var box atomic.Pointer[sandbox.Sandbox]
	to.Sandbox = func(context.Context) (*sandbox.Sandbox, error) {
		made, err := once()
		box.Store(made)
		return made, err
	}
	w.close = append(w.close, func() error {
		if made := box.Load(); made != nil {
			return made.Close()
		}
		return nil
	})
	if on := settings.Sandbox.AutoAllow; on != nil && *on {
		if box, err := to.Sandbox(ctx); err != nil || box.Backend() == sandbox.None {
			p.rules.Unconfine()
		}
	}
	return nil
}
