// Package addr knows which network addresses and host names are safe to connect
// to, and reads host names the way whatever dials them will.
//
// There are three questions, and one function for each:
//
//   - [Check] says whether an address is a public one. It is asked of every
//     address that is about to be dialled, because a name proves nothing: its
//     owner decides what it resolves to, and may decide differently next time.
//   - [ParseHost] turns the host of a URL into a name or an address. All the
//     ways to write 127.0.0.1 (2130706433, 0x7f.1, ①②⑦.⓪.⓪.①) become that
//     address, so that nobody downstream reads them differently.
//   - [MatchHost] says whether a host is meant by an entry of a list, by whole
//     labels and never by the beginning or the end of a string.
//
// What is not understood is an error: callers refuse it.
package addr
