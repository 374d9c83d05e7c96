package shell

import (
	"path"
	"strings"
)

// gitPaths records the files whose content a sub-command shows. A revision of a
// file is that file to whoever guards it: git show HEAD:.env tells what is in it.
func gitPaths(in *invocation, sub string, a *arguments) {
	operands := a.operands
	switch sub {
	case "blame", "annotate", "diff", "show", "diff-tree", "diff-index", "diff-files", "range-diff", "cat-file":
	case "log", "whatchanged", "stash", "reflog":
		if !gitPatches(a) {
			return
		}
	case "grep":
		if !a.has("-e", "-f") && len(operands) > 0 {
			operands, a.dashed = operands[1:], a.dashed-1
		}
		if a.has("--untracked", "--no-index") && len(operands) == 0 {
			in.through(here(), true)
		}
	default:
		return
	}
	if sub == "cat-file" && a.has("--batch", "--batch-command") {
		in.doubtf("git cat-file --batch shows what it is told on its input")
	}
	for _, w := range a.values("-L") {
		if at := strings.LastIndexByte(w.text, ':'); at >= 0 && !among(sub, "blame", "annotate") {
			in.gitPath(word{text: w.text[at+1:], known: w.known})
		}
	}
	apart := a.has("--no-index")
	for _, w := range operands {
		// Files outside of the repository are compared as they are.
		at, ok := in.path(w)
		apart = apart || sub == "diff" && ok && (strings.HasPrefix(w.text, "/") || !under(at, in.start()))
	}
	for i, w := range operands {
		behind := a.dashed >= 0 && i >= a.dashed
		switch {
		case apart:
			if !a.has("--no-index") {
				in.readAll([]word{w})
			}
			in.through(w, true)
		case !w.known && w.within == "":
			in.doubtf("git %s: it is not known which file %q is", sub, w.text)
		case behind || !w.known:
			in.gitPath(w)
		default:
			in.gitOperand(w)
		}
		if a.has("--untracked") {
			in.through(w, true)
		}
	}
}

// gitPatches reports whether a log is told to show what was changed.
func gitPatches(a *arguments) bool {
	return a.has("-p", "-U", "-W", "-L", "-c", "--cc", "-m", "-G", "--patch-with-raw", "--patch-with-stat", "--word-diff", "--word-diff-regex", "--color-words",
		"--binary", "--diff-merges", "--inter-hunk-context", "--color-moved", "--dd", "--full-index", "-t")
}

// gitOperand takes a word that can be a revision, a revision of a file, or a file.
func (in *invocation) gitOperand(w word) {
	if _, file, ok := strings.Cut(w.text, ":"); ok && !strings.HasPrefix(w.text, ":(") && !strings.HasPrefix(w.text, ":!") && !strings.HasPrefix(w.text, ":^") {
		if len(file) > 1 && file[1] == ':' && file[0] >= '0' && file[0] <= '3' {
			file = file[2:] // a stage of the index
		}
		// It is counted from the top of the repository, which is this folder or
		// the one that the line starts in.
		file = strings.TrimLeft(file, "/")
		if file == "" {
			return
		}
		in.gitPath(literal(file))
		if in.base != "" && in.base != in.dir && !strings.HasPrefix(file, "./") && !strings.HasPrefix(file, "../") {
			in.gitPath(literal(in.base + "/" + file))
		}
		return
	}
	// No part of the name of a revision begins with a dot.
	hidden := strings.HasPrefix(w.text, ".") || strings.Contains(w.text, "/.")
	if !hidden && (strings.ContainsAny(w.text, "^~") || strings.Contains(w.text, "..") || strings.Contains(w.text, "@{")) {
		return
	}
	in.gitPath(w)
}

// gitPath takes a word that names files the way git does: it may begin with magic
// such as ":(top)", and git finds hidden files by a star too.
func (in *invocation) gitPath(w word) {
	if !w.known {
		in.read(w)
		return
	}
	text := w.text
	if magic, rest, ok := strings.Cut(text, ")"); ok && strings.HasPrefix(magic, ":(") {
		if strings.Contains(magic, "exclude") {
			return
		}
		if strings.Contains(magic, "top") && in.base != "" && in.base != in.dir {
			in.gitPath(literal(in.base + "/" + rest))
		}
		if strings.Contains(magic, "attr") {
			in.through(here(), true)
		}
		text = rest
	}
	switch {
	case strings.HasPrefix(text, ":!"), strings.HasPrefix(text, ":^"):
		return
	case strings.HasPrefix(text, ":/"):
		text = strings.TrimLeft(text, ":/")
	}
	if text == "" {
		return
	}
	at := strings.IndexAny(text, `*?[\`)
	if at < 0 {
		in.read(literal(text))
		return
	}
	folder := literal(path.Clean(text[:strings.LastIndexByte(text[:at], '/')+1]))
	in.read(folder)
	if !sourceGlob(text) {
		in.through(folder, true)
	}
}
