package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	pdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"jig/tool"
	"jig/toolbox/file/pdf"
)

// Options bound what reading may cost. The zero value is of use.
type Options struct {
	// Cache is a folder for the compiled code. What stands there is run, so nobody
	// but the user, and no tool, may be able to write to it. Without one, each Reader
	// compiles anew.
	Cache string
	// MaxSize is the largest document in bytes; 0 means 512 MB.
	MaxSize int64
	// MaxMemory is how much one document may use in bytes; 0 means 512 MB.
	MaxMemory int64
	// Documents is how many may be open at once, 0 means 2; others wait.
	Documents int
}

const (
	defaultSize   = 512 << 20
	wasmPage      = 64 << 10
	maxWasmMemory = 4 << 30
)

// Reader is a [pdf.Reader]. Nothing is compiled before the first document.
type Reader struct {
	opt   Options
	slots chan struct{} // one for each document that may be open

	start chan struct{} // held by who starts an instance, so that code is compiled once
	ready bool          // the code was compiled; guarded by start
	cache wazero.CompilationCache

	mu     sync.Mutex
	closed bool
	done   chan struct{} // closed when nobody can enter any more
}

var errClosed = errors.New("the PDF reader is closed")

var _ pdf.Reader = (*Reader)(nil)

// New makes a reader. It has to be closed.
func New(opt Options) *Reader {
	if opt.MaxSize <= 0 {
		opt.MaxSize = defaultSize
	}
	if opt.MaxMemory <= 0 {
		opt.MaxMemory = defaultSize
	}
	opt.MaxMemory = min(opt.MaxMemory, maxWasmMemory)
	if opt.Documents <= 0 {
		opt.Documents = 2
	}
	return &Reader{opt: opt, slots: make(chan struct{}, opt.Documents), start: make(chan struct{}, 1), done: make(chan struct{})}
}

// Open opens a document in an instance of its own.
func (r *Reader) Open(ctx context.Context, data io.ReaderAt, size int64) (_ pdf.Document, err error) {
	switch {
	case size <= 0:
		return nil, fmt.Errorf("the file is empty: %w", pdf.ErrBroken)
	case size > r.opt.MaxSize:
		return nil, fmt.Errorf("the PDF has %d bytes, and only %d are read: split it first", size, r.opt.MaxSize)
	}
	if err := r.enter(ctx); err != nil {
		return nil, err
	}
	// The instance lives longer than the call that opens it, and dies with a call
	// that is cancelled.
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	d := &document{end: end, release: func() { <-r.slots }}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.Close())
		}
	}()
	err = d.during(ctx, func() error {
		pool, err := r.instance(ctx, life)
		if err != nil {
			return err
		}
		d.pool = pool
		return d.open(life, data, size)
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// instance starts PDFium, and compiles it if that was not done before.
func (r *Reader) instance(ctx, life context.Context) (pdfium.Pool, error) {
	if err := take(ctx, r.start); err != nil {
		return nil, err
	}
	defer func() { <-r.start }()
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfigCompiler().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(uint32(r.opt.MaxMemory / wasmPage)).
		WithCloseOnContextDone(true).
		WithCompilationCache(r.cache)
	pool, err := webassembly.Init(webassembly.Config{
		// More than one worker is also what makes compiling heed the context.
		Context:       experimental.WithCompilationWorkers(life, 2),
		MaxTotal:      1,
		FSConfig:      wazero.NewFSConfig(), // no files
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("the PDF reader cannot be started: %w", err)
	}
	r.ready = true
	return pool, nil
}

// prepare makes the cache. The caller holds start.
func (r *Reader) prepare(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errClosed
	}
	if !r.ready {
		tool.FromContext(ctx).Progress("preparing the PDF reader, which takes some seconds the first time")
	}
	if r.cache != nil {
		return nil
	}
	if r.opt.Cache == "" {
		r.cache = wazero.NewCompilationCache()
		return nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(r.opt.Cache)
	if err != nil {
		return fmt.Errorf("the folder for the compiled PDF reader cannot be used: %w", err)
	}
	r.cache = cache
	return nil
}

// Close waits for the documents that are open, unless the context ends before, and
// gives the compiled code back. Nothing can be opened afterwards.
func (r *Reader) Close(ctx context.Context) error {
	r.mu.Lock()
	before := r.closed
	r.closed = true
	r.mu.Unlock()
	if before {
		return nil
	}
	for range cap(r.slots) {
		if err := take(ctx, r.slots); err != nil {
			return fmt.Errorf("a PDF is still open: %w", err)
		}
	}
	close(r.done)
	if r.cache == nil {
		return nil
	}
	return r.cache.Close(ctx)
}

// enter waits until one more document may be open.
func (r *Reader) enter(ctx context.Context) error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return errClosed
	}
	select {
	case <-r.done:
		return errClosed
	case r.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// take waits for room in a channel.
func take(ctx context.Context, room chan struct{}) error {
	select {
	case room <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
