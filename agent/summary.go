package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"jig/internal/clip"
	"jig/wire"
)

const (
	// The marks tell what compaction has written from what the person did.
	markSummary     = "(The conversation has become long."
	markLastRequest = "(The latest request of the user before that,"

	textSummary     = markSummary + " This is a summary of what happened after the request above; the latest messages follow unchanged.)\n\n%s"
	textLastRequest = markLastRequest + " in their own words:)\n\n%s"

	summarySystem = `You sum up the work of a coding agent so that it can go on with the summary alone. Write for that agent. ` +
		`You cannot use tools. Say, under short headings and in as few words as keep it exact:
- what the user asked for, every wish and correction in their own words where they matter;
- what was decided and why;
- what was done: files with paths and what changed in them, commands and what they showed;
- what was learned: names, numbers, errors and their causes;
- what is under way and what remains to do, in order.
Invent nothing. Leave out what does not matter any more.`
	summaryRequest = "Sum up this part of the conversation.\n\n<conversation>\n%s</conversation>"
)

// summaryTime is how long a summary may take. After that the work goes on without one.
const summaryTime = 2 * time.Minute

// summarise has a part of the conversation summed up, and notes what that has used.
func (r *run) summarise(messages []wire.Message, c *Compaction) (string, error) {
	s := r.s
	ctx, cancel := context.WithTimeout(r.ctx, summaryTime)
	defer cancel()
	if own := s.opt.Compaction.Summarise; own != nil {
		return own(ctx, messages)
	}
	// The text goes as one message: no provider can object to calls without tools in
	// it, and it fits, since it is cut to what does.
	room := int(float64(s.window()) * 0.6 / max(s.size.ratio, usualRatio))
	req := &wire.Request{
		System: summarySystem, Stream: true,
		Messages: []wire.Message{wire.Say(fmt.Sprintf(summaryRequest, tell(messages, room)))},
	}
	for e, err := range s.opt.Model.Stream(ctx, req) {
		if err != nil {
			return "", err
		}
		if e.Kind != wire.Done && ctx.Err() != nil {
			return "", ctx.Err()
		}
		if e.Kind != wire.Done || e.Reply == nil {
			continue
		}
		c.Usage, c.Cost = e.Reply.Usage, s.opt.Model.Info().Price.Cost(e.Reply.Usage)
		s.spend(c.Usage, c.Cost, int64(room/4))
		if e.Reply.Stop == wire.Refusal || e.Reply.Stop == wire.Overflow {
			return "", fmt.Errorf("the model did not sum up: %s", e.Reply.Stop)
		}
		return strings.TrimSpace(e.Reply.Text()), nil
	}
	return "", errors.New("the summary broke off")
}

// tell writes messages as text of at most room bytes. The results of calls are cut first,
// then the middle is left out.
func tell(messages []wire.Message, room int) string {
	var b strings.Builder
	most := min(max(room/max(len(messages), 1), 300), 4000)
	for i := range messages {
		for j := range messages[i].Parts {
			tellPart(&b, messages[i].Role, &messages[i].Parts[j], most)
		}
	}
	text := b.String()
	if len(text) <= room {
		return text
	}
	head := clip.Bytes(text, room/3)
	tail := text[len(text)-room/2:]
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return head + "\n[…]\n" + tail
}

func tellPart(b *strings.Builder, role wire.Role, p *wire.Part, most int) {
	switch p.Kind {
	case wire.TextPart:
		fmt.Fprintf(b, "%s: %s\n", role, clip.Bytes(p.Text, 4*most))
	case wire.CallPart:
		fmt.Fprintf(b, "call %s %s\n", p.Call.Name, clip.Bytes(string(p.Call.Args), most))
	case wire.ResultPart:
		verb := "result"
		if p.Result.IsError {
			verb = "error"
		}
		var text strings.Builder
		for _, block := range p.Result.Content {
			text.WriteString(block.String())
			if text.Len() > most {
				break
			}
		}
		fmt.Fprintf(b, "%s of %s: %s\n", verb, p.Result.Name, clip.Bytes(text.String(), most))
	case wire.BlockPart:
		fmt.Fprintf(b, "%s: %s\n", role, clip.Bytes(p.Block.String(), most))
	}
}
