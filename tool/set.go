package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Set is a registry of tools. Tools may come and go while others are being
// called. The zero value is an empty set, ready for use.
type Set struct {
	mu      sync.Mutex
	tools   []Tool // in order of registration
	changed chan struct{}
	version uint64

	index atomic.Pointer[index] // nil after a change, built again on demand
}

// NewSet makes a set of tools. Like all mistakes of the programmer, a tool that
// cannot be registered panics; use [Set.Register] for tools from outside.
func NewSet(tools ...Tool) *Set {
	s := &Set{}
	if err := s.Register(tools...); err != nil {
		panic("tool.NewSet: " + err.Error())
	}
	return s
}

// Register adds tools. A name that is taken already is an error; those of the
// tools that can be added are added all the same.
func (s *Set) Register(tools ...Tool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := make(map[string]bool, len(s.tools)+len(tools))
	for _, t := range s.tools {
		taken[t.Spec().Name] = true
	}
	var errs []error
	before := len(s.tools)
	for _, t := range tools {
		if err := usable(t); err != nil {
			errs = append(errs, err)
			continue
		}
		name := t.Spec().Name
		if taken[name] {
			errs = append(errs, fmt.Errorf("a tool named %q is registered already: remove or replace it first", name))
			continue
		}
		taken[name] = true
		s.tools = append(s.tools, t)
	}
	if len(s.tools) > before {
		s.touch()
	}
	return errors.Join(errs...)
}

// Replace puts t in the place of the tool with its name, or adds it. Calls that
// run already go on with the tool they found.
func (s *Set) Replace(t Tool) error {
	if err := usable(t); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(t.Spec().Name); i >= 0 {
		s.tools = slices.Clone(s.tools)
		s.tools[i] = t
	} else {
		s.tools = append(s.tools, t)
	}
	s.touch()
	return nil
}

// Remove takes the tool of that exact name out, and reports whether it was
// there.
func (s *Set) Remove(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(name)
	if i < 0 {
		return false
	}
	s.tools = slices.Delete(slices.Clone(s.tools), i, i+1)
	s.touch()
	return true
}

// Changed gives a channel that is closed at the next change of the set. Take
// the channel first, then look at the set: no change is missed that way.
func (s *Set) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// Version grows with every change.
func (s *Set) Version() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// Len is the number of tools.
func (s *Set) Len() int { return len(s.look().sorted) }

// All lists the tools by name.
func (s *Set) All() []Tool { return slices.Clone(s.look().sorted) }

// Lookup finds a tool by its name or an alias, in any spelling: case, _ and -
// do not matter where no other tool is spelled exactly so.
func (s *Set) Lookup(name string) (Tool, bool) { return s.look().find(name) }

// Resolve is Lookup with an error for the model, which names what comes
// nearest.
func (s *Set) Resolve(name string) (Tool, error) {
	ix := s.look()
	if t, ok := ix.find(name); ok {
		return t, nil
	}
	return nil, NotFound(name, nearest(name, ix.spellings()))
}

func (s *Set) find(name string) int {
	return slices.IndexFunc(s.tools, func(t Tool) bool { return t.Spec().Name == name })
}

// touch makes a change known; the caller holds the lock.
func (s *Set) touch() {
	s.version++
	s.index.Store(nil)
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

func (s *Set) look() *index {
	if ix := s.index.Load(); ix != nil {
		return ix
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ix := newIndex(s.tools)
	s.index.Store(ix)
	return ix
}

func usable(t Tool) error {
	if t == nil {
		return errors.New("a nil tool cannot be registered")
	}
	spec := t.Spec()
	switch {
	case spec == nil:
		return fmt.Errorf("a tool of type %T has no spec", t)
	case strings.TrimSpace(spec.Name) == "":
		return fmt.Errorf("a tool of type %T has no name", t)
	}
	return nil
}

// Func is a tool from its two halves, for tools whose arguments are not typed.
func Func(spec Spec, run func(ctx context.Context, call *Call) (*Result, error)) Tool {
	return &funcTool{spec: spec, run: run}
}

type funcTool struct {
	spec Spec
	run  func(ctx context.Context, call *Call) (*Result, error)
}

func (t *funcTool) Spec() *Spec { return &t.spec }

func (t *funcTool) Run(ctx context.Context, call *Call) (*Result, error) { return t.run(ctx, call) }
