package tool

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Result is what a call gave. The model sees Content and IsError, people see
// Display, programs see all of it.
type Result struct {
	// Content is the answer to the model.
	Content []Block `json:"content"`
	// IsError marks the answer as a failure the model should deal with.
	IsError bool `json:"is_error,omitempty"`
	// Error is the failure in a form programs can read.
	Error *Error `json:"error,omitempty"`
	// Details are for programs; the model never sees them.
	Details any `json:"details,omitempty"`
	// Display is what people are shown instead of Content, if it is set.
	Display *Display `json:"display,omitempty"`
	// ChildLoop identifies the agent loop that the call ran, if it ran one.
	ChildLoop string `json:"child_loop_id,omitempty"`
	// Control tells the loop what to do next.
	Control Control `json:"control,omitzero"`
}

// Control is what a result asks of the loop around it.
type Control struct {
	// StopTurn ends the agent's turn after this result.
	StopTurn bool `json:"stop_turn,omitempty"`
	// Suspend parks the conversation until what it names has happened.
	Suspend string `json:"suspend,omitempty"`
	// Background is the handle of work that goes on after this result.
	Background string `json:"background,omitempty"`
}

// Display is a rendering for people.
type Display struct {
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// Format says how Text is written: "" (plain), "diff" or "markdown".
	Format string `json:"format,omitempty"`
}

// BlockType tells the kinds of content apart.
type BlockType string

// The kinds of content.
const (
	TextBlock  BlockType = "text"
	JSONBlock  BlockType = "json"
	ImageBlock BlockType = "image"
	FileBlock  BlockType = "file"
)

// Block is one piece of content. Type says which of the fields are set.
type Block struct {
	Type BlockType `json:"type"`
	// Text is the content of a text block.
	Text string `json:"text,omitempty"`
	// JSON is the value of a JSON block.
	JSON json.RawMessage `json:"json,omitempty"`
	// MIME is the media type of an image or file.
	MIME string `json:"mime,omitempty"`
	// Data is the image itself.
	Data []byte `json:"data,omitempty"`
	// Path is where a referenced file is; Size is its length in bytes.
	Path string `json:"path,omitempty"`
	Size int64  `json:"size,omitempty"`
}

// Text makes a text block.
func Text(s string) Block { return Block{Type: TextBlock, Text: s} }

// JSON makes a JSON block. Values are written as their schema in package schema
// says: like encoding/json, but a duration as "1m30s", and no null where a list
// is only empty. A value that cannot be written as JSON becomes a text block
// that says so.
func JSON(v any) Block {
	raw, err := jsonv2.Marshal(v, jsonv2.Deterministic(true), jsonv1.OmitEmptyWithLegacySemantics(true),
		jsonv2.WithMarshalers(jsonv2.MarshalFunc(func(d time.Duration) ([]byte, error) { return strconv.AppendQuote(nil, d.String()), nil })))
	if err != nil {
		return Text(fmt.Sprintf("(the result could not be written as JSON: %v)", err))
	}
	return Block{Type: JSONBlock, JSON: raw}
}

// Image makes an image block.
func Image(mime string, data []byte) Block {
	return Block{Type: ImageBlock, MIME: mime, Data: data}
}

// File makes a reference to a file.
func File(path, mime string, size int64) Block {
	return Block{Type: FileBlock, Path: path, MIME: mime, Size: size}
}

// TextResult is a result of one text block.
func TextResult(s string) *Result {
	// Most results are this; both parts come from one allocation.
	both := &struct {
		result Result
		blocks [1]Block
	}{blocks: [1]Block{Text(s)}}
	both.result.Content = both.blocks[:]
	return &both.result
}

// ErrorResult is the result that tells the model of an error.
func ErrorResult(err error) *Result {
	e := AsError(err)
	return &Result{Content: []Block{Text(e.Error())}, IsError: true, Error: e}
}

// Text is the content as the model would read it, images and files named only.
func (r *Result) Text() string {
	if r == nil {
		return ""
	}
	if len(r.Content) == 1 {
		return r.Content[0].String()
	}
	parts := make([]string, len(r.Content))
	for i, b := range r.Content {
		parts[i] = b.String()
	}
	return strings.Join(parts, "\n")
}

// String is the block as text.
func (b Block) String() string {
	switch b.Type {
	case TextBlock:
		return b.Text
	case JSONBlock:
		return string(b.JSON)
	case ImageBlock:
		return fmt.Sprintf("[image %s, %d bytes]", b.MIME, len(b.Data))
	case FileBlock:
		return fmt.Sprintf("[file %s, %d bytes]", b.Path, b.Size)
	}
	return fmt.Sprintf("[%s]", b.Type)
}
