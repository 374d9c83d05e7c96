// Package practice is a model that needs neither key nor network. It does what plain
// commands say, as a real model would: it streams an answer with real calls, waits for
// their results, says what came of them, and is done.
//
//	read go.mod                           list internal
//	read main.go 10-20                    glob **/*.go
//	grep TODO in cmd                      run go test ./...
//	write notes.txt: hello                edit main.go: "old" -> "new"
//	read go.mod and grep TODO             two calls in one answer, which run together
//	mkdir out then write out/a.txt: hi    two answers, one after the other
//	agent explore: where are the tests?   call NAME {"any": "tool"}
//	script demo.txt                       plays the file as though it had been typed
//	help                                  all of it
//
// It calls only tools that the request offers, by the names and arguments that they
// have there, and says in words what is missing. The same conversation always gets the
// same answer, and nothing is kept besides: a session that is resumed goes on where it was.
//
// It is the model of those who have no key yet, of demonstrations, and of tests. For
// those, [Script] plays turns that are written in Go, and [Options] set a pace, so that
// it can be measured how well calls and the answer overlap.
//
//	m := practice.Script(
//		practice.Turn{Text: "I look.", Calls: []practice.Call{{Name: "read", Args: map[string]any{"path": "go.mod"}}}},
//		practice.Turn{Text: "A Go module."},
//	)
//
// # Scripts
//
// A script is a text with a command a line, and a line is an answer; so is a message of
// several lines. What only talks (say, think) is said with the calls that follow.
//
//	# A comment.
//	pace 80                      tokens a second from here on; 0 for at once
//	think The module first.
//	say I'll look at two files.
//	read go.mod
//	+ read README.md             in the same answer as the line above
//	expect module                if the results do not contain it, say so and stop
//	expect error                 or: expect ok
//	wait 500ms                   nothing comes for that long
//	write notes.txt <<END        a text of several lines
//	one
//	two
//	END
//	pause                        ends the answer; "continue" goes on from here
//	say That was all.
package practice
