package walk

import (
	"bytes"
	"context"
	"time"

	"jig/internal/ignore"
)

// worker is one of the goroutines of a walk, with what it uses again and again.
type worker struct {
	*walk
	number  int
	list    listing
	buf     []byte // for the system's listings
	path    []byte // of the entry at hand
	entry   Entry
	below   []*task
	folders int
	visited int
}

// lineage is the identities of the folders that lead to one, to know a link that
// leads back.
type lineage struct {
	id identity
	up *lineage
}

// has reports whether a folder is among them.
func (l *lineage) has(id identity) bool {
	for ; l != nil; l = l.up {
		if l.id == id {
			return true
		}
	}
	return false
}

// do works a task off. An error is the end of the walk.
func (k *worker) do(ctx context.Context, t *task) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if t.files != nil {
		return k.visitAll(ctx, t, t.files)
	}
	if !k.open(t) {
		return nil
	}
	k.list.reset()
	if k.buf == nil {
		k.buf = make([]byte, bufSize)
	}
	if err := t.dir.list(&k.list, k.buf); err != nil {
		if t.depth == 0 {
			return err
		}
		k.unread(wrong("list", k.rel(t), err))
	}
	k.folders++
	if t.rules != nil {
		var err error
		t.rules, err = t.rules.Enter(t.path, k.list.seen, t.dir.readIgnore(t.path))
		k.note(err)
	}
	k.sort(t)
	// The folders first, so that others can go on with them.
	k.push(k.below...)
	clear(k.below)
	return k.visitAll(ctx, t, &k.list)
}

// open opens the folder of a task, and reports whether it should be listed.
func (k *worker) open(t *task) bool {
	if t.dir == nil {
		var err error
		if t.parent != nil {
			t.dir, err = t.parent.openDir(string(t.path[t.name:]), t.link)
			k.note(t.parent.release())
			t.parent = nil
		} else {
			t.dir, err = k.descend(k.rel(t), t.link)
		}
		if err != nil {
			k.unread(wrong("open", k.rel(t), err))
			return false
		}
	}
	if k.opt.Follow {
		id, err := t.dir.identity()
		if err != nil || t.up.has(id) {
			k.note(err)
			k.note(t.dir.release())
			return false
		}
		t.up = &lineage{id, t.up}
	}
	return true
}

// rel is the path of a task's folder from the root.
func (k *worker) rel(t *task) []byte { return t.path[min(k.base, len(t.path)):] }

// sort looks through the listing of a folder: folders to enter become tasks,
// files to visit stay in the listing, the rest goes.
func (k *worker) sort(t *task) {
	k.below = k.below[:0]
	k.startPath(t)
	deeper := k.opt.MaxDepth == 0 || t.depth+1 < k.opt.MaxDepth
	files := k.list.entries[:0]
	for _, e := range k.list.entries {
		name := k.list.name(e)
		hidden := name[0] == '.'
		if hidden && (!k.opt.Hidden && t.rules == nil || string(name) == ".git") {
			continue
		}
		link := e.kind == Link
		if e.kind == Unknown || link && k.opt.Follow {
			e.kind = t.dir.kind(string(name), k.opt.Follow)
		}
		folder := e.kind == Dir
		if !folder && e.kind != Regular || folder && !deeper {
			continue
		}
		k.setName(name)
		if !k.wanted(folder) {
			continue
		}
		if v := t.rules.Judge(k.path, len(k.path)-len(name), folder); v == ignore.Ignored ||
			hidden && !k.opt.Hidden && v != ignore.Kept {
			continue
		}
		if !folder {
			files = append(files, e)
			continue
		}
		k.below = append(k.below, &task{
			path: bytes.Clone(k.path), name: len(k.path) - len(name), depth: t.depth + 1,
			rules: t.rules, up: t.up, link: link, parent: t.dir.keep(),
		})
	}
	k.list.entries = files
}

// wanted asks the caller of the walk about the entry at hand.
func (k *worker) wanted(folder bool) bool {
	ask := k.opt.Accept
	if folder {
		ask = k.opt.Enter
	}
	return ask == nil || ask(k.path[k.base:])
}

// startPath prepares the path for entries of a folder.
func (k *worker) startPath(t *task) {
	k.path = append(k.path[:0], t.path...)
	if len(k.path) == 0 || k.path[len(k.path)-1] != '/' {
		k.path = append(k.path, '/')
	}
	k.entry = Entry{base: k.base, name: len(k.path), dir: t.dir, follow: k.opt.Follow, known: !k.opt.Follow}
}

// setName makes the path that of an entry of the folder.
func (k *worker) setName(name []byte) { k.path = append(k.path[:k.entry.name], name...) }

// visitAll visits files of a folder and lets go of it.
func (k *worker) visitAll(ctx context.Context, t *task, files *listing) error {
	defer func() { k.note(t.dir.release()) }()
	k.startPath(t)
	var began time.Time
	for i := 0; i < len(files.entries); i++ { //nolint:intrange // the list shrinks when others take a part of it
		if i%64 == 63 {
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
		if k.stopped.Load() {
			return nil
		}
		if left := len(files.entries) - i; left > 1 && k.idle.Load() > 0 {
			k.share(t, files, i+left/2, &began)
		}
		k.setName(files.name(files.entries[i]))
		k.entry.path = k.path
		k.visited++
		if err := k.visit(k.number, &k.entry); err != nil {
			return err
		}
	}
	return nil
}

// share gives the files from one on to a worker that has nothing to do. When
// visits are quick that costs more than it brings, so it waits a moment first.
func (k *worker) share(t *task, files *listing, from int, began *time.Time) {
	const moment = 100 * time.Microsecond
	if began.IsZero() {
		*began = time.Now()
		return
	}
	if time.Since(*began) < moment {
		return
	}
	*began = time.Now()
	k.push(&task{path: t.path, depth: t.depth, rules: t.rules, dir: t.dir.retain(), files: files.split(from)})
}

// note takes up an error that does not keep the walk from going on.
func (k *worker) note(err error) {
	if err != nil {
		k.unread(err)
	}
}
