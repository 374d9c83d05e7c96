package cli

import (
	"io"
	"strings"

	"jig/engine"
)

// Printer prints a call while it runs and when it has ended, in one of the three formats.
type Printer struct {
	Format string
	Out    *Output
	Stderr io.Writer
	// Terminal says that a person watches Stderr.
	Terminal bool
	// Broken is called when nobody reads the output any more.
	Broken func(error)

	shown bool // a line of progress stands on the terminal
}

// Event prints what happens. The engine calls it for one event after the other.
func (p *Printer) Event(e engine.Event) {
	switch {
	case p.Format == StreamFormat:
		p.Out.JSON(e)
		if err := p.Out.Err(); err != nil && p.Broken != nil {
			p.Broken(err)
		}
	case p.Format == TextFormat && p.Terminal && e.Kind == engine.Progress:
		p.progress(e.Text)
	}
}

// Outcome prints the end of the call. No event comes after it.
func (p *Printer) Outcome(out engine.Outcome) {
	if p.Format != TextFormat {
		p.Out.JSON(NewReport(out))
		return
	}
	p.clear()
	if len(out.Call.Repairs) > 0 {
		Say(p.Stderr, "the arguments were mended: %s", strings.Join(out.Call.Repairs, "; "))
	}
	if out.Result.IsError {
		p.tell(line(out.Result.Text()))
		return
	}
	p.Out.Text(out.Result.Text())
}

const (
	wipe = "\r\x1b[K" // back to the beginning of the line, and clear it
	// widest is what fits on a line of any terminal: a line that wraps cannot be wiped.
	widest = 76
)

// progress replaces the line on the terminal.
func (p *Printer) progress(text string) {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	if letters := []rune(text); len(letters) > widest {
		text = string(letters[:widest]) + "…"
	}
	p.tell(wipe + text)
	p.shown = true
}

func (p *Printer) clear() {
	if p.shown {
		p.tell(wipe)
		p.shown = false
	}
}

func (p *Printer) tell(text string) {
	_, _ = io.WriteString(p.Stderr, text) // see Say
}
