package nursery

import "slices"

// A tracing finds out, for one census, whose each process is. It is used while the
// ward is locked.
type tracing struct {
	*ward
	all     map[int]process
	owners  map[int]*kept
	unclear bool // there is one that could not be judged now
}

// owner is the command that a process came from, nil for none.
func (t *tracing) owner(pid int) *kept {
	if k, known := t.owners[pid]; known {
		return k
	}
	t.owners[pid] = nil // numbers that came again could make a circle
	k := t.trace(t.all[pid])
	t.owners[pid] = k
	return k
}

func (t *tracing) trace(p process) *kept {
	if k, root := t.roots[p.pid]; root {
		return k
	}
	if p.pid == t.self {
		return nil
	}
	if p.parent == t.self {
		if k := t.marked(p); k != nil || !t.adopts {
			return k
		}
		return t.stray(p)
	}
	if _, there := t.all[p.parent]; !there && p.parent > 0 {
		return t.marked(p) // its parent ended while we looked
	}
	if k := t.owner(p.parent); k != nil || t.adopts {
		return k
	}
	return t.marked(p)
}

// marked finds the command by the mark. Those who are older than all commands, which
// are most of a machine, need not be looked at.
func (t *tracing) marked(p process) *kept {
	for _, k := range t.open {
		if k.since <= p.started {
			return t.open[birthmarkOf(p.pid)]
		}
	}
	return nil
}

// stray decides about an adopted process that has lost its mark. It is from one of
// the commands that were there when it was first seen: as soon as there is only
// one of them left, from that one.
func (t *tracing) stray(p process) *kept {
	if t.starting > 0 {
		t.unclear = true // it may be a command whose number is not yet known
		return nil
	}
	suspects, seen := t.strays[p.sight()]
	if !seen {
		for _, k := range t.open {
			suspects = append(suspects, k)
		}
	}
	suspects = slices.DeleteFunc(suspects, func(k *kept) bool { return t.open[k.mark] != k })
	t.strays[p.sight()] = suspects
	if len(suspects) == 1 {
		return suspects[0]
	}
	return nil
}

// forget drops the strays that are no longer there.
func (t *tracing) forget() {
	for s := range t.strays {
		if p, there := t.all[s.pid]; !there || p.started != s.started {
			delete(t.strays, s)
		}
	}
}
