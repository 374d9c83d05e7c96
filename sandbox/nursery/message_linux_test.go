package nursery

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestAMessageArrivesAsItWasSent(t *testing.T) {
	c := &Command{Path: "/bin/sh", Argv: []string{"sh", "", "-c"}, Env: []string{"A=1", "B="}, Dir: "/x", TTY: true, KeepTree: true, Relay: true}
	sent := request(newBirthmark(), c)
	sent.serial = 7
	got, files, err := decode(sent.encode()[4:])
	if err != nil || files != 0 {
		t.Fatalf("%d files, %v", files, err)
	}
	if diff := cmp.Diff(sent, got, cmp.AllowUnexported(message{}), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	back, _, ruleset, err := got.command()
	if err != nil || ruleset != -1 {
		t.Fatalf("ruleset %d, %v", ruleset, err)
	}
	if diff := cmp.Diff(c, back, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// FuzzDecode sees that no bytes make the reader panic or take memory, and that what it
// accepts it would write again.
func FuzzDecode(f *testing.F) {
	f.Add(request(1<<62, &Command{Path: "/bin/true", Argv: []string{"true"}}).encode()[4:])
	f.Add((&message{kind: exitKind, mark: 5, numbers: []int64{-1, 9, 1}}).encode()[4:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, files, err := decode(b)
		if err != nil {
			return
		}
		_, _, _, _ = m.command() // it may refuse
		m.files = make([]int, files)
		again, count, err := decode(m.encode()[4:])
		again.files = make([]int, count)
		if err != nil || !cmp.Equal(m, again, cmp.AllowUnexported(message{})) {
			t.Errorf("%v became %v: %v", m, again, err)
		}
	})
}
