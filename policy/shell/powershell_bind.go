package shell

import (
	"path"
	"slices"
	"strings"
)

// cmdlet judges a cmdlet by its table: every word is bound to a parameter as
// PowerShell would, and a word that cannot be bound is a doubt.
func (p *psWalker) cmdlet(in *invocation, c *psCmdlet, words []psWord, piped bool) {
	b := &psBinder{psWalker: p, in: in, cmdlet: c, given: map[string]bool{}}
	b.bind(words)
	if c.here && !piped && !b.given["path"] && !b.given["literalpath"] {
		in.read(word{text: ".", known: true})
	}
	b.pipe(piped)
	b.finish()
}

// psBinder binds words to the parameters of one cmdlet.
type psBinder struct {
	*psWalker
	in     *invocation
	cmdlet *psCmdlet
	given  map[string]bool
	// paths are what it works on, for what is decided by all parameters together.
	paths []word
	// targets counts what it changes.
	targets int
	recurse bool
}

func (b *psBinder) bind(words []psWord) {
	free := slices.Clone(b.cmdlet.positions)
	var loose [][]psWord
	plain := false // after --
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.list:
			b.in.doubtf("%s: a comma follows a parameter", b.in.name)
			continue
		case !w.quoted && !plain && w.text == "--":
			plain = true
			continue
		case w.quoted || plain || !psParameter(w.text):
			value := []psWord{w}
			for i+1 < len(words) && words[i+1].list {
				i++
				value = append(value, words[i])
			}
			loose = append(loose, value)
			continue
		}
		name, attached, colon := strings.Cut(strings.ToLower(w.text[1:]), ":")
		kind, ok := b.cmdlet.params[name]
		if !ok {
			b.recurse = b.recurse || strings.HasPrefix(name, "r") // what it could be an abbreviation of
			b.in.doubtf("%s: the parameter %s is not known to be harmless; write names of parameters in full", b.in.name, w.text)
			continue
		}
		if b.given[name] {
			b.in.doubtf("%s: the parameter -%s is there twice", b.in.name, name)
		}
		b.given[name] = true
		free = slices.DeleteFunc(free, func(f string) bool { return f == name })
		if kind == psSwitch {
			if colon {
				b.in.doubtf("%s: -%s has a value", b.in.name, name)
			}
			b.recurse = b.recurse || name == "recurse"
			continue
		}
		var value []psWord
		switch {
		case colon && attached != "":
			value = []psWord{{text: w.text[len(w.text)-len(attached):]}}
		case i+1 < len(words) && !words[i+1].list && (words[i+1].quoted || !psParameter(words[i+1].text)):
			i++
			value = []psWord{words[i]}
		default:
			b.in.doubtf("%s: -%s has no value", b.in.name, name)
			continue
		}
		for i+1 < len(words) && words[i+1].list {
			i++
			value = append(value, words[i])
		}
		b.values(name, kind, value)
	}
	b.positions(free, loose)
}

// positions binds the words without a name, after those with one.
func (b *psBinder) positions(free []string, loose [][]psWord) {
	for _, value := range loose {
		if len(free) == 0 {
			b.in.doubtf("%s: there is no parameter for %q", b.in.name, value[0].text)
			return
		}
		name := free[0]
		if !b.cmdlet.rest || len(free) > 1 {
			free = free[1:]
		}
		if name == "path" && b.given["literalpath"] || name == "filter" {
			// The rules for what is left over differ between parameter sets.
			b.in.doubtf("%s: it is not certain which parameter %q belongs to", b.in.name, value[0].text)
		}
		b.given[name] = true
		b.values(name, b.cmdlet.params[name], value)
	}
}

