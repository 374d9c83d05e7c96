package vet

import (
	"encoding/json"
	"strings"
)

// The kinds of input that Describe knows.
const (
	// KindConfig is "path: content" of a file found in a project.
	KindConfig = "config"
	// KindMCP is something that a server sends.
	KindMCP = "mcp"
)

// Checker is what is known of the place where something arrives. The zero value
// is of use: it knows the names that agents commonly give to their own tools, and
// no folder is open to tools.
type Checker struct {
	// Builtin reports whether a name belongs to a tool of our own.
	Builtin func(name string) bool
	// Roots are the folders that are open to tools, absolute.
	Roots []string
}

// Describe is [Checker.Describe] of the zero Checker.
func Describe(kind, input string) []Finding { return Checker{}.Describe(kind, input) }

// Describe looks at one line of input as `jig check --jsonl` reads it. For
// [KindConfig] that is "path: content"; for [KindMCP] a tool definition, "tool
// {arguments}", or a label with what follows it: "OAuth metadata: {…}",
// "WWW-Authenticate: …", "instructions: …", "tool result: …".
//
// There is always a finding, and never one below [Ask]: nothing that a project or
// a server brings is obeyed without a question. What is not understood is a
// [Deny].
func (c Checker) Describe(kind, input string) []Finding {
	if c.Builtin == nil {
		c.Builtin = familiar
	}
	var found []Finding
	switch kind {
	case KindConfig:
		found = describeConfig(input)
	case KindMCP:
		found = c.server(input)
	default:
		return notChecked()
	}
	if Worst(found) < Ask {
		who := "project"
		if kind == KindMCP {
			who = "server"
		}
		found = append(found, Finding{Level: Ask, What: "nothing speaks against it; what a " + who + " brings is obeyed only after a person has agreed"})
	}
	return found
}

func notChecked() []Finding {
	return []Finding{{Level: Deny, What: "this is not something jig can check, so it is not obeyed"}}
}

func describeConfig(input string) []Finding {
	name, content, found := strings.Cut(input, ": ")
	if !found {
		name, content, found = strings.Cut(input, ":\n")
	}
	if !found || name == "" || strings.ContainsAny(name, " \t\n\"'{}()") || !strings.ContainsAny(name, "./") {
		return notChecked()
	}
	return ProjectFile(name, []byte(content))
}

func (c Checker) server(input string) []Finding {
	input = strings.TrimSpace(input)
	if strings.HasPrefix(input, "{") {
		return describeObject(input, c.Builtin)
	}
	if label, rest, found := strings.Cut(input, ":"); found && !strings.ContainsAny(label, "{\"") {
		rest = strings.TrimSpace(rest)
		switch strings.ToLower(label) {
		case "oauth metadata":
			return metadata(rest)
		case "www-authenticate":
			return challenge(rest)
		case "instructions", "server instructions":
			return Text(Instructions, rest)
		case "description":
			return Text(Description, rest)
		case "tool result":
			return output(rest)
		}
		return notChecked()
	}
	tool, args, found := strings.Cut(input, " ")
	if !found || !strings.HasPrefix(strings.TrimSpace(args), "{") {
		return notChecked()
	}
	return ToolArgument(tool, json.RawMessage(args), c.Roots...)
}

// familiar lists what agents commonly call their own tools.
func familiar(name string) bool {
	return known(strings.ToLower(strings.ReplaceAll(name, "_", "")), "bash", "shell", "executebash", "executecmd", "powershell", "read", "readfile", "fsread", "write", "writefile", "fswrite",
		"edit", "editfile", "multiedit", "applypatch", "strreplace", "glob", "grep", "ls", "listdir", "listfiles", "search", "webfetch", "fetch", "websearch", "task", "agent", "todowrite", "todoread",
		"notebookedit", "askuserquestion", "exitplanmode", "toolsearch", "skill", "sendmessage", "monitor", "lsp", "python", "runcommand", "runshellcommand", "runterminalcommand", "execcommand", "browser", "memory", "workflow", "usesubagent", "subagent")
}

// describeObject tells apart what a server sends as an object.
func describeObject(input string, builtin func(string) bool) []Finding {
	v, err := parseJSON([]byte(input))
	if err != nil {
		return []Finding{{Level: Deny, What: "it cannot be read, so it is not obeyed: " + err.Error()}}
	}
	_, object := members(v)
	switch {
	case object["authorization_endpoint"] != nil, object["issuer"] != nil, object["token_endpoint"] != nil, object["authorization_servers"] != nil:
		return metadata(input)
	case object["tools"] != nil:
		list, _ := object["tools"].([]any)
		var r report
		for _, entry := range list {
			raw, err := json.Marshal(entry)
			if err != nil {
				return notChecked()
			}
			r.add(Definition(raw, builtin)...)
		}
		return r.list()
	case object["name"] != nil || object["inputSchema"] != nil || object["description"] != nil:
		return Definition(json.RawMessage(input), builtin)
	}
	return notChecked()
}

// metadata looks at what an authorization server says of itself: every address in
// it is opened or fetched.
func metadata(raw string) []Finding {
	v, err := parseJSON([]byte(raw))
	if err != nil {
		return []Finding{{Level: Deny, What: "the metadata cannot be read: " + err.Error()}}
	}
	var r report
	eachValue("", "", v, func(where, key string, v any) {
		s, ok := v.(string)
		if !ok {
			return
		}
		r.at(where, unseen(s))
		place := strings.HasSuffix(key, "_endpoint") || strings.HasSuffix(key, "_uri") || strings.HasSuffix(key, "_url") || known(key, "issuer", "resource", "authorization_servers")
		if place || strings.Contains(s, ":") {
			if err := AuthURL(s); err != nil {
				r.addf(Deny, where, "%v", err)
			}
		}
	})
	return r.list()
}

func challenge(header string) []Finding {
	raw, err := challengeURL(header)
	if err == nil {
		err = AuthURL(raw)
	}
	if err != nil {
		return []Finding{{Level: Deny, What: err.Error()}}
	}
	return nil
}

// output looks at the result of a tool. Data is never a call, so text that has
// the form of one is told of.
func output(s string) []Finding {
	found := Text(Output, s)
	plain := strings.ReplaceAll(flatten(s), " ", "")
	for _, mark := range []string{`"tool_calls"`, `"function_call"`, `"tool_use"`, "<tool_call", "<function_calls", "<function=", "<invoke", "[tool_calls]", "<|tool", "<|python_tag|>", "<|channel|>", "functions."} {
		if strings.Contains(plain, mark) {
			found = append(found, Finding{Level: Deny, What: "it contains text in the form of a tool call; it is data and is not run"})
			break
		}
	}
	return found
}
