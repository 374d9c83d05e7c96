package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jig/agent"
	"jig/wire"
)

// queue puts texts into both queues of a session, in turn.
func queue(t testing.TB, s *agent.Session, texts ...string) {
	t.Helper()
	for i, text := range texts {
		when := agent.AtOnce
		if i%2 == 1 {
			when = agent.AtEnd
		}
		if _, err := s.Queue(when, wire.Say(text)); err != nil {
			t.Fatal(err)
		}
	}
}

// spoken is what the person said, as the model was shown it.
func spoken(messages []wire.Message) []string {
	var all []string
	for i := range messages {
		if messages[i].Role != wire.User {
			continue
		}
		for _, p := range messages[i].Parts {
			if p.Kind == wire.TextPart {
				all = append(all, p.Text)
			}
		}
	}
	return all
}

func wantSpoken(t testing.TB, s *agent.Session, want ...string) {
	t.Helper()
	if got := spoken(s.Messages()); !slices.Equal(got, want) {
		t.Errorf("the person said %q, want %q", got, want)
	}
}

func TestMessagesThatWaitedAreSaidAfterTheSessionIsResumed(t *testing.T) {
	store, j := newJournal(t)
	p := &player{answers: answers([]step{say("a")}, []step{say("b")}, []step{say("c")}, []step{say("d")})}
	s := newSession(t, agent.Options{Model: p, Journal: j, Steering: agent.All})
	queue(t, s, "one", "two", "three", "four")

	again := resume(t, records(t, store, j), agent.Options{Model: p, Steering: agent.All})
	if steering, followUps := again.Waiting(); steering != 2 || followUps != 2 {
		t.Errorf("%d and %d messages wait, want 2 and 2", steering, followUps)
	}
	if got := again.Restored(); len(got) != 4 || got[0].ID != "q1" || got[3].Message.Text() != "four" || got[3].When != agent.AtEnd {
		t.Errorf("restored: %+v", got)
	}
	queue(t, again, "five")
	events, end := collect(t, again, wire.Say("go"))
	wantReason(t, end, agent.Done)
	wantSpoken(t, again, "one", "three", "five", "go", "two", "four")
	var told []string
	for _, e := range events {
		if e.Kind == agent.Restored {
			told = append(told, e.Queued+" "+e.Text)
		}
	}
	if want := []string{"q1 one", "q2 two", "q3 three", "q4 four"}; !slices.Equal(told, want) {
		t.Errorf("the events told of %q, want %q", told, want)
	}
	events, _ = collect(t, again, wire.Say("more"))
	if n := count(events, agent.Restored); n != 0 {
		t.Errorf("the second run told of %d messages", n)
	}
}

// A cut through the record at every place: each message that was queued by then is either
// part of the conversation or waits, and new ones get ids of their own.
func TestAQueuedMessageIsSaidOnceWhereverTheRecordEnds(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	p := &player{}
	s := newSession(t, agent.Options{Model: p, Journal: j}, b.tool())
	p.answers = answers(
		[]step{
			calls("c", "work", work{Say: "a", Writes: "/x"}), does(func(context.Context) { queue(t, s, "m1.", "m2.", "m3.") }),
			calls("d", "work", work{Say: "b", Writes: "/x"}),
		},
		[]step{say("one"), does(func(context.Context) { queue(t, s, "m4.") })}, []step{say("two")}, []step{say("three")}, []step{say("four")}, []step{say("five")},
	)
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	queue(t, s, "m5.")
	all := records(t, store, j)
	for n := 0; n <= len(all); n++ {
		queued := 0
		for _, r := range all[:n] {
			if r.Kind == "queued" {
				queued++
			}
		}
		again := resume(t, all[:n], agent.Options{Model: &player{answers: slices.Repeat([][]step{{say("ok")}}, 9)}, ID: "x"}, b.tool())
		id, err := again.Queue(agent.AtEnd, wire.Say("new."))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint("q", queued+1); id != want {
			t.Errorf("after %d records a new message has the id %s, want %s", n, id, want)
		}
		if _, end := collect(t, again, wire.Say("go on")); end.Reason != agent.Done {
			t.Fatal(end.Err)
		}
		heard := strings.Join(spoken(again.Messages()), " ")
		for m := range 5 {
			want := 0
			if m < queued {
				want = 1
			}
			if got := strings.Count(heard, fmt.Sprintf("m%d.", m+1)); got != want {
				t.Errorf("after %d records message %d of %d was said %d times: %s", n, m+1, queued, got, heard)
			}
		}
	}
}