// values records what the values of a parameter mean.
func (b *psBinder) values(name string, kind psValue, value []psWord) {
	for _, v := range value {
		switch kind {
		case psSwitch, psText:
			if (name == "filter" || name == "include" || name == "exclude") && strings.ContainsAny(v.text, `/\`) {
				b.in.doubtf("%s: the pattern %q may leave the folder", b.in.name, v.text)
			}
		case psKind:
			if low := strings.ToLower(v.text); low != "file" && low != "directory" {
				b.in.doubtf("%s: an item of the kind %q is not a file or folder", b.in.name, v.text)
			}
		case psSibling:
			if strings.ContainsAny(v.text, `/\:*?[`) || v.text == "" || strings.Trim(v.text, ".") == "" {
				b.in.doubtf("%s: %q is not a plain name", b.in.name, v.text)
				continue
			}
			for _, w := range b.paths {
				w.text = path.Join(path.Dir(w.text), v.text)
				b.in.change(w)
			}
			if len(b.paths) == 0 {
				b.in.doubtf("%s: the new name stands before the path", b.in.name)
			}
		case psName, psRead, psExact, psWrite, psPlace:
			w, why := b.place(v.text, kind == psRead || kind == psWrite)
			switch {
			case why != "":
				b.in.doubtf("%s: %s", b.in.name, why)
				b.wipesDrive(v.text)
			case kind == psName:
			case kind == psRead || kind == psExact:
				b.in.read(w)
			default:
				b.in.change(w)
				b.targets++
				if name != "destination" {
					b.paths = append(b.paths, w)
				}
			}
		}
	}
}

// wipesDrive records the harm of removing a drive, whose paths are otherwise not
// followed.
func (b *psBinder) wipesDrive(text string) {
	at := strings.TrimRight(strings.ToLower(strings.ReplaceAll(text, `\`, "/")), "/*")
	if b.cmdlet.wipes && (at == "" || at == "~" || psDrive(at)) {
		b.in.harmf("%s would delete %s", b.in.name, text)
	}
}

// place is the path that a text means to a cmdlet. Quotes do not keep wildcards
// from being wildcards, and both slashes separate. What is not a path of the file
// system, or of another machine, is refused.
func (b *psBinder) place(text string, wildcards bool) (word, string) {
	at := strings.ReplaceAll(text, `\`, "/")
	switch {
	case at == "":
		return word{}, "a path is empty"
	case strings.HasPrefix(at, "//"):
		return word{}, "the path " + text + " leads to another machine"
	case strings.Contains(at, ":"):
		return word{}, "the path " + text + " names a drive, a provider or a hidden stream"
	case at == "~" || strings.HasPrefix(at, "~/"):
		if b.in.home == "" || !b.unix {
			return word{}, "it is not known where the home folder is"
		}
		at = b.in.home + at[1:]
	case strings.HasPrefix(at, "~"), !b.unix && strings.Contains(at, "~"):
		return word{}, "it is not known which place " + text + " is"
	case !b.unix && strings.HasPrefix(at, "/"):
		return word{}, "it is not known on which drive " + text + " is"
	}
	if strings.Contains(at, "...") {
		return word{}, "it is not known which place " + text + " is"
	}
	first := strings.IndexAny(at, "*?[")
	if first < 0 || !wildcards {
		return word{text: at, known: true}, ""
	}
	folder := at[:strings.LastIndexByte(at[:first], '/')+1]
	if slices.Contains(strings.Split(at[len(folder):], "/"), "..") {
		return word{}, "the wildcard path " + text + " climbs"
	}
	within := strings.TrimSuffix(folder, "/")
	switch folder {
	case "":
		within = "."
	case "/":
		within = "/"
	}
	return word{text: at, lead: at[:first], within: within, many: true}, ""
}

// pipe judges what the pipeline brings, and says what goes on from here.
func (b *psBinder) pipe(piped bool) {
	c := b.cmdlet
	if piped {
		switch c.takes {
		case "files":
			reads := len(b.in.writes) == 0 && !b.changes()
			if !reads || b.flow != "files" && (c.name != "Select-String" || b.flow != "text") {
				b.in.doubtf("%s takes its files from the pipeline", b.in.name)
			}
		case "content":
			if b.targets == 0 {
				b.in.doubtf("%s takes its files from the pipeline", b.in.name)
			}
		}
	}
	switch {
	case c.name == "Get-ChildItem" && b.given["name"]:
		b.flow = "" // names alone, which mean other files in another folder
	case c.gives != "same":
		b.flow = c.gives
	case c.name == "Select-Object" && (b.given["property"] || b.given["expandproperty"] || b.given["excludeproperty"]):
		b.flow = ""
	}
}

// changes reports whether the cmdlet is one that changes files.
func (b *psBinder) changes() bool {
	for _, kind := range b.cmdlet.params {
		if kind == psWrite || kind == psPlace {
			return true
		}
	}
	return false
}

// finish judges what the parameters mean together.
func (b *psBinder) finish() {
	c := b.cmdlet
	if b.changes() && b.targets == 0 && len(b.in.doubts) == 0 {
		b.in.doubtf("%s: it is not said which file it changes", b.in.name)
	}
	if c.wipes {
		for _, w := range b.paths {
			if what := b.in.grave(w); what != "" && (b.recurse || c.name == "Move-Item") {
				b.in.harmf("%s would delete %s", b.in.name, what)
			}
		}
	}
	if c.name == "Set-Location" {
		b.leave()
	}
}

// leave follows a change of the folder.
func (b *psBinder) leave() {
	b.moved = true
	to := ""
	if len(b.in.reads) == 1 && strings.ContainsAny(b.in.reads[0], "*?[") || b.given["path"] && path.Base(strings.Join(b.in.reads, "")) == "-" {
		b.in.doubtf("%s: it is not known which folder it goes to", b.in.name)
	}
	if len(b.in.doubts) == 0 && len(b.in.reads) == 1 {
		to = b.in.reads[0]
	}
	if b.dir = to; to == "" {
		return
	}
	// A folder that is only entered is not read.
	b.in.reads = nil
}

// psParameter reports whether PowerShell takes a bare word for the name of a
// parameter and not for a value such as -5.
func psParameter(s string) bool {
	return len(s) > 1 && s[0] == '-' && (s[1] >= 'a' && s[1] <= 'z' || s[1] >= 'A' && s[1] <= 'Z' || s[1] == '_' || s[1] == '?' || s[1] >= 0x80)
}
