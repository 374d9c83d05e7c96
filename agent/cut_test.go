package agent_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"jig/agent"
	"jig/journal"
	"jig/wire"
)

// The file of a session is cut at every byte from the first message in a queue on: what is
// whole is said once, what is not was never queued, and the session goes on.
func TestAQueuedMessageIsSaidOnceAtWhateverByteTheFileEnds(t *testing.T) {
	store := journal.Open(t.TempDir(), journal.Options{})
	j, err := store.Create(journal.Header{ID: "cut"})
	if err != nil {
		t.Fatal(err)
	}
	talker := func() *player { return &player{answers: slices.Repeat([][]step{{say("ok")}}, 9)} }
	s := newSession(t, agent.Options{Model: talker(), Journal: j})
	collect(t, s, wire.Say("go"))
	queue(t, s, "m1.", "m2.", "m3.")
	collect(t, s, wire.Say("more"))
	queue(t, s, "m4.")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(store.Path("cut"))
	if err != nil {
		t.Fatal(err)
	}
	for n := strings.Index(string(whole), `"kind":"queued"`); n <= len(whole); n++ {
		if err := os.WriteFile(store.Path("cut"), whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		j, left, err := store.Resume("cut")
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		queued := 0
		for i := range left {
			if left[i].Kind == "queued" {
				queued++
			}
		}
		again := resume(t, left, agent.Options{Model: talker(), Journal: j})
		collect(t, again, wire.Say("go on"))
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		heard := strings.Join(spoken(again.Messages()), " ")
		for i := range 4 {
			want := 0
			if i < queued {
				want = 1
			}
			if got := strings.Count(heard, fmt.Sprintf("m%d.", i+1)); got != want {
				t.Errorf("cut at byte %d: message %d is there %d times, want %d", n, i+1, got, want)
			}
		}
	}
}
