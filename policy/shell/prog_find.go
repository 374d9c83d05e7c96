package shell

import (
	"path"
	"strings"
)

// finding is the state of reading one find expression.
type finding struct {
	in     *invocation
	starts []word
	rest   []word
	// narrow is set when some test leaves things out, other than by their type.
	narrow bool
	// loose is set when a test may be turned around by ! or -o.
	loose bool
	// deletes is set when the expression deletes what it finds, and unfiltered
	// when it does so before any test.
	deletes, unfiltered bool
}

// judgeFind reads the whole expression: what find does stands between the tests.
func judgeFind(in *invocation) {
	f := &finding{in: in, rest: in.args}
	f.leading()
	f.paths()
	for len(f.rest) > 0 {
		f.primary()
	}
	for _, w := range in.args {
		if w.known && (w.text == "-L" || w.text == "-follow") {
			in.followLinks()
			break
		}
	}
	if !f.deletes {
		return
	}
	for _, w := range f.starts {
		in.change(w)
		if what := in.grave(w); what != "" && (f.unfiltered || f.all(what)) {
			in.harmf("find would delete %s", what)
		}
	}
}

// leading takes the options that stand before the paths.
func (f *finding) leading() {
	for len(f.rest) > 0 && f.rest[0].known {
		switch w := f.rest[0].text; {
		case among(w, "-H", "-L", "-P", "-E", "-X", "-s", "-x", "-d"), strings.HasPrefix(w, "-O") && len(w) == 3:
			f.rest = f.rest[1:]
		case w == "-D":
			f.next()
			f.next()
		case w == "--":
			f.rest = f.rest[1:]
			return
		default:
			return
		}
	}
}

// paths takes the starting points, up to the first word of the expression.
func (f *finding) paths() {
	for len(f.rest) > 0 {
		w := f.rest[0]
		if w.known && (strings.HasPrefix(w.text, "-") || among(w.text, "(", ")", "!", ",")) {
			break
		}
		if mayBeOption(w) && !f.tame(w) {
			f.in.doubtf("find: %q can become part of the expression", w.text)
		}
		f.rest = f.rest[1:]
		f.starts = append(f.starts, w)
	}
	if len(f.starts) == 0 {
		f.starts = []word{here()}
	}
	for _, w := range f.starts {
		f.in.read(w)
	}
}

// tame reports whether a word that is not known cannot be an action: names that
// end like *.go are none, because no action has a dot in it.
func (f *finding) tame(w word) bool {
	if w.known || !w.many {
		return w.known
	}
	return w.within != "" && strings.Contains(w.text[strings.LastIndexAny(w.text, "*?]")+1:], ".")
}

func (f *finding) next() word {
	if len(f.rest) == 0 {
		return word{known: true}
	}
	w := f.rest[0]
	f.rest = f.rest[1:]
	return w
}

// argument takes the value of a test.
func (f *finding) argument() word {
	w := f.next()
	if !w.known && w.many && !f.tame(w) {
		f.in.doubtf("find: %q can become several words; quote it", w.text)
	}
	return w
}

// primary takes one test, action or operator.
func (f *finding) primary() {
	w := f.next()
	if !w.known {
		if f.tame(w) {
			return
		}
		f.in.doubtf("find: %q can become part of the expression", w.text)
		return
	}
	switch w.text {
	case "!", "-not", ",", "-o", "-or":
		f.loose = true
	case "(", ")", "-a", "-and", "-true", "-false", "-daystart", "-depth", "-d", "-follow",
		"-ignore_readdir_race", "-noignore_readdir_race", "-mount", "-xdev", "-noleaf", "-nowarn", "-warn", "-print", "-print0",
		"-prune", "-quit", "-ls", "--help", "-help", "--version", "-version":
	case "-empty", "-executable", "-readable", "-writable", "-nogroup", "-nouser":
		f.narrow = true
	case "-type", "-xtype", "-maxdepth", "-mindepth", "-regextype", "-printf", "-fstype":
		f.argument()
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-lname", "-ilname":
		if v := f.argument(); !v.known || strings.Trim(v.text, "*./") != "" {
			f.narrow = true
		}
	case "-amin", "-atime", "-cmin", "-ctime", "-mmin", "-mtime", "-size", "-user", "-uid", "-group", "-gid", "-perm", "-inum",
		"-links", "-used", "-context", "-Btime", "-Bmin", "-flags":
		f.argument()
		f.narrow = true
	case "-newer", "-anewer", "-cnewer", "-samefile":
		f.in.read(f.argument())
		f.narrow = true
	case "-newermt", "-newerat", "-newerct", "-newerBt":
		f.argument()
		f.narrow = true
	case "-delete":
		f.deletes, f.unfiltered = true, f.unfiltered || !f.narrow
	case "-fprint", "-fprint0", "-fls":
		f.in.output(f.argument())
	case "-fprintf":
		f.in.output(f.argument())
		f.argument()
	case "-exec", "-ok":
		f.command(false)
	case "-execdir", "-okdir":
		f.command(true)
	default:
		f.in.doubtf("find: %s is not known", w.text)
	}
}

// command takes what find runs for each file, up to ";" or "{} +".
func (f *finding) command(elsewhere bool) {
	var words []word
	for len(f.rest) > 0 {
		w := f.next()
		if w.known && w.text == ";" {
			break
		}
		if n := len(words); w.known && w.text == "+" && n > 0 && words[n-1].text == "{}" {
			words[n-1].many = true
			break
		}
		if strings.Contains(w.text, "{}") {
			w = f.found(w)
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		return
	}
	if elsewhere {
		f.in.doubtf("find: -execdir runs %s in folders that are not known", words[0].text)
	}
	f.in.run(innerCommand{args: words, lost: elsewhere})
	if removal, handing := removes(words); removal || handing {
		for _, w := range f.starts {
			if what := f.in.grave(w); what != "" && f.all(what) && (removal || what != workingFolder) {
				f.in.harmf("find would run %s on all of %s", words[0].text, what)
			}
		}
	}
}

// all reports whether the expression can be true for everything there is.
func (f *finding) all(what string) bool {
	return !f.narrow || f.loose && what != workingFolder
}

// found is a word in which find puts the name of what it found: a path below the
// starting points.
func (f *finding) found(w word) word {
	before, _, _ := strings.Cut(w.text, "{}")
	out := word{text: w.text, lead: before}
	if w.text != "{}" {
		return out
	}
	for i, s := range f.starts {
		at, ok := f.in.path(s)
		if !ok {
			return out
		}
		sure := s.text
		if !s.known {
			sure = s.lead
		}
		if i == 0 {
			out.within, out.lead = at, sure
		}
		for out.within != "/" && at != out.within && !strings.HasPrefix(at, out.within+"/") {
			out.within = path.Dir(out.within)
		}
		for !strings.HasPrefix(sure, out.lead) {
			out.lead = out.lead[:len(out.lead)-1]
		}
	}
	return out
}

// removes reports whether a command deletes what it is given, or changes its
// rights.
func removes(words []word) (removal, handing bool) {
	for _, w := range words {
		if w.known {
			removal = removal || among(path.Base(w.text), "rm", "shred", "unlink", "srm")
			handing = handing || among(path.Base(w.text), "chmod", "chown", "chgrp")
		}
	}
	return removal, handing
}
