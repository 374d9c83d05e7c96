package shell

import "strings"

// remoteProgram is for a program that does something on another machine. All of
// them are in doubt; where is told as far as it is known.
func remoteProgram(options string, operands func(in *invocation, a *arguments)) judge {
	return program{options: options, exact: true, posix: true, operands: func(in *invocation, a *arguments) {
		operands(in, a)
		if a.unsure {
			in.connect(anywhere)
		}
		in.doubtf("%s does something on another machine", in.name)
	}}.judge()
}

const (
	sshOptions = "-46AaCfGgKkMNnqsTtVvXxYy -B= -b= -c= -D= -E=> -e= -F=< -I=! -i=< -J= -L= -l= -m= -O= -o= -P= -p= -Q= -R= -S= -W= -w="
	scpOptions = "-346ABCOpqRrTv -c= -D=! -F=< -i=< -J= -l= -o= -P= -S=! -X="
)

// sshOperands are a host, and what is run there.
func sshOperands(in *invocation, a *arguments) {
	if a.has("-V", "-Q") {
		return
	}
	in.sshWays(a)
	if len(a.operands) == 0 {
		return
	}
	if len(a.operands) > 1 && mayBeOption(a.operands[1]) {
		in.connect(anywhere) // ssh takes options behind the host too
	}
	port := ""
	for _, w := range a.values("-p") {
		port = ":" + w.text
	}
	switch w := a.operands[0]; {
	case !w.known:
		in.connect(anywhere)
	case strings.Contains(w.text, "://"):
		in.connect(urlHost(w.text))
	default:
		in.connect(hostOf(w.text + port))
	}
}

// sshWays records the hosts on the way. Settings can lead anywhere.
func (in *invocation) sshWays(a *arguments) {
	for _, w := range a.values("-J") {
		for host := range strings.SplitSeq(w.text, ",") {
			in.connectTo([]word{{text: host, known: w.known}}, hostOf)
		}
	}
	for _, w := range a.values("-W") {
		in.connectTo([]word{w}, hostOf)
	}
	for _, w := range a.values("-o") {
		name, _, _ := strings.Cut(strings.ToLower(w.text), "=")
		name, _, _ = strings.Cut(name, " ")
		if !w.known || !among(name, "stricthostkeychecking", "batchmode", "connecttimeout", "serveraliveinterval", "loglevel", "port", "user",
			"compression", "ipqos", "requesttty", "passwordauthentication", "identitiesonly") {
			in.connect(anywhere)
		}
	}
	if a.has("-F", "-D", "-L", "-R", "-S", "-O") {
		in.connect(anywhere)
	}
}

// scpOperands are files here and elsewhere, and last where they go.
func scpOperands(in *invocation, a *arguments) {
	in.sshWays(a)
	in.transferTo(a.operands, a.has("-r"), in.change)
	if a.has("-r") {
		in.followLinks()
	}
}

// sftpOperands are a host, and what is fetched from it.
func sftpOperands(in *invocation, a *arguments) {
	in.sshWays(a)
	for _, w := range a.operands[:min(1, len(a.operands))] {
		host, _, remote := elsewhere(w.text)
		if !remote {
			host = hostOf(w.text)
		}
		if !w.known {
			host = anywhere
		}
		in.connect(host)
	}
	in.write(here())
}

// transferTo is for copies from and to other machines; arrive records what is
// written here.
func (in *invocation) transferTo(operands []word, recursive bool, arrive func(word)) {
	for i, w := range operands {
		host, _, remote := elsewhere(w.text)
		switch {
		case !w.known && w.within == "":
			in.connect(anywhere)
			in.read(w)
		case remote && w.known:
			in.connect(host)
		case i == len(operands)-1 && i > 0:
			arrive(w)
		default:
			in.readAll([]word{w})
			if recursive {
				in.through(w, true)
			}
		}
	}
}

// hostThenPort is for telnet, ftp and their like.
func hostThenPort(in *invocation, a *arguments) {
	if len(a.operands) == 0 {
		in.connect(anywhere)
		return
	}
	w := a.operands[0]
	text := w.text
	if len(a.operands) > 1 && a.operands[1].known && numeric(a.operands[1].text) && !strings.Contains(text, "://") {
		text += ":" + a.operands[1].text
	}
	in.connectTo([]word{{text: text, known: w.known}}, urlHost)
}

