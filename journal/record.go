package journal

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"time"
)

// The kinds that the journal writes itself. All others are free.
const (
	HeaderKind  = "journal"         // the first record of every session, with its Header
	TitleKind   = "journal.title"   // a new title: {"title": "…"}
	TornKind    = "journal.torn"    // the session was resumed after a crash that cut its end: {"bytes": 17, "file": "torn-4"}
	SalvageKind = "journal.salvage" // records were lost here: {"reason": "…"}
)

// Record is one line of a journal.
type Record struct {
	// Seq is its number in the session, counted from 0 without a gap.
	Seq  int64
	Time time.Time
	Kind string
	// Data is what was given to Append, without its secrets.
	Data json.RawMessage
	// Files are the long strings of Data that lie in files of their own: where they are
	// in Data (a JSON pointer), and the name of the file. Data has them in place.
	Files map[string]string
}

// Decode reads the data into a Go value.
func (r *Record) Decode(into any) error {
	if err := json.Unmarshal(r.Data, into); err != nil {
		return fmt.Errorf("record %d (%s): %w", r.Seq, r.Kind, err)
	}
	return nil
}

// line is a record as it is read.
type line struct {
	Seq   *int64            `json:"seq"`
	Time  time.Time         `json:"time"`
	Kind  string            `json:"kind"`
	Data  json.RawMessage   `json:"data"`
	Files map[string]string `json:"files"`
	Sum   string            `json:"sum"`
}

const (
	timeFormat = "2006-01-02T15:04:05.000000Z"
	sumMark    = `,"sum":"`
	sumLength  = len(sumMark) + 8 + len(`"}`)
)

// appendLine writes a record as a line. Its data must be compact JSON.
func appendLine(dst []byte, r *Record) ([]byte, error) {
	start := len(dst)
	dst = append(dst, `{"seq":`...)
	dst = strconv.AppendInt(dst, r.Seq, 10)
	dst = append(dst, `,"time":"`...)
	dst = r.Time.UTC().AppendFormat(dst, timeFormat)
	dst = append(dst, `","kind":"`...)
	dst = append(dst, r.Kind...) // checkKind has made sure that it needs no escapes
	dst = append(dst, `","data":`...)
	dst = append(dst, r.Data...)
	if len(r.Files) > 0 {
		files, err := json.Marshal(r.Files)
		if err != nil {
			return dst[:start], err
		}
		dst = append(dst, `,"files":`...)
		dst = append(dst, files...)
	}
	sum := crc32.Checksum(dst[start:], castagnoli())
	dst = append(dst, sumMark...)
	dst = hex.AppendEncode(dst, []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
	return append(dst, '"', '}', '\n'), nil
}

// castagnoli is the table of the polynomial for which processors have an instruction;
// the standard library makes it once.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// parseLine reads a line, without its end. The record keeps nothing of it.
func parseLine(text []byte) (Record, error) {
	text = bytes.TrimSuffix(text, []byte("\r"))
	if r, ok := parseOwn(text); ok {
		return r, nil
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Record{}, fmt.Errorf("it is not a JSON object of a journal: %w", err)
	}
	switch {
	case l.Seq == nil || *l.Seq < 0:
		return Record{}, errors.New("it has no seq")
	case checkKind(l.Kind) != nil:
		return Record{}, checkKind(l.Kind)
	case l.Sum != "":
		if err := checkSum(text, l.Sum); err != nil {
			return Record{}, err
		}
	}
	if l.Data == nil {
		l.Data = json.RawMessage("null")
	}
	return Record{Seq: *l.Seq, Time: l.Time, Kind: l.Kind, Data: l.Data, Files: l.Files}, nil
}

// parseOwn reads a line that is exactly as appendLine writes it, without files. All
// others take the long way.
func parseOwn(text []byte) (r Record, ok bool) {
	at := len(text) - sumLength
	if at < 0 || !bytes.HasPrefix(text[at:], []byte(sumMark)) || !bytes.HasSuffix(text, []byte(`"}`)) {
		return r, false
	}
	if checkSum(text, string(text[at+len(sumMark):len(text)-2])) != nil {
		return r, false
	}
	rest, ok := bytes.CutPrefix(text[:at], []byte(`{"seq":`))
	seq, rest, ok1 := bytes.Cut(rest, []byte(`,"time":"`))
	when, rest, ok2 := bytes.Cut(rest, []byte(`","kind":"`))
	kind, data, ok3 := bytes.Cut(rest, []byte(`","data":`))
	if !ok || !ok1 || !ok2 || !ok3 || !json.Valid(data) {
		return r, false
	}
	var err error
	if r.Seq, err = strconv.ParseInt(string(seq), 10, 64); err != nil || r.Seq < 0 || len(seq) > 1 && seq[0] == '0' {
		return r, false
	}
	if r.Time, err = time.Parse(time.RFC3339, string(when)); err != nil {
		return r, false
	}
	r.Kind, r.Data = string(kind), bytes.Clone(data)
	return r, checkKind(r.Kind) == nil
}

// checkSum compares the sum of a line that has one. A line without is somebody's own
// work, and taken as it is.
func checkSum(text []byte, sum string) error {
	at := len(text) - sumLength
	if at < 0 || !bytes.HasPrefix(text[at:], []byte(sumMark)) {
		return errors.New("its sum is not at its end")
	}
	if want := fmt.Sprintf("%08x", crc32.Checksum(text[:at], castagnoli())); sum != want {
		return fmt.Errorf("its sum is %q and should be %s: it was changed or damaged", sum, want)
	}
	return nil
}

// checkKind says whether a kind can be one: a short word that needs no escapes.
func checkKind(kind string) error {
	if kind == "" || len(kind) > 64 {
		return fmt.Errorf("a kind has 1 to 64 characters, not %d", len(kind))
	}
	for i := range len(kind) {
		switch c := kind[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '_', c == '-', c == '/', c == ':':
		default:
			return fmt.Errorf("kind %q: only letters, digits and . _ - / : may be in a kind", kind)
		}
	}
	return nil
}
