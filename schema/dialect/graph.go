package dialect

// eachChild visits the schemas directly inside a clean or written schema.
func eachChild(n *node, visit func(*node)) {
	for _, m := range n.members {
		switch shapeOf(m.name) {
		case shapeSchema:
			visit(m.value)
		case shapeSchemas:
			for _, c := range m.value.list {
				visit(c)
			}
		case shapeSchemaMap:
			for _, c := range m.value.members {
				visit(c.value)
			}
		}
	}
}

// written returns what a reference of the export points to.
func (x *exporter) written(root *node, ref string) *node {
	if ref == "#" {
		return root
	}
	return x.defs[ref]
}

// unalias replaces references to definitions that turned out to be only another name for a definition.
func (x *exporter) unalias(root *node) *node {
	alias := map[string]string{}
	for ref, def := range x.defs {
		if next := def.text("$ref"); next != "" {
			alias[ref] = next
		}
	}
	if len(alias) == 0 {
		return root
	}
	var rewrite func(n *node) *node
	list := func(v *node) []*node {
		var out []*node
		for _, c := range v.list {
			out = append(out, rewrite(c))
		}
		return out
	}
	rewrite = func(n *node) *node {
		if ref := n.get("$ref"); ref != nil {
			name := ref.str
			for range len(alias) {
				if next, ok := alias[name]; ok {
					name = next
				}
			}
			return n.with("$ref", newText(ref.at, name))
		}
		out := n
		for _, m := range n.members {
			switch shapeOf(m.name) {
			case shapeSchema:
				out = out.with(m.name, rewrite(m.value))
			case shapeSchemas:
				if m.name == "anyOf" {
					out = x.rechoose(out, list(m.value))
				} else {
					out = out.with(m.name, newArray(m.value.at, list(m.value)...))
				}
			case shapeSchemaMap:
				all := newObject(m.value.at)
				for _, c := range m.value.members {
					all.members = append(all.members, member{c.name, rewrite(c.value)})
				}
				out = out.with(m.name, all)
			}
		}
		return out
	}
	for ref := range x.defs {
		if alias[ref] == "" {
			x.defs[ref] = rewrite(x.defs[ref])
		}
	}
	return rewrite(root)
}

// reachable returns the references that the export needs.
func (x *exporter) reachable(root *node) map[string]bool {
	used := map[string]bool{}
	work := []*node{root}
	var visit func(n *node)
	visit = func(n *node) {
		if ref := n.text("$ref"); ref != "" && ref != "#" && !used[ref] {
			used[ref] = true
			work = append(work, x.defs[ref])
		}
		eachChild(n, visit)
	}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		visit(n)
	}
	return used
}

// recursion returns the place of a reference that leads back to where it came from, or nil.
func (x *exporter) recursion(root *node) *node {
	const open, done = 1, 2
	state := map[string]int{"#": open}
	var visit func(n *node) *node
	visit = func(n *node) (found *node) {
		if ref := n.text("$ref"); ref != "" {
			switch state[ref] {
			case open:
				return n
			case done:
				return nil
			}
			state[ref] = open
			found = visit(x.written(root, ref))
			state[ref] = done
			return found
		}
		eachChild(n, func(c *node) {
			if found == nil {
				found = visit(c)
			}
		})
		return found
	}
	return visit(root)
}

// levels counts how deep arrays and objects are nested, through references as far as those do not come round again.
func (x *exporter) levels(root *node) int {
	memo := map[string]int{}
	var measure func(n *node) int
	measure = func(n *node) int {
		if ref := n.text("$ref"); ref != "" {
			depth, known := memo[ref]
			if !known && ref != "#" {
				memo[ref] = 0
				depth = measure(x.written(root, ref))
				memo[ref] = depth
			}
			return depth
		}
		deepest := 0
		eachChild(n, func(c *node) { deepest = max(deepest, measure(c)) })
		if n.has("properties") || n.has("items") {
			deepest++
		}
		return deepest
	}
	return measure(root)
}
