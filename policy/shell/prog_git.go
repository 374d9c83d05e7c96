package shell

import (
	"slices"
	"strings"
	"sync"
)

// judgeGit judges the sub-commands of git. A repository can make even git status
// run a program, through its configuration; what is found read-only here is so
// with the environment of HardenedGitEnv and a protected .git/config.
func judgeGit(in *invocation) {
	if in.base != "" && in.dir != "" && !under(in.dir, in.base) {
		in.doubtf("git: %s may be in another repository, with settings of its own", in.dir)
	}
	args := gitGlobals(in)
	if len(args) == 0 {
		return
	}
	if !args[0].known {
		in.doubtf("git: the sub-command is not known before it runs")
		return
	}
	sub, rest := args[0].text, args[1:]
	for _, w := range rest {
		if w.known && w.text == "--help" {
			in.doubtf("git %s --help opens a manual page", sub)
			return
		}
	}
	if form, ok := gitTable()[sub]; ok {
		a := form.sort(form.table(), in, rest)
		gitFormats(in, a)
		form.operands(in, a)
		gitPaths(in, sub, a)
		return
	}
	gitOther(in, sub, rest)
}

// gitGlobals takes the options before the sub-command.
func gitGlobals(in *invocation) []word {
	args := in.args
	for len(args) > 0 {
		w := args[0]
		if !w.known || !strings.HasPrefix(w.text, "-") {
			return args
		}
		args = args[1:]
		switch w.text {
		case "-P", "--no-pager", "--no-optional-locks", "--literal-pathspecs", "--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs",
			"--no-replace-objects", "--no-lazy-fetch", "--no-advice":
		case "--version", "-v", "--html-path", "--man-path", "--info-path", "--exec-path":
			return nil
		case "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source", "--super-prefix":
			in.doubtf("git: option %s makes it work with another place or configuration", w.text)
			args = args[min(1, len(args)):]
		default:
			in.doubtf("git: option %s is not known to be harmless", w.text)
		}
	}
	return nil
}

// gitFormats doubts formats that check signatures, because that runs a program.
func gitFormats(in *invocation, a *arguments) {
	for _, g := range a.given {
		if !among(g.name, "--format", "--pretty") || !g.valued {
			continue
		}
		if !g.value.known || checksSignatures(g.value.text) {
			in.doubtf("git: the format %q may check signatures", g.value.text)
		}
	}
}

// checksSignatures reports whether a format shows what is known of a signature:
// %G?, also with a sign between that says what to do if it is empty.
func checksSignatures(format string) bool {
	for _, sign := range []string{"%G", "%-G", "%+G", "% G", "signature"} {
		if strings.Contains(format, sign) {
			return true
		}
	}
	return false
}

// gitForm is one sub-command that can be read-only.
type gitForm struct {
	program
	table    func() *optionTable
	operands func(in *invocation, a *arguments)
}

//nolint:gochecknoglobals // a constant table, made when it is first needed
var gitTable = sync.OnceValue(func() map[string]gitForm {
	all := map[string]gitForm{}
	for name, options := range gitReaders() {
		all[name] = newGitForm(options, gitReads)
	}
	const list = "-v,--verbose --list -l --contains? --no-contains? --merged? --no-merged? --points-at= --format= --sort= --column? --no-column --color? --no-color --abbrev? --no-abbrev -i,--ignore-case --omit-empty "
	all["branch"] = newGitForm(list+"-a,--all -r,--remotes --show-current -q,--quiet", gitLists("branch"))
	all["tag"] = newGitForm(list+"-n?", gitLists("tag"))
	all["remote"] = newGitForm("-v,--verbose -n --push --all", gitRemote)
	all["stash"] = newGitForm(gitDiffOptions+gitLogOptions, gitFirst("list", "show"))
	all["worktree"] = newGitForm("-v,--verbose --porcelain -z", gitFirst("list"))
	all["notes"] = newGitForm("", gitFirst("list", "show"))
	all["bisect"] = newGitForm("", gitFirst("log"))
	all["reflog"] = newGitForm(gitDiffOptions+gitLogOptions, gitReflog)
	all["config"] = newGitForm("--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l,--list --global --local --system --worktree --show-origin --show-scope --name-only -z,--null --bool --int "+
		"--path --type= --includes! --no-includes -f,--file=< --default= --all --regexp --value= --show-names", gitConfig)
	return all
})

