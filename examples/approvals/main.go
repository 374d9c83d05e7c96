// Command approvals answers the gate's questions itself: here with a rule of its own, in your program with a dialog, a message
// to a phone, or whatever it has. A question comes with the intent of the call: what it would read, change and run.
//
//	go run ./examples/approvals
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"jig"
	"jig/engine/guard"
	"jig/sandbox"
	"jig/wire"
)

// notes allows changes of text files, and nothing else.
type notes struct{}

// Ask is given all questions that a turn has at the moment.
func (notes) Ask(_ context.Context, questions []guard.Question) ([]guard.Answer, error) {
	answers := make([]guard.Answer, len(questions))
	for i, q := range questions {
		fmt.Printf("asked: %s\n", q.Intent.Summary)
		answers[i] = guard.Answer{Allow: len(q.Intent.Writes) > 0 && q.Intent.Opaque == "", Words: "only text files are changed here"}
		for _, path := range q.Intent.Writes {
			answers[i].Allow = answers[i].Allow && filepath.Ext(path) == ".txt"
		}
	}
	return answers, nil
}

func main() {
	sandbox.MaybeInit()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	rt, err := jig.Open(ctx, ".", jig.Options{Asker: notes{}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()
	s, err := rt.Session(ctx, jig.SessionOptions{Model: jig.Practice})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	end, err := s.Do(ctx, wire.Say("write notes.txt: remember the milk\n+ write main.go: package main"))
	if err != nil {
		return err
	}
	fmt.Println(end.Text)
	return nil
}
