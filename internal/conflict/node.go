package conflict

// Node is the place of one call in the order. Its zero value is ready to be
// added to a Graph; it must not be copied after that.
type Node struct {
	// Owner is whatever the caller wants to find again in the callbacks. Nodes
	// without an owner are joins, which end by themselves.
	Owner any

	next     []*Node // those that wait for this one
	waits    int     // how many this one still waits for
	released bool    // the owner is through with it
	done     bool    // released, and so is everybody it waited for
	poisoned bool    // waits for something that may never stop
}

// Waiting reports whether an earlier call stands in the way.
func (n *Node) Waiting() bool { return n.waits > 0 }

// Poisoned reports whether the node waits, directly or not, for a call that
// was given up while it may still be at work.
func (n *Node) Poisoned() bool { return n.poisoned }

// after makes n wait for earlier, unless that is over already.
func (n *Node) after(earlier *Node) {
	if earlier.done || earlier == n {
		return
	}
	earlier.next = append(earlier.next, n)
	n.waits++
	if earlier.poisoned {
		n.poisoned = true
	}
}

// group is a set of nodes that a newcomer may have to wait for together.
type group struct {
	members []*Node
	// tidyAt is the size at which finished members are thrown out next; it
	// doubles with what is left, so that tidying costs a constant per member.
	tidyAt int
}

const smallGroup = 8

func (g *group) add(n *Node) {
	if k := len(g.members); k > 0 && g.members[k-1] == n {
		return
	}
	if len(g.members) >= max(g.tidyAt, smallGroup) {
		g.tidy()
		g.tidyAt = 2 * len(g.members)
	}
	g.members = append(g.members, n)
}

func (g *group) tidy() {
	live := g.members[:0]
	for _, m := range g.members {
		if !m.done {
			live = append(live, m)
		}
	}
	clear(g.members[len(live):])
	g.members = live
}

func (g *group) set(n *Node) {
	clear(g.members)
	g.members = append(g.members[:0], n)
	g.tidyAt = 0
}

// holdUp makes n wait for every member. Several members are first folded into
// one join, which takes their place: the next newcomer waits for that alone.
func (g *group) holdUp(n *Node) {
	if len(g.members) == 0 {
		return
	}
	g.tidy()
	if len(g.members) > 1 {
		join := &Node{released: true}
		for _, m := range g.members {
			join.after(m)
		}
		g.set(join)
	}
	if len(g.members) == 1 {
		n.after(g.members[0])
	}
}
