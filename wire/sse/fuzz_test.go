package sse_test

import (
	"slices"
	"testing"
)

func FuzzCutsDoNotMatter(f *testing.F) {
	f.Add("event: x\r\ndata: {\"a\":1}\r\n\r\n: c\rdata: b\n\n", 3)
	f.Add("\ufeff[{\"a\":\"\\\"}\"},\n{}]", 1)
	f.Add("{\"a\":\"b\n{\"c\":1}\nx", 2)
	f.Add("{\"a\":[1]] x}\n{}", 1)
	f.Fuzz(func(t *testing.T, stream string, n int) {
		if len(stream) > 1<<12 {
			return
		}
		n = 1 + (n&0xff)%(len(stream)+1)
		whole := len(stream) + 1
		if got, want := events(stream, n), events(stream, whole); !slices.Equal(got, want) {
			t.Errorf("events in pieces of %d: %q, at once: %q", n, got, want)
		}
		got, gotStray := values(stream, n)
		want, wantStray := values(stream, whole)
		if !slices.Equal(got, want) || gotStray != wantStray {
			t.Errorf("objects in pieces of %d: %q %q, at once: %q %q", n, got, gotStray, want, wantStray)
		}
	})
}
