// Package undo remembers what calls change on disk, takes it back and brings it
// again.
//
// A [Log] stands around every call that changes files. [Log.Keep] is asked right
// before the call runs: it saves what the intent says the call writes, or the
// whole tree where the intent cannot tell. The function it returns is called when
// the call has ended, however that was: it looks again and records what really
// changed. [Log.Undo] puts the old state back, [Log.Redo] the new one.
//
// # What must hold
//
//   - Nothing is lost. What undo replaces or removes is saved first, as part of
//     undo's own record.
//   - Only recorded paths are touched, only when they are exactly what the call
//     left behind, and never through a link. One path that differs refuses the
//     whole, before anything is changed.
//   - A killed process leaves every file old or new, and the log knows which: a
//     record is opened before the call and closed after it. One whose process is
//     gone is settled by looking at the disk.
//   - A change belongs to one record, also when calls of several sessions overlap:
//     the record that knows it best, by the rules in claim.go.
//
// # On disk
//
// The folder of a log is private to its user. It holds log.jsonl, to which lines
// are only added (each with a checksum; a torn last line is cut off), blobs with
// the contents of files by their SHA-256, trees with large snapshots, and live
// with one locked file for each open log, by which others see that its process is
// alive. Whoever reads or writes holds the file lock, so that several processes
// share one log.
//
// # What is not kept
//
// In a snapshot of the whole tree: .git, folders that ignore files name, large
// ignored files. Empty folders at protected paths, with which a sandbox holds names
// that do not exist. Everywhere: files beyond the limits of [Options], pipes, devices
// and sockets, times of files, extended attributes. A record says what it left out
// and a call whose change cannot be taken back is told so.
package undo
