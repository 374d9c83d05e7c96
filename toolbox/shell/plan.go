package shell

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/clip"
	analysis "jig/policy/shell"
	"jig/tool"
	"jig/workspace"
)

// planLine says what a call of shell or powershell is about to do.
func (s *Shells) planLine(d *dialect) func(context.Context, lineInput) (*tool.Intent, error) {
	return func(_ context.Context, in lineInput) (*tool.Intent, error) {
		lock := []string{"shell:" + in.ProcessID}
		switch in.action() {
		case actList:
			return &tool.Intent{Summary: "list background commands"}, nil
		case actPoll:
			return &tool.Intent{Summary: "look at background command " + in.ProcessID, Locks: lock}, nil
		case actKill:
			return &tool.Intent{Summary: "stop background command " + in.ProcessID, Locks: lock}, nil
		case actWrite:
			return s.planWrite(in, lock), nil
		}
		dir, err := s.folder(in.WorkingDir)
		if err != nil {
			return nil, err
		}
		return s.planRun(d, in, dir)
	}
}

// planRun is the intent of a line. Variables that the call sets are judged as if the line had exported them.
func (s *Shells) planRun(d *dialect, in lineInput, dir string) (*tool.Intent, error) {
	program, err := d.program()
	if err != nil {
		return nil, err
	}
	var line strings.Builder
	for _, name := range slices.Sorted(maps.Keys(in.Env)) {
		line.WriteString(d.assign(name, in.Env[name]))
	}
	line.WriteString(in.Command)
	intent := d.analyse(line.String(), analysis.Options{Dir: dir, Home: s.opt.Home}).Intent(line.String())
	intent.Summary = in.action() + ": " + oneLine(in.Command)
	if d.foreign(program) {
		obscure(intent, filepath.Base(program)+" may read the line otherwise than bash does")
	}
	intent.Unconfined = in.Unconfined && s.opt.Sandbox != nil
	shown := line.String()
	intent.Preview = func(context.Context) (string, error) { return shown, nil }
	return intent, nil
}

// planWrite is the intent of typing something. What is behind the terminal may be a shell, so that what is typed is looked
// at as a line too: for what nobody may run, and for rules that forbid a command.
func (s *Shells) planWrite(in lineInput, lock []string) *tool.Intent {
	typed := analysis.Analyse(in.Input, analysis.Options{Home: s.opt.Home})
	return &tool.Intent{
		Summary: fmt.Sprintf("type %s into background command %s", oneLine(fmt.Sprintf("%q", in.Input)), in.ProcessID),
		Reads:   []string{tool.Everything}, Writes: []string{tool.Everything}, Locks: lock,
		Commands: typed.Commands, Harm: typed.Harm,
		Opaque:  "what a running program does with its input is not known",
		Preview: func(context.Context) (string, error) { return in.Input, nil },
	}
}

// obscure adds a reason for which not all is known about a call.
func obscure(in *tool.Intent, why string) {
	if in.Opaque != "" {
		why = in.Opaque + "; " + why
	}
	in.Opaque = why
	if !slices.Contains(in.Writes, tool.Everything) {
		in.Writes = append(slices.Clip(in.Writes), tool.Everything)
	}
}

// folder is the real path of the folder that a call is to run in.
func (s *Shells) folder(path string) (string, error) {
	if path == "" {
		path = "."
	}
	if rest, ok := strings.CutPrefix(path, "~"); ok && s.opt.Home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = s.opt.Home + rest
	}
	place, err := s.opt.Space.Resolve(path)
	if err != nil {
		return "", &tool.Error{Code: tool.CodeInvalidArgs, Message: "working_dir: " + err.Error(), Cause: err}
	}
	switch {
	case !place.Exists:
		e := tool.Errorf(tool.CodeFileNotFound, "working_dir: there is no folder %s", place.Path)
		if near := s.opt.Space.NearFolders(place); len(near) > 0 {
			e.Message += ". Did you mean " + strings.Join(near, " or ") + "?"
			e.Details = map[string]any{"nearest": near}
		} else {
			e.Message += "; relative paths start at " + s.opt.Space.Roots()[0]
		}
		return "", e
	case place.Kind != workspace.Dir:
		return "", tool.Errorf(tool.CodeInvalidArgs, "working_dir: %s is a %s and not a folder; its folder is %s", place.Path, place.Kind, filepath.Dir(place.Path))
	}
	return place.Real, nil
}

// oneLine shortens a line for a summary.
func oneLine(line string) string {
	text, _ := cleaned([]byte(strings.TrimSpace(line)))
	return clip.Runes(strings.ReplaceAll(text, "\n", " ⏎ "), 200)
}
