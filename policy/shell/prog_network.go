package shell

import "strings"

// networkPrograms connect to other machines; none of them is read-only.
func networkPrograms() map[string]judge {
	netcat := judgeNetcat()
	all := map[string]judge{
		"curl": program{options: curlOptions, exact: true, dash: true, operands: curlOperands}.judge(),
		"wget": program{options: wgetOptions, exact: true, dash: true, operands: wgetOperands}.judge(),
		"nc":   netcat, "ncat": netcat, "netcat": netcat, "nc.traditional": netcat, "nc.openbsd": netcat, "socat": judgeSocat,
		"ssh":    remoteProgram(sshOptions, sshOperands),
		"scp":    remoteProgram(scpOptions, scpOperands),
		"sftp":   remoteProgram("-46AaCfNpqrv -B= -b=< -c= -D=! -F=< -i=< -J= -l= -o= -P= -R= -S=! -s= -X=", sftpOperands),
		"telnet": remoteProgram("-468EFKLacdfrx -X= -b= -e= -k= -l= -n=>", hostThenPort),
		"ftp":    remoteProgram("-46AadefginpRtVv -N=< -o=> -P= -q= -r= -s= -T= -u=", hostThenPort),
	}
	for _, name := range []string{"ping", "ping6", "dig", "host", "nslookup", "traceroute", "tracepath", "whois", "mtr", "arping", "drill", "resolvectl", "finger"} {
		all[name] = judgeNames
	}
	for _, name := range []string{"lftp", "rlogin", "mosh", "gh", "glab", "nmap", "ssh-copy-id", "ssh-keyscan", "aria2c", "http", "https", "xh", "rclone"} {
		all[name] = judgeRemote
	}
	return all
}

// connectTo records the hosts of the operands.
func (in *invocation) connectTo(words []word, host func(string) string) {
	for _, w := range words {
		if w.known {
			in.connect(host(w.text))
		} else {
			in.connect(anywhere)
		}
	}
}

// judgeNames is for programs that resolve names: a name can carry data out.
func judgeNames(in *invocation) {
	for _, w := range in.args {
		switch {
		case !w.known:
			in.connect(anywhere)
		case strings.HasPrefix(w.text, "@"): // dig @server
			in.connect(hostOf(w.text[1:]))
		case !strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "+") && strings.Trim(w.text, "0123456789") != "":
			in.connect(hostOf(w.text))
		case strings.HasPrefix(w.text, "-f"):
			in.doubtf("%s: option %s is not known", in.name, w.text)
		}
	}
	if len(in.hosts) == 0 {
		in.connect(anywhere)
	}
}

// judgeRemote is for programs that do something on another machine, who knows
// which.
func judgeRemote(in *invocation) {
	in.connect(anywhere)
	in.doubtf("%s does something on another machine", in.name)
}
