package agents

import (
	"encoding/json"
	"strings"
	"time"

	"jig/tool"
)

const (
	agentName   = "agent"
	summaryName = "summary"

	noIsolation = "none"
	inWorktree  = "worktree"
)

// The actions.
const (
	actRun  = "run"
	actPoll = "poll"
	actWait = "wait"
	actList = "list"
	actKill = "kill"
)

const (
	defaultParallel = 4
	maxParallel     = 16
	maxSteps        = 64
	maxTime         = 24 * time.Hour
)

// input is what agent takes.
type input struct {
	Prompt      string `json:"prompt,omitempty" doc:"The task, whole: a sub-agent knows nothing of this conversation. With items, {item} stands for the item; with stages, {task} in theirs stands for this"`
	Description string `json:"description,omitempty" doc:"The task in three to five words"`
	Type        string `json:"subagent_type,omitempty" doc:"What kind of sub-agent it is; default general"`
	Model       string `json:"model,omitempty" doc:"Another model than yours, as provider/name"`

	Items    []string `json:"items,omitempty" doc:"The prompt is done once for each of these, at the same time" minItems:"1" maxItems:"64"`
	Stages   []stage  `json:"stages,omitempty" doc:"Instead of one task several, of which some wait for others" minItems:"1" maxItems:"64"`
	Parallel int      `json:"max_parallel,omitempty" doc:"How many sub-agents run at the same time; default 4" minimum:"1" maximum:"16"`

	Isolation string          `json:"isolation,omitempty" doc:"worktree: it works in a git worktree of its own, on a new branch, and you are told what it changed" enum:"none,worktree"`
	Schema    json.RawMessage `json:"output_schema,omitempty" doc:"A JSON Schema that the result has to fit; the result is then JSON"`
	MaxTurns  int             `json:"max_turns,omitempty" doc:"How many answers it may give" minimum:"1" maximum:"1000"`
	MaxTokens int64           `json:"max_tokens,omitempty" doc:"How many tokens it may use" minimum:"1"`
	TimeoutMS int64           `json:"timeout_ms,omitempty" doc:"After how many milliseconds it is stopped; with wait, how long to wait" minimum:"1" maximum:"86400000"`

	Background bool   `json:"run_in_background,omitempty" doc:"Return at once with an id; see action"`
	Action     string `json:"action,omitempty" doc:"run: start (default). Of what runs in the background: poll: how far it is, or its result. wait: its result, once it has ended. list: all of it. kill: stop it" enum:"run,poll,wait,list,kill"`
	ID         string `json:"id,omitempty" doc:"Which background work is meant (for poll, wait and kill)"`
}

// stage is one of several tasks.
type stage struct {
	Name      string          `json:"name" doc:"By which others wait for it" minLength:"1" maxLength:"100"`
	Type      string          `json:"role,omitempty" doc:"What kind of sub-agent it is; default general"`
	Prompt    string          `json:"prompt_template" doc:"Its task. {{name}} stands for the result of the stage of that name, which must be among depends_on; results that are not named are added at the end" minLength:"1"`
	DependsOn []string        `json:"depends_on,omitempty" doc:"The stages that must be done before"`
	Model     string          `json:"model,omitempty" doc:"Another model than yours"`
	Isolation string          `json:"isolation,omitempty" doc:"As above, for this stage" enum:"none,worktree"`
	Schema    json.RawMessage `json:"output_schema,omitempty" doc:"As above, for this stage"`
	MaxTurns  int             `json:"max_turns,omitempty" doc:"How many answers it may give" minimum:"1" maximum:"1000"`
}

// action is what the call is for. One that does not say so is told by what it brings.
func (in *input) action() string {
	switch {
	case in.Action != "":
		return in.Action
	case in.Prompt == "" && len(in.Stages) == 0 && in.ID != "":
		return actPoll
	}
	return actRun
}

// check refuses what no schema can, before anybody is asked and anything runs.
func (a *Agents) check(in *input) error {
	switch act := in.action(); act {
	case actRun:
		if in.ID != "" {
			return tool.Errorf(tool.CodeInvalidArgs, `id is for background work, with action "poll", "wait" or "kill"; a new task gets an id of its own`)
		}
		_, err := a.plan(in)
		return err
	case actList:
		return nil
	default:
		if strings.TrimSpace(in.ID) == "" {
			return tool.Errorf(tool.CodeInvalidArgs, `action %s needs the id that run_in_background gave; "list" shows all`, act)
		}
		if in.Prompt != "" || len(in.Stages) > 0 {
			return tool.Errorf(tool.CodeInvalidArgs, `action %s takes no task: use action "run" for that`, act)
		}
		return nil
	}
}
