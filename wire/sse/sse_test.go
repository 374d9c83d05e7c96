package sse_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jig/wire/sse"
)

// events gives the events of a stream that comes in pieces of n bytes.
func events(stream string, n int) []string {
	var s sse.Splitter
	var got []string
	emit := func(e sse.Event) { got = append(got, fmt.Sprintf("%s|%s|%s", e.Event, e.Data, e.ID)) }
	for piece := range slices.Chunk([]byte(stream), n) {
		s.Write(piece, emit)
	}
	s.Close(emit)
	return got
}

func TestEventsAreThoseOfTheStandardHoweverTheStreamIsCut(t *testing.T) {
	cases := []struct {
		name, stream string
		want         []string
	}{
		{"a plain event", "data: a\n\n", []string{"|a|"}},
		{"an event with a type and an id", "event: x\nid: 7\ndata: a\n\n", []string{"x|a|7"}},
		{"the id stays, the type does not", "event: x\nid: 7\ndata: a\n\ndata: b\n\n", []string{"x|a|7", "|b|7"}},
		{"an id with NUL is ignored", "id: a\x00b\ndata: a\n\n", []string{"|a|"}},
		{"several data lines are one text", "data: a\ndata: b\ndata\ndata: \n\n", []string{"|a\nb\n\n|"}},
		{"only one space is dropped", "data:  a \n\ndata:b\n\n", []string{"| a |", "|b|"}},
		{"CR ends lines", "data: a\rdata: b\r\r", []string{"|a\nb|"}},
		{"CRLF ends lines", "data: a\r\ndata: b\r\n\r\n", []string{"|a\nb|"}},
		{"mixed ends", "data: a\r\r\ndata: b\n\r\n", []string{"|a|", "|b|"}},
		{"a byte order mark", "\ufeffdata: a\n\n", []string{"|a|"}},
		{"a second byte order mark is a field nobody knows", "\ufeff\ufeffdata: a\n\n", nil},
		{"comments", ": ping\n\n:\ndata: a\n: b\n\n", []string{"|a|"}},
		{"no data, no event", "event: x\n\nid: 3\n\ndata: b\n\n", []string{"|b|3"}},
		{"empty data is an event", "data\n\n", []string{"||"}},
		{"unknown fields and retry", "retry: 10\nfoo: bar\ndata: a\n\n", []string{"|a|"}},
		{"a colon in the data", "data: a: b\n\n", []string{"|a: b|"}},
		{"the end without an empty line", "data: a\n\ndata: b", []string{"|a|", "|b|"}},
		{"nothing", "", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for n := 1; n <= len(c.stream)+1; n++ {
				if got := events(c.stream, n); !slices.Equal(got, c.want) {
					t.Fatalf("in pieces of %d: got %q, want %q", n, got, c.want)
				}
			}
		})
	}
}

func TestALineOfManyMegabytesIsOneEvent(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 1<<20)
	var s sse.Splitter
	var got []byte
	for piece := range slices.Chunk([]byte("data: "+text+"\n\n"), 1000) {
		s.Write(piece, func(e sse.Event) { got = bytes.Clone(e.Data) })
	}
	if string(got) != text {
		t.Fatalf("got %d bytes, want %d", len(got), len(text))
	}
}

// values gives the objects of an answer that comes in pieces of n bytes.
func values(stream string, n int) (got []string, stray string) {
	var v sse.Values
	emit := func(one sse.Value) { got = append(got, one.Event+"|"+string(one.Data)) }
	for piece := range slices.Chunk([]byte(stream), n) {
		if !v.Hold(piece) {
			v.Write(piece, emit)
		}
	}
	v.Close(emit)
	return got, v.Stray()
}

func TestObjectsAreFoundInEveryFraming(t *testing.T) {
	cases := []struct {
		name, stream string
		want         []string
		stray        string
	}{
		{"one object over several lines", "{\n \"a\": {\"b\": [1, \"}\"]}\n}\n", []string{"|{\n \"a\": {\"b\": [1, \"}\"]}\n}"}, ""},
		{"lines of objects", "{\"a\":1}\n{\"b\":\"\\\"{\"}\n", []string{`|{"a":1}`, `|{"b":"\"{"}`}, ""},
		{"an array", "[{\"a\":1}\n,\r\n{\"b\":[]}]", []string{`|{"a":1}`, `|{"b":[]}`}, ""},
		{"a byte order mark and white space", "\ufeff \n{\"a\":1}", []string{`|{"a":1}`}, ""},
		{"server-sent events", "\ufeff\nevent: x\ndata: {\"a\":1}\n\ndata: [DONE]\n\n", []string{`x|{"a":1}`, `|[DONE]`}, ""},
		{"an object over data lines", "data: {\"a\":\ndata: 1}\n\n", []string{"|{\"a\":\n1}"}, ""},
		{"an object that is cut", `{"a":1}{"b":"c`, []string{`|{"a":1}`, `|{"b":"c`}, ""},
		{"a line that is cut does not swallow the next", "{\"a\":\"b\n{\"c\":1}\n", []string{`|{"a":"b`, `|{"c":1}`}, ""},
		{"a bracket in place of the last brace", "{\"a\":1] x}\n{\"b\":[{}]}\n", []string{`|{"a":1]`, `|{"b":[{}]}`}, "x}"},
		{"an end mark between lines", "{\"a\":1}\n[DONE]\n", []string{`|{"a":1}`}, "DONE"},
		{"an error page", "<html>\n<b>502</b>\n</html>", nil, "<html>\n<b>502</b>\n</html>"},
		{"nothing", " \n", nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for n := 1; n <= len(c.stream)+1; n++ {
				got, stray := values(c.stream, n)
				if !slices.Equal(got, c.want) || stray != c.stray {
					t.Fatalf("in pieces of %d: got %q (stray %q), want %q (%q)", n, got, stray, c.want, c.stray)
				}
			}
		})
	}
}

// They must not be moved for each of them: that would take minutes.
func TestAMillionObjectsMayComeAtOnce(t *testing.T) {
	const many = 1 << 20
	var v sse.Values
	n := 0
	v.Write(bytes.Repeat([]byte("{}\n"), many), func(one sse.Value) {
		if string(one.Data) == "{}" {
			n++
		}
	})
	if n != many {
		t.Errorf("there were %d", n)
	}
}

func TestAnObjectEndsAtItsLastBrace(t *testing.T) {
	cases := []struct {
		name, in string
		n        int
		whole    bool
	}{
		{"empty", `{}rest`, 2, true},
		{"nested", `{"a":[{"b":"}]"}]} `, 18, true},
		{"white space first", " \n{} ", 4, true},
		{"open", `{"a":"}`, 7, false},
		{"an escaped quote", `{"a":"\"}"}x`, 11, true},
		{"no object", `[1]`, 0, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var o sse.Object
			if n := o.Write([]byte(c.in)); n != c.n || o.Whole() != c.whole {
				t.Errorf("got %d %t, want %d %t", n, o.Whole(), c.n, c.whole)
			}
		})
	}
}
