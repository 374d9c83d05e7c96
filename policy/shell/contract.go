package shell

import (
	"fmt"
	"path"
	"strings"

	"jig/tool"
)

// Options are what is known of the place where a line would run.
type Options struct {
	// Dir is the working folder, absolute.
	Dir string
	// Home is the home folder, absolute; "" if it is not known.
	Home string
	// Vars are variables whose values are known for certain, such as PWD. HOME
	// and PWD come from Home and Dir.
	Vars map[string]string
}

// Analysis is what a line would do.
type Analysis struct {
	// Commands are all simple commands, also those inside of wrappers,
	// substitutions, functions and scripts given to a shell.
	Commands []tool.Command
	// Reads and Writes are absolute paths; a folder stands for all below it.
	Reads, Writes []string
	// Follows are patterns of files whose names are not known yet; see
	// [tool.Intent].
	Follows []string
	// Hosts are where it would connect, as far as known; "*" for anywhere.
	Hosts []string
	// ReadOnly is set when it is proved that the line changes nothing, connects
	// to nobody and reads only what Reads lists. Why says why it is not.
	ReadOnly bool
	Why      string
	// Opaque says what could run or change something that is not listed.
	Opaque string
	// Harm is what no rule may allow.
	Harm []string
}

// Intent is the analysis in the form in which a call states it. What is not known
// may be anything, so a line with a doubt also writes everything: nothing runs
// beside it.
func (a *Analysis) Intent(line string) *tool.Intent {
	in := &tool.Intent{
		Summary: "run " + line, Reads: a.Reads, Writes: a.Writes, Hosts: a.Hosts, Follows: a.Follows,
		Commands: a.Commands, Opaque: a.Opaque, Harm: a.Harm,
	}
	doubt := a.Opaque != ""
	for i := range a.Commands {
		doubt = doubt || a.Commands[i].Doubt != ""
	}
	if doubt {
		in.Writes = append(in.Writes[:len(in.Writes):len(in.Writes)], tool.Everything)
	}
	return in
}

// word is one argument, as far as it is known before the line runs.
type word struct {
	// text is the exact value if known; otherwise as it was written.
	text  string
	known bool
	// lead is what the value surely begins with, if it is not known.
	lead string
	// within is the folder that the value, taken as a path, surely stays in: a
	// glob does not leave the folder it stands in. Empty if that is not known.
	within string
	// many is set when the word can become several words, or none.
	many bool
}

// option reports whether the word is or could be an option.
func (w word) option() bool {
	if w.known {
		return len(w.text) > 1 && w.text[0] == '-'
	}
	return w.lead == "" || w.lead[0] == '-'
}

// judge says what one invocation of a program does, by calling the methods of
// the invocation. What it does not report does not happen: an option or an
// operand that it does not know must raise a doubt.
type judge func(in *invocation)

// invocation is one simple command on its way through a judge.
type invocation struct {
	name string // of the program, without its folder
	args []word // without the name
	dir  string // where it runs, "" if that is not known
	home string
	// base is a folder that is known to have no links in its path, the one the
	// line starts in; dir if empty.
	base string
	// stdin is what the command is given to read, nil if that is not known.
	stdin *word

	reads, writes, hosts []string
	follows              []string // see tool.Intent
	// streams is set if it opens its own output by name (/dev/stdout), which is a
	// file if the line sends it to one.
	streams bool
	doubts  []string
	harms   []string
	// opaques say what runs or changes something that the lists cannot show.
	opaques []string
	// inner are command lines (argument lists) that it runs in turn; the walker
	// analyses them like any other command.
	inner []innerCommand
}

// innerCommand is what a wrapper such as sudo or xargs runs.
type innerCommand struct {
	args []word
	// script is set for what a shell is given to interpret (bash -c): the text
	// is then args[0], and the rest are its positional parameters.
	script bool
	// more is set if the wrapper adds arguments that are not known (xargs).
	more bool
	// env are assignments the wrapper makes for it, as NAME=value.
	env []string
	// dir is the folder that the wrapper changes to, "" if it does not.
	dir string
	// lost is set if the wrapper changes to a folder that is not known.
	lost bool
	// here is set if it runs in the shell itself and not in a process of its
	// own (eval, builtin), so that variables and folder change for what follows.
	here bool
	// foreign is set for a script that another shell than bash reads: what it
	// means is then only a guess.
	foreign bool
	// posix is set for a script that may be read by a plain POSIX shell.
	posix bool
	// noStdin is set if it does not read what the wrapper is given to read.
	noStdin bool
}

