// Package nursery starts commands and keeps hold of every process that comes from
// them, so that all of them can be listed, signalled and killed, whatever they do to
// get away: begin a session, fork twice, clear their environment, close their files,
// ignore signals, multiply.
//
// A [Keeper] starts a [Command] and returns a [Child], which stands for the whole tree
// of processes. When the command ends, what it has left is killed, unless it is to
// stay; and when the keeper is closed, everything is.
//
// # The nursery
//
// [Nursery] is the keeper for Linux. It is a small process of its own: the program
// starts itself again, and calls [Serve] there. Linux gives every orphan below such a
// process to it, so that nothing gets out, and it waits for all of them, so that there
// are no zombies. A socket connects it with the program. When that closes, because the
// program has ended or was killed, the nursery kills everything and ends. Should the
// nursery itself be killed, the program kills what it kept, reports those commands as
// lost, and has a new one for the next.
//
// # Whose is it?
//
// Of several commands at once, each process must be told whose it is, and its parents
// tell that only as long as they live. So each command is born with a mark that
// is passed on from process to process and that nobody sheds by accident: see
// birthmark. Who has shed it on purpose is from one of the commands that were there
// when it was adopted, and dies with the last of them.
//
// # How a tree is killed
//
// Looking through /proc and killing what is there is a race, which a process that
// multiplies wins. So everything is stopped first, as soon as it is seen, again and
// again until nothing new turns up, and then killed at once. It is over when there was
// nobody left and nobody was waited for while we looked: then it is certain.
//
// # Without a nursery
//
// A program that cannot start itself again uses [Direct], which does the same from
// inside the program by descent and birthmark, but does not adopt orphans: if the
// program is killed, its commands die, and what they have started does not. On systems
// other than Linux there are only process groups.
package nursery
