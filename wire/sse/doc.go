// Package sse cuts the bytes that a provider sends into the pieces they were sent as,
// while they come and however they were cut on the way.
//
//   - [Splitter] reads server-sent events, as the WHATWG standard says: lines end in CR,
//     LF or both, a byte order mark may come first, comments are skipped, and several data
//     lines are one text.
//   - [Values] reads JSON objects in any of the framings in which an answer may be
//     stored or sent: server-sent events, one object, an array of objects, or objects line by
//     line. It finds out which by itself.
//   - [Object] tells the byte at which one JSON object that comes in pieces is complete.
//
// All three look at each byte once, so what an answer costs does not depend on how it was
// cut, and a line or an object may be as long as memory allows.
package sse
