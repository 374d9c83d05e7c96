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
	open   bool           // anything may follow
	words  []string       // nil if there are stars, or it is an expression
	prefix string         // with a word boundary behind it
	glob   *glob.Glob     // otherwise
	bare   *glob.Glob     // the same without what may follow
	regexp *regexp.Regexp // instead of all that
}

func commandPattern(text string) (*command, error) {
	c := &command{}
	head, open := strings.CutSuffix(text, ":*")
	if !open {
		head, open = strings.CutSuffix(text, " *")
	}
	head = strings.TrimSpace(head)
	switch {
	case open && head == "":
		return nil, fmt.Errorf("there is no command before the star in %q", text)
	case glob.Plain(head) || !open && glob.Plain(text):
		if !open {
			head = text
		}
		words, err := split(head)
		if err != nil {
			return nil, err
		}
		c.words, c.open = words, open
		if plain := quoted(words); open {
			c.prefix = plain
		} else {
			c.glob = glob.Text(glob.Escape(plain))
		}
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
	return &command{regexp: re}, nil
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
	if len(cmd.Argv) == 0 {
		return false
	}
	if !cmd.Literal {
		// What follows a prefix may be anything, so it need not be known: it is
		// still an argument. What runs inside of it is a command of its own.
		return c.open && len(cmd.Argv) > len(c.words) && slices.Equal(cmd.Argv[:len(c.words)], c.words) &&
			!strings.ContainsAny(strings.Join(c.words, ""), "$`*?[{~")
	}
	return c.matches(quoted(cmd.Argv))
}

// touches reports whether any command of the call could be meant, however it is
// written.
func (c *command) touches(s *scene) bool {
	if slices.ContainsFunc(s.spellings(), c.matches) {
		return true
	}
	if c.words == nil {
		return false
	}
	for i := range s.intent.Commands {
		if c.means(s.intent.Commands[i].Argv) {
			return true
		}
	}
	return false
}

// means reports whether a command could be what the pattern says, with its options
// in another order, written together or apart, or before the words that count.
func (c *command) means(argv []string) bool {
	if len(argv) == 0 || path.Base(argv[0]) != path.Base(c.words[0]) {
		return false
	}
	flags, operands := sortWords(c.words[1:], false)
	if len(flags) == 0 && len(operands) == 0 {
		return c.open
	}
	for _, skip := range [...]bool{false, true} {
		given, words := sortWords(argv[1:], skip)
		if !hasFlags(given, flags) || len(words) < len(operands) || !c.open && len(words) > len(operands) {
			continue
		}
		if slices.Equal(words[:len(operands)], operands) {
			return true
		}
	}
	return false
}

// sortWords tells the options of a command from its other words. Options before
// the first word may have a value behind them, which is passed over if so said.
func sortWords(args []string, skip bool) (flags, words []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case len(a) < 2 || a[0] != '-':
			words = append(words, a)
			continue
		case strings.HasPrefix(a, "--"):
			name, _, _ := strings.Cut(a, "=")
			flags = append(flags, name)
		default:
			for _, letter := range a[1:] {
				flags = append(flags, "-"+string(letter))
			}
		}
		if skip && len(words) == 0 && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") && !strings.Contains(a, "=") {
			i++
		}
	}
	return flags, words
}

func hasFlags(given, wanted []string) bool {
	for _, f := range wanted {
		if !slices.Contains(given, f) {
			return false
		}
	}
	return true
}

// split cuts a rule into words as a shell would, as far as quotes go. A backslash
// before a star stands for the star.
func split(text string) ([]string, error) {
	var words []string
	var b strings.Builder
	quote, in := byte(0), false
	for i := 0; i < len(text); i++ {
		ch := text[i]
		switch {
		case quote != 0 && ch == quote:
			quote = 0
		case ch == '\\' && i+1 < len(text) && (quote != '\'' || text[i+1] == '*' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
			in = true
		case quote != 0:
			b.WriteByte(ch)
		case ch == '\'' || ch == '"':
			quote, in = ch, true
		case ch == ' ' || ch == '\t':
			if in {
				words = append(words, b.String())
				b.Reset()
			}
			in = false
		default:
			b.WriteByte(ch)
			in = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote in %q is not closed", text)
	}
	if in {
		words = append(words, b.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("there is no command in %q", text)
	}
	return words, nil
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
