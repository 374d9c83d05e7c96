package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/clip"
)

// Decision is what hooks say about a call.
type Decision uint8

// The decisions, from weakest to strictest.
const (
	None  Decision = iota // no opinion
	Allow                 // the hook does not mind; rules still decide
	Ask                   // a person should decide
	Deny                  // no
)

func (d Decision) String() string {
	return [...]string{"none", "allow", "ask", "deny"}[min(d, Deny)]
}

// Output is the answer of one hook.
type Output struct {
	// Decision is about the call, for PreToolUse and PermissionRequest.
	Decision Decision
	// Block stops what the event announces: the call, the prompt, the end of
	// the turn. For PostToolUse it tells the model that the result is not in
	// order.
	Block bool
	// Reason says why, to the model when it blocks.
	Reason string
	// UpdatedInput replaces the arguments of the call.
	UpdatedInput json.RawMessage
	// UpdatedOutput replaces the result of the call, for PostToolUse.
	UpdatedOutput json.RawMessage
	// Context is added to what the model sees.
	Context string
	// Message is shown to the person.
	Message string
	// Stop ends the turn, with StopReason for the person.
	Stop       bool
	StopReason string
	// warning tells of a part of the answer that is not obeyed.
	warning string
}

// The keys that answers have. Others are ignored, since programs know more of
// them; but one that is nearly a known one is a mistake, and what the hook
// meant with it would be lost.
func topKeys() []string {
	return []string{"continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput", "async", "asyncTimeout"}
}

func specificKeys() []string {
	return []string{
		"hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext",
		"updatedToolOutput", "updatedMCPToolOutput", "decision",
	}
}

// parseOutput reads what a hook printed before it ended well: JSON, or text.
func parseOutput(event Event, stdout []byte) (Output, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(stdout, []byte("\xEF\xBB\xBF")))
	if len(text) == 0 {
		return Output{}, nil
	}
	if text[0] != '{' {
		return plainOutput(event, text)
	}
	d := &decoder{source: "the JSON it printed"}
	top := d.anyObject("output", text)
	d.nearMisses(top, topKeys())
	if event.Guard() {
		d.guardKeys(top)
	}
	for _, key := range specificKeys() {
		if _, has := top.values[key]; has && key != "decision" {
			d.fail("output."+key, "this key belongs into hookSpecificOutput")
		}
	}
	var out Output
	if raw, has := top.values["continue"]; has {
		out.Stop = string(raw) != "true" && !top.yes("continue")
	}
	out.StopReason = top.text("stopReason")
	out.Message = top.text("systemMessage")
	out.Reason = top.text("reason")
	switch decision := top.text("decision"); decision {
	case "":
	case "block", "deny":
		out.Block = true
	case "approve", "allow":
		out.Decision = Allow
	default:
		d.fail("output.decision", "want \"approve\" or \"block\", not %q", clip.Runes(decision, 40))
	}
	if raw, has := top.values["hookSpecificOutput"]; has && string(raw) != "null" {
		d.specific(event, &out, raw)
	}
	return out, d.err()
}

// specific reads the part of the answer that depends on the event.
func (d *decoder) specific(event Event, out *Output, raw []byte) {
	f := d.anyObject("hookSpecificOutput", raw)
	d.nearMisses(f, specificKeys())
	if name := f.text("hookEventName"); name != "" && name != string(event) {
		d.fail("hookSpecificOutput.hookEventName", "the event is %q, not %q", event, clip.Runes(name, 40))
	}
	out.Context = f.text("additionalContext")
	if reason := f.text("permissionDecisionReason"); reason != "" {
		out.Reason = reason
	}
	switch decision := f.text("permissionDecision"); decision {
	case "":
	case "allow":
		out.Decision = max(out.Decision, Allow)
	case "ask", "defer":
		out.Decision = Ask
	case "deny":
		out.Decision = Deny
	default:
		d.fail("hookSpecificOutput.permissionDecision", "want \"allow\", \"ask\" or \"deny\", not %q", clip.Runes(decision, 40))
	}
	out.UpdatedInput = f.replacement("updatedInput")
	for _, key := range []string{"updatedMCPToolOutput", "updatedToolOutput"} { // the first is what older scripts write
		if raw, has := f.values[key]; has && string(raw) != "null" {
			out.UpdatedOutput = json.RawMessage(raw)
		}
	}
	if raw, has := f.values["decision"]; has && string(raw) != "null" {
		d.answer(out, raw)
	}
}

