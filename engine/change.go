package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/clip"
	"jig/tool"
)

// Change is other arguments for a call, from whoever allows it. A call with
// changed arguments is a call that nobody has looked at yet: it is validated,
// states its intent, passes the hooks and is brought before the gate again,
// which finds the change in [Request.Change]. Arguments that are not valid are a
// denial, which the model reads.
//
// The changed call keeps its place among the calls of its turn, but for what it
// touches now: those that are under way already and conflict with it go first.
// The model is told with the result what was changed.
type Change struct {
	// Args are the arguments that the call runs with.
	Args json.RawMessage `json:"args"`
	// By is who changed them, for the record: package guard says "person" or
	// "hook".
	By string `json:"by,omitempty"`

	was   []byte // as the model had them, in the tool's own form
	words string // that came with the change
	// touched is set when hooks have changed the arguments once more, so that
	// they are not those that were allowed.
	touched bool
}

// mostChanges bounds how often one call can be changed: a gate that never
// agrees with itself must not keep it for ever.
const mostChanges = 8

// Changes reports whether args are other arguments than those of the call: other
// values, not another spelling of the same.
func (r *Request) Changes(args json.RawMessage) bool { return !sameJSON(r.Call.Args, args) }

// Answered reports whether the call has its arguments from whoever allowed it. A
// gate then need not ask about what it would ask about: that person has seen
// these arguments, and wants them to be used. What it denies it still denies.
func (r *Request) Answered() bool { return r.Change != nil && !r.Change.touched }

// WithChange is a decision about the request with the change that led to it, if
// one did, as it belongs into a record. The engine sees to that by itself; it is
// for gates around gates that keep decisions.
func (r *Request) WithChange(d Decision) Decision {
	d.Change = r.Change
	if d.Change != nil && d.Words == "" && d.Effect == Allow {
		d.Words = d.Change.words
	}
	return d
}

// changed reports whether a decision lets the call run with other arguments
// only.
func (r *Request) changed(d *Decision) bool {
	return d.Change != nil && d.Effect == Allow && r.Changes(d.Change.Args)
}

// change gives the call the arguments that a decision wants, takes it as far as
// the gate again, and gives the decision about what came of that.
func (k *task) change(d Decision) Decision {
	c := &Change{Args: validJSON(d.Change.Args), By: d.Change.By, words: d.Words, was: k.call.Args}
	if before := k.req.Change; before != nil {
		c.was = before.was
	}
	args, repairs, purpose, intent := k.call.Args, k.call.Repairs, k.call.Purpose, k.req.Intent
	k.req.Change, k.req.Advice = c, nil
	k.armFor(k.timeout())
	k.call.Args = bytes.Clone(d.Change.Args)
	if no := k.rebind(); no != nil {
		k.call.Args, k.call.Repairs, k.call.Purpose, k.req.Intent = args, repairs, purpose, intent // it never became that call
		return Decision{Effect: Deny, Reason: no.err.Error()}
	}
	wanted := k.call.Args
	if no := k.askHooks(); no != nil {
		return Decision{Effect: Deny, Reason: no.err.Message, Rule: "hook"}
	}
	c.Args, c.touched = bytes.Clone(k.call.Args), !bytes.Equal(wanted, k.call.Args)
	return k.decide()
}

// validJSON is a copy of arguments for the record, which holds JSON only: what is
// none is kept as a string.
func validJSON(args json.RawMessage) json.RawMessage {
	if !json.Valid(args) {
		if quoted, err := json.Marshal(string(args)); err == nil { // a string can always be written
			return quoted
		}
	}
	return bytes.Clone(args)
}

// differs says in a few words what was changed.
func (c *Change) differs() string {
	var was, now map[string]json.RawMessage
	if json.Unmarshal(c.was, &was) != nil || json.Unmarshal(c.Args, &now) != nil {
		return "they are " + brief(c.Args)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if before, ok := was[name]; !ok || !sameJSON(before, now[name]) {
			parts = append(parts, clip.Bytes(name, mostShown)+" is "+brief(now[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, ok := now[name]; !ok {
			parts = append(parts, "there is no "+clip.Bytes(name, mostShown))
		}
	}
	switch {
	case len(parts) == 0:
		return "in the end they are as they were"
	case len(parts) > mostParts:
		parts = append(parts[:mostParts], "and so on")
	}
	return strings.Join(parts, ", ")
}

const (
	mostParts = 8
	mostShown = 200
)

// brief is a value as it fits into a sentence.
func brief(raw json.RawMessage) string {
	v := jsontext.Value(slices.Clone(raw))
	if v.Compact() != nil {
		v = jsontext.Value(raw)
	}
	if len(v) <= mostShown {
		return string(v)
	}
	return clip.Bytes(string(v), mostShown) + " (" + strconv.Itoa(len(v)) + " bytes)"
}

// remarks are what the model reads with the result of a call that was let
// through: what was changed in it, and what was said.
func (d *Decision) remarks() []tool.Block {
	var all []tool.Block
	if d.Change != nil {
		all = append(all, tool.Text("Note: whoever allowed this call changed its arguments: "+d.Change.differs()+"."))
	}
	if d.Words != "" {
		all = append(all, tool.Text("The person who allowed this said: "+d.Words))
	}
	return all
}

// sameJSON compares values, not their spelling. What is not JSON, or has a
// member twice, is not the same as anything but itself.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, y := jsontext.Value(slices.Clone(a)), jsontext.Value(slices.Clone(b))
	// Whole numbers are compared by their digits: an id may be too long for a float.
	exact := jsontext.CanonicalizeRawInts(false)
	return x.Canonicalize(exact) == nil && y.Canonicalize(exact) == nil && bytes.Equal(x, y)
}
