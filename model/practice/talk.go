package practice

import (
	"strings"

	"jig/wire"
)

// talk is where a conversation is.
type talk struct {
	text    string // the commands that are being done
	plan    plan
	step    int // which answer of the plan comes next
	results []outcome
	last    []outcome // of the answer before
}

// outcome is a call that was answered.
type outcome struct {
	call   *wire.Call
	result *wire.Result
}

// look finds the commands: the last thing the user said that is any, or the very last
// thing, if that is where the conversation ends.
func (i *interpreter) look(messages []wire.Message) talk {
	var t talk
	at := -1
	for n := len(messages) - 1; n >= 0; n-- {
		text := said(&messages[n])
		if text == "" {
			continue
		}
		if goesOn(text) {
			continue
		}
		p := i.plan(text)
		if p.understood {
			t.text, t.plan, at = text, p, n
			break
		}
		if n == len(messages)-1 {
			t.text, t.plan, at = text, p, n
			break
		}
		if at < 0 {
			t.text, t.plan, at = text, p, n
		}
	}
	if at < 0 {
		return t
	}
	t.step, t.results, t.last = since(messages[at+1:])
	return t
}

// said is what the user has typed in a message, without the blocks in tags that programs
// add for the model to know.
func said(m *wire.Message) string {
	if m.Role != wire.User {
		return ""
	}
	var parts []string
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind == wire.TextPart {
			parts = append(parts, p.Text)
		}
	}
	// Several messages may have become one, and each is a line of its own.
	return strings.TrimSpace(withoutTags(strings.Join(parts, "\n")))
}

// since counts the answers in messages, and collects the results.
func since(messages []wire.Message) (step int, all, last []outcome) {
	for n := range messages {
		m := &messages[n]
		if m.Role == wire.Assistant {
			step++
			if at, ok := placeOf(m); ok {
				step = at.Step + 1
			}
			last = nil
			for _, c := range m.Calls() {
				last = append(last, outcome{call: c})
			}
			continue
		}
		for p := range m.Parts {
			r := m.Parts[p].Result
			if r == nil {
				continue
			}
			for k := range last {
				if last[k].result == nil && last[k].call.ID == r.CallID {
					last[k].result = r
					all = append(all, last[k])
					break
				}
			}
		}
	}
	return step, all, last
}

// goesOn says whether a text only asks to go on.
func goesOn(text string) bool {
	switch strings.ToLower(strings.Trim(text, " .!")) {
	case "continue", "go on", "next", "proceed", "carry on":
		return true
	}
	return false
}

// withoutTags leaves out <tag>…</tag> blocks that begin a line.
func withoutTags(text string) string {
	if !strings.Contains(text, "</") {
		return text
	}
	var b strings.Builder
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		if name := tagName(line); name != "" {
			if end := strings.Index(text, "</"+name+">"); end >= 0 {
				text = text[end+len(name)+3:]
				continue
			}
		}
		b.WriteString(line)
		b.WriteByte('\n')
		text = rest
	}
	return b.String()
}

func tagName(line string) string {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "<")
	if !ok {
		return ""
	}
	end := strings.IndexFunc(line, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
	if end <= 0 || (line[end] != '>' && line[end] != ' ') {
		return ""
	}
	return line[:end]
}
