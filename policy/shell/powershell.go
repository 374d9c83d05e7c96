package shell

import (
	"slices"
	"strings"

	"jig/tool"
)

// AnalysePowerShell says what a line would do when PowerShell runs it without a
// profile. It knows a small part of the language, chosen so that the same text
// means the same in every version: pipelines of commands with words that are
// exactly known. Variables, substitutions, script blocks, redirections, types,
// abbreviated parameters and everything else make the line opaque or raise a
// doubt.
//
// Whether PowerShell runs on Unix or on Windows is taken from o.Dir: names such as
// ls and rm are the system's programs on the one and cmdlets on the other.
func AnalysePowerShell(line string, o Options) *Analysis {
	p := &psWalker{opts: o, unix: strings.HasPrefix(o.Dir, "/"), dir: strings.ReplaceAll(o.Dir, `\`, "/")}
	commands, why := scanPowerShell(line)
	if why == "" && len(commands) > maxCommands {
		why = "the line has too many commands to be judged"
	}
	if why == "" {
		for _, c := range commands {
			p.command(c)
		}
	} else {
		p.opaque(why)
		p.suspect(line)
	}
	if p.out.Why == "" && len(p.out.Commands) == 0 {
		p.out.Why = "there is no command in it"
	}
	p.out.ReadOnly = p.out.Why == ""
	if p.out.Opaque != "" {
		for i := range p.out.Commands {
			p.out.Commands[i].ReadOnly = false
		}
	}
	return &p.out
}

// psWalker collects what the commands of a line do.
type psWalker struct {
	opts Options
	out  Analysis
	unix bool
	dir  string // where the next command runs, "" if that is not known
	// moved is set after a command that was to change the folder, as long as the
	// commands after it run only if it did.
	moved bool
	// unsure is set after a command of which not all is known: it may have given
	// the names of the ones after it another meaning.
	unsure bool
	// flow is what the pipeline carries at this point.
	flow string
}

func (p *psWalker) opaque(why string) {
	if p.out.Opaque == "" {
		p.out.Opaque = why
	}
	p.because(why)
}

func (p *psWalker) because(why string) {
	if p.out.Why == "" {
		p.out.Why = why
	}
}

// command judges one command and adds what it does.
func (p *psWalker) command(c psCommand) {
	if p.moved && c.join != "&&" {
		// Whether the folder was changed is not known, because that may fail.
		p.dir = ""
	}
	p.moved = p.moved && c.join == "&&"
	piped := c.join == "|"
	if !piped {
		p.flow = ""
	}
	head := c.words[0]
	if head.quoted || !psCommandName(head.text) || psKeyword(strings.ToLower(head.text)) {
		p.opaque("PowerShell would not read the beginning of " + c.text + " as the name of a command")
		p.suspect(c.text)
		return
	}
	in := &invocation{name: head.text, dir: p.dir, home: strings.ReplaceAll(p.opts.Home, `\`, "/")}
	argv := make([]string, 0, len(c.words))
	for _, w := range c.words {
		argv = append(argv, w.text)
	}
	low := psAlias(strings.ToLower(head.text), p.unix)
	if low == "mkdir" && p.unix {
		low = "" // a program there
	}
	if psRunsInput(low) {
		p.opaque(head.text + " runs what it is given, or changes what names mean")
		p.suspect(c.text)
	}
	if cmdlet := lookupCmdlet(low); cmdlet != nil {
		in.name, argv[0] = cmdlet.name, cmdlet.name
		p.cmdlet(in, cmdlet, c.words[1:], piped)
	} else {
		p.program(in, c.words[1:])
	}
	if what := psHarm(strings.ToLower(head.text)); what != "" {
		in.harmf("%s %s", head.text, what)
	}
	p.add(in, c, argv)
}

// add puts a judged command into the result.
func (p *psWalker) add(in *invocation, c psCommand, argv []string) {
	command := tool.Command{Argv: argv, Dir: in.dir, Text: c.text, Literal: true}
	if len(in.doubts) > 0 {
		command.Doubt = in.doubts[0]
		p.because(command.Doubt)
	}
	command.ReadOnly = !p.unsure && len(in.doubts)+len(in.writes)+len(in.hosts)+len(in.harms) == 0
	p.unsure = p.unsure || len(in.doubts) > 0
	p.out.Commands = append(p.out.Commands, command)
	add := func(list *[]string, more []string) {
		for _, m := range more {
			if !slices.Contains(*list, m) {
				*list = append(*list, m)
			}
		}
	}
	add(&p.out.Reads, in.reads)
	add(&p.out.Writes, in.writes)
	add(&p.out.Hosts, in.hosts)
	add(&p.out.Harm, in.harms)
	switch {
	case len(in.harms) > 0:
		p.because(in.harms[0])
	case len(in.writes) > 0:
		p.because(in.name + " changes files")
	case len(in.hosts) > 0:
		p.because(in.name + " connects to " + in.hosts[0])
	}
}

// program judges a program of the system, by the table of programs.
func (p *psWalker) program(in *invocation, words []psWord) {
	name := in.name
	if !p.unix {
		name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	}
	p.flow = "text"
	find := lookupProgram(name)
	if find == nil {
		in.doubtf("%s is not known to be read-only", in.name)
		return
	}
	if in.dir == "" {
		in.doubtf("%s: it is not known in which folder it runs", in.name)
	}
	for _, w := range words {
		arg := word{text: w.text, known: true}
		if why := p.passed(w); why != "" {
			in.doubtf("%s: %s", in.name, why)
			arg = word{text: w.text, lead: w.text[:min(1, len(w.text))]}
		}
		in.args = append(in.args, arg)
	}
	in.name = name
	find(in)
	if len(in.inner) > 0 {
		in.doubtf("%s runs another program", in.name)
	}
}

// passed says why it is not certain that a program is given the word as it is
// written. PowerShell has changed its ways of passing words more than once.
func (p *psWalker) passed(w psWord) string {
	switch {
	case w.list:
		return "a list with commas is passed as several words"
	case strings.Contains(w.text, `"`) || w.text == "" || strings.HasSuffix(w.text, `\`):
		return "versions of PowerShell differ in how they pass quotes and empty words"
	case !w.quoted && strings.ContainsAny(w.text, "*?~"):
		return "PowerShell may expand " + w.text + "; put it into single quotes"
	case !w.quoted && strings.HasPrefix(w.text, "-") && strings.ContainsAny(w.text, ".:"):
		return "PowerShell may pass " + w.text + " as two words; put it into single quotes"
	case !p.unix && strings.ContainsAny(w.text, `\:`), !p.unix && strings.HasPrefix(w.text, "/"):
		return "it is not known which place " + w.text + " means to it"
	}
	return ""
}

// psCommandName reports whether PowerShell takes a bare word at the start of a
// command for a name, and not for an expression or a path.
func psCommandName(s string) bool {
	for i, c := range strings.ToLower(s) {
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && !strings.ContainsRune("-_.", c)) {
			return false
		}
	}
	return s != ""
}

