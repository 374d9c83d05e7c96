package shell

import "strings"

// containerPrograms talk to a container engine or a cluster.
func containerPrograms() map[string]judge {
	remote := func(in *invocation) {
		words, known := texts(in.args)
		if known && len(words) == 1 && words[0] == "--version" || known && len(words) == 2 && words[0] == "version" && words[1] == "--client" {
			return
		}
		in.connect("*")
		if len(words) == 0 || !known || !among(words[0], "get", "describe", "logs", "version", "api-resources", "api-versions", "explain", "top", "cluster-info") {
			in.doubtf("%s can change what runs elsewhere", in.name)
		}
	}
	return map[string]judge{
		"docker": judgeDocker, "podman": judgeDocker, "nerdctl": judgeDocker, "kubectl": remote, "oc": remote,
		"docker-compose": func(in *invocation) { in.composeShows(in.args) },
		"terraform":      judgeTerraform, "tofu": judgeTerraform,
	}
}

// judgeDocker allows what shows. Options before the sub-command choose another
// engine and are not allowed.
func judgeDocker(in *invocation) {
	words, known := texts(in.args)
	in.dockerHarm()
	if len(words) == 0 {
		return
	}
	if !known {
		in.doubtf("%s: not all words are known", in.name)
		return
	}
	sub, rest := words[0], words[1:]
	if sub == "compose" {
		in.composeShows(in.args[1:])
		return
	}
	if among(sub, "container", "image", "network", "volume", "system") && len(rest) > 0 {
		shows := map[string][]string{
			"container": {"ls", "list", "ps", "inspect", "logs", "top", "port", "diff"}, "image": {"ls", "list", "inspect", "history"},
			"network": {"ls", "list", "inspect"}, "volume": {"ls", "list", "inspect"}, "system": {"df", "info"},
		}
		if !among(rest[0], shows[sub]...) {
			in.doubtf("%s %s %s is not known to be harmless", in.name, sub, rest[0])
			return
		}
		return
	}
	switch {
	case among(sub, "--version", "-v", "version", "info", "ps", "images", "inspect", "logs", "top", "port", "history", "diff"):
	case sub == "stats" && among("--no-stream", rest...):
	default:
		in.doubtf("%s %s is not known to be harmless", in.name, sub)
	}
}

// composeShows allows what only shows. The whole configuration is not among it:
// it is printed with the values of .env and of any file that the project names.
func (in *invocation) composeShows(args []word) {
	for len(args) > 1 && args[0].known && among(args[0].text, "-f", "--file", "-p", "--project-name") {
		if among(args[0].text, "-f", "--file") {
			in.read(args[1])
		}
		args = args[2:]
	}
	words, known := texts(args)
	if len(words) == 0 {
		return
	}
	sub, rest := words[0], words[1:]
	names := len(rest) > 0
	for _, w := range rest {
		names = names && among(w, "--services", "--volumes", "--images", "--profiles", "--networks", "-q", "--quiet")
	}
	switch {
	case !known:
		in.doubtf("%s: not all words are known", in.name)
	case among(sub, "ps", "ls", "logs", "version", "images", "top", "--version", "-v"), sub == "config" && names:
		in.read(here())
	case sub == "config":
		in.doubtf("%s config shows the values of variables, which may be secrets; use config --services", in.name)
	default:
		in.doubtf("%s %s is not known to be harmless", in.name, sub)
	}
}

// dockerHarm looks for containers that are given the whole machine.
func (in *invocation) dockerHarm() {
	runs, privileged, host := false, false, false
	for i, w := range in.args {
		text := w.text
		runs = runs || among(text, "run", "create")
		name, v, attached := strings.Cut(text, "=")
		if !attached && i+1 < len(in.args) {
			v = in.args[i+1].text
		}
		switch {
		case among(name, "-v", "--volume"):
			in.dockerMount(strings.SplitN(v, ":", 2)[0], &host)
		case strings.HasPrefix(text, "-v") && len(text) > 2:
			in.dockerMount(strings.SplitN(text[2:], ":", 2)[0], &host)
		case name == "--mount":
			for field := range strings.SplitSeq(v, ",") {
				if k, from, _ := strings.Cut(field, "="); among(k, "source", "src") {
					in.dockerMount(from, &host)
				}
			}
		case name == "--privileged" && v != "false":
			privileged = true
		case name == "--pid" && v == "host":
			host = true
		}
	}
	if runs && host {
		in.harmf("%s would give a container the whole machine", in.name)
	}
	if runs && privileged {
		in.doubtf("%s: a privileged container can change the machine", in.name)
	}
}

func (in *invocation) dockerMount(from string, host *bool) {
	if at, ok := in.path(literal(from)); ok && (at == "/" || at == "/etc" || at == "/dev" || at == "/boot" || at == "/root") && from != "" {
		*host = true
	}
}

func judgeTerraform(in *invocation) {
	words, known := texts(in.args)
	if known && len(words) == 1 && among(words[0], "version", "--version", "-version", "-v") {
		in.connect("checkpoint-api.hashicorp.com") // it asks for newer versions
		return
	}
	in.doubtf("%s can run code, fetch or change what runs elsewhere", in.name)
}
