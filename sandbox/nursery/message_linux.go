package nursery

import (
	"encoding/binary"
	"errors"
)

// What the program and its nursery tell each other. Both are the same program, so
// that the form of it may change at any time.
type kind byte

const (
	// Of the program. Each is answered by a reply with the same serial number.
	startKind  kind = iota // numbers: flags, count of arguments, a 1 for each file that comes along; texts: path, dir, arguments, environment
	killKind               // numbers: grace
	signalKind             // numbers: signal
	treeKind

	// Of the nursery.
	replyKind // numbers: error number, then the answer; texts: error
	exitKind  // numbers: code, signal, whether the tree is gone too
	goneKind
)

// A message is one of them.
type message struct {
	kind    kind
	serial  uint64 // of a request and its reply
	mark    birthmark
	numbers []int64
	texts   []string

	files []int // come along with it
}

func (m *message) encode() []byte {
	size := 64
	for _, t := range m.texts {
		size += len(t) + binary.MaxVarintLen16
	}
	b := make([]byte, 4, size)
	b = append(b, byte(m.kind))
	b = binary.AppendUvarint(b, m.serial)
	b = binary.AppendUvarint(b, m.mark)
	b = binary.AppendUvarint(b, uint64(len(m.files)))
	b = binary.AppendUvarint(b, uint64(len(m.numbers)))
	for _, n := range m.numbers {
		b = binary.AppendVarint(b, n)
	}
	b = binary.AppendUvarint(b, uint64(len(m.texts)))
	for _, t := range m.texts {
		b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
	}
	binary.NativeEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

var errGarbled = errors.New("a message between the program and its nursery is garbled")

// decode reads a message without its length, and how many files belong to it.
func decode(b []byte) (*message, int, error) {
	if len(b) == 0 {
		return nil, 0, errGarbled
	}
	m := &message{kind: kind(b[0])}
	d := &decoder{rest: b[1:], all: string(b)}
	m.serial, m.mark = d.number(), d.number()
	files := d.count()
	m.numbers = make([]int64, d.count())
	for i := range m.numbers {
		m.numbers[i] = d.signed()
	}
	m.texts = make([]string, d.count())
	for i := range m.texts {
		m.texts[i] = d.text()
	}
	if d.bad || len(d.rest) > 0 {
		return nil, 0, errGarbled
	}
	return m, files, nil
}

type decoder struct {
	rest []byte
	all  string // the whole message, of which the texts are parts: one copy instead of fifty
	bad  bool
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.rest)
	return v * d.step(n)
}

func (d *decoder) signed() int64 {
	v, n := binary.Varint(d.rest)
	return v * int64(d.step(n))
}

// step goes on by n bytes, and returns 1, or 0 if that cannot be.
func (d *decoder) step(n int) uint64 {
	if n <= 0 || n > len(d.rest) {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return 1
}

// count reads how many there are of something that takes at least a byte.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.rest)) && n > 255 {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := int(min(d.number(), uint64(largest)))
	if n > len(d.rest) {
		d.bad = true
		return ""
	}
	at := len(d.all) - len(d.rest)
	d.rest = d.rest[n:]
	return d.all[at : at+n]
}
