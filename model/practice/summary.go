package practice

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"jig/wire"
)

const (
	greeting = "Hello. I am the practice model: I do what plain commands say. Try: list, or: help."
	short    = 240 // characters of a result that is shown whole
	shown    = 12  // lines of one that is longer
)

// announcement says what comes, as models do, if the commands do not say anything.
func announcement(items []item, later bool, tools *offer) string {
	var labels []string
	for _, it := range items {
		if it.step != nil && it.step.Text != "" {
			return ""
		}
		if it.want != nil && !tools.none && tools.find(it.want.tools) != nil {
			labels = append(labels, it.want.label)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	if later {
		return "Next I'll " + join(labels) + "."
	}
	return "I'll " + join(labels) + "."
}

func join(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return words[0]
}

// summary says what came of calls.
func summary(results []outcome) string {
	if len(results) == 0 {
		return "Done."
	}
	var lines []string
	failed := 0
	for _, o := range results {
		lines = append(lines, describe(o))
		if o.result.IsError {
			failed++
		}
	}
	if len(results) == 1 {
		return lines[0] + excerpt(results[0])
	}
	head := fmt.Sprintf("All %d calls are done:", len(lines))
	if failed > 0 {
		head = fmt.Sprintf("%d of %d calls failed:", failed, len(lines))
	}
	return head + "\n- " + strings.Join(lines, "\n- ")
}

func describe(o outcome) string {
	label := callLabel(o.call)
	text := strings.TrimSpace(resultText(o.result))
	switch {
	case o.result.IsError:
		return fmt.Sprintf("%s failed: %s", label, clip(text, short))
	case text == "":
		return label + ": done, it printed nothing."
	case !strings.Contains(text, "\n") && utf8.RuneCountInString(text) <= short:
		return label + ": " + text
	}
	return fmt.Sprintf("%s: %s", label, count(text))
}

func count(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%d lines.", n)
	}
	return fmt.Sprintf("%d characters.", utf8.RuneCountInString(text))
}

// excerpt shows the first lines of a result that is too long to be told whole.
func excerpt(o outcome) string {
	text := strings.TrimRight(strings.TrimLeft(resultText(o.result), "\n"), " \n")
	if o.result.IsError || (!strings.Contains(text, "\n") && utf8.RuneCountInString(text) <= short) {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\n")
	all := strings.Split(text, "\n")
	for n, line := range all {
		if n == shown {
			fmt.Fprintf(&b, "… and %d more lines\n", len(all)-n)
			break
		}
		if runes := []rune(line); len(runes) > short {
			line = string(runes[:short]) + "…"
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// callLabel names a call by its most telling argument.
func callLabel(c *wire.Call) string {
	var args map[string]any
	if json.Unmarshal(c.Args, &args) == nil {
		for _, key := range []string{"command", "pattern", "path", "file_path", "source", "description", "prompt", "notebook_path", "commit"} {
			if value, ok := args[key].(string); ok && value != "" {
				return c.Name + " " + clip(value, 60)
			}
		}
	}
	return c.Name
}

func resultText(r *wire.Result) string {
	var all []string
	for i := range r.Content {
		all = append(all, r.Content[i].String())
	}
	return strings.Join(all, "\n")
}

// asksForSummary says whether somebody wants the conversation told.
func asksForSummary(text string) bool {
	return strings.Contains(strings.ToLower(text), "summar")
}

// recount tells a conversation in a few words.
func recount(messages []wire.Message) string {
	var asked []string
	count := map[string]int{}
	var order []string
	for i := range messages {
		if text := said(&messages[i]); text != "" && !asksForSummary(text) && !goesOn(text) {
			asked = append(asked, clip(text, 120))
		}
		for _, c := range messages[i].Calls() {
			if count[c.Name]++; count[c.Name] == 1 {
				order = append(order, c.Name)
			}
		}
	}
	if len(asked) == 0 {
		return "Nothing was asked so far."
	}
	text := "The user asked: " + strings.Join(asked, " / ") + "."
	if len(order) > 0 {
		for i, name := range order {
			order[i] = fmt.Sprintf("%s %d×", name, count[name])
		}
		text += " Calls made: " + strings.Join(order, ", ") + "."
	}
	return text
}
