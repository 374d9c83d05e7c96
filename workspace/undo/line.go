package undo

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strconv"
	"time"
	"unicode/utf8"
)

// The kinds of lines. A call, an undo or a redo opens a record and end closes it;
// background says that what a call started goes on; head begins a log from which
// old records were removed.
const (
	lineCall       = "call"
	lineUndo       = "undo"
	lineRedo       = "redo"
	lineEnd        = "end"
	lineBackground = "background"
	lineHead       = "head"
)

// line is one line of the log.
type line struct {
	Kind string    `json:"kind"`
	N    int       `json:"n"`
	Time time.Time `json:"time"`

	// Of a call, and the first three of an undo or redo as well.
	Owner   string       `json:"owner,omitempty"`
	Session string       `json:"session,omitempty"`
	Summary string       `json:"summary,omitempty"`
	Turn    string       `json:"turn,omitempty"`
	Call    string       `json:"call,omitempty"`
	Tool    string       `json:"tool,omitempty"`
	Paths   []text       `json:"paths,omitempty"`
	Roots   []text       `json:"roots,omitempty"`
	Before  []wireChange `json:"before,omitempty"`
	Left    []text       `json:"left,omitempty"`
	// Tree names the manifest that holds the snapshot in place of Before and Left.
	Tree string `json:"tree,omitempty"`

	// Of an undo or redo: the calls it is about, what it will do, and what the
	// files are called that it writes aside.
	Of    []int        `json:"of,omitempty"`
	Plan  []wireChange `json:"plan,omitempty"`
	Aside string       `json:"aside,omitempty"`

	// Of an end: what changed. Cut says that the process was gone before it could
	// say so itself, Half that an undo or redo was stopped on the way, Void that it
	// changed nothing at all.
	Changes []wireChange `json:"changes,omitempty"`
	Notes   []string     `json:"notes,omitempty"`
	Cut     bool         `json:"cut,omitempty"`
	Half    bool         `json:"half,omitempty"`
	Void    bool         `json:"void,omitempty"`

	// Of background: the handle.
	Handle string `json:"handle,omitempty"`
}

// text is a path or the target of a link. Names on disk are bytes; those that are
// no UTF-8 are written so that they come back as they were.
type text string

// MarshalJSON writes a string or, for what is none, {"raw": base64}.
func (t text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(map[string]string{"raw": base64.StdEncoding.EncodeToString([]byte(t))})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(t))
	}
	var raw struct{ Raw []byte }
	err := json.Unmarshal(data, &raw)
	*t = text(raw.Raw)
	return err
}

// wireImage and wireChange are Image and Change as they stand in the log.
type wireImage struct {
	Kind   Kind        `json:"k"`
	Hash   string      `json:"h,omitempty"`
	Size   int64       `json:"s,omitempty"`
	Mode   fs.FileMode `json:"m,omitempty"`
	UID    int         `json:"u"`
	GID    int         `json:"g"`
	Target text        `json:"t,omitempty"`
	Stamp  string      `json:"x,omitempty"`
	Why    string      `json:"w,omitempty"`
}

type wireChange struct {
	Path   text      `json:"p"`
	Before wireImage `json:"b"`
	After  wireImage `json:"a,omitzero"`
}

func (i Image) wire() wireImage {
	return wireImage{i.Kind, i.Hash, i.Size, i.Mode, i.UID, i.GID, text(i.Target), i.Stamp, i.Why}
}

func (w wireImage) image() Image {
	return Image{w.Kind, w.Hash, w.Size, w.Mode, w.UID, w.GID, string(w.Target), w.Stamp, w.Why}
}

func wireChanges(changes []Change) []wireChange {
	out := make([]wireChange, len(changes))
	for i, c := range changes {
		out[i] = wireChange{text(c.Path), c.Before.wire(), c.After.wire()}
	}
	return out
}

func fromWire(wired []wireChange) []Change {
	out := make([]Change, len(wired))
	for i, w := range wired {
		out[i] = Change{string(w.Path), w.Before.image(), w.After.image()}
	}
	return out
}

func texts(paths []string) []text {
	out := make([]text, len(paths))
	for i, p := range paths {
		out[i] = text(p)
	}
	return out
}

func plain(paths []text) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = string(p)
	}
	return out
}

// encode writes a line with its checksum in front.
func (n *line) encode() ([]byte, error) {
	body, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%08x %s\n", checksum(body), body), nil
}

func checksum(body []byte) uint32 {
	return crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
}

// errLine says that a line is not what encode wrote.
var errLine = errors.New("a line of the log is damaged")

func decodeLine(raw []byte) (*line, error) {
	sum, body, ok := bytes.Cut(raw, []byte(" "))
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if !ok || err != nil || checksum(body) != uint32(want) {
		return nil, errLine
	}
	n := &line{}
	if err := json.Unmarshal(body, n); err != nil {
		return nil, errors.Join(errLine, err)
	}
	return n, nil
}
