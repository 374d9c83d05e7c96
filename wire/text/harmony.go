package text

import (
	"bytes"
	"encoding/json"
	"strings"

	"jig/internal/repair"
)

// harmony is the format of gpt-oss: messages on channels, and a recipient where one is
// a call.
//
//	<|channel|>analysis<|message|>I should look.<|end|>
//	<|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|>
//
// The prompt ends with "<|start|>assistant", so that an answer may begin with the
// recipient.
func harmony() format {
	return format{
		name:    "harmony",
		aliases: []string{"gpt_oss", "openai"},
		think:   []span{{harmonyThink, harmonyEnd}},
		drop:    []string{harmonyEnd, harmonyReturn, harmonyCall},
		marks:   []string{harmonyStart, harmonyChannel, harmonyThink, "to=functions."},
		read: func(mark string) reader {
			return &harmonyMessage{mark: len(mark), bare: strings.HasPrefix(mark, "to=")}
		},
	}
}

const (
	harmonyStart   = "<|start|>"
	harmonyReturn  = "<|return|>"
	harmonyChannel = "<|channel|>"
	harmonyBody    = "<|message|>"
	harmonyThink   = harmonyChannel + "analysis" + harmonyBody
	harmonyEnd     = "<|end|>"
	harmonyCall    = "<|call|>"
	// harmonyHeader bounds what stands before <|message|>.
	harmonyHeader = 1024
)

// harmonyMessage reads one message: a call to its end, thinking to its end, and of text
// what stands before it.
type harmonyMessage struct {
	mark int
	bare bool // it began with its recipient
	pos  int
	body reader
}

func (m *harmonyMessage) read(in []byte, final bool, out *calls) (int, verdict) {
	if m.bare && !out.first {
		return m.mark, refused
	}
	if m.body == nil {
		n, v := m.header(in, final, out)
		if m.body == nil {
			return n, v
		}
	}
	return m.body.read(in, final, out)
}

// header reads up to <|message|> and decides what the message is.
func (m *harmonyMessage) header(in []byte, final bool, out *calls) (int, verdict) {
	n, found := find(in[m.pos:min(len(in), harmonyHeader+len(harmonyBody))], harmonyBody)
	end := m.pos + n
	m.pos = end
	switch {
	case !found && end > harmonyHeader:
		return harmonyHeader, refused // however much has come behind it
	case !found && final:
		return len(in), refused // the header of a message that never came
	case !found:
		return 0, more
	}
	header := string(in[:end])
	end += len(harmonyBody)
	channel := ""
	if i := strings.LastIndex(header, harmonyChannel); i >= 0 {
		channel = strings.TrimSpace(header[i+len(harmonyChannel):])
	}
	name := harmonyRecipient(header)
	switch {
	case m.bare && name == "", harmonyOver(header):
		return m.mark, refused
	case name != "":
		m.body = &harmonyArguments{name: name, from: end, scan: jsonScan{start: end, at: end}}
	case strings.HasPrefix(channel, "analysis"):
		m.body = &thought{pos: end, closes: []string{harmonyEnd, harmonyReturn, harmonyCall}, breaks: []string{harmonyStart, harmonyChannel}}
	}
	return end, ended
}

// harmonyOver reports whether a message has ended in what should be its header.
func harmonyOver(header string) bool {
	return strings.Contains(header, harmonyEnd) || strings.Contains(header, harmonyCall) || strings.Contains(header, harmonyReturn)
}

// harmonyRecipient gives the tool that a message is for. The assistant itself is none.
func harmonyRecipient(header string) string {
	i := strings.LastIndex(header, "to=")
	if i < 0 {
		return ""
	}
	name := header[i+len("to="):]
	if end := strings.IndexAny(name, " \t\r\n<"); end >= 0 {
		name = name[:end]
	}
	name = strings.TrimPrefix(name, "functions.")
	switch name {
	case "assistant", "user", "all":
		return ""
	}
	return name
}

// harmonyArguments reads what is said to a tool: JSON as a rule.
type harmonyArguments struct {
	name string
	from int
	scan jsonScan
	json verdict // what became of the scan
	pos  int
}

func (a *harmonyArguments) read(in []byte, final bool, out *calls) (int, verdict) {
	if a.json == more {
		a.json = a.scan.next(in)
		a.pos = a.from
	}
	switch {
	case a.json == ended:
		return a.after(in, final, out)
	case a.json == more && final:
		out.warn("a call of " + a.name + " was cut off")
		return len(in), ended
	case a.json == more:
		return 0, more
	}
	for ; a.pos < len(in); a.pos++ {
		if in[a.pos] != '<' {
			continue
		}
		t := thought{closes: []string{harmonyCall, harmonyEnd, harmonyReturn}, breaks: []string{harmonyStart, harmonyChannel}}
		n, v := t.mark(in[a.pos:], final)
		if v == ended {
			a.text(in[a.from:a.pos], out)
			return a.pos + n, ended
		}
		if v == more {
			return 0, more
		}
	}
	if !final {
		return 0, more
	}
	if text := bytes.TrimSpace(in[a.from:]); len(text) > 0 && text[0] == '{' {
		if fixed, _ := repair.Arguments(text); !json.Valid(fixed) {
			out.warn("a call of " + a.name + " cannot be read, or was cut off")
			return len(in), ended
		}
	}
	a.text(in[a.from:], out)
	return len(in), ended
}

// after takes the end of the message, if it comes.
func (a *harmonyArguments) after(in []byte, final bool, out *calls) (int, verdict) {
	end := a.scan.at
	at := jsonSpace(in, max(a.pos, end))
	a.pos = at
	yes, known := comes(in[at:], harmonyCall, final)
	if !known {
		return 0, more
	}
	if yes {
		end = at + len(harmonyCall)
	}
	a.text(in[a.from:a.scan.at], out)
	return end, ended
}

// text hands out the call. What is not JSON becomes a string of it.
func (a *harmonyArguments) text(text []byte, out *calls) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		text = []byte("{}")
	}
	fixed, _ := repair.Arguments(text)
	if !json.Valid(fixed) {
		fixed = bareString(string(text))
	}
	out.ready(a.name, "", bytes.Clone(fixed))
}
