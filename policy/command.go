package policy

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"jig/internal/glob"
	"jig/tool"
)

// command is a pattern for simple commands: an exact one, or one with "*" for
// any characters. A pattern that ends in " *" or ":*" also matches the command
// without anything behind it.
type command struct {
	text   string
	prefix string         // with a word boundary behind it
	glob   *glob.Glob     // otherwise
	bare   *glob.Glob     // the same without what may follow
	regexp *regexp.Regexp // instead of all that
}

func commandPattern(text string) (*command, error) {
	c := &command{text: text}
	head, open := strings.CutSuffix(text, ":*")
	if !open {
		head, open = strings.CutSuffix(text, " *")
	}
	head = strings.TrimSpace(head)
	switch {
	case open && head == "":
		return nil, fmt.Errorf("there is no command before the star in %q", text)
	case open && !strings.ContainsAny(head, `*\`):
		c.prefix = head
	case open:
		c.glob, c.bare = glob.Text(head+" *"), glob.Text(head)
	default:
		c.glob = glob.Text(text)
	}
	return c, nil
}

func commandRegexp(text string) (*command, error) {
	re, err := wholeRegexp(text)
	if err != nil {
		return nil, err
	}
	return &command{text: text, regexp: re}, nil
}

// matches reports whether one way to write a command is what the pattern says.
func (c *command) matches(line string) bool {
	switch {
	case c.regexp != nil:
		return c.regexp.MatchString(line)
	case c.prefix != "":
		rest, ok := strings.CutPrefix(line, c.prefix)
		return ok && (rest == "" || rest[0] == ' ')
	}
	return c.glob.Match(line) || c.bare != nil && c.bare.Match(line)
}

// covers reports whether an allow rule speaks of exactly this command: what it
// says is all known, and is what will run.
func (c *command) covers(cmd *tool.Command) bool {
	if !cmd.Literal || len(cmd.Argv) == 0 || len(cmd.Env) > 0 {
		return false
	}
	return c.matches(quoted(cmd.Argv))
}

// touches reports whether any command of the call could be meant, however it is
// written.
func (c *command) touches(s *scene) bool {
	return slices.ContainsFunc(s.spellings(), c.matches)
}

// spellings are all ways to write the commands of the call, made once.
func (s *scene) spellings() []string {
	if s.spelled != nil || len(s.intent.Commands) == 0 {
		return s.spelled
	}
	s.spelled = make([]string, 0, 2*len(s.intent.Commands))
	for i := range s.intent.Commands {
		cmd := &s.intent.Commands[i]
		text := strings.TrimSpace(cmd.Text)
		s.spelled = append(s.spelled, text)
		if len(cmd.Argv) == 0 {
			continue
		}
		joined := strings.Join(cmd.Argv, " ")
		if joined != text {
			s.spelled = append(s.spelled, joined)
		}
		if plain := quoted(cmd.Argv); plain != joined {
			s.spelled = append(s.spelled, plain)
		}
		if bare := path.Base(cmd.Argv[0]); bare != cmd.Argv[0] {
			s.spelled = append(s.spelled, bare+joined[len(cmd.Argv[0]):])
		}
	}
	return s.spelled
}

// quoted writes a command so that words with blanks and special characters stay
// apart: "git 'a b'" is not "git a b".
func quoted(argv []string) string {
	plain := true
	for _, a := range argv {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`;&|<>(){}[]*?!#~") {
			plain = false
			break
		}
	}
	if plain {
		return strings.Join(argv, " ")
	}
	words := make([]string, len(argv))
	for i, a := range argv {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`;&|<>(){}[]*?!#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words[i] = a
	}
	return strings.Join(words, " ")
}
