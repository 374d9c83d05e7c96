package undo

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// step is what an undo or redo does to one path.
type step struct {
	path string
	from Image // what should be there
	to   Image // what shall be there
	now  entry // what is there

	idle bool // it is only checked

	aside string // the name under which the new content waits, and the folder in
	at    string // which it does
}

// plan is all an undo or redo does.
type plan struct {
	l       *Log
	kind    string
	force   bool
	records []*record
	steps   map[string]*step
	clashes []Clash
	notes   []string
	// whole is, where an undo or redo that was stopped is finished or turned around,
	// all that it is about: also the paths on which nothing is left to do.
	whole []Change
}

// plan works out what to do, and what stands against it. Nothing is changed.
func (l *Log) plan(kind string, records []*record, force bool) (*plan, error) {
	p := &plan{l: l, kind: kind, force: force, records: records, steps: map[string]*step{}}
	x := l.action(kind, records)
	p.sum(force || x != nil)
	if x != nil {
		p.turn(x)
	}
	for _, path := range p.paths() {
		if err := p.check(p.steps[path]); err != nil {
			return nil, err
		}
	}
	p.running()
	if err := p.parents(); err != nil {
		return nil, err
	}
	if err := p.leavings(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.clashes, func(a, b Clash) int { return strings.Compare(a.Path, b.Path) })
	return p, nil
}

