package conflict

// Graph holds the calls of one turn in order. Its zero value is empty.
type Graph struct {
	world place
	// scratch is reused between additions, so that walking a path allocates
	// nothing.
	scratch []*place
	stack   []*Node
}

// place is one node in the tree of places: the world, a kind of thing, a
// folder, a file.
type place struct {
	children map[string]*place
	// Who was exactly here, and who was anywhere below. A writer here stands
	// for all whom it had to wait for, so they are forgotten.
	readers, writers           group
	readersBelow, writersBelow group
}

// Add puts n after every earlier call that it conflicts with.
func (g *Graph) Add(n *Node, accesses []Access) {
	// First find everybody to wait for, then move in: a call that touches two
	// places must never come to wait for itself through a join.
	for _, a := range accesses {
		g.holdUp(n, a)
	}
	for _, a := range accesses {
		g.moveIn(n, a)
	}
}

// Barrier makes everything added from now on wait for everything before.
func (g *Graph) Barrier() {
	n := &Node{released: true}
	g.Add(n, []Access{WriteAll()})
	n.done = n.waits == 0
}

func (g *Graph) holdUp(n *Node, a Access) {
	p := &g.world
	rest := a
	for {
		p.writers.holdUp(n)
		if a.write {
			p.readers.holdUp(n)
		}
		name, more := rest.step()
		if !more {
			break
		}
		next := p.children[name]
		if next == nil {
			return // nobody has been here or below
		}
		p = next
	}
	p.writersBelow.holdUp(n)
	if a.write {
		p.readersBelow.holdUp(n)
	}
}

func (g *Graph) moveIn(n *Node, a Access) {
	p := &g.world
	above := g.scratch[:0]
	for rest := a; ; {
		name, more := rest.step()
		if !more {
			break
		}
		above = append(above, p)
		next := p.children[name]
		if next == nil {
			next = &place{}
			if p.children == nil {
				p.children = make(map[string]*place)
			}
			p.children[name] = next
		}
		p = next
	}
	for _, up := range above {
		if a.write {
			up.writersBelow.add(n)
		} else {
			up.readersBelow.add(n)
		}
	}
	g.scratch = above[:0]
	if !a.write {
		p.readers.add(n)
		return
	}
	p.children = nil
	p.readers.empty()
	p.readersBelow.empty()
	p.writersBelow.empty()
	p.writers.set(n)
}

// Release says that the owner of n is through with it, whether it ran or not.
// It returns the owners that nothing holds up any more. A node that is
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
	// An explicit stack: chains of joins may be as long as the turn.
	stack := append(g.stack[:0], n)
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
	g.stack = stack[:0]
}

// Poison says that n was given up but may still be at work. Everybody who
// waits for it, now or later, is poisoned too; those with an owner are told.
// A later Release of n ends that for calls that are added afterwards.
func (g *Graph) Poison(n *Node, hit func(owner any)) {
	if n.done || n.poisoned {
		return
	}
	n.poisoned = true
	stack := append(g.stack[:0], n)
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
	g.stack = stack[:0]
}
