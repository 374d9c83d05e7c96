package shell

import "strings"

// systemPrograms tell about the machine and its users.
func systemPrograms() map[string]judge {
	// plain programs have options that only choose what is shown.
	plain := func(options string) judge {
		return program{options: options + " --help --version", exact: true, operands: noOperands}.judge()
	}
	about := func(options string) judge {
		return program{options: options + " --help --version", exact: true}.judge()
	}
	return map[string]judge{
		"uname": plain("-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system"),
		"arch":  plain(""), "nproc": plain("--all --ignore="), "whoami": plain(""), "tty": plain("-s --silent --quiet"), "logname": plain(""), "hostid": plain(""),
		"uptime": plain("-psV --pretty --since -h"), "free": plain("-bkmghltwvLs -c= -s= --bytes --kilo --mega --giga --kibi --mebi --gibi --human --si --total --wide --lohi --line --count= --seconds= -V"),
		"vmstat": about("-afmnstwydDV -p= -S= --active --stats --timestamp --wide --one-header"), "iostat": about("-cdhkmNtxyz"),
		"id": about("-aZgGnruz --context --group --groups --name --real --user --zero"), "groups": about(""), "users": about(""),
		"who": about("-abdHlmpqrstTuw --all --boot --dead --heading --login --lookup! --process --count --runlevel --short --time --mesg --message --writable --users"),
		"w":   about("-hsfoipuV --no-header --no-current --short --from --old-style --ip-addr --pids"), "last": about("-# -aFiRwx -n= -s= -t= -p= -f=< --limit= --since= --until= --fullnames --fulltimes -d!"),
		"cal":    about("-13jmsywY -A= -B= -n= -S -W= -c= -V -h --one --three --monday --sunday --julian --year --twelve --week? --color? --months= --span"),
		"ncal":   about("-13jJbehwyMSp -A= -B= -d= -H= -m= -s="),
		"locale": about("-akmcV --all-locales --charmaps --category-name --keyword-name --verbose"), "getconf": about("-a -v="),
		"lscpu": plain("-abcCeJpxyBV -e? -p? -C? --all --online --offline --json --parse? --extended? --caches? --hex --physical --bytes --output-all -s,--sysroot=<"),
		"lsblk": about("-abdDefiIJklmnNOpPrsStTvzAV -o,--output= -E= -M -x,--sort= --all --bytes --nodeps --discard --fs --json --list --perms --paths --pairs --raw --topology --tree? --inverse --output-all --noheadings -e,--exclude= -I,--include= --sysroot=< -w="),
		"lsmod": plain(""), "lspci": about("-bDkmntvxP -d= -s= -V"), "lsusb": about("-tvV -d= -s= -D=< --tree --verbose"), "lsns": about("-JlnpruW -o= -t= -p= --json --list"),
		"lsb_release": plain("-acdhirsuv --all --id --description --release --codename --short"), "sw_vers": about(""), "lsipc": about(""),
		"printenv": judgePrintenv, "date": judgeDate(), "hostname": judgeHostname(), "ps": judgePs, "getent": judgeGetent, "tput": judgeTput, "man": judgeMan,
		"top": refuse("makes a folder for its settings in the home folder; use ps"),
		"pgrep": about("-acfilnovwxcLA -d,--delimiter= -g,--pgroup= -G,--group= -O,--older= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -F,--pidfile=< " +
			"-r,--runstates= --ns= --nslist= --list-name --list-full --inverse --newest --oldest --count --exact --full --ignore-case --lightweight --ignore-ancestors --logpidfile"),
		"pidof": about("-sqxcnz -o= -S= -t"), "pstree": about("-aAcCghGkTlnNpsStuUZV -H= -N= --arguments --ascii --show-pids --show-parents --long"), "pwdx": about(""),
		"lsof":  judgeLsof(),
		"clear": plain("-x -T= -V"), "reset": refuse("runs what the terminal description says"), "dmesg": judgeDmesg(),
		"mount": program{options: "-lvhV -t= --show-labels", operands: noOperands}.judge(),
		"findmnt": about("-AabcCDefiJklmnPRrsuUvxy --all --json --list --raw --noheadings --df --fstab --mtab --kernel --real --pairs --bytes --tree --first-only --invert --uniq --nofsroot " +
			"-F,--tab-file=< -d,--direction= -M,--mountpoint= -N,--task= -O,--options= -o,--output= -S,--source= -T,--target= -t,--types= -w,--timeout= -p! --poll?!"),
		"sysctl":      judgeSysctl,
		"apropos":     program{options: "-adelvrwV -s= --exact --wildcard --and --long"}.judge(),
		"whatis":      program{options: "-dlvrwV -s= --wildcard --long"}.judge(),
		"info":        refuse("takes over the terminal"),
		"kill":        judgeKill,
		"ulimit":      refuse("is not written down"),
		"timedatectl": refuse("asks a service that can also be told to change"),
	}
}

// judgePrintenv allows single variables that do not sound like secrets. The whole
// environment holds keys and tokens, and what is printed goes to the model.
func judgePrintenv(in *invocation) {
	if len(in.args) == 0 {
		in.doubtf("printenv shows the whole environment, which may hold secrets; name a variable")
	}
	for _, w := range in.args {
		if !w.known || !among(w.text, "-0", "--null") && (mayBeOption(w) || secret(w.text)) {
			in.doubtf("printenv: %q may be a secret", w.text)
		}
	}
}

