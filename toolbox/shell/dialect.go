package shell

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	analysis "jig/policy/shell"
	"jig/tool"
)

// dialect is a kind of shell: how a line is given to it, and how the line is understood beforehand.
type dialect struct {
	// program is the path of the shell; it is looked for once.
	program func() (string, error)
	argv    func(program, line string) []string
	analyse func(line string, o analysis.Options) *analysis.Analysis
	// assign writes the assignment of a variable in front of a line, for the analysis.
	assign func(name, value string) string
	// exact are the names of programs that read a line as the analysis does.
	exact []string
}

func bash(program func() string) *dialect {
	return &dialect{
		program: found(program, "neither bash nor sh is installed where PATH leads; install bash"),
		// A line that begins with a hyphen is no option.
		argv:    func(program, line string) []string { return []string{program, "-c", "--", line} },
		analyse: analysis.Analyse,
		assign: func(name, value string) string {
			return "export " + name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'\n"
		},
		exact: []string{"bash", "bash.exe"},
	}
}

func powerShell(program func() string) *dialect {
	return &dialect{
		program: found(program, "PowerShell is not installed here: neither pwsh nor powershell is in PATH. Use the shell tool with a bash line instead"),
		argv: func(program, line string) []string {
			return []string{program, "-NoLogo", "-NoProfile", "-NonInteractive", "-Command", line}
		},
		analyse: analysis.AnalysePowerShell,
		assign: func(name, value string) string {
			return "$env:" + name + " = '" + strings.ReplaceAll(value, "'", "''") + "'\n"
		},
		exact: []string{"pwsh", "pwsh.exe", "powershell", "powershell.exe"},
	}
}

// program is a path that was told, or the first of the names that is in PATH, or nothing. A shell of the workspace does not
// count: proved lines run in it too, and a call may have put it there.
func (s *Shells) program(told string, names ...string) func() string {
	return func() string {
		if told != "" {
			return told
		}
		return find(lookup(s.guarded(), "PATH"), names...)
	}
}

// found looks once, and says what to do where nothing was found.
func found(look func() string, missing string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		if path := look(); path != "" {
			return path, nil
		}
		return "", tool.Errorf(tool.CodeFailed, "%s", missing)
	})
}

// foreign reports whether the program may read a line otherwise than the analysis does.
func (d *dialect) foreign(program string) bool {
	return !slices.Contains(d.exact, strings.ToLower(filepath.Base(program)))
}