func newGitForm(options string, operands func(*invocation, *arguments)) gitForm {
	return gitForm{
		program: program{exact: true}, operands: operands,
		table: sync.OnceValue(func() *optionTable { return parseTable(options) }),
	}
}

// gitReads is for sub-commands whose operands are revisions and paths. A path
// that leads out of the repository is read as a file.
func gitReads(in *invocation, a *arguments) {
	in.read(here())
	for _, w := range a.operands {
		out := strings.HasPrefix(w.text, "/") || strings.HasPrefix(w.text, "../") || w.text == ".." || strings.Contains(w.text, "/../")
		if a.has("--no-index") || w.known && out || !w.known && w.lead != "" && w.lead[0] == '/' {
			in.readAll([]word{w})
		}
	}
}

// gitLists is for sub-commands that list, unless an operand names what to make.
func gitLists(what string) func(*invocation, *arguments) {
	return func(in *invocation, a *arguments) {
		in.read(here())
		lists := a.has("--list", "-l", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at", "-n")
		if len(a.operands) > 0 && !lists {
			in.doubtf("git %s %s changes the repository", what, a.operands[0].text)
		}
	}
}

// gitFirst is for sub-commands of which only some forms read. The name of the
// form must come first: git stash -- list stashes a file with that name.
func gitFirst(names ...string) func(*invocation, *arguments) {
	return func(in *invocation, a *arguments) {
		in.read(here())
		if !among(a.first, names...) {
			in.doubtf("this form of git changes the repository; known to be harmless is only %s", strings.Join(names, " and "))
		}
	}
}

func gitRemote(in *invocation, a *arguments) {
	in.read(here())
	switch sub := a.subject(); {
	case len(a.operands) == 0, sub == "get-url", sub == "show" && (a.has("-n") || len(a.operands) == 1):
	case sub == "show":
		in.connect("*")
	default:
		in.doubtf("git remote %s changes the repository", a.operands[0].text)
	}
}

// gitReflog shows, unless the first word is one of those that change.
func gitReflog(in *invocation, a *arguments) {
	in.read(here())
	if len(a.operands) > 0 && (!a.operands[0].known || among(a.subject(), "expire", "delete", "drop", "write")) {
		in.doubtf("git reflog %s changes the repository", a.operands[0].text)
	}
}

// gitConfig reads when it is told to, or when only a name is given.
func gitConfig(in *invocation, a *arguments) {
	in.read(here())
	asks := a.has("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l")
	switch {
	case slices.ContainsFunc(in.args, func(w word) bool { return w.known && w.text == "--" }):
		// Behind a name it is a value, and is written.
		in.doubtf("git config with -- may change the configuration")
	case asks, among(a.subject(), "get", "list"), len(a.operands) == 1 && a.operands[0].known && strings.Contains(a.subject(), "."):
	default:
		in.doubtf("git config changes the configuration")
	}
}

// gitOther is for sub-commands that change or connect, and for unknown ones.
func gitOther(in *invocation, sub string, rest []word) {
	switch sub {
	case "version":
		return
	case "rev-parse", "check-ref-format", "var", "check-ignore", "check-attr", "check-mailmap":
		in.read(here())
		return
	case "clone", "fetch", "pull", "push", "ls-remote", "submodule", "remote-http", "remote-https", "send-email", "request-pull", "fetch-pack", "send-pack", "svn", "p4":
		in.gitRemotes(sub, rest)
	case "add", "am", "apply", "checkout", "cherry-pick", "clean", "commit", "gc", "init", "merge", "mv", "rebase", "reset", "restore", "revert", "rm", "switch", "update-index", "update-ref",
		"sparse-checkout", "maintenance", "prune", "repack", "filter-branch", "replace", "symbolic-ref", "read-tree", "write-tree", "commit-tree", "hash-object", "checkout-index", "pack-refs":
	default:
		in.doubtf("git %s is not known; it may be an alias", sub)
		return
	}
	// Which files of the tree it changes is its own business, and in its records
	// it may write: the doubt says that not all is known.
	in.doubtf("git %s changes the repository or connects, and can run its hooks", sub)
}
