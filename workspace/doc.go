// Package workspace is about the files of a session: which folders belong to it,
// what a path really leads to, which names are off limits, and how to open what
// was approved and nothing else.
//
// A [Space] is made of roots. [Space.Resolve] answers, for a path as somebody
// wrote it, where it leads: every link on the way is followed one by one, a link
// to nothing leads to that nothing, a file that does not exist yet lies in the
// nearest folder that does. The answer is a [Place]. Whether it is inside a root
// is a matter of whole path components, never of string prefixes.
//
// Names are judged apart from places. [Protected] knows what a session must not
// change silently, because something else obeys it: version control, agent and
// editor configuration, shell start-up files. [Secret] and [Forbidden] know what
// it must not read silently, or at all. Both judge by name, whether or not the
// file exists, and read names as generously as any file system might: .GIT,
// ".git." and .git::$DATA are .git.
//
// Between a decision and its use the disk may change. [Space.Open] and its
// siblings walk from the root's own handle down to the place, step over no link,
// and refuse what is not the very file that was resolved.
//
// A [Session] is how tools work with the files of a space. [Session.Change] makes
// a new content of the old one in one step: what changed since the session read
// it is refused, no other session interferes, and the disk holds the old content
// or the new one at every moment. Package undo, below this one, saves what calls
// are about to change.
package workspace
