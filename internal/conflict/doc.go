// Package conflict orders calls by what they touch.
//
// Every call states the places it reads and writes. Two calls conflict when
// one writes a place that the other reads or writes; a place covers everything
// below it, so a write of /src conflicts with a read of /src/main.go. Calls
// that conflict must keep the order in which they were added; all others may
// run at the same time.
//
// A Graph answers, for each call added, how many earlier calls it must still
// wait for, and tells which calls become free when one ends:
//
//	var g conflict.Graph
//	g.Add(&first.Node, []conflict.Access{conflict.Write("/src/a.go")})
//	g.Add(&second.Node, []conflict.Access{conflict.Read("/src")})
//	second.Node.Waiting()   // true: it reads what the first writes
//	g.Release(&first.Node)  // second is free now
//
// The cost of adding a call does not grow with the number of calls before it.
// The places form a tree, and each place keeps, instead of everybody who was
// there, only those that a newcomer must wait for: the last writers, and the
// readers since. Where many must be waited for, they are first joined into one
// node that stands for all of them, so that each is counted once and not once
// per newcomer.
//
// A Graph does no locking of its own: its owner calls it under one lock.
package conflict