// paths lists the paths of the steps, what is above before what is below.
func (p *plan) paths() []string {
	paths := make([]string, 0, len(p.steps))
	for path := range p.steps {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func (p *plan) clash(path, what string, by int, lost bool) {
	p.clashes = append(p.clashes, Clash{Path: path, What: what, By: by, Lost: lost})
}

// sum draws the changes of all records together, to one step for each path. Unless
// gaps are allowed, each record must have found what the one before it has left.
func (p *plan) sum(gaps bool) {
	type owned struct {
		Change
		n int
	}
	last := map[string]owned{}
	for _, r := range p.records {
		for _, c := range r.changes {
			was, seen := last[c.Path]
			last[c.Path] = owned{c, r.begin.N}
			if !seen {
				p.steps[c.Path] = &step{path: c.Path, from: c.After, to: c.Before}
				continue
			}
			p.steps[c.Path].from = c.After
			// A folder may be made by several calls, if one before was undone meanwhile.
			folder := was.After.Kind == Dir && c.Before.Kind == Absent && c.After.Kind == Dir
			if !was.After.Same(c.Before) && !folder && !gaps {
				p.clash(c.Path, fmt.Sprintf("it was changed between records %d and %d by something that is not undone with them", was.n, r.begin.N),
					p.l.between(c.Path, was.n, r.begin.N), false)
			}
		}
	}
	if p.kind == lineRedo {
		for _, s := range p.steps {
			s.from, s.to = s.to, s.from
		}
	}
}

// action finds the undo or redo that brought exactly these records into their
// state, if what is asked for is to turn that around, or to finish it where it was
// stopped. An undo after a whole redo is not about the redo but about the calls.
func (l *Log) action(kind string, records []*record) *record {
	x := l.byN[records[0].by]
	if x == nil || len(x.begin.Of) != len(records) || !x.end.Half && kind == lineUndo {
		return nil
	}
	for _, r := range records {
		if r.by != x.begin.N {
			return nil
		}
	}
	return x
}

// turn makes the steps that turn an undo or redo around, to the very state that it
// found, or that finish it. Paths of the calls that it did not have to touch are not
// touched now either, but nobody may have changed them since.
func (p *plan) turn(x *record) {
	for _, s := range p.steps {
		s.idle = true
	}
	changes := x.changes
	if x.end.Half {
		changes = fromWire(x.begin.Plan)
	}
	for _, c := range changes {
		if x.end.Half && x.begin.Kind == p.kind {
			c.Before, c.After = c.After, c.Before
		}
		p.steps[c.Path] = &step{path: c.Path, from: c.After, to: c.Before}
		if x.end.Half {
			p.whole = append(p.whole, Change{Path: c.Path, Before: c.After, After: c.Before})
		}
	}
}

// between finds a call whose change of a path, after one record and before another,
// still stands.
func (l *Log) between(path string, after, before int) int {
	for _, r := range slices.Backward(l.records) {
		n := r.begin.N
		if n <= after {
			break
		}
		if n < before && r.isCall() && r.end != nil && r.state != Undone {
			if _, ok := r.change(path); ok {
				return n
			}
		}
	}
	return 0
}

// check holds a step against the disk.
func (p *plan) check(s *step) (err error) {
	if s.now, err = p.l.imageAt(s.path); err != nil {
		return err
	}
	newest := p.records[len(p.records)-1].begin.N
	later := p.l.between(s.path, newest, p.l.next)
	if s.idle {
		delete(p.steps, s.path)
		if !p.force && !s.now.Same(s.from) && !s.now.Same(s.to) {
			p.clash(s.path, s.from.differs(s.now.Image), later, false)
		}
		return nil
	}
	lost := ""
	switch {
	case s.now.Same(s.to) && (later == 0 || s.to.Kind == Dir || s.from.Same(s.to) || p.half() || p.force):
		delete(p.steps, s.path) // there is nothing to do
		return nil
	case s.to.Kind == Other || s.to.Kind == File && s.to.Hash == "":
		lost = Change{Before: s.to, After: absent()}.Lost()
	case s.to.Kind == File && !p.l.blobs.has(s.to.Hash):
		if lost = s.to.Why; lost == "" {
			lost = "the content is not kept any more"
		}
	case s.now.Kind == Other || s.now.Kind == File && s.now.Hash == "":
		lost = Change{Before: s.now.Image, After: absent()}.Lost() + ", so it cannot be saved first"
	}
	if lost != "" {
		delete(p.steps, s.path)
		if p.force {
			p.notes = append(p.notes, fmt.Sprintf("%s is left as it is: %s", p.l.Show(s.path), lost))
			return nil
		}
		p.clash(s.path, lost, 0, true)
		return nil
	}
	if s.now.Same(s.from) || p.force || s.now.Kind == Dir && (s.from.Kind == Dir || s.to.Kind == Dir) && p.half() {
		return nil
	}
	p.clash(s.path, s.from.differs(s.now.Image), later, false)
	return nil
}

// half reports whether an undo or redo of these records was stopped on the way: a
// folder may have been made then and not have its mode yet.
func (p *plan) half() bool {
	return slices.ContainsFunc(p.records, func(r *record) bool { return r.state == Half })
}

// running refuses what a call that still runs may be writing.
func (p *plan) running() {
	for _, r := range p.l.openRecords() {
		sc := scope{Paths: plain(r.begin.Paths), Roots: plain(r.begin.Roots)}
		for _, path := range p.paths() {
			if sc.covers(path) {
				p.clash(path, fmt.Sprintf("the call of record %d (%s) still runs and may write it; wait for it or stop it", r.begin.N, r.begin.Tool), 0, true)
				break
			}
		}
	}
}

// parents adds the folders that are missing above what is to be made.
func (p *plan) parents() error {
	for _, path := range p.paths() {
		if p.steps[path].to.Kind == Absent {
			continue
		}
		for dir := filepath.Dir(path); p.steps[dir] == nil; dir = filepath.Dir(dir) {
			now, err := p.l.imageAt(dir)
			switch {
			case p.l.isRoot(dir) || dir == filepath.Dir(dir):
				now.Kind = Dir
			case err != nil:
				return err
			}
			if now.Kind == Absent {
				p.steps[dir] = &step{path: dir, now: now, from: now.Image, to: Image{Kind: Dir, Mode: 0o755, UID: os.Getuid(), GID: os.Getgid()}}
				continue
			}
			if now.Kind != Dir {
				p.clash(path, fmt.Sprintf("%s is not the folder any more that it was in", p.l.Show(dir)), 0, true)
			}
			break
		}
	}
	return nil
}

func (l *Log) isRoot(path string) bool {
	return slices.ContainsFunc(l.ground.roots, func(r foot) bool { return r.path == path })
}

// leavings finds folders that would be removed and hold what nobody recorded: they
// stay.
func (p *plan) leavings() error {
	for _, path := range slices.Backward(p.paths()) {
		s := p.steps[path]
		if s.now.Kind != Dir || s.to.Kind == Dir {
			continue
		}
		foreign, err := p.foreign(path)
		if err != nil {
			return err
		}
		switch {
		case foreign == "":
		case s.to.Kind == Absent:
			delete(p.steps, path)
			p.notes = append(p.notes, fmt.Sprintf("the folder %s stays: %s in it is not part of the record", p.l.Show(path), foreign))
		default:
			p.clash(path, fmt.Sprintf("there is a folder, and %s in it is not part of the record", foreign), 0, true)
		}
	}
	return nil
}

// foreign names something in a folder that is not going to be removed.
func (p *plan) foreign(path string) (string, error) {
	dir, err := p.l.ground.folder(path)
	if err != nil {
		return "", err
	}
	names, err := list(dir)
	if closing := dir.Close(); err == nil {
		err = closing
	}
	for _, name := range names {
		if s := p.steps[filepath.Join(path, name)]; s == nil || s.to.Kind != Absent {
			return name, err
		}
	}
	if os.IsNotExist(err) {
		err = fs.ErrNotExist
	}
	return "", err
}

// record is the plan as it is recorded: what is done now and, of what was stopped
// before, what had been done already. So the record stands for the whole way, and
// can be turned around as a whole.
func (p *plan) record() []Change {
	out := p.changes()
	at := map[string]int{}
	for i, c := range out {
		at[c.Path] = i
	}
	for _, c := range p.whole {
		switch i, now := at[c.Path]; {
		case !now:
			out = append(out, c)
		case out[i].Before.Kind == Dir:
			out[i].Before = c.Before // a folder without its mode is only half of the way
		}
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// changes is what is done now.
func (p *plan) changes() []Change {
	var out []Change
	for _, path := range p.paths() {
		s := p.steps[path]
		out = append(out, Change{Path: path, Before: s.now.Image, After: s.to})
	}
	return out
}
