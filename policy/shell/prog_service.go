package shell

import "strings"

// servicePrograms ask the services of the system.
func servicePrograms() map[string]judge {
	return map[string]judge{
		"systemctl": judgeSystemctl(),
		"service":   refuse("starts and stops services"),
		"journalctl": program{
			options: "-abcefklmnNoprStuUxqD --system --user --list-boots --no-pager --no-hostname --no-full --no-tail --all --follow --pager-end --reverse --utc --catalog --quiet --merge " +
				"--dmesg -b,--boot? -n,--lines? -o,--output= -p,--priority= -u,--unit= --user-unit= -t,--identifier= --facility= -g,--grep= --case-sensitive? -S,--since= -U,--until= " +
				"-D,--directory=< -c,--cursor= --after-cursor= --show-cursor --output-fields= -F,--field= -N,--fields --disk-usage --header --help --version",
			exact: true,
		}.judge(),
		"crontab": judgeCrontab(),
		"ip":      judgeIP,
		"ifconfig": program{options: "-asv", exact: true, operands: func(in *invocation, a *arguments) {
			if len(a.operands) > 1 || len(a.operands) == 1 && !a.operands[0].known {
				in.doubtf("ifconfig can change the interface")
			}
		}}.judge(),
		"ss": program{
			options: "-hVnaltuwxpeomisbB4601HOQEZzTM -f= -A= --numeric --all --listening --tcp --udp --raw --unix --processes --extended --options --memory --info --summary --no-header --oneline --ipv4 --ipv6 " +
				"--family= --query= -r,--resolve! -K,--kill! -D,--diag=! -F,--filter=! -N,--net=!",
			exact: true,
		}.judge(),
		"netstat": program{
			options: "-rigsMveWnNopalF4CtuwxS6 --route --interfaces --groups --statistics --verbose --numeric --numeric-hosts --numeric-ports --programs --all --listening --tcp --udp --unix -c,--continuous!",
			exact:   true, operands: func(in *invocation, a *arguments) {
				if !a.has("-n", "--numeric", "--numeric-hosts") {
					in.connect("*") // it asks for the names of addresses
				}
			},
		}.judge(),
		"shutdown": judgeShutdown, "reboot": judgeShutdown, "halt": judgeShutdown, "poweroff": judgeShutdown, "killall5": judgeShutdown,
		"init": judgeInit, "telinit": judgeInit,
		"tmux": refuse("runs commands in another terminal"), "screen": refuse("runs commands in another terminal"),
		"insmod": refuse("loads code into the kernel"), "modprobe": refuse("loads code into the kernel"), "rmmod": refuse("takes code out of the kernel"),
		"killall": refuse("ends processes"), "pkill": refuse("ends processes"),
	}
}

// judgeSystemctl allows the sub-commands that only show.
func judgeSystemctl() judge {
	return program{
		options: "-alqtTr --all --full --no-pager --no-legend --plain --user --system --failed --quiet --recursive --reverse --after --before --value -n,--lines= -o,--output= -p,--property= -P= -t,--type= --state= " +
			"--help --version -h -H,--host=! -M,--machine=! --root=! --image=! -f,--force! --now! --runtime! --no-block! --no-wall!",
		exact: true, operands: systemctlOperands,
	}.judge()
}

func systemctlOperands(in *invocation, a *arguments) {
	if len(a.operands) == 0 {
		return
	}
	sub := a.subject()
	switch {
	case among(sub, "poweroff", "reboot", "halt", "kexec", "soft-reboot", "emergency", "rescue", "suspend", "hibernate"):
		in.harmf("systemctl %s would stop the machine", sub)
	case among(sub, "isolate"):
		in.doubtf("systemctl isolate stops services")
	case !among(sub, "status", "show", "cat", "help", "list-units", "list-unit-files", "list-sockets", "list-timers", "list-jobs", "list-dependencies", "list-machines",
		"list-automounts", "list-paths", "is-active", "is-enabled", "is-failed", "is-system-running", "get-default", "show-environment"):
		in.doubtf("systemctl %s changes services", a.operands[0].text)
	}
}

func judgeCrontab() judge {
	return program{options: "-l -u= -e! -r! -i! -s! -T!", exact: true, operands: func(in *invocation, a *arguments) {
		if len(a.operands) > 0 || !a.has("-l") {
			in.doubtf("crontab changes what runs later")
		}
	}}.judge()
}

// judgeIP allows the words that show.
func judgeIP(in *invocation) {
	// Options are matched by any abbreviation, and so only whole names are taken.
	args := in.args
	for len(args) > 0 && mayBeOption(args[0]) {
		if !args[0].known || !among(args[0].text, "-4", "-6", "-s", "-stats", "-statistics", "-d", "-details", "-j", "-json", "-p", "-pretty", "-o", "-oneline", "-br", "-brief", "-c", "-color", "-t", "-V") {
			in.doubtf("ip: option %s is not known to be harmless", args[0].text)
			return
		}
		args = args[1:]
	}
	words, known := texts(args)
	switch {
	case len(words) == 0:
	case !known || !among(words[0], "a", "addr", "address", "r", "ro", "route", "l", "link", "n", "neigh", "rule", "maddr", "mroute", "tunnel", "netns"):
		in.doubtf("ip %s is not known to be harmless", words[0])
	case len(words) > 1 && !among(words[1], "s", "sh", "show", "ls", "list", "get"):
		in.doubtf("ip %s %s is not known to be harmless", words[0], words[1])
	}
}

// judgeShutdown is for programs that stop the machine.
func judgeShutdown(in *invocation) {
	for _, w := range in.args {
		if w.known && among(w.text, "-c", "--help", "--version", "-w", "--wtmp-only", "-k", "--show") {
			in.doubtf("%s is about stopping the machine", in.name)
			return
		}
	}
	in.harmf("%s would stop the machine", in.name)
	in.doubtf("%s would stop the machine", in.name)
}

func judgeInit(in *invocation) {
	in.doubtf("%s changes the state of the system", in.name)
	for _, w := range in.args {
		if w.known && len(w.text) == 1 && strings.Contains("016sS", w.text) {
			in.harmf("%s %s would stop the machine", in.name, w.text)
		}
	}
}
