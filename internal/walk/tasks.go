package walk

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"jig/internal/ignore"
)

// walk is what the workers of one walk share.
type walk struct {
	opt   Options
	visit func(worker int, e *Entry) error
	root  *handle
	base  int // where paths from the root begin in absolute ones

	mu     sync.Mutex
	cond   sync.Cond
	tasks  []*task // the stack
	busy   int     // how many workers have a task
	err    error   // why the walk ended early
	report Report

	// idle is how many workers wait for a task, and stopped whether all should
	// end; both are only hints outside of mu.
	idle    atomic.Int32
	stopped atomic.Bool
}

// task is a folder to list, or files of one that are left to visit.
type task struct {
	path  []byte // of the folder, absolute, with slashes
	depth int
	rules *ignore.Folder // that hold above the folder, and for files in it
	up    *lineage       // the folders above, if links are followed

	// dir is the folder itself where it is open already. Otherwise parent is the
	// open folder above it, or nil if there were too many to keep, and name is
	// where in path its own name begins.
	dir, parent *handle
	name        int
	link        bool // reached through a link

	files *listing // to visit, nil for a folder to list
}

// push puts tasks on the stack.
func (w *walk) push(tasks ...*task) {
	if len(tasks) == 0 {
		return
	}
	w.mu.Lock()
	w.tasks = append(w.tasks, tasks...)
	w.mu.Unlock()
	if idle := w.idle.Load(); idle == 1 || len(tasks) == 1 {
		w.cond.Signal()
	} else if idle > 1 {
		w.cond.Broadcast()
	}
}

// pop takes the task that was put last. It waits while there is none but others
// are busy, which may find some, and gives nil when the walk is over.
func (w *walk) pop() *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.tasks) == 0 && w.busy > 0 && w.err == nil {
		w.idle.Add(1)
		w.cond.Wait()
		w.idle.Add(-1)
	}
	n := len(w.tasks)
	if n == 0 || w.err != nil {
		w.cond.Broadcast()
		return nil
	}
	t := w.tasks[n-1]
	w.tasks[n-1] = nil
	w.tasks = w.tasks[:n-1]
	w.busy++
	return t
}

// done says that a worker has finished a task.
func (w *walk) done() {
	w.mu.Lock()
	w.busy--
	over := w.busy == 0 && len(w.tasks) == 0
	w.mu.Unlock()
	if over {
		w.cond.Broadcast()
	}
}

// stop ends the walk; the first reason counts.
func (w *walk) stop(err error) {
	w.mu.Lock()
	if w.err == nil {
		w.err = err
	}
	w.mu.Unlock()
	w.stopped.Store(true)
	w.cond.Broadcast()
}

// unread notes a folder that could not be read.
func (w *walk) unread(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report.Unread++
	if len(w.report.Errors) < maxErrors {
		w.report.Errors = append(w.report.Errors, err)
	}
}

// work takes tasks until there are no more.
func (w *walk) work(ctx context.Context, number int) {
	k := &worker{walk: w, number: number}
	for t := w.pop(); t != nil; t = w.pop() {
		if err := k.do(ctx, t); err != nil {
			w.stop(err)
		}
		w.done()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report.Folders += k.folders
	w.report.Files += k.visited
}

// release lets go of the folders that a walk which ended early has not come to.
func (w *walk) release() error {
	var wrong []error
	for _, t := range w.tasks {
		for _, h := range []*handle{t.dir, t.parent} {
			if h != nil {
				wrong = append(wrong, h.release())
			}
		}
	}
	return errors.Join(wrong...)
}
