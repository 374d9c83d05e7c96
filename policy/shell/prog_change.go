package shell

import (
	"path"
	"strings"
)

// changePrograms create, change and delete files.
func changePrograms() map[string]judge {
	change := func(options string) judge {
		return program{options: options + " --help --version", operands: changeOperands}.judge()
	}
	const backup = " -b --backup? -S,--suffix= -t,--target-directory= -T,--no-target-directory -v,--verbose -f,--force -i,--interactive? -n,--no-clobber --help --version"
	return map[string]judge{
		"rm": program{
			options: "-f,--force -i -I --interactive? --one-file-system --no-preserve-root --preserve-root? -r,-R,--recursive -d,--dir -v,--verbose -P -x -W --help --version",
			operands: func(in *invocation, a *arguments) {
				removeOperands(in, a, a.has("-r"), func(w word) { in.wipe(w, "delete") })
			},
		}.judge(),
		"rmdir":    change("--ignore-fail-on-non-empty -p,--parents! -v,--verbose"),
		"unlink":   change(""),
		"mkdir":    change("-m,--mode= -p,--parents -v,--verbose -Z --context?"),
		"touch":    change("-a -c,--no-create -d,--date= -f -h,--no-dereference -m -r,--reference=< -t= --time= -A="),
		"truncate": change("-c,--no-create -o,--io-blocks -r,--reference=< -s,--size="),
		"mkfifo":   change("-m,--mode= -Z --context?"),
		"sponge":   change("-a"),
		"tee": program{options: "-a,--append -i,--ignore-interrupts -p --output-error? --help --version", operands: func(in *invocation, a *arguments) {
			for _, w := range a.operands {
				in.output(w)
			}
		}}.judge(),
		"mknod":  refuse("makes devices"),
		"mktemp": judgeMktemp(),
		"chmod":  program{options: "-c,--changes -f,--silent,--quiet -v,--verbose --no-preserve-root --preserve-root --reference=< -R,--recursive -H -L -P -h,--no-dereference --dereference --help --version -a -E -N", operands: chmodOperands}.judge(),
		"chown":  program{options: ownerOptions, operands: ownerOperands}.judge(),
		"chgrp":  program{options: ownerOptions, operands: ownerOperands}.judge(),
		"mv": program{options: "--debug --exchange --no-copy --strip-trailing-slashes -u --update? -Z,--context -h" + backup, operands: func(in *invocation, a *arguments) {
			transfer(in, a, func(w word) {
				in.handOver(w, "move away")
				// Under another name a secret is not known for one any more.
				in.read(w)
				in.through(w, true)
			})
		}}.judge(),
		"cp": program{
			options: "-a,--archive --attributes-only --copy-contents -d -H -l,--link! -L,--dereference -P,--no-dereference -p --preserve? --no-preserve= --parents -R,-r,--recursive --reflink? " +
				"--remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link! -u --update? -x,--one-file-system -Z --context? --debug --keep-directory-symlink -c -X" + backup,
			operands: copyOperands,
		}.judge(),
		"install": program{
			options: "-c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip! --strip-program=! --preserve-context -Z --context? --debug -b --backup? " +
				"-S,--suffix= -t,--target-directory= -T,--no-target-directory -v,--verbose --help --version",
			operands: func(in *invocation, a *arguments) {
				if a.has("-d") {
					changeOperands(in, a)
					return
				}
				transfer(in, a, in.read)
			},
		}.judge(),
		"ln": program{
			options: "-s,--symbolic -r,--relative -d,-F,--directory! -L,--logical -n,-h,--no-dereference -P,--physical -b --backup? -f,--force -i,--interactive -S,--suffix= " +
				"-t,--target-directory= -T,--no-target-directory -v,--verbose --help --version",
			operands: linkOperands,
		}.judge(),
		"split": program{
			options: "-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes? -x --hex-suffixes? -e,--elide-empty-files --filter=! -l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -# --help --version",
			operands: func(in *invocation, a *arguments) {
				if len(a.operands) > 0 {
					in.readAll(a.operands[:1])
				}
				prefix := here()
				if len(a.operands) > 1 {
					prefix = folderOf(a.operands[1])
				}
				in.change(prefix)
			},
		}.judge(),
		"csplit": program{options: "-b,--suffix-format=! -f,--prefix=! -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files --help --version", operands: func(in *invocation, a *arguments) {
			readFirst(in, a)
			in.change(here())
		}}.judge(),
		"patch":  judgePatch,
		"rename": refuse("runs an expression over names"),
		"rsync":  judgeRsync(),
		"shred":  program{options: "-f,--force -n,--iterations= --random-source=< -s,--size= -u --remove? -v,--verbose -x,--exact -z,--zero --help --version", operands: changeOperands}.judge(),
	}
}

