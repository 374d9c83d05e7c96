package agent

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jig/engine"
	"jig/tool"
	"jig/wire"
)

// When says when the model gets a message that was queued.
type When string

// The two queues.
const (
	AtOnce When = "steering" // in between; see [Session.Steer]
	AtEnd  When = "followup" // when the model has nothing more to do; see [Session.FollowUp]
)

// Queued is a message that waits for the model.
type Queued struct {
	// ID is its name in the session; events and the journal know it by that.
	ID      string       `json:"id"`
	When    When         `json:"when"`
	Message wire.Message `json:"message"`
}

var errNothingToSay = errors.New("a message without text or pictures cannot be queued")

// Queue puts a message where it waits for the model, and gives the id that it has there. In
// a session with a journal it is on the disk when Queue returns: if the process dies
// before the model got it, [Resume] lets it wait again. An error of the journal says that
// this does not hold; the message waits all the same.
//
// What holds, so that each message is said once: it is recorded before it waits, in the
// order in which it waits; and the record by which it becomes part of the conversation
// names its id. So one line of the journal decides whether it still waits.
func (s *Session) Queue(when When, m wire.Message) (id string, err error) {
	if when != AtOnce && when != AtEnd {
		return "", fmt.Errorf("there is no queue %q: take agent.AtOnce or agent.AtEnd", when)
	}
	m.Role, m.Parts = wire.User, sayable(m.Parts)
	if len(m.Parts) == 0 {
		return "", errNothingToSay
	}
	s.queueing.Lock() // the record has the order of the queue
	defer s.queueing.Unlock()
	s.queuedBefore++
	q := Queued{ID: "q" + strconv.Itoa(s.queuedBefore), When: when, Message: m}
	if err = s.commit(kindQueued, q); err != nil {
		err = fmt.Errorf("the message waits, but would not survive the end of the process: it cannot be written to the journal: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.enqueue(q)
	return q.ID, err
}

// enqueue is called with mu held. The steering of the engine is only the bell that stops a
// turn; what was said is here.
func (s *Session) enqueue(q Queued) {
	if q.When == AtEnd {
		s.followUps = append(s.followUps, q)
		return
	}
	s.steered = append(s.steered, q)
	s.steering.Push(tool.Text(q.ID))
}

// Steer says something to the model while it works: calls that have not started are
// skipped, and it gets the message with the results. If it has no calls, it gets the
// message after its answer. What is said while no run is under way, or too late for one,
// waits for the next, and stands before its messages. It is [Session.Queue] for those who
// need no id; an error is told as an event, [Warned].
func (s *Session) Steer(m wire.Message) { s.queueOrWarn(AtOnce, m) }

// FollowUp says something to the model as soon as it has nothing more to do. What comes
// too late for a run waits for the next; see [Session.Waiting]. An error is told as with
// [Session.Steer].
func (s *Session) FollowUp(m wire.Message) { s.queueOrWarn(AtEnd, m) }

func (s *Session) queueOrWarn(when When, m wire.Message) {
	if _, err := s.Queue(when, m); err != nil {
		s.emit(Event{Kind: Warned, Text: err.Error()})
	}
}

// Waiting is how many messages have not been taken yet.
func (s *Session) Waiting() (steering, followUps int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.steering.Len(), len(s.followUps)
}

// TakeBack gives back what waits, in the order in which the model would have got it, and
// lets it wait no more: follow-ups, and, while no run is under way, what steers the next
// one. After an error of the journal everything waits as before.
func (s *Session) TakeBack() ([]Queued, error) {
	s.queueing.Lock()
	defer s.queueing.Unlock()
	s.mu.Lock()
	var back []Queued
	if s.run == nil {
		back, s.steered = s.steered, nil
		s.steering = &engine.Steering{All: s.steering.All}
	}
	back, s.followUps = slices.Concat(back, s.followUps), nil
	s.mu.Unlock()
	if len(back) == 0 {
		return nil, nil
	}
	err := s.commit(kindTakenBack, takenBackRecord{IDs: ids(back)})
	if err == nil {
		return back, nil
	}
	// A record that could not be written goes out with a later one: what waits must be
	// said to wait after it.
	for _, q := range back {
		err = errors.Join(err, s.note(kindQueued, q))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requeue(back)
	return nil, fmt.Errorf("the messages wait as before: that they were taken back cannot be written to the journal: %w", err)
}

// requeue lets messages wait again, before all others. It is called with mu held.
func (s *Session) requeue(back []Queued) {
	var steered, followUps []Queued
	for _, q := range back {
		if q.When == AtEnd {
			followUps = append(followUps, q)
			continue
		}
		steered = append(steered, q)
		s.steering.Push(tool.Text(q.ID))
	}
	s.steered, s.followUps = append(steered, s.steered...), append(followUps, s.followUps...)
}

// Restored are the messages that had not reached the model when the process before this
// one ended. They wait again; the first run tells of them too, with events of the kind
// [Restored].
func (s *Session) Restored() []Queued { return slices.Clone(s.restored) }

// sayable are the parts that a person can say.
func sayable(all []wire.Part) []wire.Part {
	var parts []wire.Part
	for i := range all {
		if p := all[i]; p.Kind != wire.ResultPart && sound(&p, wire.User) {
			parts = append(parts, p)
		}
	}
	return parts
}

func ids(messages []Queued) []string {
	out := make([]string, len(messages))
	for i := range messages {
		out[i] = messages[i].ID
	}
	return out
}

// number is the one that Queue has given to a message, or 0.
func number(id string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "q"))
	if err != nil {
		return 0 // it is not one of ours
	}
	return n
}
