package conflict

// Graph holds the calls of one turn in order. Its zero value is empty.
type Graph struct {
	// As long as there are few calls they are compared one by one, which is
	// cheaper than a tree of places.
	few  []entry
	room [1]entry // for a turn of one call
	tree *tree    // when there were too many
}

// tree is the places by kind; the world is above all of them.
type tree struct {
	world place
	kinds [kinds]*place
}

type entry struct {
	node     *Node
	accesses []Access
}

// place is one node in the tree of places: a folder, a file.
type place struct {
	children map[string]*place
	// Who was exactly here, and who was anywhere below. A writer here stands
	// for all whom it had to wait for, so they are forgotten.
	readers, writers           group
	readersBelow, writersBelow group
}

// Add puts n after every earlier call that it conflicts with. The accesses must
// not be changed afterwards.
func (g *Graph) Add(n *Node, accesses []Access) {
	if g.tree == nil && g.compare(n, accesses) {
		return
	}
	// First find everybody to wait for, then move in: a call that touches two
	// places must never come to wait for itself through a join.
	for _, a := range accesses {
		g.holdUp(n, a)
	}
	for _, a := range accesses {
		g.moveIn(n, a)
	}
}

// compare adds n by comparing it to the few calls there are. It returns false
// when they have become too many; they are then all in the tree.
func (g *Graph) compare(n *Node, accesses []Access) bool {
	if g.few == nil {
		g.few = g.room[:0]
	}
	live := g.few[:0]
	for _, e := range g.few {
		if !e.node.done {
			live = append(live, e)
		}
	}
	clear(g.few[len(live):])
	g.few = live
	if len(g.few) == tooMany {
		g.tree = &tree{}
		for _, e := range g.few {
			for _, a := range e.accesses {
				g.moveIn(e.node, a)
			}
		}
		g.few = nil
		return false
	}
	for _, e := range g.few {
		if conflicting(e.accesses, accesses) {
			n.after(e.node)
		}
	}
	g.few = append(g.few, entry{n, accesses})
	return true
}

// tooMany is how many open calls are no longer few.
const tooMany = 8

func conflicting(as, bs []Access) bool {
	for _, a := range as {
		for _, b := range bs {
			if a.meets(b) {
				return true
			}
		}
	}
	return false
}

// Barrier makes everything added from now on wait for everything before.
func (g *Graph) Barrier() {
	n := &Node{released: true}
	g.Add(n, []Access{WriteAll()})
	n.done = n.waits == 0
}

// descend calls visit with each place on the way from the world to that of the
// access, the last one with end set. Where a place is missing, it is made or
// the way ends there.
func (g *Graph) descend(a Access, build bool, visit func(p *place, end bool)) {
	visit(&g.tree.world, a.kind == world)
	if a.kind == world {
		return
	}
	p := g.tree.kinds[a.kind]
	if p == nil {
		if !build {
			return
		}
		p = &place{}
		g.tree.kinds[a.kind] = p
	}
	for {
		name, more := a.step()
		visit(p, !more)
		if !more {
			return
		}
		next := p.children[name]
		if next == nil {
			if !build {
				return
			}
			next = p.child(name)
		}
		p = next
	}
}

func (p *place) child(name string) *place {
	if p.children == nil {
		p.children = make(map[string]*place)
	}
	c := &place{}
	p.children[name] = c
	return c
}

func (g *Graph) holdUp(n *Node, a Access) {
	g.descend(a, false, func(p *place, end bool) {
		p.writers.holdUp(n)
		if a.write {
			p.readers.holdUp(n)
		}
		if !end {
			return
		}
		p.writersBelow.holdUp(n)
		if a.write {
			p.readersBelow.holdUp(n)
		}
	})
}

func (g *Graph) moveIn(n *Node, a Access) {
	g.descend(a, true, func(p *place, end bool) {
		switch {
		case !end && a.write:
			p.writersBelow.add(n)
		case !end:
			p.readersBelow.add(n)
		case !a.write:
			p.readers.add(n)
		default:
			*p = place{}
			p.writers.add(n)
			if a.kind == world {
				g.tree.kinds = [kinds]*place{}
			}
		}
	})
}

// Release says that the owner of n is through with it, whether it ran or not.
// It calls free with the owners that nothing holds up any more. A node that is
// released while it still waits passes its waiting on: whoever waits for it
// goes on waiting for those before it.
func (g *Graph) Release(n *Node, free func(owner any)) {
	if n.released {
		return
	}
	n.released = true
	if n.waits > 0 {
		return
	}
	if len(n.next) == 0 {
		n.done = true
		return
	}
	// An explicit stack: chains of joins may be as long as the turn.
	stack := []*Node{n}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		top.done = true
		for _, m := range top.next {
			m.waits--
			switch {
			case m.waits > 0:
			case m.released:
				stack = append(stack, m)
			default:
				free(m.Owner)
			}
		}
		top.next = nil
	}
}

// Poison says that n was given up but may still be at work. Everybody who
// waits for it, now or later, is poisoned too; those with an owner are told.
// A later Release of n ends that for calls that are added afterwards.
func (g *Graph) Poison(n *Node, hit func(owner any)) {
	if n.done || n.poisoned {
		return
	}
	n.poisoned = true
	stack := []*Node{n}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range top.next {
			if m.poisoned {
				continue
			}
			m.poisoned = true
			stack = append(stack, m)
			if m.Owner != nil {
				hit(m.Owner)
			}
		}
	}
}
