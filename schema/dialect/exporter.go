package dialect

// copyBudget is how many bytes an export may add to the document by copying what references point to. It is far more
// than any real tool needs, and it is what keeps documents that double at every reference from growing without bound.
const copyBudget = 1 << 18

// maxEffort bounds the work of merging and comparing schemas, counted in members and values that are looked at.
const maxEffort = 400_000

// maxHops is how many references may be followed from one to the next in one place.
const maxHops = 64

// exporter rewrites one document for one dialect.
type exporter struct {
	report
	obstacles report // why the strict form is impossible

	rules  rules
	doc    *document
	budget int // bytes that may still be copied
	effort int // steps that may still be taken
	hops   int // references being followed in place
	nested int // definitions being exported inside each other

	defs   map[string]*node // exported definitions by reference; nil while in the making
	wanted []string         // definitions that are still to be exported
	open   map[string]int   // references being written in place, for dialects without references
	level  int              // how many of them
	scope  []string         // references that were merged into the schemas around the one being written
	around int              // how many of those belong to schemas further out
}

func newExporter(root *node, d Dialect) *exporter {
	x := &exporter{rules: rulesOf(d), defs: map[string]*node{}, open: map[string]int{}}
	x.doc = newDocument(root, d, &x.report)
	x.budget, x.effort = copyBudget, maxEffort
	return x
}

// document writes the whole export.
func (x *exporter) document() *node {
	root := x.rootObject(x.doc.root)
	if x.rules.free {
		root = x.plainRoot(root)
	} else {
		root = x.writeRoot(root)
	}
	for len(x.wanted) > 0 {
		ref := x.wanted[0]
		x.wanted = x.wanted[1:]
		x.defs[ref] = x.definition(ref)
	}
	if !x.rules.free {
		root = x.unalias(root)
	}
	if x.rules.finish != nil {
		root = x.rules.finish(x, root)
	}
	used := x.reachable(root)
	defs := newObject(root.at)
	for _, ref := range x.doc.refs {
		if used[ref] {
			defs.members = append(defs.members, member{ref[len(defsPrefix):], x.defs[ref]})
		}
	}
	return x.doc.place(root, defs)
}

// definition exports what a reference points to.
func (x *exporter) definition(ref string) *node {
	def := x.doc.defs[ref]
	if x.rules.free {
		return x.plainSchema(def)
	}
	scope, around := x.scope, x.around
	x.scope, x.around = nil, 0
	defer func() { x.scope, x.around = scope, around }()
	if out := x.schema(def); out != nil {
		return out
	}
	return x.impossible(def)
}

// want makes sure that the definition behind a reference is exported, and returns it unless it is still in the making.
// Definitions are exported where they are first met, so that it is known what became of them; very long chains are left
// for later.
func (x *exporter) want(ref string) *node {
	if ref == "#" {
		return nil
	}
	if def, known := x.defs[ref]; known {
		return def
	}
	x.defs[ref] = nil
	if x.nested >= maxHops {
		x.wanted = append(x.wanted, ref)
		return nil
	}
	x.nested++
	x.defs[ref] = x.definition(ref)
	x.nested--
	return x.defs[ref]
}

// spend takes from the budget for copies; false means that it is used up.
func (x *exporter) spend(bytes int) bool {
	if x.budget < bytes {
		return false
	}
	x.budget -= bytes
	return true
}

// work takes from the bound on effort; false means that it is used up.
func (x *exporter) work(steps int) bool {
	if x.effort < steps {
		x.effort = 0
		return false
	}
	x.effort -= steps
	return true
}

// obstacle notes why a strict dialect cannot be strict here.
func (x *exporter) obstacle(at *path, keyword, reason string) {
	x.obstacles.lose(at, keyword, reason+" The tool is offered without strict mode.", "")
}

// target returns what a reference points to, following references that stand alone.
func (x *exporter) target(n *node) *node {
	for range maxHops {
		ref := n.get("$ref")
		if ref == nil {
			return n
		}
		next := x.doc.defs[ref.str]
		if next == nil {
			return n
		}
		if len(n.members) > 1 && constrains(n.without("$ref")) {
			return n
		}
		n = next
	}
	return n
}
