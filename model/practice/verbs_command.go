package practice

import (
	"encoding/json"
	"strconv"
	"strings"
)

func commandVerbs() []verb {
	return []verb{
		{
			names: []string{"run", "shell", "bash", "exec"}, shell: true,
			usage: "run go test ./... (in quotes, if it has words in it that are commands here, or if read, list or grep shall follow)", what: "run a line in a shell", parse: parseRun,
		},
		{
			names: []string{"start"}, shell: true,
			usage: "start sleep 100", what: "run a line in the background", parse: parseStart,
		},
		{
			names: []string{"git"}, program: true,
			usage: "git status (also diff, log, show, blame; all else runs in a shell)", what: "look at the repository", parse: parseGit,
		},
		{
			names: []string{"sleep"}, program: true,
			usage: "sleep 2", what: "wait some seconds, with the sleep tool", parse: parseSleep,
		},
		{
			names: []string{"agent", "task", "delegate"}, prose: true,
			usage: "agent explore: find the tests (or: agent: a task)", what: "give a task to a sub-agent", parse: parseAgent,
		},
		{
			names: []string{"call", "use"}, prose: true,
			usage: `call read {"path": "go.mod"}`, what: "call any tool that is offered", parse: parseCall,
		},
	}
}

func shellTools() []string {
	return []string{"shell", "bash", "execute_bash", "run_command", "run_shell_command", "run_terminal_cmd", "exec", "exec_command", "shell_exec", "execute_cmd", "local_shell"}
}

func commandNames() []string { return []string{"command", "cmd", "script", "input"} }

func parseRun(in input) ([]item, error) {
	line, _ := unquote(in.rest)
	if in.body != nil {
		line = strings.TrimSpace(line + "\n" + *in.body)
	}
	if line == "" {
		return nil, in.wrong("what?")
	}
	return one(want{label: "run " + clip(line, 60), tools: shellTools(), args: []arg{{line, commandNames()}}}), nil
}

func parseStart(in input) ([]item, error) {
	line, _ := unquote(in.rest)
	if line == "" {
		return nil, in.wrong("what?")
	}
	return one(want{
		label: "start " + clip(line, 60) + " in the background", tools: shellTools(),
		args: []arg{{line, commandNames()}, {true, []string{"run_in_background", "background", "is_background"}}},
	}), nil
}

func parseGit(in input) ([]item, error) {
	words := fields(in.rest)
	if len(words) == 0 {
		return nil, in.wrong("what?")
	}
	w := want{label: "look at git " + in.rest, tools: []string{"git_" + words[0]}}
	rest := words[1:]
	plainWords := true // options are for the program itself
	for _, word := range rest {
		plainWords = plainWords && !strings.HasPrefix(word, "-")
	}
	switch {
	case !plainWords || len(rest) > 1:
	case words[0] == "status" && len(rest) == 0, (words[0] == "diff" || words[0] == "log" || words[0] == "show") && len(rest) == 0:
		return one(w), nil
	case words[0] == "log" && len(rest) == 1:
		if n, err := strconv.Atoi(rest[0]); err == nil {
			w.args = []arg{{n, []string{"count", "limit", "max_count"}}}
		} else {
			w.args = []arg{{rest[0], pathNames()}}
		}
		return one(w), nil
	case words[0] == "diff" || words[0] == "blame":
		w.args = []arg{{rest[0], pathNames()}}
		return one(w), nil
	case words[0] == "show":
		w.args = []arg{{rest[0], []string{"commit", "revision", "ref"}}}
		return one(w), nil
	}
	in.rest = "git " + in.rest
	return parseRun(in)
}

func parseSleep(in input) ([]item, error) {
	words := fields(in.rest)
	if len(words) == 0 {
		return nil, in.wrong("how long?")
	}
	seconds, err := strconv.ParseFloat(strings.TrimSuffix(words[0], "s"), 64)
	if err != nil || seconds < 0 {
		return nil, in.wrong(words[0] + " is no number of seconds")
	}
	return one(want{label: "wait " + words[0] + " s", tools: []string{"sleep", "wait"}, args: []arg{{seconds, []string{"seconds", "duration"}}}}), nil
}

func parseAgent(in input) ([]item, error) {
	kind, task, colon := cutColon(in.rest)
	if !colon {
		kind, task = "", in.rest
	}
	if strings.HasPrefix(in.rest, ":") {
		kind, task = "", strings.TrimSpace(in.rest[1:])
	}
	if in.body != nil {
		task = strings.TrimSpace(task + "\n" + *in.body)
	}
	if task, _ = unquote(task); task == "" {
		return nil, in.wrong("what shall it do?")
	}
	w := want{
		label: "ask a sub-agent to " + clip(task, 60),
		tools: []string{"agent", "task", "subagent", "use_subagent", "delegate", "agent_crew", "invoke_subagents"},
		args: []arg{
			{clip(task, 40), []string{"description"}},
			{task, []string{"prompt", "task", "query"}},
		},
	}
	if kind = strings.TrimSpace(kind); kind != "" {
		w.args = append(w.args, arg{kind, []string{"subagent_type", "type", "agent_type", "agent"}})
	}
	return one(w), nil
}

func parseCall(in input) ([]item, error) {
	name, args, _ := strings.Cut(in.rest, " ")
	if in.body != nil {
		args += "\n" + *in.body
	}
	if args = strings.TrimSpace(args); args == "" {
		args = "{}"
	}
	if name == "" {
		return nil, in.wrong("which tool?")
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(args), &object); err != nil {
		return nil, in.wrong("the arguments are no JSON object (" + err.Error() + ")")
	}
	return one(want{label: "call " + name, tools: []string{name}, raw: []byte(args)}), nil
}
