package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"jig/tool"
)

// DefaultMaxOutput is how many characters of a result the model gets unless the
// tool or the engine say otherwise.
const DefaultMaxOutput = 10_000

// ReadResult is the name of the tool that reads kept results, which cut ones
// point to if it is there.
const ReadResult = "read_result"

// bound cuts the text of a result to what the model may get. What is cut is
// counted, and the whole is kept under a handle that the text names.
//
// The result may be shared between calls by the tool that made it, so it is
// changed in a copy only.
func (e *Engine) bound(ctx context.Context, spec *tool.Spec, r *tool.Result) *tool.Result {
	r = printable(r)
	limit := e.opt.MaxOutput
	if spec != nil && spec.MaxOutput != 0 {
		limit = spec.MaxOutput
	}
	if limit < 0 || size(r.Content) <= limit || runes(r.Content) <= limit {
		return r
	}
	whole, rest := gather(r.Content)
	total := utf8.RuneCountInString(whole)
	where := e.keep(ctx, whole)
	// Twice, because the number of characters cut is part of the notice.
	cut := total - limit
	var note string
	for range 2 {
		note = fmt.Sprintf("\n\n[… %d of %d characters are left out here; %s …]\n\n", cut, total, where)
		cut = total - max(limit-utf8.RuneCountInString(note), 0)
	}
	room := total - cut
	head := room - room/3
	raw := []byte(whole)
	start := runeOffset(raw, head)
	end := lastRunes(whole, room-head)
	cutResult := *r
	cutResult.Content = append([]tool.Block{tool.Text(whole[:start] + note + whole[end:])}, rest...)
	return &cutResult
}

// printable makes sure that text is text and JSON is JSON: anything else would
// break the message it is sent in.
func printable(r *tool.Result) *tool.Result {
	for i := range r.Content {
		if !sound(&r.Content[i]) {
			clean := *r
			clean.Content = slices.Clone(r.Content)
			for j := range clean.Content {
				if b := &clean.Content[j]; !sound(b) {
					*b = mended(*b)
				}
			}
			return &clean
		}
	}
	return r
}

func sound(b *tool.Block) bool { return utf8.ValidString(b.Text) && !broken(b) }

// broken reports whether a block says that it is JSON and is not.
func broken(b *tool.Block) bool {
	return b.Type == tool.JSONBlock && (!utf8.Valid(b.JSON) || !json.Valid(b.JSON))
}

// mended is what can be kept of a block that is not sound. What is no JSON can
// still be read as text.
func mended(b tool.Block) tool.Block {
	switch {
	case !broken(&b):
		b.Text = strings.ToValidUTF8(b.Text, "\uFFFD")
		return b
	case len(b.JSON) == 0:
		return tool.Text("(no output)")
	}
	return tool.Text(strings.ToValidUTF8(string(b.JSON), "\uFFFD"))
}

func (e *Engine) keep(ctx context.Context, whole string) string {
	// A result is kept also when its turn was cancelled meanwhile.
	handle, err := e.opt.Stash.Put(context.WithoutCancel(ctx), whole)
	if err != nil {
		e.opt.Logger.WarnContext(ctx, "a long result could not be kept", "error", err)
		return "the whole text could not be kept: narrow the call down to see more"
	}
	if _, ok := e.tools.Lookup(ReadResult); ok {
		return fmt.Sprintf(`the whole text is kept: read it with %s {"handle":%q}`, ReadResult, handle)
	}
	return "the whole text is kept as " + handle
}

// textual reports whether a block counts as text, and may be cut. Images and
// files do not; what a block of some other kind has to say does.
func textual(b *tool.Block) bool {
	switch b.Type {
	case tool.TextBlock, tool.JSONBlock:
		return true
	case tool.ImageBlock, tool.FileBlock:
		return false
	}
	return b.Text != ""
}

// gather joins what is text, and leaves the other blocks.
func gather(blocks []tool.Block) (whole string, rest []tool.Block) {
	var texts []string
	for i := range blocks {
		switch b := &blocks[i]; {
		case !textual(b):
			rest = append(rest, *b)
		case b.Type == tool.JSONBlock:
			texts = append(texts, string(b.JSON))
		default:
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n"), rest
}

// size is how many bytes of text there are, which are never fewer than
// characters and cost nothing to count.
func size(blocks []tool.Block) int {
	return measure(blocks, func(text string) int { return len(text) }, func(raw []byte) int { return len(raw) })
}

func runes(blocks []tool.Block) int {
	return measure(blocks, utf8.RuneCountInString, utf8.RuneCount)
}

func measure(blocks []tool.Block, ofText func(string) int, ofJSON func([]byte) int) int {
	n := 0
	for i := range blocks {
		switch b := &blocks[i]; {
		case !textual(b):
		case b.Type == tool.JSONBlock:
			n += ofJSON(b.JSON)
		default:
			n += ofText(b.Text)
		}
	}
	return n
}

// lastRunes is the byte offset at which the last n characters begin.
func lastRunes(s string, n int) int {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return i
}
