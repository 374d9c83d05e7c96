package shell

import (
	"strings"
	"sync"

	"jig/tool"
)

// How much of each stream a model sees: together a little less than maxText, which the specs promise.
const (
	stdoutHead, stdoutTail = 9_000, 11_000
	stderrHead, stderrTail = 3_000, 6_000

	maxText = 32_000
)

// The streams of a command.
const (
	stdout = iota
	stderr
	streams
)

// output takes what a command prints on both streams.
type output struct {
	live *live

	mu    sync.Mutex
	ends  [streams]capture
	whole whole
}

func newOutput(call *tool.Call, f *folder, name string) *output {
	return &output{
		live:  &live{call: call},
		ends:  [streams]capture{{first: stdoutHead, last: stdoutTail}, {first: stderrHead, last: stderrTail}},
		whole: whole{folder: f, name: name},
	}
}

// add takes the next piece of a stream.
func (o *output) add(stream int, p []byte) {
	o.live.add(p)
	o.mu.Lock()
	defer o.mu.Unlock()
	end := &o.ends[stream]
	o.whole.add(p, end.full(len(p)))
	end.add(p)
}

// close ends the output; nothing may be added any more.
func (o *output) close() error {
	o.live.close()
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.whole.close()
}

// text is the output for a model: what was printed, then the errors under a line of their own if there is both.
func (o *output) text() (text string, hidden int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	where := o.whole.where()
	out, hidden := o.ends[stdout].text(where)
	failures, more := o.ends[stderr].text(where)
	out, failures = strings.TrimRight(out, "\n"), strings.TrimRight(failures, "\n")
	switch {
	case failures == "":
		return out, hidden
	case out == "":
		return "[stderr]\n" + failures, hidden + more
	}
	return out + "\n[stderr]\n" + failures, hidden + more
}

// describe fills in what programs are told of the output.
func (o *output) describe(d *Details) {
	o.mu.Lock()
	defer o.mu.Unlock()
	d.StdoutBytes, d.StderrBytes = o.ends[stdout].total, o.ends[stderr].total
	d.Truncated = o.ends[stdout].full(0) || o.ends[stderr].full(0)
	d.OutputFile = o.whole.path
}

// validText makes text of bytes whose front may have been cut inside of a character.
func validText(p []byte) string { return strings.ToValidUTF8(string(p), "") }
