package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Exported is a schema in the form of a provider, and what that form could not say.
type Exported struct {
	// Schema goes where the provider wants the tool's parameters. Its root is always an object. Gemini prefers no
	// parameters at all to an object without properties.
	Schema json.RawMessage
	// Strict tells whether to send "strict": true. It is false for dialects without such a mode, and when a strict
	// dialect could not express the document; then Schema is the non-strict form.
	Strict bool
	// Losses lists what was dropped or only moved into words, in the order in which it was met.
	Losses []Loss
}

// Loss is something of the original document that the provider does not enforce, or is not told at all.
type Loss struct {
	// Path is a JSON pointer into the original document; "" is the root.
	Path string `json:"path"`
	// Keyword is the one that could not be kept.
	Keyword string `json:"keyword"`
	// Reason is a sentence for a person.
	Reason string `json:"reason"`
	// Kept says where the information went instead: "description", another keyword, or "" when it was dropped.
	Kept string `json:"kept,omitempty"`
}

// A document can be made such that its losses take far more room than itself. Beyond these limits they are not listed.
const (
	maxLosses    = 1_000
	maxLossBytes = 1 << 20
)

// report collects losses, each once.
type report struct {
	losses []Loss
	seen   map[Loss]bool
	bytes  int
	full   bool
}

func (r *report) lose(at *path, keyword, reason, kept string) {
	if len(r.losses) >= maxLosses || r.bytes >= maxLossBytes {
		r.full = true
		return
	}
	loss := Loss{Path: at.String(), Keyword: keyword, Reason: reason, Kept: kept}
	if r.seen == nil {
		r.seen = map[Loss]bool{}
	}
	if !r.seen[loss] {
		r.seen[loss] = true
		r.losses = append(r.losses, loss)
		r.bytes += len(loss.Path) + len(loss.Keyword) + len(loss.Reason)
	}
}

// list returns the losses, with a last word if there were too many.
func (r *report) list() []Loss {
	if !r.full {
		return r.losses
	}
	return append(r.losses[:len(r.losses):len(r.losses)], Loss{Keyword: "…", Reason: "There are more losses than can be listed."})
}

// Export rewrites a JSON Schema (2020-12 or draft 7) for a dialect. A missing schema stands for a tool without
// parameters. It fails only for input that is no schema at all: bad JSON, duplicate names, a root that is neither an
// object nor a boolean, or nesting beyond reason; and for a dialect that does not exist.
func Export(doc json.RawMessage, d Dialect) (Exported, error) {
	if !slices.Contains(All(), d) {
		return Exported{}, fmt.Errorf("dialect: unknown dialect %q: use one of %q", d, All())
	}
	out, err := export(doc, d)
	if err != nil {
		return Exported{}, fmt.Errorf("dialect: not a JSON Schema: %w", err)
	}
	return out, nil
}

func export(doc []byte, d Dialect) (Exported, error) {
	if trimmed := bytes.TrimSpace(doc); len(trimmed) == 0 || string(trimmed) == "null" {
		doc = []byte("{}")
	}
	root, err := parse(doc)
	if err != nil {
		return Exported{}, err
	}
	if root.kind != object && root.kind != boolean {
		return Exported{}, errors.New("the root has to be an object or a boolean")
	}
	x := newExporter(root, d)
	out, strict, losses := x.document(), x.rules.strict, x.list()
	if reasons := x.obstacles.list(); len(reasons) > 0 {
		out, strict, losses = relax(root, d, x.rules.plain, reasons)
	}
	if out.depth() > maxDepth {
		return Exported{}, errTooDeep
	}
	return Exported{Schema: out.append(nil), Strict: strict, Losses: losses}, nil
}

// relax exports a document that a strict dialect could not express to the plain one. What the plain form left out can
// have been the only obstacle; then the rest is strict after all. Otherwise exporting the result again would find that
// out, and give something else.
func relax(root *node, d, plain Dialect, reasons []Loss) (out *node, strict bool, losses []Loss) {
	x := newExporter(root, plain)
	out, losses = x.document(), x.list()
	again := newExporter(out, d)
	if stricter := again.document(); len(again.obstacles.list()) == 0 {
		return stricter, true, append(losses, again.list()...)
	}
	return out, false, append(losses, reasons...)
}