// psKeyword reports whether a word begins a statement of the language.
func psKeyword(s string) bool {
	switch s {
	case "begin", "break", "catch", "class", "clean", "configuration", "continue", "data", "define", "do", "dynamicparam", "else", "elseif", "end", "enum", "exit", "filter", "finally", "for",
		"foreach", "from", "function", "hidden", "if", "in", "inlinescript", "module", "parallel", "param", "private", "process", "public", "return", "sequence", "static", "switch", "throw",
		"trap", "try", "until", "using", "var", "while", "workflow", "assembly", "base", "command", "interface", "namespace":
		return true
	}
	return false
}

// psRunsInput reports whether a command, by its name in small letters, runs code
// that it is given or changes what later commands mean.
func psRunsInput(s string) bool {
	switch strings.TrimSuffix(s, ".exe") {
	case "invoke-expression", "iex", "invoke-command", "icm", "invoke-item", "ii", "start-process", "saps", "start", "start-job", "sajb", "foreach-object", "set-alias", "sal", "new-alias", "nal",
		"import-alias", "ipal", "import-module", "ipmo", "add-type", "set-variable", "sv", "new-variable", "nv", "clear-variable", "set-item", "si", "invoke-history", "ihy", "r", "new-psdrive", "ndr", "mount",
		"powershell", "pwsh", "cmd", "enter-pssession", "etsn", "new-pssession", "nsn", "register-engineevent", "register-objectevent", "invoke-wmimethod", "invoke-cimmethod", "trace-command":
		return true
	}
	return false
}

// suspect looks at a line that is not understood for what no rule may allow. It
// goes by what the line could do.
func (p *psWalker) suspect(line string) {
	in := &invocation{name: "PowerShell", dir: p.dir, home: strings.ReplaceAll(p.opts.Home, `\`, "/")}
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(";|&\n{}()", r) }) {
		words := strings.Fields(strings.NewReplacer("'", "", `"`, "", "`", "", ",", " ").Replace(part))
		removes, below := false, false
		for _, w := range words {
			low := strings.ToLower(w)
			if what := psHarm(low); what != "" {
				in.harmf("%s %s", w, what)
			}
			removes = removes || psAlias(low, false) == "remove-item"
			below = below || strings.HasPrefix(low, "-r") || low == "-fr" || low == "-s"
		}
		if !removes || !below {
			continue
		}
		for _, w := range words {
			low := strings.TrimRight(strings.ToLower(strings.ReplaceAll(w, `\`, "/")), "/*")
			if strings.HasPrefix(w, "/") && low == "" || slices.Contains([]string{"~", "$home", "$env:home", "$env:userprofile", "$env:systemdrive", "$env:systemroot", "$env:windir"}, low) || psDrive(low) ||
				strings.HasPrefix(w, "/") && in.graveFolder(low) != "" {
				in.harmf("Remove-Item would delete %s", w)
			}
		}
	}
	p.out.Harm = append(p.out.Harm, in.harms...)
}

// psDrive reports whether a path in small letters is a drive or a folder of the
// system on it.
func psDrive(low string) bool {
	if len(low) < 2 || low[1] != ':' || low[0] < 'a' || low[0] > 'z' {
		return false
	}
	return slices.Contains([]string{"", "windows", "windows/system32", "users", "program files", "program files (x86)", "programdata"}, strings.TrimLeft(low[2:], "/"))
}
