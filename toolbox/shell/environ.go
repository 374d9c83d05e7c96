package shell

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	analysis "jig/policy/shell"
	"jig/tool"
)

// surprising are variables that change how bash reads a line or where it finds things. The analysis of a line holds only
// without them.
func surprising(name string) bool {
	switch name {
	case "CDPATH", "GLOBIGNORE", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4", "POSIXLY_CORRECT", "BASH_COMPAT", "EXECIGNORE",
		"BASH_XTRACEFD", "TMOUT", "IFS", "PROMPT_COMMAND", "BASH_LOADABLES_PATH",
		// These would have programs colour what nobody sees in colour.
		"FORCE_COLOR", "CLICOLOR_FORCE":
		return true
	}
	return strings.HasPrefix(name, "BASH_FUNC_")
}

// quiet are the variables that keep programs from asking, from paging and from drawing. None of them agrees to anything on
// somebody's behalf: a question that would have been asked fails. CI is not among them, because too many programs behave
// differently for it.
func quiet(terminal bool) []string {
	set := []string{
		"PAGER=cat", "MANPAGER=cat", "GIT_PAGER=cat", "GH_PAGER=cat", "SYSTEMD_PAGER=cat", "AWS_PAGER=cat", "LESS=-FRX",
		"GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "GIT_SEQUENCE_EDITOR=true", "EDITOR=true", "VISUAL=true",
		"DEBIAN_FRONTEND=noninteractive", "PIP_NO_INPUT=1", "SSH_ASKPASS_REQUIRE=never",
		"PYTHONUNBUFFERED=1", // what a program has printed is there when it is stopped
	}
	if terminal {
		return append(set, "TERM=xterm-256color")
	}
	return append(set, "TERM=dumb", "NO_COLOR=1")
}

// surroundings are an environment that many commands have in common: what the session has, what is set in it, and both together.
type surroundings struct{ from, set, whole []string }

// A setting is which of them a command gets.
type setting struct {
	terminal bool
	proved   bool // everything that the line does is known
	git      bool // and it runs git
}

// settings keeps the surroundings of each setting, made once.
type settings struct {
	mu   sync.Mutex
	made map[setting]*surroundings
}

// surroundings are those of a setting. A line of which everything is known gets the environment that the proof is about.
func (s *Shells) surroundings(of setting) *surroundings {
	s.settings.mu.Lock()
	defer s.settings.mu.Unlock()
	if made, ok := s.settings.made[of]; ok {
		return made
	}
	from, set := s.calm(), append(quiet(of.terminal), s.opt.Set...)
	if of.proved {
		// The PATH is not in set, because the sandbox may have more to take out of it.
		from = s.guarded()
	}
	if of.git {
		// What git is told by its environment holds over its settings: which repository, and which programs to run.
		from, set = without(from, isGitVariable), append(without(set, isGitVariable), analysis.HardenedGitEnv()...)
	}
	made := &surroundings{from: slices.Clip(from), set: slices.Clip(set), whole: slices.Clip(merge(from, set))}
	if s.settings.made == nil {
		s.settings.made = make(map[setting]*surroundings)
	}
	s.settings.made[of] = made
	return made
}

// environ is the environment of a command: that of the session without surprises, made quiet, with what the settings and the
// call add.
func (s *Shells) environ(j *job) *surroundings {
	of := setting{terminal: j.terminal, proved: proved(j.intent)}
	of.git = of.proved && slices.ContainsFunc(j.intent.Commands, isGit)
	usual := s.surroundings(of)
	if len(j.env) == 0 {
		return usual
	}
	own := *usual
	for _, name := range slices.Sorted(maps.Keys(j.env)) {
		own.set = append(own.set, name+"="+j.env[name])
	}
	own.whole = merge(own.from, own.set)
	return &own
}

// withoutSurprises is the environment of the session, as the analysis of a line wants it.
func (s *Shells) withoutSurprises() []string {
	return without(s.opt.Env, surprising)
}

// settled takes out of what the settings add to an environment what a line must not be surprised by. A PATH goes to the
// environment itself, where the folders of the workspace are taken out of it for proved lines.
func settled(env, set []string) (from, added []string) {
	if path := lookup(set, "PATH"); path != "" {
		env = merge(env, []string{"PATH=" + path})
	}
	return env, without(set, func(name string) bool { return name == "PATH" || surprising(name) })
}

// without is an environment without some of its variables.
func without(env []string, drop func(name string) bool) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return drop(name)
	})
}

func isGitVariable(name string) bool { return strings.HasPrefix(name, "GIT_") }

// withoutWorkspace is the same without the programs of the workspace.
func (s *Shells) withoutWorkspace() []string {
	from := s.calm()
	return merge(from, []string{"PATH=" + s.outsidePath(lookup(from, "PATH"))})
}

// proved reports whether everything that a line does is known, and git only reads in it. What was proved may have run without
// anybody being asked, so that neither the settings of a repository nor a program of the workspace may make more of it.
func proved(in *tool.Intent) bool {
	return in.Opaque == "" && !slices.ContainsFunc(in.Commands, func(c tool.Command) bool {
		return c.Doubt != "" || !c.ReadOnly && isGit(c)
	})
}

func isGit(c tool.Command) bool { return len(c.Argv) > 0 && filepath.Base(c.Argv[0]) == "git" }

// outsidePath drops the folders of PATH that the session could have put programs into.
func (s *Shells) outsidePath(path string) string {
	kept := slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		if !filepath.IsAbs(dir) {
			return true
		}
		place, err := s.opt.Space.Resolve(dir)
		return err != nil || place.Inside
	})
	return strings.Join(kept, string(filepath.ListSeparator))
}

// merge gives a whole environment: later entries win.
func merge(from, set []string) []string {
	at := make(map[string]int, len(from)+len(set))
	out := make([]string, 0, len(from)+len(set))
	for _, entry := range slices.Concat(from, set) {
		name, _, ok := strings.Cut(entry, "=")
		if !ok || name == "" {
			continue
		}
		if i, there := at[name]; there {
			out[i] = entry
			continue
		}
		at[name] = len(out)
		out = append(out, entry)
	}
	return out
}

// lookup is the value of a variable, the last one if there are several.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(env[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// checkEnv refuses variables that cannot be set.
func checkEnv(env map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		ok := name != "" && (name[0] < '0' || name[0] > '9')
		for i := range len(name) {
			c := name[i]
			ok = ok && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
		}
		if !ok {
			return tool.Errorf(tool.CodeInvalidArgs, "env: %q is not the name of a variable; use letters, digits and _", name)
		}
		if strings.ContainsRune(env[name], 0) {
			return tool.Errorf(tool.CodeInvalidArgs, "env: the value of %s contains a NUL character, which no variable can", name)
		}
	}
	return nil
}