const ownerOptions = "-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root --reference=< -R,--recursive -H -L -P --help --version"

// changeOperands is for programs that change all of their operands.
func changeOperands(in *invocation, a *arguments) {
	for _, w := range a.operands {
		in.change(w)
	}
}

// removeOperands is for programs that can take away whole trees. If it is not
// certain that the tree is spared, then it counts as taken.
func removeOperands(in *invocation, a *arguments, recursive bool, whole func(word)) {
	for _, w := range in.args {
		flags := !w.known && (strings.HasPrefix(w.lead, "-") || w.many && strings.HasPrefix(w.text, "$") && strings.Trim(w.text[1:], "{}") == strings.ToUpper(strings.Trim(w.text[1:], "{}")))
		recursive = recursive || flags && a.unsure
	}
	for _, w := range a.operands {
		if recursive {
			whole(w)
		} else {
			in.change(w)
		}
	}
}

// folderOf is the folder of a path.
func folderOf(w word) word {
	if w.known {
		return literal(path.Dir(w.text))
	}
	return w
}

// transfer is for cp, mv and install: sources, then where they go.
func transfer(in *invocation, a *arguments, source func(word)) {
	in.backups(a)
	from := a.operands
	var into []word
	if t := a.values("-t"); len(t) > 0 {
		into = t
	} else if n := len(from) - 1; n > 0 {
		from, into = from[:n], from[n:]
	}
	for _, w := range from {
		source(w)
	}
	for _, dir := range into {
		if at, ok := in.path(dir); ok && at == "/dev/null" && in.name == "cp" && len(a.given) == 0 {
			in.output(dir)
			continue
		}
		in.arrive(from, dir)
	}
}

// copyOperands are what is copied, with all that is in it if so told, and where
// it goes.
func copyOperands(in *invocation, a *arguments) {
	transfer(in, a, func(w word) {
		in.read(w)
		if a.has("-a", "-R") {
			in.through(w, true)
		}
	})
	if a.has("-L") {
		in.followLinks()
	}
}

// backups doubts the names under which old files are kept.
func (in *invocation) backups(a *arguments) {
	if a.has("-b", "--backup", "-S") {
		in.doubtf("%s: it is not known under which name the old file is kept", in.name)
	}
}

// arrive records what is written when the files go to a place. If the place is
// surely a folder then it is the files in it.
func (in *invocation) arrive(from []word, to word) {
	folder := to.known && (strings.HasSuffix(to.text, "/") || among(path.Base(to.text), ".", ".."))
	for _, w := range from {
		base := path.Base(w.text)
		if folder = folder && w.known && !among(base, ".", "..", "/"); !folder {
			break
		}
	}
	if !folder {
		in.change(to)
		if at, ok := in.path(to); ok && among(at, "/etc", "/etc/sudoers.d") {
			for _, w := range from {
				in.checkWrite(literal(at + "/" + path.Base(w.text)))
			}
		}
		return
	}
	for _, w := range from {
		in.change(literal(to.text + "/" + path.Base(w.text)))
	}
}

// linkOperands records the names that are made. A link that leads out of the
// working folder would make later paths lie, and so it is a doubt.
func linkOperands(in *invocation, a *arguments) {
	in.backups(a)
	targets, links := a.operands, a.values("-t")
	if n := len(targets) - 1; len(links) == 0 && n > 0 {
		targets, links = targets[:n], targets[n:]
	}
	if len(links) == 0 {
		links = []word{here()}
	}
	for _, l := range links {
		in.arrive(targets, l)
	}
	for _, t := range targets {
		at, ok := in.path(t)
		climbs := t.known && strings.Contains("/"+t.text+"/", "/../")
		if !ok || !t.known || climbs || !strings.HasPrefix(at, in.dir+"/") || !a.has("-s") {
			in.doubtf("ln: a link to %q makes a path lead elsewhere", t.text)
		}
		if ok {
			in.linked(t, at, links)
		}
	}
}