// doubtf records that not all is known about what the command does, and why.
func (in *invocation) doubtf(format string, args ...any) {
	in.doubts = append(in.doubts, fmt.Sprintf(format, args...))
}

// harmf records something that no rule may allow.
func (in *invocation) harmf(format string, args ...any) {
	in.harms = append(in.harms, fmt.Sprintf(format, args...))
}

// opaquef records that something runs or changes that the lists cannot show.
func (in *invocation) opaquef(format string, args ...any) {
	in.opaques = append(in.opaques, fmt.Sprintf(format, args...))
}

// read records that the command reads the file or tree w names.
func (in *invocation) read(w word) { in.touch(w, &in.reads) }

// write records that the command creates, changes or deletes what w names.
func (in *invocation) write(w word) { in.touch(w, &in.writes) }

// connect records that the command connects to a host; "*" if it is not known
// which.
func (in *invocation) connect(host string) { in.hosts = append(in.hosts, host) }

// run records that the command runs another one.
func (in *invocation) run(c innerCommand) { in.inner = append(in.inner, c) }

func (in *invocation) touch(w word, list *[]string) {
	at, ok := in.path(w)
	if !ok {
		in.doubtf("%s: it is not known which file %q is", in.name, w.text)
		return
	}
	switch {
	case list == &in.reads && stream(at) && (w.known || piped(w)):
		return
	case list == &in.writes && descriptor(at):
		in.doubtf("%s: it is not known which file is behind %s", in.name, at)
	}
	*list = append(*list, at)
	if !w.known {
		in.follows = append(in.follows, in.pattern(at, w.text))
	}
	if via := in.detour(w); via != "" {
		*list = append(*list, via)
	}
}

// detour is the folder in which a path takes a step up after a step down. If
// that folder is a link, the kernel steps up from where the link points to, so
// the folder has to be judged too.
func (in *invocation) detour(w word) string {
	raw := w.text
	if !w.known {
		raw = w.within
	}
	base := in.base
	if base == "" {
		base = in.dir
	}
	if !strings.Contains(raw, "..") {
		return ""
	}
	if !strings.HasPrefix(raw, "/") {
		raw = in.dir + "/" + raw
	}
	last := ""
	for i := 0; i < len(raw); {
		end := strings.IndexByte(raw[i:], '/')
		if end < 0 {
			end = len(raw) - i
		}
		if raw[i:i+end] == ".." {
			if up := path.Clean("/" + raw[:i]); up != "/" && !under(base, up) {
				last = up
			}
		}
		i += end + 1
	}
	return last
}

// under reports whether at is dir or stands below it.
func under(at, dir string) bool {
	return at == dir || dir == "/" || len(at) > len(dir) && at[len(dir)] == '/' && at[:len(dir)] == dir
}

// stream reports whether the path is one of the devices that hold nothing to be
// read, or pass on what the command was given anyway.
func stream(at string) bool {
	switch at {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom":
		return true
	}
	return descriptor(at)
}

// followLinks records that the command goes through the folders that it reads, and
// through links on the way.
func (in *invocation) followLinks() {
	for _, at := range in.reads {
		in.follows = append(in.follows, strings.TrimSuffix(at, "/")+"/***")
	}
}

// through records that the command reads the content of everything in the folder
// w names, hidden files too if so said.
func (in *invocation) through(w word, hidden bool) {
	at, ok := in.path(w)
	if !ok {
		return // that is a doubt already
	}
	name := "/[!.]**"
	if hidden {
		name = "/**"
	}
	in.follows = append(in.follows, strings.TrimSuffix(at, "/")+name)
}

// pattern is what a word that is a glob can name: the glob itself where it is
// written plainly, or else everything below the folder that it stays in.
func (in *invocation) pattern(folder, written string) string {
	if strings.ContainsAny(written, "$`{}'\"\\~()") || strings.Contains(written, "**") {
		return strings.TrimSuffix(folder, "/") + "/***"
	}
	if !strings.HasPrefix(written, "/") {
		written = in.dir + "/" + written
	}
	return path.Clean(written)
}

// path is the absolute, cleaned path that w stands for, or the folder it stays
// in.
func (in *invocation) path(w word) (string, bool) {
	at := w.text
	if !w.known {
		if w.within == "" {
			return "", false
		}
		at = w.within
	}
	if !strings.HasPrefix(at, "/") {
		if in.dir == "" {
			return "", false
		}
		at = in.dir + "/" + at
	}
	return path.Clean(at), true
}
