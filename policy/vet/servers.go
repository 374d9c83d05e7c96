package vet

import (
	"net/url"
	"path"
	"strings"
)

// servers looks at a list of MCP servers in a project's file. Most agents ask
// before they start one; what they were asked about once may change afterwards,
// so an approval has to be bound to the content that is found here.
func servers(r *report, where string, v any) {
	keys, object := members(v)
	if object == nil {
		if !empty(v) {
			r.addf(Deny, where, "the list of servers is not an object")
		}
		return
	}
	for _, name := range keys {
		at := pointer(where, name)
		r.at(at, unseen(name))
		server(r, at, name, object[name])
	}
}

// startedServers is for agents that start the servers of a project without a
// question.
func startedServers(r *report, where string, v any) {
	if !empty(v) {
		r.addf(Deny, where, "it has servers started as soon as the folder is opened%s", quoteFirst(v))
	}
	servers(r, where, v)
}

func server(r *report, where, name string, v any) {
	keys, object := members(v)
	if object == nil {
		r.addf(Deny, where, "the server %q is not described by an object", brief(name))
		return
	}
	for _, key := range keys {
		at, value := pointer(where, key), object[key]
		switch strings.ToLower(key) {
		case "command":
			command(r, at, value, object["args"])
		case "args":
			if object["command"] == nil {
				r.addf(Ask, at, "there are arguments without a command")
			}
		case "url", "serverurl", "httpurl", "endpoint":
			serverURL(r, at, value)
		case "env", "environment":
			environment(r, at, value)
		case "envfile":
			r.addf(Ask, at, "it has variables read from a file%s", quoteFirst(value))
		case "autoapprove", "alwaysallow", "allowedtools", "auto_approve", "autoapprovedtools":
			if !empty(value) {
				r.addf(Deny, at, "it has tools of the server run without a question%s", quoteFirst(value))
			}
		case "trust", "trusted":
			if value != false {
				r.addf(Deny, at, "it has every tool of the server run without a question")
			}
		case "headershelper":
			r.addf(Deny, at, "it runs a command by itself%s", quoteFirst(value))
		case "cwd":
			if s, ok := value.(string); !ok || strings.HasPrefix(s, "/") || strings.Contains(s, "..") {
				r.addf(Ask, at, "it starts the server outside of the project%s", quoteFirst(value))
			}
		case "headers", "http_headers", "requestinit", "oauth", "auth", "authprovidertype":
			r.addf(Ask, at, "it sends credentials to the server")
		case "type", "transport":
			if s, ok := value.(string); !ok || !known(strings.ToLower(s), "stdio", "http", "sse", "streamable-http", "streamablehttp", "local", "remote", "ws") {
				r.addf(Ask, at, "the way of talking to the server is not known%s", quoteFirst(value))
			}
		case "disabled", "enabled", "timeout", "description", "disabledtools", "excludetools", "name", "gallery", "version", "startup_timeout_sec", "tool_timeout_sec", "startuptimeout":
			for _, s := range texts(value) {
				r.at(at, Text(Description, s))
			}
		default:
			r.addf(Ask, at, "it is not known what %q does to a server", brief(key))
		}
	}
	if len(keys) == 0 {
		r.addf(Ask, where, "the server %q is empty; what it was approved for may be filled in later", brief(name))
	}
}

