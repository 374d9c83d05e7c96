package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jig/config"
	"jig/engine/guard"
	"jig/policy"
)

// Desk is where the gate's questions wait for whoever talks with the person. It is a [guard.Asker].
type Desk struct{ waiting chan *Petition }

// NewDesk makes one.
func NewDesk() *Desk { return &Desk{waiting: make(chan *Petition)} }

// Petition are questions that came together, to be answered together.
type Petition struct {
	ctx       context.Context //nolint:containedctx // it is that of whoever waits for the answers
	Questions []guard.Question
	answers   chan []guard.Answer
}

// Ask waits for answers.
func (d *Desk) Ask(ctx context.Context, questions []guard.Question) ([]guard.Answer, error) {
	p := &Petition{ctx: ctx, Questions: questions, answers: make(chan []guard.Answer, 1)}
	select {
	case d.waiting <- p:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case answers := <-p.answers:
		return answers, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Next is where petitions come.
func (d *Desk) Next() <-chan *Petition { return d.waiting }

// Over closes when nobody waits for the answers any more.
func (p *Petition) Over() <-chan struct{} { return p.ctx.Done() }

// Answer gives the answers.
func (p *Petition) Answer(answers []guard.Answer) { p.answers <- answers }

// mostPreview and mostWide are how many lines of a preview are shown, and how much of each; mostPurpose is how much a model may
// say for itself. More would push out of sight what is asked about.
const (
	mostPreview = 40
	mostWide    = 400
	mostPurpose = 300
)

// Put is a question as it is shown to a person. The words are a stranger's.
func (p *Petition) Put(i int) string {
	q := &p.Questions[i]
	var b strings.Builder
	what := q.Tool
	if q.Intent != nil && q.Intent.Summary != "" {
		what = q.Tool + ": " + q.Intent.Summary
	}
	fmt.Fprintf(&b, "? %s\n", config.Visible(what))
	if q.Purpose != "" {
		fmt.Fprintf(&b, "  it says: %s\n", shortened(strings.ReplaceAll(q.Purpose, "\n", " "), mostPurpose))
	}
	fmt.Fprintf(&b, "  %s\n", config.Visible(q.Reason))
	if q.Intent != nil {
		if q.Intent.Opaque != "" {
			fmt.Fprintf(&b, "  not known what it does: %s\n", config.Visible(q.Intent.Opaque))
		}
		if q.Intent.Preview != nil {
			if text, err := q.Intent.Preview(p.ctx); err == nil {
				b.WriteString(indented(text))
			}
		}
	}
	for n, o := range q.Offers {
		fmt.Fprintf(&b, "  %d  %s\n", n+1, config.Visible(o.Label))
	}
	b.WriteString("  y yes · n no · s for this session")
	if slices.ContainsFunc(q.Offers, lasts) { // otherwise nothing of it could be kept
		b.WriteString(" · always · never")
	}
	if len(q.Offers) > 1 {
		fmt.Fprintf(&b, " (always 2: the second of those above)")
	}
	b.WriteString(" · words after it go to the model: ")
	return b.String()
}

// shortened is a line of a stranger, up to some characters.
func shortened(line string, most int) string {
	runes := []rune(line)
	if len(runes) > most {
		return visibleText(string(runes[:most])) + "…"
	}
	return visibleText(line)
}

// indented is a text in which every line is moved in, bounded.
func indented(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var b strings.Builder
	for i, line := range lines {
		if i == mostPreview {
			fmt.Fprintf(&b, "    … and %d more lines\n", len(lines)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n", shortened(line, mostWide))
	}
	return b.String()
}

// lasting is the narrowest offer that can hold for good; the first, which is about the very call, holds until the end.
func lasting(offers []policy.Offer) int {
	return max(slices.IndexFunc(offers, lasts), 0)
}

// lasts tells whether an offer can be kept for good: as rules.
func lasts(o policy.Offer) bool { return len(o.Rules) > 0 }

// canKeep tells whether the offer of an answer can be kept for good.
func canKeep(offers []policy.Offer, chosen int) bool {
	return chosen < len(offers) && lasts(offers[chosen])
}

// ReadAnswer understands what a person says to a question. False means that it made no sense. Always and never without a
// number mean the narrowest offer that can be kept for good.
func ReadAnswer(line string, offers []policy.Offer) (guard.Answer, bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	var a guard.Answer
	switch strings.ToLower(strings.TrimRight(word, ",.:;")) {
	case "y", "yes", "ok":
		a.Allow = true
	case "n", "no":
	case "a", "always":
		a.Allow, a.Keep = true, guard.Saved
	case "s", "session":
		a.Allow, a.Keep = true, guard.Session
	case "never":
		a.Keep = guard.Saved
	default:
		return guard.Answer{}, false
	}
	if a.Keep != guard.Once {
		if a.Keep == guard.Saved {
			a.Offer = lasting(offers)
		}
		first, more, _ := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(first); err == nil {
			if n < 1 || n > len(offers) {
				return guard.Answer{}, false
			}
			a.Offer, rest = n-1, strings.TrimSpace(more)
		}
	}
	a.Words = strings.TrimSpace(strings.TrimPrefix(rest, "because "))
	return a, true
}
