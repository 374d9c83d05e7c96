package agents

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// mark is a place in a prompt that something else is put into.
var mark = regexp.MustCompile(`\{\{[^{}\n]{1,110}\}\}|\{[^{}\s]{1,110}\}`)

// marks are the names in the marks of a prompt.
func marks(prompt string) []string {
	var all []string
	for _, m := range mark.FindAllString(prompt, -1) {
		all = append(all, marked(m))
	}
	return all
}

// marked is the name in a mark.
func marked(m string) string {
	return strings.TrimSuffix(strings.TrimSpace(strings.Trim(m, "{}")), ".output")
}

// unknownMark is the name in the first mark of two braces that could mean a stage and means none; empty if there is no such
// mark. A text that the task has too is not meant as one: it is what the task is about, such as a template.
func unknownMark(prompt, task string, stages map[string]*step) string {
	for _, m := range stageMark.FindAllString(prompt, -1) {
		name := marked(m)
		if _, ok := stages[name]; !ok && name != "task" && !strings.Contains(task, m) {
			return name
		}
	}
	return ""
}

// stageMark is a mark that can only be meant for the result of a stage.
var stageMark = regexp.MustCompile(`\{\{ *[\pL\pN_-]+(\.output)? *\}\}`)

// words is the prompt of a step with everything put in: results of the steps before it, each once where its mark stands, or
// at the end. What is put in is not looked at for marks again.
func (s *step) words(results map[*step]string) string {
	used := map[*step]bool{}
	text := mark.ReplaceAllStringFunc(s.prompt, func(m string) string {
		name := marked(m)
		if other := slices.IndexFunc(s.after, func(o *step) bool { return o.name == name }); other >= 0 {
			used[s.after[other]] = true
			return results[s.after[other]]
		}
		if value, ok := s.fill[name]; ok {
			return value
		}
		return m
	})
	for _, o := range s.after {
		if !used[o] {
			text += fmt.Sprintf("\n\n<result of=%q>\n%s\n</result>", o.name, results[o])
		}
	}
	return text
}
