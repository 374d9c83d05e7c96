package notebook

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quote writes a text as a JSON string the way Jupyter does: only what must be is
// escaped, and in notebooks that are ASCII also everything else that is not.
func (n *Notebook) quote(b *strings.Builder, text string) {
	b.WriteByte('"')
	for _, r := range text {
		if short := strings.IndexRune("\"\\\b\f\n\r\t", r); short >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`"\bfnrt`[short])
			continue
		}
		switch {
		case r < 0x20, r >= 0x7f && r <= 0xffff && n.ascii:
			fmt.Fprintf(b, `\u%04x`, r)
		case r > 0xffff && n.ascii:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// writeSource writes a source in a form. Lines that the cell had already keep
// their very bytes.
func (n *Notebook) writeSource(text string, had form, l layout) string {
	var b strings.Builder
	if !had.list {
		n.quote(&b, text)
		return b.String()
	}
	if text == "" {
		return "[]"
	}
	written := make(map[string]span, len(had.items))
	for _, item := range had.items {
		if line, err := n.text(item); err == nil && !strings.ContainsRune(line, utf8.RuneError) {
			written[line] = item
		}
	}
	b.WriteByte('[')
	gap := l.open
	for line := range strings.Lines(text) {
		b.WriteString(gap)
		if item, ok := written[line]; ok {
			b.WriteString(n.between(item.from, item.to))
		} else {
			n.quote(&b, line)
		}
		gap = "," + l.sep
	}
	b.WriteString(l.close)
	b.WriteByte(']')
	return b.String()
}

// pair is a member that is to be written; its value is JSON.
type pair struct{ name, value string }

// writeObject writes an object.
func writeObject(pairs []pair, l layout) string {
	var b strings.Builder
	b.WriteByte('{')
	gap := l.open
	for _, p := range pairs {
		b.WriteString(gap)
		b.WriteString(p.text(l))
		gap = "," + l.sep
	}
	b.WriteString(l.close)
	b.WriteByte('}')
	return b.String()
}

func (p pair) text(l layout) string { return `"` + p.name + `"` + l.colon + p.value }
