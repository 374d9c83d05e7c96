package journal_test

import (
	"fmt"
	"log"
	"os"

	"jig/journal"
)

// A session is written, and read back after its end.
func Example() {
	dir, err := os.MkdirTemp("", "sessions")
	check(err)
	defer func() { check(os.RemoveAll(dir)) }()

	store := journal.Open(dir, journal.Options{})
	j, err := store.Create(journal.Header{Title: "fix the build"})
	check(err)
	_, err = j.Append("text", "I'll run the tests.")
	check(err)
	_, err = j.Commit("call.begun", map[string]string{"id": "call_1", "command": "GITHUB_TOKEN=abc123def456 make test"})
	check(err)
	check(j.Close())

	j, records, err := store.Resume(j.ID())
	check(err)
	for _, r := range records[1:] {
		fmt.Println(r.Seq, r.Kind, string(r.Data))
	}
	check(j.Close())
	// Output:
	// 1 text "I'll run the tests."
	// 2 call.begun {"command":"GITHUB_TOKEN=[redacted] make test","id":"call_1"}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
