package cli

import (
	"encoding/json"
	"slices"

	"jig/engine/guard"
	"jig/policy"
)

// controlPermission is a rule that a program makes of its answer, in the shapes of Claude Code: those that were suggested to it,
// sent back with where they shall be kept.
type controlPermission struct {
	Type        string            `json:"type"`
	Behavior    string            `json:"behavior"`
	Destination string            `json:"destination"`
	Rules       []json.RawMessage `json:"rules"`
}

// texts are the rules as jig writes them, nil if one makes no sense.
func (p *controlPermission) texts() []string {
	var all []string
	for _, raw := range p.Rules {
		var text string
		var parts struct {
			Tool    string `json:"toolName"`
			Content string `json:"ruleContent"`
		}
		switch {
		case json.Unmarshal(raw, &text) == nil && text != "":
		case json.Unmarshal(raw, &parts) == nil && parts.Tool != "":
			if text = parts.Tool; parts.Content != "" {
				text += "(" + parts.Content + ")"
			}
		default:
			return nil
		}
		all = append(all, text)
	}
	return all
}

// keep makes an answer hold for longer, if the program has sent back the rules of one of the question's offers. Anything else
// is more, or something else, than what was offered: then the answer holds for this call alone.
func keep(answer *guard.Answer, q *guard.Question, permissions []controlPermission) {
	for i := range permissions {
		p := &permissions[i]
		if p.Type != "addRules" || p.Behavior != "allow" {
			continue
		}
		rules := p.texts()
		offer := slices.IndexFunc(q.Offers, func(o policy.Offer) bool {
			return len(rules) == len(p.Rules) && slices.Equal(o.Rules, rules) // an offer without rules is this very call
		})
		if offer < 0 {
			continue
		}
		answer.Offer, answer.Keep = offer, guard.Saved
		if p.Destination == "" || p.Destination == "session" {
			answer.Keep = guard.Session
		}
		return
	}
}
