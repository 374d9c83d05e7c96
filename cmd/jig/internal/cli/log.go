package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
)

// NewLogger prints what goes wrong beside a call on stderr, in the words that [Say] uses for everything else.
func NewLogger(stderr io.Writer) *slog.Logger { return slog.New(&sayer{stderr: stderr}) }

// sayer is the handler of that logger.
type sayer struct {
	stderr io.Writer
	attrs  []slog.Attr
}

func (s *sayer) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// Handle prints the message with what belongs to it in brackets, then the error, then the stack if there was a crash.
func (s *sayer) Handle(_ context.Context, r slog.Record) error {
	var about []string
	var reason, stack string
	note := func(a slog.Attr) bool {
		switch err, isError := a.Value.Any().(error); {
		case isError:
			reason = ": " + plainly(err)
		case a.Key == "stack":
			stack = "\n" + strings.TrimSpace(a.Value.String())
		default:
			about = append(about, a.Key+" "+a.Value.String())
		}
		return true
	}
	for _, a := range s.attrs {
		note(a)
	}
	r.Attrs(note)
	text := r.Message
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	Say(s.stderr, "%s%s%s", text, reason, stack)
	return nil
}

func (s *sayer) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &sayer{s.stderr, append(s.attrs[:len(s.attrs):len(s.attrs)], attrs...)}
}

// WithGroup leaves names as they are: the lines are for people.
func (s *sayer) WithGroup(string) slog.Handler { return s }

// plainly is the error without the places on this machine where it happened: output gets copied into reports and prompts.
func plainly(err error) string {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err.Error()
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		return at.Err.Error()
	}
	return fmt.Sprint(err)
}