func TestMessagesThatWereTakenBackDoNotComeAgain(t *testing.T) {
	store, j := newJournal(t)
	p := &player{answers: answers([]step{say("a")}, []step{say("b")})}
	s := newSession(t, agent.Options{Model: p, Journal: j})
	queue(t, s, "one", "two", "three")
	back, err := s.TakeBack()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, q := range back {
		texts = append(texts, q.Message.Text())
	}
	if want := []string{"one", "three", "two"}; !slices.Equal(texts, want) {
		t.Errorf("taken back: %q, want %q", texts, want)
	}
	queue(t, s, "four")
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	wantSpoken(t, s, "four", "go")
	again := resume(t, records(t, store, j), agent.Options{Model: p})
	if left := again.Restored(); len(left) != 0 {
		t.Errorf("%+v came again", left)
	}
}

func TestARunKeepsWhatSteersItFromBeingTakenBack(t *testing.T) {
	p := &player{}
	s := newSession(t, agent.Options{Model: p})
	p.answers = answers([]step{say("a"), does(func(context.Context) {
		queue(t, s, "one", "two")
		if back, err := s.TakeBack(); err != nil || len(back) != 1 || back[0].Message.Text() != "two" {
			t.Errorf("taken back: %+v, %v", back, err)
		}
	})}, []step{say("b")})
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	wantSpoken(t, s, "go", "one")
}

func TestAMessageThatCannotBeTakenBackInTheJournalGoesOnWaiting(t *testing.T) {
	store, j := newJournal(t)
	p := &player{answers: answers([]step{say("a")}, []step{say("b")}, []step{say("c")})}
	s := newSession(t, agent.Options{Model: p, Journal: &shaky{Journal: j, at: 4}}) // session, queued, queued
	queue(t, s, "one", "two")
	if back, err := s.TakeBack(); !errors.Is(err, errFull) || back != nil {
		t.Errorf("taken back: %+v, %v", back, err)
	}
	if steering, followUps := s.Waiting(); steering != 1 || followUps != 1 {
		t.Errorf("%d and %d messages wait, want 1 and 1", steering, followUps)
	}
	queue(t, s, "three", "four")
	again := resume(t, records(t, store, j), agent.Options{Model: p})
	_, end := collect(t, again, wire.Say("go"))
	wantReason(t, end, agent.Done)
	wantSpoken(t, again, "one", "three", "go", "two", "four")
}

func TestMessagesThatTheJournalDidNotTakeKeepTheirPlace(t *testing.T) {
	_, j := newJournal(t)
	p := &player{answers: answers([]step{say("a")}, []step{say("b")}, []step{say("c")})}
	s := newSession(t, agent.Options{Model: p, Journal: &shaky{Journal: j, at: 6}, Steering: agent.All}) // session, queued ×4
	queue(t, s, "one", "two", "three", "four")
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Failed)
	queue(t, s, "five")
	_, end = collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	wantSpoken(t, s, "one", "three", "five", "go", "two", "four")
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// A record that the disk did not take at first goes out later, when the message has been
// recorded again: it is one message all the same.
func TestAMessageThatIsRecordedTwiceIsSaidOnce(t *testing.T) {
	store, j := newJournal(t)
	say := func(kind, id string) {
		if _, err := j.Append(kind, map[string]any{"id": id, "when": "steering", "message": wire.Say(id), "queued": []string{id}}); err != nil {
			t.Fatal(err)
		}
	}
	say("queued", "q1")
	say("queued", "q1")
	say("user", "q1")
	say("end", "")
	say("queued", "q1")
	say("user", "q1")
	s := resume(t, records(t, store, j), agent.Options{Model: &player{}})
	wantSpoken(t, s, "q1")
	if left := s.Restored(); len(left) != 0 {
		t.Errorf("%+v wait", left)
	}
}

func TestAQueueTellsWhatItCannotTake(t *testing.T) {
	s := newSession(t, agent.Options{Model: &player{}, Journal: &fullDisk{from: "queued"}})
	if id, err := s.Queue(agent.AtOnce, wire.Say("one")); !errors.Is(err, errFull) || id == "" {
		t.Errorf("got %q, %v", id, err)
	}
	if steering, _ := s.Waiting(); steering != 1 {
		t.Error("it does not wait")
	}
	for name, m := range map[string]wire.Message{"no parts": {}, "blank text": wire.Say(" \n")} {
		if _, err := s.Queue(agent.AtEnd, m); err == nil {
			t.Errorf("%s: a message of nothing was taken", name)
		}
	}
	if _, err := s.Queue("later", wire.Say("one")); err == nil {
		t.Error("a queue that is not there took something")
	}
}

func TestAQueuedMessageIsOnTheDiskWhenQueueReturns(t *testing.T) {
	store, j := newJournal(t)
	s := newSession(t, agent.Options{Model: &player{}, Journal: j})
	s.Steer(wire.Say("one"))
	s.FollowUp(wire.Say("two"))
	var found []string
	for r, err := range store.Read(j.ID()) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == "queued" {
			var q agent.Queued
			if err := r.Decode(&q); err != nil {
				t.Fatal(err)
			}
			found = append(found, q.Message.Text())
		}
	}
	if !slices.Equal(found, []string{"one", "two"}) {
		t.Errorf("the journal has %q", found)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}
