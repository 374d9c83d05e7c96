package agent

import "slices"

// waitingRoom tells, from the records of a session, which messages still wait.
type waitingRoom struct {
	waiting []Queued
	heard   map[string]bool // ids that are part of the conversation
	highest int             // number that was given to a message
}

// queued takes in a message. It may be recorded again, when it could not be taken back.
func (w *waitingRoom) queued(q *Queued) {
	w.highest = max(w.highest, number(q.ID))
	same := func(other Queued) bool { return other.ID == q.ID }
	if !w.heard[q.ID] && !slices.ContainsFunc(w.waiting, same) {
		w.waiting = append(w.waiting, *q)
	}
}

// said lets the messages of these ids go that have become one of the conversation, and
// reports whether they are not part of it already. They can be there twice: a record that
// the disk did not take at first, while the message went on waiting, is written later.
func (w *waitingRoom) said(ids []string) bool {
	for _, id := range ids {
		if w.heard[id] {
			return false
		}
	}
	for _, id := range ids {
		if w.heard == nil {
			w.heard = make(map[string]bool)
		}
		w.heard[id] = true
		w.highest = max(w.highest, number(id))
	}
	w.leave(ids)
	return true
}

func (w *waitingRoom) leave(ids []string) {
	w.waiting = slices.DeleteFunc(w.waiting, func(q Queued) bool { return slices.Contains(ids, q.ID) })
}
