package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Some harm is done only by several commands together: one gives the words and
// another deletes what they name, or one holds a connection and another is the
// shell behind it. It is looked for in the text as a whole, apart from the walk,
// and only where the words for it are there at all.

// together looks for such harm in a script that starts in one of the folders.
func (w *walker) together(text string, dirs []string) {
	if !joint(text) {
		return
	}
	stmts, err := parse(text, syntax.LangBash)
	if err != nil && len(stmts) == 0 {
		return // nothing of it runs
	}
	s := &scene{text: text, dirs: dirs}
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			s.look(n)
			return true
		})
	}
	if s.swarms {
		w.harm("a loop without end starts processes and waits for none (fork bomb)")
	}
	if s.shell && s.fifo && s.wire || s.listens && s.socket && s.shares {
		w.harm("a shell is connected to a remote machine (reverse shell)")
	}
	for _, line := range s.lines {
		if w.scripts++; w.scripts > maxScripts {
			w.opaque("the line holds too many scripts")
			return
		}
		sub := &walker{opts: w.opts, out: &Analysis{}, line: line.text, depth: w.depth, scripts: w.scripts}
		sub.script(line.text, state{dirs: line.dirs, stack: []string{}}, syntax.LangBash)
		w.scripts = sub.scripts
		for _, h := range sub.out.Harm {
			w.harm(h)
		}
	}
}

// joint reports whether a text has the words at all without which it does no harm
// of this kind; most lines have not.
func joint(text string) bool {
	for _, part := range []string{"xargs", "/dev/tcp/", "/dev/udp/", "mkfifo", "mknod"} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return (strings.Contains(text, "while") || strings.Contains(text, "until") || strings.Contains(text, "((")) && background(text)
}

// background reports whether a text has an & that is not part of another sign.
func background(text string) bool {
	for i := range len(text) {
		if text[i] == '&' && (i == 0 || strings.IndexByte("&<>", text[i-1]) < 0) && (i+1 == len(text) || strings.IndexByte("&>", text[i+1]) < 0) {
			return true
		}
	}
	return false
}

// scene is what was found of the parts that do harm together.
type scene struct {
	text string
	// dirs are the folders that the shell can be in.
	dirs []string
	// lines are what xargs would run with the words that it is given.
	lines []handedLine
	// swarms is set for a loop without end that only starts processes.
	swarms bool
	// fifo is set if the line makes a pipe with a name; shell and wire if a shell
	// and a connection are in one pipeline.
	fifo, shell, wire bool
	// socket is set if a descriptor of the shell is a connection, shares if one is
	// handed on, and listens if something runs what it reads.
	socket, shares, listens bool
}

func (s *scene) look(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.BinaryCmd:
		if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
			s.pipeline(stages(n.X, stages(n.Y, nil)))
		}
	case *syntax.WhileClause:
		s.swarms = s.swarms || endless(n) && allApart(n.Do)
	case *syntax.ForClause:
		c, ok := n.Loop.(*syntax.CStyleLoop)
		s.swarms = s.swarms || ok && c.Cond == nil && allApart(n.Do)
	case *syntax.CallExpr:
		s.command(n)
	case *syntax.Stmt:
		for _, r := range n.Redirs {
			s.shares = s.shares || r.Op == syntax.DplIn || r.Op == syntax.DplOut
			if call, ok := n.Cmd.(*syntax.CallExpr); ok && r.Op == syntax.WordHdoc {
				if given, ok := constant(r.Word); ok {
					s.hand(call, given)
				}
			}
		}
		if call, ok := n.Cmd.(*syntax.CallExpr); ok && head(call) == "exec" {
			for _, r := range n.Redirs {
				to := s.at(r.Word)
				s.socket = s.socket || strings.Contains(to, "/dev/tcp/") || strings.Contains(to, "/dev/udp/")
			}
		}
	}
}

// command notes commands that matter wherever they stand.
func (s *scene) command(c *syntax.CallExpr) {
	switch name := head(c); {
	case name == "cd", name == "pushd", name == "popd":
		to, ok := "", len(c.Args) == 2
		if ok {
			to, ok = constant(c.Args[1])
		}
		if s.dirs = enter(s.dirs, word{text: to, known: true}); !ok {
			s.dirs = nil
		}
	case name == "mkfifo", name == "mknod":
		s.fifo = true
	case name == "eval", name == "source", name == ".":
		for _, x := range c.Args[1:] {
			_, ok := constant(x)
			s.listens = s.listens || !ok || name != "eval" && strings.HasPrefix(x.Lit(), "/dev/")
		}
	case name == "read", name == "mapfile":
		for _, x := range c.Args[1:] {
			s.shares = s.shares || strings.HasPrefix(x.Lit(), "-") && strings.Contains(x.Lit(), "u")
		}
	case bareShell(c):
		s.listens = true
	}
}

// pipeline notes a pipeline with a shell and a connection in it, and words that
// are handed to xargs.
func (s *scene) pipeline(all []*syntax.Stmt) {
	shell, wire := false, false
	for i, stage := range all {
		call, ok := stage.Cmd.(*syntax.CallExpr)
		if !ok {
			continue
		}
		shell = shell || bareShell(call)
		switch head(call) {
		case "nc", "ncat", "netcat", "telnet", "socat", "openssl":
			wire = true
		}
		from := i - 1
		for from > 0 && passes(all[from]) {
			from--
		}
		if from >= 0 {
			if giver, ok := all[from].Cmd.(*syntax.CallExpr); ok {
				s.giver(call, giver)
			}
		}
	}
	if shell && wire {
		s.shell, s.wire = true, true
	}
}

// at is the text of a node.
func (s *scene) at(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(s.text) || from > to {
		return ""
	}
	return s.text[from:to]
}

// stages are the commands of a pipeline in their order.
func stages(s *syntax.Stmt, rest []*syntax.Stmt) []*syntax.Stmt {
	if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
		return stages(b.X, stages(b.Y, rest))
	}
	return append([]*syntax.Stmt{s}, rest...)
}

// head is the name of a command, without its folder; "" if it is not written out.
func head(c *syntax.CallExpr) string {
	if len(c.Args) == 0 {
		return ""
	}
	name, ok := constant(c.Args[0])
	if !ok {
		return ""
	}
	return name[strings.LastIndexByte(name, '/')+1:]
}

// bareShell reports whether a command is a shell that runs what it reads.
func bareShell(c *syntax.CallExpr) bool {
	if !isShell(head(c)) {
		return false
	}
	for _, x := range c.Args[1:] {
		text := x.Lit()
		if !strings.HasPrefix(text, "-") || !strings.HasPrefix(text, "--") && strings.Contains(text, "c") {
			return false
		}
	}
	return true
}

// passes reports whether a command of a pipeline hands on what it reads.
func passes(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && among(head(call), "cat", "sort", "uniq", "tee", "tac")
}

// endless reports whether the condition of a loop never changes.
func endless(c *syntax.WhileClause) bool {
	if len(c.Cond) != 1 || c.Cond[0].Negated {
		return false
	}
	call, ok := c.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok {
		return false
	}
	if c.Until {
		return head(call) == "false"
	}
	return among(head(call), ":", "true")
}

// allApart reports whether all statements run in the background, so that nothing
// holds the loop back.
func allApart(stmts []*syntax.Stmt) bool {
	for _, s := range stmts {
		if !s.Background {
			return false
		}
	}
	return len(stmts) > 0
}
