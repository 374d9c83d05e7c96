// Package journal keeps the record of sessions: what happened, in order, in files that
// only grow.
//
//	store := journal.Open(dir, journal.Options{})
//	j, err := store.Create(journal.Header{Dir: cwd, Title: "fix the build"})
//	_, err = j.Append("text", delta)      // kept in memory, written soon
//	_, err = j.Commit("call.begun", call) // on the disk when it returns
//	…
//	j, records, err := store.Resume(id) // after the end, or a crash, of the process before
//
// # What is on the disk
//
// A session is a file <id>.jsonl of one JSON object a line:
//
//	{"seq":3,"time":"2026-01-31T12:00:00.000001Z","kind":"call","data":{…},"sum":"9ae0daaf"}
//
// The first line has the kind [HeaderKind] and the [Header]. Seq counts from 0 without a
// gap and is the order; time is what the clock said, but never before the line above. Sum
// is the CRC-32C of everything before it in its line. What a record means is the
// business of whoever writes it: kinds are words, data is any JSON. Strings too long for
// a line lie in the folder <id>.files under the hash of their content, and come back
// by themselves when the record is read. Everything is readable by the user only, and
// secrets are taken out before it is written: see [Redactor].
//
// # What holds
//
//   - What [Journal.Commit] or [Journal.Sync] has returned for is there after a crash,
//     together with everything before it. One sync serves all who committed before it
//     began, and those who only write do not wait for it.
//   - A crash can cut the last lines only. [Store.Resume] cuts off what is left of
//     them, keeps it aside and says so in the journal. A line that is broken with
//     whole ones after it is damage from elsewhere: it is reported as a [*BrokenError],
//     never skipped. [Store.Salvage] makes a new session of what is left.
//   - One process at a time writes a session; the others get [ErrInUse]. Anybody may read
//     it meanwhile.
//   - A disk that is full costs nothing that was written before: the file is cut back to
//     its last whole line, what could not be written stays in memory, and goes
//     out when there is room again.
package journal