// command looks at the program that a server is. The arguments may stand in the
// same list or in another.
func command(r *report, where string, v, args any) {
	words := append(texts(v), texts(args)...)
	if len(words) == 0 {
		r.addf(Deny, where, "the command is empty")
		return
	}
	line := strings.Join(words, " ")
	program := strings.ToLower(path.Base(strings.ReplaceAll(words[0], `\`, "/")))
	program = strings.TrimSuffix(program, ".exe")
	r.at(where, unseen(line))
	switch {
	case known(program, "sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh", "eval", "curl", "wget", "nc", "ncat", "socat", "env", "sudo", "osascript", "busybox", "calc"):
		r.addf(Deny, where, "it starts %q, which runs whatever it is told: %s", brief(program), brief(line))
	case runsShell(line):
		r.addf(Deny, where, "it starts a command line and not a program: %s", brief(line))
	case inlineCode(program, words[1:]):
		r.addf(Deny, where, "it starts a program that is written in the file itself: %s", brief(line))
	default:
		r.addf(Ask, where, "it starts a program: %s", brief(line))
	}
}

// inlineCode reports whether an interpreter is given its program as an argument.
func inlineCode(program string, args []string) bool {
	if !known(strings.TrimRight(program, "0123456789."), "python", "node", "ruby", "perl", "php", "deno", "bun", "lua") {
		return false
	}
	for _, a := range args {
		if known(a, "-c", "-e", "-p", "-r", "--eval", "--print", "eval", "--require", "--import", "-pe") || strings.HasPrefix(a, "--eval=") || strings.HasPrefix(a, "-e") || strings.HasPrefix(a, "-c") {
			return true
		}
	}
	return false
}

// serverURL looks at the address of a server. Servers on this machine are usual,
// so a private address is a question; another scheme is none.
func serverURL(r *report, where string, v any) {
	s, _ := v.(string)
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "ws" && u.Scheme != "wss":
		r.addf(Deny, where, "%q is not the address of a server", brief(s))
	case secretPath(s) != "":
		r.addf(Deny, where, "%q is where a cloud hands out credentials", brief(s))
	default:
		r.addf(Ask, where, "it connects to %s", brief(u.Host))
	}
}

// environment looks at variables that a file sets for programs.
func environment(r *report, where string, v any) {
	keys, object := members(v)
	if object == nil {
		if !empty(v) {
			r.addf(Ask, where, "it sets variables in a form that is not known")
		}
		return
	}
	for _, name := range keys {
		s, _ := object[name].(string)
		variable(r, pointer(where, name), name, s, Ask)
	}
}

// variable looks at one variable; those that are not known to change what runs or
// where data goes get the level others.
func variable(r *report, where, name, value string, others Level) {
	up := strings.ToUpper(strings.TrimSpace(name))
	redirects := strings.HasSuffix(up, "_BASE_URL") || strings.HasSuffix(up, "_API_BASE") || strings.HasSuffix(up, "_ENDPOINT") || strings.HasSuffix(up, "_PROXY") ||
		strings.HasSuffix(up, "_BASE") && strings.Contains(up, "API") || strings.HasSuffix(up, "_HOST") && strings.Contains(up, "OLLAMA") || strings.HasSuffix(up, "REGISTRY") || strings.HasSuffix(up, "INDEX_URL")
	loads := strings.HasPrefix(up, "LD_") || strings.HasPrefix(up, "DYLD_") || strings.HasPrefix(up, "GIT_") || strings.HasPrefix(up, "NPM_CONFIG_") || strings.HasPrefix(up, "BASH_") ||
		strings.HasPrefix(up, "SSH_") || strings.HasPrefix(up, "PYTHON") || strings.HasPrefix(up, "RUBY") || strings.HasPrefix(up, "PERL") || strings.HasPrefix(up, "JAVA_") ||
		strings.HasPrefix(up, "CLAUDE_") || strings.HasPrefix(up, "CODEX_") || strings.HasPrefix(up, "GEMINI_") || strings.HasPrefix(up, "JIG_") || strings.HasPrefix(up, "CURSOR_") || strings.HasPrefix(up, "KIRO_") ||
		known(up, "PATH", "HOME", "IFS", "ENV", "SHELL", "SHELLOPTS", "PS4", "PROMPT_COMMAND", "NODE_OPTIONS", "NODE_PATH", "NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "EDITOR", "VISUAL", "PAGER",
			"MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "JDK_JAVA_OPTIONS", "GOFLAGS", "GOPROXY", "GONOSUMDB", "GOPRIVATE", "RUSTC_WRAPPER", "CARGO_HOME", "XDG_CONFIG_HOME", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE",
			"CURL_CA_BUNDLE", "ZDOTDIR", "FPATH", "PSMODULEPATH", "MAKEFLAGS", "ELECTRON_RUN_AS_NODE", "DOCKER_HOST", "KUBECONFIG", "TMPDIR", "HOSTALIASES")
	switch {
	case strings.ContainsAny(name, " \t=$`"):
		r.addf(Deny, where, "%q is not the name of a variable", brief(name))
	case redirects:
		r.addf(Deny, where, "%s sends what is said elsewhere: %s", brief(name), brief(value))
	case loads:
		r.addf(Deny, where, "%s changes which programs run and what they load: %s", brief(name), brief(value))
	case runsShell(value):
		r.addf(Deny, where, "the value of %s is a command: %s", brief(name), brief(value))
	case others > Clean:
		r.addf(others, where, "it sets the variable %s", brief(name))
	}
}

// known reports whether s is one of the words.
func known(s string, words ...string) bool {
	for _, w := range words {
		if s == w {
			return true
		}
	}
	return false
}
