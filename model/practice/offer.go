package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"jig/internal/spelling"
	"jig/tool"
	"jig/wire"
)

// offer is what a request lets the model call.
type offer struct {
	tools []tool.Definition
	none  bool
}

func newOffer(req *wire.Request) *offer { return &offer{tools: req.Tools, none: req.Choice == "none"} }

// find gives the tool that is offered by one of the names: by its own, or as an alias.
func (o *offer) find(names []string) *tool.Definition {
	for _, name := range names {
		for n := range o.tools {
			if spelling.Fold(o.tools[n].Name) == spelling.Fold(name) {
				return &o.tools[n]
			}
		}
	}
	for n := range o.tools {
		if o.tools[n].Tool == nil {
			continue
		}
		for _, alias := range o.tools[n].Tool.Spec().Aliases {
			if slices.ContainsFunc(names, func(name string) bool { return spelling.Fold(name) == spelling.Fold(alias) }) {
				return &o.tools[n]
			}
		}
	}
	return nil
}

// call makes the call that is wanted, or says in words why it cannot be made.
func (o *offer) call(w *want) (*Call, string) {
	if o.none {
		return nil, fmt.Sprintf("I would %s, but I was asked not to call any tool.", w.label)
	}
	def := o.find(w.tools)
	if def == nil {
		return nil, fmt.Sprintf("I cannot %s: no tool %s is offered here. %s", w.label, w.tools[0], o.list())
	}
	if w.raw != nil {
		return &Call{Name: def.Name, Args: json.RawMessage(w.raw)}, ""
	}
	args, err := arguments(w.args, def.Input)
	if err != nil {
		return nil, fmt.Sprintf("I cannot %s: %v.", w.label, err)
	}
	return &Call{Name: def.Name, Args: args}, ""
}

// arguments names the arguments as the schema does, in the order in which they come.
func arguments(args []arg, schema json.RawMessage) (json.RawMessage, error) {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if len(schema) > 0 && json.Unmarshal(schema, &s) != nil {
		s.Properties = nil // then the usual names must do
	}
	b := []byte{'{'}
	for _, a := range args {
		name := a.names[0]
		for _, other := range a.names {
			if _, ok := s.Properties[other]; ok {
				name = other
				break
			}
		}
		key, err := encode(name)
		if err != nil {
			return nil, err
		}
		value, err := encode(a.value)
		if err != nil {
			return nil, err
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// list says what is offered.
func (o *offer) list() string {
	if len(o.tools) == 0 {
		return "No tools are offered at all."
	}
	names := make([]string, len(o.tools))
	for n := range o.tools {
		names[n] = o.tools[n].Name
	}
	return "Offered are: " + strings.Join(names, ", ") + "."
}
