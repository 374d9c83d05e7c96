package engine

import (
	"context"
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

// printable makes sure that text is text: bytes that are no characters would
// break the message they are sent in.
func printable(r *tool.Result) *tool.Result {
	for i := range r.Content {
		if !utf8.ValidString(r.Content[i].Text) {
			clean := *r
			clean.Content = slices.Clone(r.Content)
			for j := range clean.Content {
				clean.Content[j].Text = strings.ToValidUTF8(clean.Content[j].Text, "\uFFFD")
			}
			return &clean
		}
	}
	return r
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

// gather joins what is text, and leaves the other blocks.
func gather(blocks []tool.Block) (whole string, rest []tool.Block) {
	var texts []string
	for _, b := range blocks {
		switch b.Type {
		case tool.TextBlock, tool.JSONBlock:
			texts = append(texts, b.String())
		default:
			rest = append(rest, b)
		}
	}
	return strings.Join(texts, "\n"), rest
}

func size(blocks []tool.Block) int {
	n := 0
	for i := range blocks {
		n += len(blocks[i].Text) + len(blocks[i].JSON)
	}
	return n
}

func runes(blocks []tool.Block) int {
	n := 0
	for i := range blocks {
		n += utf8.RuneCountInString(blocks[i].Text) + utf8.RuneCount(blocks[i].JSON)
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
