package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/auto"
)

// Parsing is what "jig parse" was asked to do.
type Parsing struct {
	Out    *Output
	In     io.Reader
	Format string
	Tools  string // a file
	Lines  bool
	// Warn tells what was odd about an answer.
	Warn func(text string)
}

// parsed is what an answer turned out to be.
type parsed struct {
	Calls    []parsedCall `json:"calls"`
	Content  string       `json:"content"`
	Thinking string       `json:"thinking,omitempty"`
	Format   string       `json:"format,omitempty"`
	Warnings []string     `json:"warnings,omitempty"`
	Error    string       `json:"error,omitempty"`

	content, thinking strings.Builder
}

// parsedCall is one call.
type parsedCall struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name"`
	Arguments any    `json:"arguments"`
}

// Run reads an answer, or one on each line, and prints what is in it.
func (p *Parsing) Run(operands []string) (err error) {
	tools, err := p.tools()
	if err != nil {
		return err
	}
	in, done, err := openInput(operands, p.In)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if p.Lines {
		return p.lines(in, tools)
	}
	d, err := auto.New(p.Format, wire.Options{Tools: tools})
	if err != nil {
		return Usagef("%w", err)
	}
	got := &parsed{Calls: []parsedCall{}}
	chunk := make([]byte, 64<<10)
	for {
		n, err := in.Read(chunk)
		got.take(d.Write(chunk[:n]))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read the answer: %w", err)
		}
	}
	broken := got.finish(d)
	if broken == nil {
		broken = cutOff(d)
	}
	if got.Format = auto.Found(d); got.Format == "" {
		got.Format = p.Format
	}
	for _, w := range got.Warnings {
		p.Warn(w)
	}
	got.Error = ""
	p.Out.IndentedJSON(got)
	return broken
}

// tools reads the file of tools.
func (p *Parsing) tools() ([]tool.Definition, error) {
	if p.Tools == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(p.Tools)
	if err != nil {
		return nil, err
	}
	tools, err := wire.ParseTools(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Tools, err)
	}
	return tools, nil
}

// openInput is the file that is named, or standard input.
func openInput(operands []string, stdin io.Reader) (io.Reader, func() error, error) {
	if len(operands) == 0 || operands[0] == "-" {
		return stdin, func() error { return nil }, nil
	}
	f, err := os.Open(operands[0])
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// take notes what has happened.
func (g *parsed) take(events []wire.Event) {
	for _, e := range events {
		switch e.Kind {
		case wire.CallReady:
			g.Calls = append(g.Calls, parsedCall{ID: e.Call.ID, Name: e.Call.Name, Arguments: shown(e.Call.Args)})
		case wire.Text:
			g.content.WriteString(e.Text)
		case wire.Thinking:
			g.thinking.WriteString(e.Text)
		case wire.Warning:
			g.Warnings = append(g.Warnings, e.Text)
		}
	}
}

// finish ends the answer.
func (g *parsed) finish(d wire.Decoder) error {
	events, err := d.Close()
	g.take(events)
	g.Content, g.Thinking = g.content.String(), g.thinking.String()
	if err != nil {
		g.Error = err.Error()
	}
	return err
}

// shown is JSON as it is, and anything else as a text.
func shown(args json.RawMessage) any {
	if json.Valid(args) {
		return args
	}
	return string(args)
}

// question is a line of --jsonl.
type question struct {
	Format string          `json:"format"`
	Text   string          `json:"text"`
	Tools  json.RawMessage `json:"tools"`
	Chunks []string        `json:"chunks"`
}

// maxAnswer is how long a line may be.
const maxAnswer = 256 << 20

// lines answers one question a line, in order, and fails at the end if one made no sense.
func (p *Parsing) lines(in io.Reader, tools []tool.Definition) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxAnswer)
	var wrong []error
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		got, err := p.answer(lines.Bytes(), tools)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", n, err))
			got = &parsed{Calls: []parsedCall{}, Error: err.Error()}
		}
		p.Out.JSON(got)
	}
	if err := lines.Err(); err != nil {
		wrong = append(wrong, fmt.Errorf("read the questions: %w", err))
	}
	return errors.Join(wrong...)
}

// answer reads one text. A text that is not what its format says is no error of the question.
func (p *Parsing) answer(line []byte, tools []tool.Definition) (*parsed, error) {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, fmt.Errorf("it is not {\"format\",\"text\",\"tools\",\"chunks\"}: %w", err)
	}
	if len(q.Tools) > 0 {
		own, err := wire.ParseTools(q.Tools)
		if err != nil {
			return nil, err
		}
		tools = own
	}
	format := p.Format
	if q.Format != "" {
		format = q.Format
	}
	d, err := auto.New(format, wire.Options{Tools: tools})
	if err != nil {
		return nil, err
	}
	chunks := q.Chunks
	if len(chunks) == 0 || q.Text != "" && strings.Join(chunks, "") != q.Text {
		chunks = []string{q.Text}
	}
	got := &parsed{Calls: []parsedCall{}}
	for _, chunk := range chunks {
		got.take(d.Write([]byte(chunk)))
	}
	_ = got.finish(d) // it is told in the answer
	for i := range got.Calls {
		got.Calls[i].ID = "" // most are made up
	}
	return got, nil
}
