package undo

import "slices"

// claim leaves in the changes of a record those that are its own. Calls of several
// sessions may run at once, and a snapshot of the tree sees what all of them do.
// Undoing one must not take back what another did, so each change has one owner:
//
//   - What a call that began later has changed, and left as it is now, is that
//     call's. Up to the state which that call found it was this one's.
//   - What a call that began earlier, and ended meanwhile, has left as it is now is
//     that call's.
func (l *Log) claim(r *record, changes []Change) []Change {
	var later, earlier []*record
	for _, o := range l.records {
		switch {
		case o == r || o.isCall() && o.end == nil && len(o.begin.Roots) > 0:
			// A snapshot of the tree that is open knows nothing better.
		case o.opened > r.opened:
			later = append(later, o)
		case o.end != nil && o.closed > r.opened:
			earlier = append(earlier, o)
		}
	}
	if len(later)+len(earlier) == 0 {
		return changes
	}
	mine := changes[:0]
	for _, c := range changes {
		if c = disowned(c, later, earlier); !c.Before.Same(c.After) {
			mine = append(mine, c)
		}
	}
	return slices.Clip(mine)
}

// disowned gives what is left of a change for a record.
func disowned(c Change, later, earlier []*record) Change {
	for _, o := range earlier {
		if theirs, ok := o.change(c.Path); ok && theirs.After.Same(c.After) {
			c.After = c.Before
			return c
		}
	}
	first, last := -1, -1
	for i, o := range later {
		if _, ok := o.found(c.Path); ok {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return c
	}
	if theirs, ok := later[last].change(c.Path); later[last].end == nil || ok && theirs.After.Same(c.After) {
		c.After, _ = later[first].found(c.Path)
	}
	return c
}

// found is what a record says stood at a path when it was opened: one that has
// ended, of paths that it changed; one that is open, of paths that it stated.
func (r *record) found(path string) (Image, bool) {
	if r.end != nil {
		c, ok := r.change(path)
		return c.Before, ok
	}
	if !r.isCall() {
		return Image{}, false
	}
	for _, w := range r.begin.Before {
		if string(w.Path) == path {
			return w.Before.image(), true
		}
	}
	return Image{}, false
}