func judgeDate() judge {
	return program{
		options: "-d,--date= --debug -f,--file=< -I,--iso-8601? -R,--rfc-email,--rfc-2822 --rfc-3339= -r,--reference=< --resolution -s,--set=! -u,--utc,--universal --help --version",
		operands: func(in *invocation, a *arguments) {
			for _, w := range a.operands {
				if lead := w.text; !w.known && !strings.HasPrefix(w.lead, "+") || w.known && !strings.HasPrefix(lead, "+") {
					in.doubtf("date: %q would set the clock", w.text)
				}
			}
		},
	}.judge()
}

// judgeHostname allows asking only; an operand would set the name.
func judgeHostname() judge {
	return program{
		options: "-s,--short -I,--all-ip-addresses -f,--fqdn,--long -A,--all-fqdns -i,--ip-address -d,--domain -a,--alias -y,--yp,--nis -b,--boot! -F,--file=! -V,--version -h,--help",
		operands: func(in *invocation, a *arguments) {
			for _, w := range a.operands {
				in.doubtf("hostname: %q would become the name of the machine", w.text)
			}
			if a.has("-f", "-A", "-i", "-d", "-a", "-y") {
				in.connect("*")
			}
		},
	}.judge()
}

// judgePs doubts only what shows the environment of processes: e without a dash,
// also in eww1, and E. With a dash e means something else, unless ps cannot make
// sense of the dashes and reads all of them again as if they were not there.
func judgePs(in *invocation) {
	shows, dashed, odd, value := false, false, false, false
	for _, w := range in.args {
		if !w.known && mayBeOption(w) {
			in.doubtf("ps: %q can become an option", w.text)
		}
		letters, dash := strings.CutPrefix(w.text, "-")
		switch {
		case value:
			value = false
		case dash && strings.HasPrefix(letters, "-"):
		case dash:
			var clean bool
			value, clean = statusOptions(letters)
			odd = odd || !clean
			columns := strings.IndexByte(letters+"o", 'o')
			dashed = dashed || strings.Contains(letters[:columns], "e")
			shows = shows || strings.Contains(letters[:columns], "E")
		default:
			last := len(letters) - 1
			value = last >= 0 && strings.IndexByte("oOkptU", letters[last]) >= 0 && strings.Trim(letters[:last], "aAcfhjlLmrSTuvwxXZ") == ""
			shows = shows || strings.ContainsAny(letters, "eE")
		}
	}
	if shows || dashed && odd {
		in.doubtf("ps: e shows the environment of processes, which may hold secrets; write ps -ef or ps aux")
	}
}

// statusOptions reads options of ps behind a dash. It reports whether the next word
// is the value of the last one, and whether ps surely takes them as they are.
func statusOptions(letters string) (value, clean bool) {
	at := strings.IndexAny(letters, "oOCpqgGuUts")
	if at < 0 {
		at = len(letters)
	}
	if strings.Trim(letters[:at], "aAcdeFfHjlLmMNPTVwyZ") != "" {
		return false, false
	}
	switch rest := letters[at:]; {
	case len(rest) < 2:
		return rest != "", true
	case strings.IndexByte("gGuUst", rest[0]) >= 0:
		return false, numeric(rest[1:]) // a name may be nobody's
	}
	return false, true
}

func judgeGetent(in *invocation) {
	if len(in.args) == 0 || !in.args[0].known || !among(in.args[0].text, "passwd", "group", "services", "protocols", "rpc", "ethers", "aliases", "--help", "--version") {
		in.connect("*") // hosts and the like ask the network
	}
}

// judgeTput allows asking for capabilities; init and reset run programs.
func judgeTput(in *invocation) {
	for _, w := range in.args {
		if !w.known || among(w.text, "init", "reset", "-S") || strings.HasPrefix(w.text, "-") && w.text != "-V" {
			in.doubtf("tput: %q is not known to be harmless", w.text)
		}
	}
}

// judgeMan allows names of pages; a path would be formatted as a program.
func judgeMan(in *invocation) {
	for _, w := range in.args {
		plain := w.known && strings.IndexFunc(w.text, func(r rune) bool {
			return !strings.ContainsRune("_.+:-", r) && !alphanumeric(r)
		}) < 0
		if !plain || strings.HasPrefix(w.text, "-") && !among(w.text, "-k", "-f", "-w", "-a", "--version", "--where") || strings.Trim(w.text, ".") == "" {
			in.doubtf("man: %q is not known to be harmless", w.text)
		}
	}
}

func judgeDmesg() judge {
	return program{
		options: "-HkLPrtTuwWxdeShV -f,--facility= -l,--level= -s= --human --kernel --color? --nopager --raw --notime --ctime --reltime --userspace --follow --decode --show-delta --time-format= --since= --until= --json -J " +
			"-c,--read-clear! -C,--clear! -D,--console-off! -E,--console-on! -n,--console-level=! -F,--file=< --help --version",
		operands: noOperands,
	}.judge()
}

func judgeSysctl(in *invocation) {
	for _, w := range in.args {
		if !w.known || strings.Contains(w.text, "=") || strings.HasPrefix(w.text, "-") && !among(w.text, "-a", "-n", "-N", "-e", "-A") {
			in.doubtf("sysctl: %q can change the kernel", w.text)
		}
	}
}

// judgeKill knows the forms that only ask: the signal 0, and the names of the
// signals. A second option can take the first one back. Process -1 stands for all
// processes.
func judgeKill(in *invocation) {
	if len(in.args) == 0 {
		return // it only shows how it is used
	}
	asks := in.args[0].known && among(in.args[0].text, "-0", "-l", "-L")
	for i, w := range in.args {
		numbers := w.known && !w.option() || !w.known && among(w.text, "$!", "$$", `"$!"`, `"$$"`)
		asks = asks && (i == 0 || numbers)
		if i > 0 && w.known && w.text == "-1" {
			in.harmf("kill would end all processes")
		}
	}
	if !asks {
		in.doubtf("kill ends processes")
	}
}