// linked records what the new name stands for: whoever uses it reads and writes
// the other file. A symbolic link is read from the folder that it stands in.
func (in *invocation) linked(target word, at string, links []word) {
	in.through(target, true)
	if in.dir == "" || !under(at, in.dir) {
		in.read(target)
		return // that is in doubt
	}
	in.readWrite(target)
	if !target.known || strings.HasPrefix(target.text, "/") {
		return
	}
	for _, l := range links {
		if !l.known {
			continue
		}
		beside := path.Dir(l.text)
		if beside != "." {
			in.readWrite(literal(beside + "/" + target.text))
		}
		if strings.Contains(target.text, "/") { // if the link is put into a folder
			in.readWrite(literal(l.text + "/" + target.text))
		}
	}
}

func (in *invocation) readWrite(w word) {
	in.read(w)
	in.write(w)
}

// chmodOperands are a mode and files. A mode may look like an option: -x.
func chmodOperands(in *invocation, a *arguments) {
	files := a.operands
	if !a.has("--reference") && len(files) > 0 {
		if m := files[0]; !m.known || strings.Contains(m.text, "s") || len(m.text) > 3 && strings.IndexAny(m.text[:1], "123456") == 0 && strings.Trim(m.text, "01234567") == "" {
			in.doubtf("chmod: the mode %q can let a program run as its owner", m.text)
		}
		files = files[1:]
	}
	removeOperands(in, &arguments{operands: files, unsure: a.unsure}, a.has("-R"), func(w word) { in.handOver(w, "change the rights of") })
}

func ownerOperands(in *invocation, a *arguments) {
	files := a.operands
	if !a.has("--reference") && len(files) > 0 {
		files = files[1:]
	}
	removeOperands(in, &arguments{operands: files, unsure: a.unsure}, a.has("-R"), func(w word) { in.handOver(w, "change the owner of") })
}

func judgeMktemp() judge {
	return program{options: "-d,--directory -u,--dry-run -q,--quiet --suffix= -p= --tmpdir? -t --help --version", operands: func(in *invocation, a *arguments) {
		if len(a.operands) == 1 && !a.has("-p", "--tmpdir", "-t") {
			in.change(folderOf(a.operands[0]))
			return
		}
		in.doubtf("mktemp makes a file in the temporary folder")
	}}.judge()
}

func judgePatch(in *invocation) {
	in.doubtf("patch changes the files that the patch names")
	in.write(here())
}

// judgeRsync reads the options in common use; anything with a colon is a host.
func judgeRsync() judge {
	return program{
		options: "-a,--archive -v,--verbose -q,--quiet -r,--recursive -u,--update -z,--compress -h,--human-readable -n,--dry-run -c,--checksum -t,--times -p,--perms -o,--owner -g,--group -l,--links " +
			"-L,--copy-links -H,--hard-links -x,--one-file-system -P --partial --progress --stats --delete --delete-after --delete-before --delete-excluded --exclude= --include= --exclude-from=< " +
			"--include-from=< --ignore-existing --existing --size-only --inplace --mkpath --info= --bwlimit= --max-size= --min-size= --itemize-changes -i --no-owner --no-group --no-perms --del --delete-during -e,--rsh=! --rsync-path=! --files-from=! --version --help",
		exact: true,
		operands: func(in *invocation, a *arguments) {
			if a.has("-e") || a.unsure {
				in.connect(anywhere)
			}
			in.transferTo(a.operands, a.has("-a", "-r"), func(w word) {
				if a.has("--delete", "--delete-after", "--delete-before", "--delete-excluded", "--del", "--delete-during") {
					in.wipe(w, "clear out")
					return
				}
				in.change(w)
			})
			if a.has("-L") {
				in.followLinks()
			}
			if len(in.hosts) > 0 {
				in.doubtf("rsync does something on another machine")
			}
		},
	}.judge()
}
