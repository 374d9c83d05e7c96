package practice

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// plan is what commands come to: answers, and what is in each.
type plan struct {
	turns [][]item
	// understood says that there was a command at all.
	understood bool
	strange    []string // lines that are none
}

// item is one thing of an answer. One of its fields is set.
type item struct {
	step   *Step
	want   *want
	expect *expectation
	help   func(i *interpreter, tools *offer) string
	pace   *float64
	pause  bool
	script string
}

// want is a call that is wished for, before it is known what the tool is called and
// what its arguments are.
type want struct {
	label string   // for people: "read go.mod"
	tools []string // names of the tool, the best first
	args  []arg
	// raw are the arguments where the user wrote them himself.
	raw []byte
}

// arg is an argument, by the names it may have.
type arg struct {
	value any
	names []string
}

const (
	deepest    = 4       // scripts in scripts
	mostTurns  = 100_000 // of a plan
	strangeMax = 3
)

// plan reads commands.
func (i *interpreter) plan(text string) plan {
	var p plan
	i.read(&p, text, 0)
	p.gather()
	return p
}

// read adds the turns of a text. A line is a turn, and so is what comes after "then".
func (i *interpreter) read(p *plan, text string, depth int) {
	for _, c := range i.known.get(text, i.commands) {
		if len(p.turns) >= mostTurns {
			return
		}
		if c.turns == nil {
			p.strange = append(p.strange, c.line)
			continue
		}
		p.understood = true
		together := c.together
		for _, items := range c.turns {
			if len(items) == 1 && items[0].script != "" {
				i.include(p, items[0].script, depth)
				continue
			}
			if n := len(p.turns); together && n > 0 {
				p.turns[n-1] = append(slices.Clip(p.turns[n-1]), items...)
				together = false
				continue
			}
			p.turns = append(p.turns, items)
		}
	}
}

// command is a line that was read.
type command struct {
	line     string
	together bool     // with the turn before it
	turns    [][]item // nil if it is no command
}

// commands reads the lines of a text.
func (i *interpreter) commands(text string) []command {
	var all []command
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for len(lines) > 0 {
		c := command{line: strings.TrimSpace(lines[0])}
		lines = lines[1:]
		if c.line == "" || c.line[0] == '#' {
			continue
		}
		c.line, c.together = strings.CutPrefix(c.line, "+ ")
		var body *string
		c.line, body, lines = takeBody(c.line, lines)
		c.turns = i.line(c.line, body)
		all = append(all, c)
	}
	return all
}

// include plays a file.
func (i *interpreter) include(p *plan, name string, depth int) {
	say := func(text string) {
		p.turns = append(p.turns, []item{{step: &Step{Text: text}}, {pause: true}})
	}
	if i.fs == nil {
		say("I cannot read scripts here: no files were given to me.")
		return
	}
	if depth >= deepest {
		say(fmt.Sprintf("I do not play %s: scripts call each other more than %d deep.", name, deepest))
		return
	}
	text, err := i.fs(name)
	if err != nil {
		say(fmt.Sprintf("I cannot read the script %s: %v", name, err))
		return
	}
	i.read(p, string(text), depth+1)
}

// gather moves what only talks to the calls that follow, since an answer without calls is
// the last one. Only a pause lets it stand for itself.
func (p *plan) gather() {
	var turns [][]item
	var waiting []item
	for _, items := range p.turns {
		waiting = append(waiting, items...)
		if makesCalls(items) || pauses(items) {
			turns = append(turns, waiting)
			waiting = nil
		}
	}
	if len(waiting) > 0 {
		turns = append(turns, waiting)
	}
	p.turns = turns
}

func makesCalls(items []item) bool {
	for i := range items {
		if items[i].want != nil {
			return true
		}
	}
	return false
}

// pauses says whether an answer ends here, although it makes no calls.
func pauses(items []item) bool { return len(items) > 0 && items[len(items)-1].pause }

// pace is how fast an answer comes: as the last one before it that says so.
func (p *plan) pace(turn int) float64 {
	for n := turn; n >= 0; n-- {
		for k := len(p.turns[n]) - 1; k >= 0; k-- {
			if pace := p.turns[n][k].pace; pace != nil {
				if *pace == 0 {
					return -1 // at once, whatever the options say
				}
				return *pace
			}
		}
	}
	return 0
}

func (p *plan) strangeLines() string {
	if len(p.strange) == 0 {
		return ""
	}
	shown := slices.Clone(p.strange[:min(len(p.strange), strangeMax)])
	for n := range shown {
		shown[n] = clip(shown[n], 60)
	}
	text := fmt.Sprintf("I did not understand: %s", strings.Join(shown, " / "))
	if more := len(p.strange) - len(shown); more > 0 {
		text += fmt.Sprintf(" (and %d more lines)", more)
	}
	return text + "\n\n"
}

// takeBody takes the lines after a command that belong to it: after <<END until END, after
// << until the end, and after patch the patch itself.
func takeBody(line string, lines []string) (string, *string, []string) {
	head, end, here := cutLast(line, "<<")
	end = strings.Trim(end, `"' `)
	switch {
	case here && strings.ContainsAny(end, " \t"), here && strings.HasSuffix(head, "<"):
		return line, nil, lines
	case here:
	case strings.EqualFold(line, "patch") && len(lines) > 0:
		head, end = line, ""
		if strings.HasPrefix(strings.TrimSpace(lines[0]), "*** Begin Patch") {
			end = "*** End Patch"
		}
	default:
		return line, nil, lines
	}
	n := len(lines)
	rest := lines[n:]
	for k, l := range lines {
		if end != "" && strings.TrimSpace(l) == end {
			n, rest = k, lines[k+1:]
			if !here {
				n++
			}
			break
		}
	}
	body := strings.Join(lines[:n], "\n")
	if body != "" {
		body += "\n"
	}
	return strings.TrimSpace(head), &body, rest
}

func cutLast(s, sep string) (before, after string, found bool) {
	if n := strings.LastIndex(s, sep); n >= 0 {
		return s[:n], s[n+len(sep):], true
	}
	return s, "", false
}

func waitFor(d time.Duration) item { return item{step: &Step{Wait: d}} }
