package shell

import (
	"net/url"
	"path"
	"strings"
)

// networkPrograms connect to other machines; none of them is read-only.
func networkPrograms() map[string]judge {
	all := map[string]judge{
		"curl": program{options: curlOptions, exact: true, operands: curlOperands}.judge(),
		"wget": program{options: wgetOptions, exact: true, operands: wgetOperands}.judge(),
		"nc":   judgeNetcat, "ncat": judgeNetcat, "netcat": judgeNetcat, "nc.traditional": judgeNetcat, "nc.openbsd": judgeNetcat, "socat": judgeSocat,
	}
	for _, name := range []string{"ping", "ping6", "dig", "host", "nslookup", "traceroute", "tracepath", "whois", "mtr", "arping", "drill", "resolvectl", "finger"} {
		all[name] = judgeNames
	}
	for _, name := range []string{"ssh", "scp", "sftp", "telnet", "ftp", "lftp", "rlogin", "mosh", "gh", "glab", "nmap", "ssh-copy-id", "ssh-keyscan", "aria2c", "http", "https", "xh", "rclone"} {
		all[name] = judgeRemote
	}
	return all
}

// hostOf is the host in user@host, or "*" if that is not a plain name.
func hostOf(text string) string {
	text = text[strings.LastIndexByte(text, '@')+1:]
	if text == "" || strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789.-_") != "" || text[0] == '-' {
		return "*"
	}
	return text
}

// urlHost is where a URL leads, or "*" if that is not certain.
func urlHost(text string) string {
	if strings.ContainsAny(text, "{}[]\\ \t\n") {
		return "*" // curl expands some of these
	}
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return "*"
	}
	return u.Host
}

// connectTo records the hosts of the operands.
func (in *invocation) connectTo(words []word, host func(string) string) {
	for _, w := range words {
		if w.known {
			in.connect(host(w.text))
		} else {
			in.connect("*")
		}
	}
}

// judgeNames is for programs that resolve names: a name can carry data out.
func judgeNames(in *invocation) {
	for _, w := range in.args {
		switch {
		case !w.known:
			in.connect("*")
		case !strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "+") && strings.Trim(w.text, "0123456789") != "":
			in.connect(hostOf(w.text))
		case strings.HasPrefix(w.text, "-f"):
			in.doubtf("%s: option %s is not known", in.name, w.text)
		}
	}
	if len(in.hosts) == 0 {
		in.connect("*")
	}
}

// judgeRemote is for programs that do something on another machine.
func judgeRemote(in *invocation) {
	in.connect("*")
	in.doubtf("%s does something on another machine", in.name)
}

// judgeNetcat finds the options that hand a program to whoever connects.
func judgeNetcat(in *invocation) {
	judgeRemote(in)
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

// judgeSocat finds a program joined to a connection.
func judgeSocat(in *invocation) {
	judgeRemote(in)
	program, connection := false, false
	for _, w := range in.args {
		upper := strings.ToUpper(w.text)
		for _, p := range []string{"EXEC:", "SYSTEM:", "SHELL:"} {
			program = program || strings.HasPrefix(upper, p)
		}
		for _, p := range []string{"TCP", "UDP", "OPENSSL", "SSL", "SCTP", "SOCKS", "PROXY", "VSOCK"} {
			connection = connection || strings.HasPrefix(upper, p)
		}
	}
	if program && connection {
		in.harmf("socat would hand a program to another machine")
	}
}

const curlOptions = "-s,--silent -S,--show-error -f,--fail --fail-with-body -L,--location -i,--include,--show-headers -I,--head -v,--verbose -k,--insecure -X,--request= -H,--header= -d,--data,--data-ascii= --data-raw= " +
	"--data-binary= --data-urlencode= --json= -o,--output=> -O,--remote-name -w,--write-out= -A,--user-agent= -e,--referer= -m,--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --compressed " +
	"-u,--user= -G,--get -F,--form= -T,--upload-file=< --url=! -g,--globoff -# --progress-bar --no-progress-meter -4,--ipv4 -6,--ipv6 --http1.1 --http2 --http3 -N,--no-buffer --create-dirs -r,--range= --max-redirs= " +
	"-V,--version -h,--help? -q,--disable --tlsv1.2 --tlsv1.3 --ssl-reqd --oauth2-bearer= -c,--cookie-jar=> -b,--cookie=! -D,--dump-header=> -K,--config=! -x,--proxy=! --resolve=! --connect-to=! --unix-socket=!"

func curlOperands(in *invocation, a *arguments) {
	if a.has("-V", "-h") && len(a.operands) == 0 {
		return
	}
	in.connectTo(a.operands, urlHost)
	if a.has("-L") || len(a.operands) == 0 {
		in.connect("*") // a redirection leads anywhere
	}
	for _, g := range a.given {
		at := strings.IndexByte(g.value.text, '@')
		if !among(g.name, "-d", "--data-binary", "--data-urlencode", "--json", "-F", "-H", "-w") || !g.valued {
			continue
		}
		switch {
		case !g.value.known && !among(g.name, "-H"):
			in.doubtf("curl: the value of %s is not known", g.name)
		case at == 0 || among(g.name, "-F", "--data-urlencode") && (at > 0 || strings.Contains(g.value.text, "=<")):
			if at < 0 {
				at = strings.Index(g.value.text, "=<") + 1
			}
			in.readAll([]word{literal(strings.SplitN(g.value.text[at+1:], ";", 2)[0])})
		case g.name == "-w" && strings.Contains(g.value.text, "%output"):
			in.doubtf("curl: -w writes to a file")
		}
	}
	if a.has("-O") {
		for _, w := range a.operands {
			in.change(literal(path.Base(w.text)))
		}
	}
}

const wgetOptions = "-q,--quiet -n --no-verbose -v,--verbose -S,--server-response --spider -c,--continue -N,--timestamping -O,--output-document=> -P,--directory-prefix=> -T,--timeout= -t,--tries= -w,--wait= -U,--user-agent= " +
	"--header= --user= --password= --no-check-certificate --show-progress --content-disposition! --post-data= --post-file=< --method= --body-data= --body-file=< -V,--version -h,--help -4,--inet4-only -6,--inet6-only " +
	"-e,--execute=! -i,--input-file=! -o,--output-file=> -a,--append-output=> --config=! --use-askpass=! -r,--recursive! -m,--mirror! -p,--page-requisites! -k,--convert-links! -x,--force-directories!"

func wgetOperands(in *invocation, a *arguments) {
	if len(a.operands) == 0 {
		return
	}
	in.connectTo(a.operands, urlHost)
	in.connect("*") // it follows redirections
	if !a.has("-O", "--spider", "-P") {
		in.write(here())
	}
}
