package practice

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

func talkVerbs() []verb {
	return []verb{
		{names: []string{"say"}, prose: true, usage: "say hello", what: "say something", parse: parseSay},
		{names: []string{"think"}, prose: true, usage: "think about it", what: "think something, as models do before they answer", parse: parseThink},
		{names: []string{"wait"}, usage: "wait 500ms", what: "let nothing come for a while", parse: parseWait},
		{names: []string{"pace"}, usage: "pace 80", what: "how many tokens come in a second; 0 for all at once", parse: parsePace},
		{names: []string{"expect"}, prose: true, usage: "expect module (or: expect ok, expect error)", what: "stop if the results before are not like that", parse: parseExpect},
		{names: []string{"pause"}, bare: true, usage: "pause", what: `end the answer; "continue" goes on after it`, parse: parsePause},
		{names: []string{"script", "play"}, usage: "script demo.txt", what: "play the commands of a file", parse: parseScript},
		{names: []string{"undo"}, bare: true, usage: "undo", what: "how to take changes back", parse: parseUndo},
		{names: []string{"tools"}, bare: true, usage: "tools", what: "which tools are offered", parse: parseTools},
		{names: []string{"help", "commands"}, bare: true, usage: "help", what: "all commands", parse: parseHelp},
	}
}

func parseSay(in input) ([]item, error) {
	text, _ := unquote(in.rest)
	if in.body != nil {
		text = strings.TrimSpace(text + "\n" + *in.body)
	}
	if text == "" {
		return nil, in.wrong("what?")
	}
	return []item{{step: &Step{Text: text + "\n"}}}, nil
}

func parseThink(in input) ([]item, error) {
	text, _ := unquote(in.rest)
	if text == "" {
		return nil, in.wrong("what?")
	}
	return []item{{step: &Step{Thinking: text}}}, nil
}

func parseWait(in input) ([]item, error) {
	d, err := time.ParseDuration(in.rest)
	if err != nil || d < 0 || d > time.Hour {
		return nil, in.wrong(fmt.Sprintf("%q is no duration up to an hour", in.rest))
	}
	return []item{waitFor(d)}, nil
}

func parsePace(in input) ([]item, error) {
	pace, err := strconv.ParseFloat(in.rest, 64)
	if err != nil || pace < 0 || math.IsInf(pace, 0) || math.IsNaN(pace) {
		return nil, in.wrong(fmt.Sprintf("%q is no number of tokens a second", in.rest))
	}
	return []item{{pace: &pace}}, nil
}

func parseExpect(in input) ([]item, error) {
	text, was := unquote(in.rest)
	yes, no := true, false
	switch {
	case text == "":
		return nil, in.wrong("what?")
	case !was && (text == "error" || text == "an error"):
		return []item{{expect: &expectation{fail: &yes}}}, nil
	case !was && text == "ok":
		return []item{{expect: &expectation{fail: &no}}}, nil
	}
	return []item{{expect: &expectation{text: text}}}, nil
}

func parsePause(input) ([]item, error) { return []item{{pause: true}}, nil }

func parseScript(in input) ([]item, error) {
	names := paths(in.rest)
	if len(names) != 1 {
		return nil, in.wrong("which file?")
	}
	return []item{{script: names[0]}}, nil
}

func parseUndo(input) ([]item, error) {
	return []item{{step: &Step{Text: "I have no tool to undo changes, but you do: leave this conversation and type `jig undo`, or `jig undo --help` to see what can be taken back.\n"}}}, nil
}

func parseTools(input) ([]item, error) {
	return []item{{help: func(_ *interpreter, tools *offer) string { return tools.list() }}}, nil
}

func parseHelp(input) ([]item, error) {
	return []item{{help: func(i *interpreter, _ *offer) string { return i.help() }}}, nil
}
