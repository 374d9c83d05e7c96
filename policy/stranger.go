package policy

import (
	"fmt"
	"slices"
	"strings"

	"jig/config"
	"jig/internal/spelling"
	"jig/internal/toolref"
)

// Strangers tells of the rules in settings whose tool nobody knows, one sentence for
// each: a denial with a slip in its name denies nothing, and nobody would notice. It
// is no mistake, because programs bring tools that are not known here.
func Strangers(c *config.Config) []string {
	var told []string
	for i := range c.Layers {
		p := &c.Layers[i].Settings.Permissions
		for _, list := range [][]config.Rule{p.Deny, p.Ask, p.Allow, p.Rules} {
			for _, r := range list {
				if name, strange := stranger(r.Text); strange {
					told = append(told, fmt.Sprintf("%s: the %s rule %q is about %q, which is no tool that is known here%s", place(r.Source), r.Effect, r.Text, name, meant(name)))
				}
			}
		}
	}
	return told
}

// strange tells the same of rules that a program brings.
func strange(rules []Rule) []string {
	var told []string
	for i := range rules {
		if name, is := stranger(rules[i].Text); is {
			told = append(told, fmt.Sprintf("%s: the %s rule %q is about %q, which is no tool that is known here%s", rules[i].Source, rules[i].Effect, rules[i].Text, name, meant(name)))
		}
	}
	return told
}

// stranger reports whether a rule is about one tool of a name that nobody knows. Tools
// of servers can have any name, and a pattern may wait for one.
func stranger(text string) (name string, strange bool) {
	head, _, _, err := toolref.SplitRule(text)
	if err != nil {
		return "", false // the policy says what is wrong with it
	}
	ref, err := toolref.Parse(head)
	if err != nil || !ref.Exact() || strings.HasPrefix(head, "@") || strings.HasPrefix(head, "mcp__") {
		return "", false
	}
	if _, known := StandIn(head); known {
		return "", false
	}
	folded := spelling.Fold(head)
	return head, !slices.ContainsFunc(otherTools(), func(k string) bool { return spelling.Fold(k) == folded })
}

// meant says which name was probably meant.
func meant(name string) string {
	const longest = 40
	if len(name) > longest {
		return ""
	}
	folded := spelling.Fold(name)
	best, least := "", 1+max(1, len(folded)/3)
	for _, k := range slices.Concat(usualTools(), otherTools()) {
		if d := spelling.Distance(folded, spelling.Fold(k)); d < least && d < len(folded) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// usualTools are the names that people write rules about most.
func usualTools() []string {
	return []string{
		"Bash", "Read", "Edit", "Write", "Glob", "Grep", "WebFetch", "MultiEdit", "NotebookEdit", "PowerShell", "shell", "fs_read", "fs_write",
		"execute_bash", "apply_patch", "list", "insert", "delete", "move", "mkdir",
	}
}

// otherTools are the names of tools that are of no family, in jig and in the systems
// whose settings it reads: rules about them come along with those.
func otherTools() []string {
	return []string{
		"sleep", "repl", "python", "execute_code", "run_code", "monitor", "BashOutput", "read_result", "tool_output", "structured_output",
		"git_status", "git_diff", "git_log", "git_show", "git_blame",
		"Agent", "AskUserQuestion", "CronCreate", "CronDelete", "CronList", "EnterPlanMode", "ExitPlanMode", "EnterWorktree", "ExitWorktree", "LSP",
		"ListMcpResources", "ListMcpResourcesTool", "ReadMcpResource", "ReadMcpResourceTool", "ScheduleWakeup", "SendMessage", "Skill", "SlashCommand",
		"Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TeamCreate", "TeamDelete", "TodoRead", "TodoWrite", "ToolSearch",
		"WebSearch", "Workflow",
		"aws", "use_aws", "code", "knowledge", "todo_list", "thinking", "introspect", "delegate", "subagent", "report_issue",
		"update_plan", "view_image", "save_memory", "write_todos",
	}
}