// answer reads how a PermissionRequest hook answers in place of the person.
func (d *decoder) answer(out *Output, raw []byte) {
	f := d.anyObject("hookSpecificOutput.decision", raw)
	d.nearMisses(f, []string{"behavior", "updatedInput", "updatedPermissions", "message", "interrupt"})
	switch behavior := f.text("behavior"); behavior {
	case "allow":
		out.Decision = max(out.Decision, Allow)
	case "deny":
		out.Decision = Deny
	default:
		d.fail("hookSpecificOutput.decision.behavior", "want \"allow\" or \"deny\", not %q", clip.Runes(behavior, 40))
	}
	if message := f.text("message"); message != "" {
		out.Reason = message
	}
	if f.yes("interrupt") {
		out.Stop = true
	}
	if updated := f.replacement("updatedInput"); updated != nil {
		out.UpdatedInput = updated
	}
	if _, has := f.values["updatedPermissions"]; has {
		out.warning = "updatedPermissions is not obeyed: a hook cannot change the rules"
	}
}

// replacement reads new arguments, which are an object.
func (f fields) replacement(key string) json.RawMessage {
	raw, has := f.values[key]
	if !has || string(raw) == "null" {
		return nil
	}
	if raw.Kind() != '{' {
		f.fail(f.path+"."+key, "want an object, not %s", clip.Runes(string(raw), 40))
		return nil
	}
	compact := slices.Clone(raw)
	if err := compact.Compact(); err != nil {
		f.fail(f.path+"."+key, "%w", err)
	}
	return json.RawMessage(compact)
}

// guardKeys refuses answers of a guard that say something which is not understood:
// none of the known keys, or beside them a key that other programs decide with.
func (d *decoder) guardKeys(top fields) {
	known := 0
	for _, key := range sortedKeys(top.values) {
		if slices.Contains(topKeys(), key) {
			known++
		}
		if slices.Contains([]string{"behavior", "allow", "allowed", "deny", "denied", "block", "blocked", "approve", "approved", "permission", "action", "verdict", "effect", "ok"}, key) {
			d.fail("output."+key, `jig does not know this key, and it may be a decision; write {"decision": "block", "reason": …} or hookSpecificOutput.permissionDecision`)
			known++ // it is told already
		}
	}
	if known == 0 && len(top.values) > 0 && len(d.errs) == 0 {
		d.fail("output", "none of its keys is known, so what it decides is not known; known are %s", strings.Join(topKeys(), ", "))
	}
}

func (d *decoder) nearMisses(f fields, known []string) {
	for _, key := range sortedKeys(f.values) {
		if slices.Contains(known, key) {
			continue
		}
		if near := nearest(key, known); near != "" {
			d.fail(f.path+"."+key, "unknown key; did you mean %q?", near)
		}
	}
}

var errMixed = errors.New("it printed other text beside its JSON, so that the decision in it cannot be read; print the JSON alone, and anything else to stderr")

// plainOutput reads text. A guard whose decision stands somewhere in the text
// has not been understood, and that must not pass for consent.
func plainOutput(event Event, text []byte) (Output, error) {
	if event.Guard() && hasAnswer(text) {
		return Output{}, errMixed
	}
	// A list, and where text means nothing also true, false or a string, is an
	// answer in a shape that is not known.
	if kind := jsontext.Value(text).Kind(); event.Guard() && jsontext.Value(text).IsValid() && (kind == '[' || event.decides() && strings.ContainsRune(`tf"`, rune(kind))) {
		return Output{}, fmt.Errorf("it printed JSON that is no object (%s); print an object, or nothing", clip.Runes(string(text), 40))
	}
	if event.plainContext() {
		return Output{Context: string(text)}, nil
	}
	return Output{}, nil
}

// hasAnswer reports whether an object that looks like an answer begins on some
// line of the text.
func hasAnswer(text []byte) bool {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
			value, err := jsontext.NewDecoder(bytes.NewReader(text)).ReadValue()
			var object map[string]jsontext.Value
			if err == nil && jsonv2.Unmarshal(value, &object) == nil {
				for _, key := range []string{"decision", "hookSpecificOutput", "continue"} {
					if _, has := object[key]; has {
						return true
					}
				}
			}
		}
		text = rest
	}
	return false
}

// bounded cuts the texts of an answer. What is cut says so.
func (o Output) bounded(most int) Output {
	for _, text := range []*string{&o.Reason, &o.Context, &o.Message, &o.StopReason} {
		*text = bound(*text, most)
	}
	return o
}

func bound(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return fmt.Sprintf("%s\n[cut after %d of %d characters]", string(runes[:most]), most, len(runes))
}
