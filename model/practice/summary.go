package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"jig/internal/spelling"
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
	}
	if line, ok := inLine(o.result); ok {
		return label + ": " + line
	}
	body, total := tally(o)
	if total == "" {
		total = count(body)
	}
	return label + ": " + total
}

// inLine is a result as a line, if it is short enough to be told as it is: a block may be
// followed by what a person or a hook has to say about it.
func inLine(r *wire.Result) (line string, ok bool) {
	var all []string
	for i := range r.Content {
		if text := strings.TrimSpace(r.Content[i].String()); text != "" {
			all = append(all, text)
		}
	}
	line = strings.Join(all, " ")
	return line, !strings.Contains(line, "\n") && utf8.RuneCountInString(line) <= short
}

func count(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 || utf8.RuneCountInString(text) <= short {
		return plural(n, "line") + "."
	}
	return fmt.Sprintf("%d characters.", utf8.RuneCountInString(text))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// tally parts what was asked for from what the tool says about it: notes in brackets
// around it, and the line in which a search counts what it found.
func tally(o outcome) (body, total string) {
	lines := strings.Split(strings.TrimRight(strings.TrimLeft(resultText(o.result), "\n"), " \n"), "\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return !isNote(line) }) {
		return strings.Join(lines, "\n"), lines[0] // such as that a folder is empty
	}
	for isNote(lines[0]) {
		lines = lines[1:]
	}
	for isNote(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	if last := len(lines) - 1; last > 0 && searches(o.call.Name) {
		if number, rest, _ := strings.Cut(lines[last], " "); rest != "" && strings.Trim(number, "0123456789") == "" {
			total, _, _ = strings.Cut(strings.TrimSuffix(lines[last], "."), ";")
			return strings.Join(lines[:last], "\n"), total + "."
		}
	}
	return strings.Join(lines, "\n"), ""
}

func isNote(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]")
}

func searches(name string) bool {
	same := func(other string) bool { return spelling.Fold(other) == spelling.Fold(name) }
	return slices.ContainsFunc(grepTools(), same) || slices.ContainsFunc(globTools(), same)
}

// excerpt shows the first lines of a result that is too long to be told whole.
func excerpt(o outcome) string {
	if _, told := inLine(o.result); told || o.result.IsError {
		return ""
	}
	body, _ := tally(o)
	var b strings.Builder
	b.WriteString("\n\n")
	all := strings.Split(body, "\n")
	for n, line := range all {
		if n == shown {
			fmt.Fprintf(&b, "… and %s\n", plural(len(all)-n, "more line"))
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
			if value, ok := args[key].(string); ok && strings.TrimSpace(value) != "" {
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
