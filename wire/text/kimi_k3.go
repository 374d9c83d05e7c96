package text

import (
	"bytes"
	"encoding/json"
	"strings"
)

// kimiK3 writes tags of its own tokens; values are raw text, with their type in the tag.
//
//	<|open|>response<|sep|>Let me see.<|close|>response<|sep|>
//	<|open|>tools<|sep|><|open|>call tool="read" index="1"<|sep|>
//	<|open|>argument key="path" type="string"<|sep|>a.txt<|close|>argument<|sep|>
//	<|close|>call<|sep|><|close|>tools<|sep|>
func kimiK3() format {
	return format{
		name:  "kimi_k3",
		think: []span{{kimiOpen + "think" + kimiSep, kimiClose + "think" + kimiSep}},
		drop: []string{
			kimiOpen + "response" + kimiSep, kimiClose + "response" + kimiSep,
			kimiClose + "message" + kimiSep, kimiClose + "tools" + kimiSep,
		},
		marks: []string{kimiOpen + "tools" + kimiSep, kimiOpen + "call "},
		read: func(mark string) reader {
			r := &kimiTools{mark: len(mark), pos: len(mark)}
			if strings.HasSuffix(mark, " ") {
				r.pos = 0
			}
			return r
		},
	}
}

const (
	kimiOpen  = "<|open|>"
	kimiClose = "<|close|>"
	kimiSep   = "<|sep|>"
)

// kimiTools reads the calls, tag by tag. Whatever else stands between tags is nothing.
type kimiTools struct {
	mark  int
	pos   int // the text since the last tag
	look  int // how far it has been looked at
	name  string
	args  tagArgs
	key   string
	kind  string
	inArg bool
	found int
	good  int
}

func (k *kimiTools) read(in []byte, final bool, out *calls) (int, verdict) {
	for {
		k.look = max(k.look, k.pos)
		if k.inArg {
			// A value ends at its own closing tag only.
			n, found := find(in[k.look:], kimiClose+"argument"+kimiSep)
			k.look += n
			if !found {
				return k.rest(in, final, out)
			}
			k.args.set(k.key, kimiValue(out.of(k.name), k.key, k.kind, string(in[k.pos:k.look])))
			k.inArg = false
			k.pos = k.look + len(kimiClose+"argument"+kimiSep)
			continue
		}
		n, found := find(in[k.look:], kimiSep)
		k.look += n
		if !found {
			return k.rest(in, final, out)
		}
		if k.look-k.pos > kimiTag {
			return k.rest(in, final, out)
		}
		tag := in[k.pos:k.look]
		k.pos = k.look + len(kimiSep)
		if done := k.tag(string(tag), out); done {
			if k.found == 0 {
				return k.pos, refused // a block of nothing
			}
			return k.pos, ended
		}
	}
}

// kimiTag bounds what may stand between two tags.
const kimiTag = 1024

// rest says what becomes of a block that has not ended: behind the last call, it is text.
func (k *kimiTools) rest(in []byte, final bool, out *calls) (int, verdict) {
	switch {
	case !final && (k.inArg || k.look-k.pos <= kimiTag):
		return 0, more
	case k.name != "":
		out.warn("a call of " + k.name + " was cut off")
	case k.found == 0:
		out.warn("the calls were cut off")
	}
	switch {
	case k.found > 0:
		return k.good, ended
	case k.inArg:
		return len(in), refused
	}
	return max(k.mark, min(k.pos+kimiTag, len(in))), refused
}

// tag takes one tag, and reports whether it was the last.
func (k *kimiTools) tag(text string, out *calls) bool {
	open := strings.LastIndex(text, kimiOpen)
	if end := strings.LastIndex(text, kimiClose); end > open {
		switch strings.TrimSpace(text[end+len(kimiClose):]) {
		case "call":
			if k.name != "" {
				k.found++
				k.good = k.pos
				out.ready(k.name, "", k.args.object())
			}
			k.name = ""
		case "tools", "message":
			return true
		}
		return false
	}
	if open < 0 {
		return false
	}
	head, attrs, _ := strings.Cut(text[open+len(kimiOpen):], " ")
	switch head {
	case "call":
		k.name = kimiAttr(attrs, "tool")
		k.args = tagArgs{}
	case "argument":
		k.key, k.kind = kimiAttr(attrs, "key"), kimiAttr(attrs, "type")
		k.inArg = true
	}
	return false
}

// kimiAttr gives an attribute of a tag.
func kimiAttr(attrs, name string) string {
	for attrs != "" {
		key, rest, ok := strings.Cut(attrs, `="`)
		if !ok {
			return ""
		}
		value, rest, _ := strings.Cut(rest, `"`)
		if strings.TrimSpace(key) == name {
			return strings.NewReplacer("&quot;", `"`, "&amp;", "&").Replace(value)
		}
		attrs = rest
	}
	return ""
}

// kimiValue gives the value of an argument by the type that its tag names. Without one the
// schema decides.
func kimiValue(p *params, key, kind, text string) json.RawMessage {
	switch kind {
	case "":
		return p.typed(key, text, false)
	case "string":
	default:
		if v := bytes.TrimSpace([]byte(text)); json.Valid(v) {
			return v
		}
	}
	return bareString(text)
}
