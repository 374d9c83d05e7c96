package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"jig/internal/spelling"
	"jig/schema"
)

// Adapter is a tool that understands calls written for other systems. Adapt is
// asked before validation. It may rewrite the arguments into the tool's own; if
// the call is one for another tool of the set, it rewrites them for that tool
// and gives its name.
type Adapter interface {
	Adapt(call *Call) (redirect string, err error)
}

// spellings are the names that arguments also go by.
type spellings struct {
	own   map[string]bool   // names in the schema
	exact map[string]string // other name, as written → own name
	fold  map[string]string // any spelling of either, folded → own name
}

func newSpellings(own []string, others map[string][]string) *spellings {
	s := &spellings{own: map[string]bool{}, exact: map[string]string{}, fold: map[string]string{}}
	for _, name := range own {
		s.own[name] = true
		s.fold[spelling.Fold(name)] = name
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if !s.own[name] {
			panic(fmt.Sprintf("there is no argument %q to spell otherwise", name))
		}
		for _, other := range others[name] {
			if s.own[other] {
				panic(fmt.Sprintf("%q is an argument itself and no other spelling of %q", other, name))
			}
			s.exact[other] = name
			if strings.HasPrefix(other, "-") {
				continue // flags such as -A and -a are different things
			}
			if f := spelling.Fold(other); s.fold[f] == "" {
				s.fold[f] = name
			}
		}
	}
	return s
}

// of is the tool's own name for an argument, and whether there is one.
func (s *spellings) of(key string) (string, bool) {
	if s.own[key] {
		return key, true
	}
	if own, ok := s.exact[key]; ok {
		return own, true
	}
	if strings.HasPrefix(key, "-") {
		return "", false
	}
	own, ok := s.fold[spelling.Fold(key)]
	return own, ok
}

// respell gives the arguments their own names, and reports whether any had
// another one. Two spellings of one argument may stand together only if they say
// the same; an argument that is null says nothing.
func (s *spellings) respell(args map[string]json.RawMessage) (changed bool, err error) {
	var others []string
	for key := range args {
		if own, ok := s.of(key); ok && own != key {
			others = append(others, key)
		}
	}
	slices.Sort(others)
	for _, key := range others {
		own, _ := s.of(key)
		value := args[key]
		delete(args, key)
		changed = true
		if there, taken := args[own]; taken && !isNull(there) {
			if !isNull(value) && !bytes.Equal(there, value) {
				return true, Errorf(CodeInvalidArgs, "%q and %q are the same argument with different values; give %q only", key, own, own)
			}
			continue
		}
		args[own] = value
	}
	return changed, nil
}

// objects reads arguments by the rules that they are validated by, on the same
// quick road: what it does not take is not valid for any tool.
//
//nolint:gochecknoglobals // made once
var objects = sync.OnceValue(func() *schema.Decoder[map[string]json.RawMessage] {
	dec, err := schema.NewDecoder[map[string]json.RawMessage](nil)
	if err != nil {
		panic(fmt.Sprintf("tool: no schema for an object of anything: %v", err))
	}
	return dec
})

// members reads an object, strictly: one with a key that stands there twice is
// none.
func members(raw json.RawMessage) map[string]json.RawMessage {
	var args map[string]json.RawMessage
	if _, err := objects().Decode(raw, schema.Options{}, &args); err != nil {
		return nil
	}
	return args
}

// A pair is one argument.
type pair struct {
	name  string
	value json.RawMessage
}

// pairs lists arguments, in no order.
func pairs(args map[string]json.RawMessage, list []pair) []pair {
	for name, value := range args {
		list = append(list, pair{name, value})
	}
	return list
}

// unchanged reports whether arguments are those that were listed.
func unchanged(args map[string]json.RawMessage, list []pair) bool {
	return len(args) == len(list) && !slices.ContainsFunc(list, func(p pair) bool {
		value, ok := args[p.name]
		return !ok || !bytes.Equal(value, p.value)
	})
}

func isNull(raw json.RawMessage) bool { return string(bytes.TrimSpace(raw)) == "null" }

// Arg reads one argument for [Typed.WithAdapt]. It is false when there is none, or
// one of another type: validation says better what is wrong with that.
func Arg[T any](args map[string]json.RawMessage, name string) (value T, ok bool) {
	raw, there := args[name]
	ok = there && json.Unmarshal(raw, &value) == nil
	return value, ok
}

// WithSpellings lets arguments go by further names, those that other systems
// give them: own name → other names. Case, _ and - do not matter, except in names
// that begin with a hyphen. The schema shows the own names only.
func (t *Typed[In, Out]) WithSpellings(others map[string][]string) *Typed[In, Out] {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("tool.WithSpellings: %s: %v", t.spec.Name, r))
		}
	}()
	t.spellings = newSpellings(t.spec.Input.Properties(), others)
	return t
}

// WithAdapt rewrites the arguments of calls that were written for another system,
// told by the name the tool was called by or by their shape. It runs after the
// spellings and before validation. A name that it returns is the tool that is
// meant instead.
func (t *Typed[In, Out]) WithAdapt(adapt func(name string, args map[string]json.RawMessage) (redirect string, err error)) *Typed[In, Out] {
	t.adapt = adapt
	return t
}

// Adapt brings the arguments into the form of the schema.
func (t *Typed[In, Out]) Adapt(call *Call) (redirect string, err error) {
	if t.spellings == nil && t.adapt == nil {
		return "", nil
	}
	args := members(call.Args)
	if args == nil {
		return "", nil // validation says better what is wrong with them
	}
	var room [8]pair // most calls have fewer
	before := pairs(args, room[:0])
	if t.spellings != nil {
		if _, err := t.spellings.respell(args); err != nil {
			return "", err
		}
	}
	if t.adapt != nil {
		if redirect, err = t.adapt(call.Name, args); err != nil {
			return "", err
		}
	}
	if redirect == "" && unchanged(args, before) {
		return "", nil
	}
	call.Args, err = json.Marshal(args)
	return redirect, err
}
