package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"jig/schema"
	"jig/schema/dialect"
)

// Definition is a tool as it is shown to a model.
type Definition struct {
	// Name is valid for every provider; calls by it find the tool.
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input_schema"`
	// Strict says that the provider can be asked to follow the schema to the
	// letter.
	Strict bool `json:"strict,omitempty"`
	// Losses is what the provider's dialect could not express. Arguments are
	// validated against the whole schema in any case.
	Losses []dialect.Loss `json:"losses,omitempty"`
	// Warnings is what its author should look at.
	Warnings []string `json:"warnings,omitempty"`
	// Tool is the tool itself.
	Tool Tool `json:"-"`
}

// Export says how the tools of a set are to be shown.
type Export struct {
	// Dialect is the provider's kind of schema; empty leaves schemas as they
	// are.
	Dialect dialect.Dialect
	// Purpose asks the model to say why it makes each call.
	Purpose bool
	// Deferred includes tools whose schema is kept back until asked for.
	Deferred bool
}

const (
	longDescription = 10_000
	emptyObject     = `{"type":"object","properties":{}}`
)

// Export gives the definitions of the tools, sorted by name so that prompts
// stay the same from one request to the next, and the names that could not be
// offered with the reason for each.
func (s *Set) Export(opt Export) ([]Definition, []Hidden) {
	ix := s.look()
	hidden := append([]Hidden(nil), ix.hidden...)
	var out []Definition
	for _, t := range ix.sorted {
		spec := t.Spec()
		wire, ok := ix.wire[spec.Name]
		if !ok || spec.Deferred && !opt.Deferred {
			continue
		}
		def, err := define(t, wire, opt)
		if err != nil {
			hidden = append(hidden, Hidden{Name: spec.Name, Reason: err.Error()})
			continue
		}
		out = append(out, def)
	}
	return out, hidden
}

func define(t Tool, wire string, opt Export) (Definition, error) {
	spec := t.Spec()
	def := Definition{Name: wire, Description: spec.Description, Tool: t}
	if strings.TrimSpace(spec.Description) == "" {
		return def, fmt.Errorf("it has no description, so no model could know what it is for")
	}
	if n := utf8.RuneCountInString(spec.Description); n > longDescription {
		def.Warnings = append(def.Warnings, fmt.Sprintf("its description is %d characters long, which every request pays for", n))
	}
	in := spec.Input
	if in == nil {
		in = schema.MustParse(emptyObject)
	}
	if opt.Purpose {
		in = WithPurpose(in)
	}
	def.Input = in.JSON()
	if opt.Dialect == "" {
		return def, nil
	}
	exported, err := dialect.Export(def.Input, opt.Dialect)
	if err != nil {
		return def, fmt.Errorf("its schema cannot be exported: %w", err)
	}
	def.Input, def.Strict, def.Losses = exported.Schema, exported.Strict, exported.Losses
	return def, nil
}
