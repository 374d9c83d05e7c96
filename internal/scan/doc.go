// Package scan finds the lines of text that match a regular expression, at about the speed at which memory can be read.
//
// A [Pattern] is compiled once; each goroutine that searches has a [Searcher] of its own, whose buffers and caches are reused
// from file to file. Three things make it fast:
//
//   - Most text is never looked at closely. From the parsed expression come its factors: sequences of byte sets, one of which
//     every match contains ("alloc_node(" of `k[mz]alloc_node\(`; case and alternatives are just wider sets and more
//     sequences). If all factors are w bytes long, looking at the two bytes at every (w-1)th place cannot miss one. That one
//     look is a load and a table lookup that do not wait for each other, and costs the same for one word or for fifty. Where a
//     factor is short and has a rare byte, bytes.IndexByte looks for that instead. An estimate from byte frequencies decides.
//   - A line with a candidate is judged by a lazily built automaton over bytes (a DFA with a bounded cache), never by
//     package regexp, so hostile patterns and texts cost linear time.
//   - A pattern without useful factors goes through the automaton alone, in four places of the text at once: a single walk
//     waits for memory at each byte, four walks wait together.
//
// The text is taken line by line, as grep does: a match never spans lines, ^ and $ (and \A and \z) are the ends of a line.
// [Options.Multiline] lifts that. The syntax is Go's (RE2). As in ripgrep, a byte that is not part of valid UTF-8 is matched by
// no class, a file is searched up to its first NUL byte, UTF-16 is decoded where a byte order mark announces it, and a UTF-8
// mark is skipped.
//
// Files are read in pieces, cut at line ends, so memory does not grow with the size of a file. A line longer than [MaxLine] is
// searched in overlapping pieces.
package scan