// judgeNetcat tells where a connection goes, and finds the options that hand a
// program to whoever is there.
func judgeNetcat() judge {
	reach := remoteProgram("-46bCDdFhklNnrStUuvzZ -I= -i= -M= -m= -O= -P= -p= -q= -s= -T= -V= -W= -w= -X= -x= -e=! -c=! --ssl --udp --listen --recv-only --send-only --verbose --wait= --proxy= --exec=! --sh-exec=! --lua-exec=!",
		func(in *invocation, a *arguments) {
			if a.has("-l", "--listen", "-U", "-b") {
				in.connect(anywhere) // whoever comes
				return
			}
			for _, name := range []string{"-x", "--proxy"} {
				in.connectTo(a.values(name), hostOf)
			}
			hostThenPort(in, a)
		})
	return func(in *invocation) {
		in.netcatHarm()
		args := in.args
		in.args = optionsFirst(args, "IiMmOPpqsTVWwXxec")
		reach(in)
		in.args = args
	}
}

// optionsFirst puts options before operands, for programs that take them in any
// order; valued are the short options that have a value.
func optionsFirst(args []word, valued string) []word {
	options, operands := make([]word, 0, len(args)), make([]word, 0, 2)
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.known && w.text == "--":
			return append(append(options, operands...), args[i+1:]...)
		case !mayBeOption(w):
			operands = append(operands, w)
			continue
		}
		options = append(options, w)
		if w.known && len(w.text) == 2 && strings.Contains(valued, w.text[1:]) && i+1 < len(args) {
			i++
			options = append(options, args[i])
		}
	}
	return append(options, operands...)
}

func (in *invocation) netcatHarm() {
	for _, w := range in.args {
		text := w.text
		long := among(strings.SplitN(text, "=", 2)[0], "--exec", "--sh-exec", "--lua-exec")
		cluster := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.ContainsAny(text, "ec") && strings.Trim(text[1:], "46bCDdFhiklNnrStUuvzwqpsec") == ""
		if long || cluster {
			in.harmf("%s %s would hand a program to another machine", in.name, text)
			return
		}
	}
}

// judgeSocat reads its addresses, and finds a program joined to a connection.
func judgeSocat(in *invocation) {
	in.doubtf("socat does something on another machine")
	program, connection := false, false
	for _, w := range in.args {
		upper := strings.ToUpper(w.text)
		for _, p := range []string{"EXEC:", "SYSTEM:", "SHELL:"} {
			program = program || strings.HasPrefix(upper, p)
		}
		for _, p := range []string{"TCP", "UDP", "OPENSSL", "SSL", "SCTP", "SOCKS", "PROXY", "VSOCK"} {
			connection = connection || strings.HasPrefix(upper, p)
		}
		in.socatAddress(w, upper)
	}
	if program && connection {
		in.harmf("socat would hand a program to another machine")
	}
	if len(in.hosts) == 0 {
		in.connect(anywhere)
	}
}

func (in *invocation) socatAddress(w word, upper string) {
	kind, _, ok := strings.Cut(upper, ":")
	if !w.known || !ok {
		if !w.known {
			in.connect(anywhere)
		}
		return
	}
	rest, _, _ := strings.Cut(w.text[len(kind)+1:], ",")
	switch {
	case among(kind, "TCP", "TCP4", "TCP6", "TCP-CONNECT", "TCP4-CONNECT", "TCP6-CONNECT", "UDP", "UDP4", "UDP6", "UDP-CONNECT", "UDP4-CONNECT", "OPENSSL", "SSL", "OPENSSL-CONNECT"):
		in.connect(hostOf(rest))
	case among(kind, "FILE", "OPEN", "GOPEN", "CREATE", "CREAT"):
		in.read(literal(rest))
		in.change(literal(rest))
	case !among(kind, "EXEC", "SYSTEM", "SHELL"):
		in.connect(anywhere)
	}
}
