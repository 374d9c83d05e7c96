package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"jig/internal/spelling"
	"jig/tool"
)

// aliases are the names that the tool has elsewhere.
func aliases() []string {
	return []string{
		"Agent", "Task", "subagent", "SubAgent", "use_subagent", "agent_crew", "InvokeSubagents", "delegate", "AgentSwarm", "spawn_agent",
		"run_subagent", "dispatch_agent", "sub_agent_tool",
	}
}

// spellings are the names that the arguments have elsewhere.
func spellings() map[string][]string {
	return map[string][]string{
		"prompt":            {"task", "query", "instructions"},
		"subagent_type":     {"agent_name", "agent", "agent_type", "type", "role"},
		"output_schema":     {"result_schema", "schema"},
		"timeout_ms":        {"timeout"},
		"run_in_background": {"background", "async"},
		"max_parallel":      {"max_concurrency", "concurrency"},
		"id":                {"agent_id", "task_id", "handle"},
	}
}

// adapt takes calls that were written for other systems.
func (a *Agents) adapt(_ string, args map[string]json.RawMessage) (string, error) {
	delete(args, "name") // what the sub-agent is called is nobody's business here
	dialects(args)
	if err := delegate(args); err != nil {
		return "", err
	}
	crew(args)
	if raw, ok := args["prompt_template"]; ok { // of a swarm
		if _, taken := args["prompt"]; !taken {
			args["prompt"] = raw
			delete(args, "prompt_template")
		}
	}
	if err := stages(args); err != nil {
		return "", err
	}
	return "", a.spell(args)
}

// spell gives types their own names, also those that are not said, so that rules about them need to know no other.
func (a *Agents) spell(args map[string]json.RawMessage) error {
	types, _ := a.Types()
	name, _ := tool.Arg[string](args, "subagent_type")
	if list, ok := tool.Arg[[]map[string]json.RawMessage](args, "stages"); ok {
		for _, one := range list {
			own, _ := tool.Arg[string](one, "role")
			if t, err := find(types, first(own, name)); err == nil && one != nil {
				one["role"] = text(t.Name)
			}
		}
		raw, err := json.Marshal(list)
		args["stages"] = raw
		return err
	}
	if _, task := args["prompt"]; name == "" && !task {
		return nil // a look at what runs
	}
	if t, err := find(types, name); err == nil {
		args["subagent_type"] = text(t.Name)
	}
	return nil
}

// dialects takes the words of other systems for how a sub-agent works.
func dialects(args map[string]json.RawMessage) {
	if mode, ok := tool.Arg[string](args, "mode"); ok {
		switch strings.ToLower(mode) {
		case "blocking", "foreground", "sync":
			delete(args, "mode")
		case "background", "async":
			delete(args, "mode")
			args["run_in_background"] = json.RawMessage("true")
		case "build", "plan", "explore", "general":
			delete(args, "mode")
			if told, _ := tool.Arg[string](args, "subagent_type"); told == "" {
				args["subagent_type"] = text(mode)
			}
		}
	}
	if where, ok := tool.Arg[string](args, "workspace_isolation"); ok {
		switch strings.ToLower(where) {
		case "auto", "shared":
			delete(args, "workspace_isolation")
		case "prefer_worktree", "require_worktree":
			delete(args, "workspace_isolation")
			args["isolation"] = text(inWorktree)
		}
	}
	if how, ok := tool.Arg[string](args, "context_strategy"); ok && strings.EqualFold(how, "none") {
		delete(args, "context_strategy") // they never see the conversation
	}
	if raw, ok := args["output_schema"]; ok { // written as text
		var inside string
		if json.Unmarshal(raw, &inside) == nil && json.Valid([]byte(inside)) {
			args["output_schema"] = json.RawMessage(inside)
		}
	}
}

// delegate takes operation: launch starts in the background, status looks.
func delegate(args map[string]json.RawMessage) error {
	operation, ok := tool.Arg[string](args, "operation")
	if !ok {
		return nil
	}
	delete(args, "operation")
	switch strings.ToLower(operation) {
	case "launch":
		args["run_in_background"] = json.RawMessage("true")
	case "status":
		args["action"] = text(actList)
		if _, one := args["id"]; one {
			args["action"] = text(actPoll)
		}
		delete(args, "subagent_type")
		delete(args, "prompt")
	default:
		return tool.Errorf(tool.CodeInvalidArgs, "there is no operation %q: use action", operation)
	}
	return nil
}

// crew takes {"command":"InvokeSubagents","content":{"subagents":[{"query","agent_name","relevant_context"}]}}.
func crew(args map[string]json.RawMessage) {
	if command, ok := tool.Arg[string](args, "command"); ok {
		switch spelling.Fold(command) {
		case "invokesubagents":
			delete(args, "command")
		case "listagents":
			delete(args, "command")
			args["action"] = text(actList)
		}
	}
	if content, ok := tool.Arg[map[string]json.RawMessage](args, "content"); ok {
		delete(args, "content")
		for key, value := range content {
			if _, taken := args[key]; !taken {
				args[key] = value
			}
		}
	}
	list, ok := tool.Arg[[]map[string]json.RawMessage](args, "subagents")
	if !ok {
		return
	}
	delete(args, "subagents")
	for i, one := range list {
		if context, ok := tool.Arg[string](one, "relevant_context"); ok {
			delete(one, "relevant_context")
			for _, key := range []string{"query", "prompt", "task"} {
				if query, ok := tool.Arg[string](one, key); ok && context != "" {
					one[key] = text(query + "\n\n" + context)
				}
			}
		}
		if _, ok := one["name"]; !ok {
			one["name"] = text(fmt.Sprint(i + 1))
		}
	}
	if raw, err := json.Marshal(list); err == nil {
		args["stages"] = raw
	}
}

// stages gives the members of stages their own names.
func stages(args map[string]json.RawMessage) error {
	list, ok := tool.Arg[[]map[string]json.RawMessage](args, "stages")
	if !ok {
		return nil
	}
	own := map[string]string{}
	for name, others := range map[string]string{
		"prompt_template": "prompt task query", "role": "type subagent_type agent agent_name", "depends_on": "dependencies needs after",
		"name": "id", "output_schema": "result_schema", "max_turns": "",
	} {
		for _, other := range append(strings.Fields(others), name) {
			own[spelling.Fold(other)] = name
		}
	}
	changed := false
	for _, one := range list {
		for _, key := range slices.Sorted(maps.Keys(one)) {
			to, ok := own[spelling.Fold(key)]
			if !ok || to == key {
				continue
			}
			if _, taken := one[to]; taken {
				return tool.Errorf(tool.CodeInvalidArgs, "in stages, %q and %q are the same; give %q only", key, to, to)
			}
			one[to] = one[key]
			delete(one, key)
			changed = true
		}
	}
	if !changed {
		return nil
	}
	raw, err := json.Marshal(list)
	args["stages"] = raw
	return err
}

// text writes a text as JSON.
func text(s string) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil { // a string can always be written
		return json.RawMessage(`""`)
	}
	return raw
}
