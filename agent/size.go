package agent

import (
	"jig/tool"
	"jig/wire"
)

// size estimates how many tokens the conversation has. What the provider has counted is
// taken from its last report; what came since is estimated from its length, by the
// proportion that the reports have shown.
type size struct {
	all   int64   // characters of the conversation, with the instructions
	since int64   // those of them that came after the last report
	known int64   // tokens up to and with the last answer that was reported; 0 for none
	ratio float64 // tokens for a character
	extra int64   // tokens of what is not in the conversation, such as the tools

	seenAll, seenInput int64 // at the last report
}

const (
	usualRatio = 0.25 // a quarter of a token for a character of English or code
	leastRatio = 0.1
	mostRatio  = 0.8
	imageChars = 6000 // about 1,500 tokens
	telling    = 2000 // characters from which on a proportion can be learned
)

// measure begins anew with a conversation that nobody has counted.
func (z *size) measure(system string, messages []wire.Message) {
	if z.ratio == 0 {
		z.ratio = usualRatio
	}
	z.known, z.seenAll, z.seenInput, z.all = 0, 0, 0, int64(len(system))
	for i := range messages {
		z.all += chars(messages[i].Parts)
	}
	z.since = z.all
}

// add counts parts that were added.
func (z *size) add(parts []wire.Part) {
	n := chars(parts)
	z.since += n
	z.all += n
}

// report takes over what the provider counted for a request and its answer, which has not
// been added yet. Two reports tell what the characters between them were worth.
func (z *size) report(u wire.Usage) {
	if u.Input <= 0 {
		return
	}
	if grown := z.all - z.seenAll; z.seenInput > 0 && grown >= telling && u.Input > z.seenInput {
		z.ratio = min(max(float64(u.Input-z.seenInput)/float64(grown), leastRatio), mostRatio)
	}
	z.extra = max(u.Input-int64(float64(z.all)*z.ratio), 0)
	z.seenAll, z.seenInput = z.all, u.Input
	z.known, z.since = u.Input+u.Output, 0
}

// tokens is the estimate.
func (z *size) tokens() int64 {
	if z.known == 0 {
		return z.extra + z.worth(z.all)
	}
	return z.known + z.worth(z.since)
}

// worth is how many tokens so many characters are, about.
func (z *size) worth(chars int64) int64 { return int64(float64(chars) * z.ratio) }

// chars is the length of parts.
func chars(parts []wire.Part) int64 {
	n := 0
	for i := range parts {
		p := &parts[i]
		n += len(p.Text)
		switch {
		case p.Call != nil:
			n += len(p.Call.Name) + len(p.Call.Args)
		case p.Result != nil:
			for j := range p.Result.Content {
				n += blockChars(&p.Result.Content[j])
			}
		case p.Block != nil:
			n += blockChars(p.Block)
		}
		if p.Kind == wire.OpaquePart {
			n += len(p.Raw)
		}
	}
	return int64(n)
}

func blockChars(b *tool.Block) int {
	if b.Type == tool.ImageBlock {
		return imageChars
	}
	return len(b.Text) + len(b.JSON) + len(b.Path)
}
