package agent

import (
	"encoding/json"
	"path"
	"slices"
	"sync"

	"jig/tool"
)

// offer is which tools of the engine a session has. The set may change at any time; what
// follows from it is worked out again only then, so that the list that models get
// stays the same from one request to the next.
type offer struct {
	set     *tool.Set
	names   []string // nil for all
	without []string
	always  []string // of a child, whatever its parent has
	export  tool.Export
	above   *offer // of the parent: a child never has more

	mu      sync.Mutex
	fresh   bool
	version uint64
	allowed map[string]bool // by canonical name
	defs    []tool.Definition
}

// has reports whether the session may use the tool.
func (s *Session) has(spec *tool.Spec) bool { return s.offer.has(spec.Name) }

func (o *offer) has(name string) bool {
	o.mu.Lock()
	o.refresh()
	allowed, always := o.allowed[name], o.listed(o.always, name)
	o.mu.Unlock()
	return allowed && (always || o.above == nil || o.above.has(name))
}

// list is what the model is offered.
func (o *offer) list() []tool.Definition {
	o.mu.Lock()
	o.refresh()
	defs := o.defs
	o.mu.Unlock()
	if o.above == nil {
		return defs
	}
	return slices.DeleteFunc(slices.Clone(defs), func(d tool.Definition) bool { return !o.has(d.Tool.Spec().Name) })
}

// refresh works out what is offered, if the set has changed; the caller holds the lock.
func (o *offer) refresh() {
	version := o.set.Version()
	if o.fresh && version == o.version {
		return
	}
	o.fresh, o.version = true, version
	o.allowed = make(map[string]bool)
	for _, t := range o.set.All() {
		name := t.Spec().Name
		o.allowed[name] = o.listed(o.always, name) || (o.names == nil || o.listed(o.names, name)) && !o.listed(o.without, name)
	}
	all, _ := o.set.Export(o.export)
	o.defs = slices.DeleteFunc(all, func(d tool.Definition) bool { return !o.allowed[d.Tool.Spec().Name] })
}

// listed reports whether a list means the tool of that name: by its name, an alias in any
// spelling, or a pattern with *.
func (o *offer) listed(list []string, name string) bool {
	for _, entry := range list {
		if entry == name {
			return true
		}
		if t, ok := o.set.Lookup(entry); ok {
			if t.Spec().Name == name {
				return true
			}
			continue
		}
		if ok, err := path.Match(entry, name); ok && err == nil {
			return true
		}
	}
	return false
}

// tools is what a request offers. Providers want to know of tools if there are calls in
// the conversation: where all of them are gone, their names are still told.
func (s *Session) tools() []tool.Definition {
	defs := s.offer.list()
	if len(defs) > 0 {
		return defs
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var gone []string
	for i := range s.script.messages {
		for _, c := range s.script.messages[i].Calls() {
			if !slices.Contains(gone, c.Name) {
				gone = append(gone, c.Name)
			}
		}
	}
	slices.Sort(gone)
	for _, name := range gone {
		defs = append(defs, tool.Definition{
			Name: name, Description: "This tool is not available any more. Do not call it.",
			Input: json.RawMessage(`{"type":"object"}`),
		})
	}
	return defs
}
