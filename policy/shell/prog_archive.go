package shell

import (
	"strings"
	"sync"
)

// archivePrograms pack and unpack. Unpacking is always in doubt: the archive says
// which files and links are made, and a link can make later paths lie.
func archivePrograms() map[string]judge {
	press := func(suffixes ...string) judge {
		return program{
			options: "-123456789 -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -k,--keep -l,--list -n,--no-name -N,--name -q,--quiet -t,--test -v,--verbose -V,--version " +
				"--fast --best -z,--compress -a -e,--extreme -T,--threads= -s,--small --rsyncable -r,--recursive! -S,--suffix=! --files?! --files0?! -M=! -F=! -C=! --synchronous --no-sparse --single-stream -L,--license",
			operands: func(in *invocation, a *arguments) { pressOperands(in, a, suffixes) },
		}.judge()
	}
	gz, bz, xz := press(".gz"), press(".bz2"), press(".xz", ".lzma")
	return map[string]judge{
		"tar": judgeTar, "bsdtar": judgeTar, "gtar": judgeTar,
		"gzip": gz, "gunzip": gz, "bzip2": bz, "bunzip2": bz, "xz": xz, "unxz": xz,
		"unzip": program{options: "-lvtZzpcqjonaCLMV1 -d=> -x -f! -u! -P=! -T!", exact: true, operands: unzipOperands}.judge(),
		"zip": program{
			options: "-0123456789 -r,--recurse-paths -q,--quiet -v -j,--junk-paths -y,--symlinks -u,--update -f,--freshen -d,--delete -x,--exclude= -i,--include= -X -D -9 -o -g -T,--test! -m,--move! -P! -b! -O!",
			exact:   true,
			operands: func(in *invocation, a *arguments) {
				if a.has("-x", "-i") {
					in.doubtf("zip: -x and -i take a list of words") // which of them are files is not worth knowing
				}
				for i, w := range a.operands {
					if i == 0 && (!w.known || w.text != "-") {
						in.change(w)
						in.change(word{text: w.text + ".zip", known: w.known, within: w.within})
					} else if i > 0 {
						in.readAll([]word{w})
						if a.has("-r") {
							in.through(w, true)
						}
					}
				}
				if a.has("-r") && !a.has("-y") {
					in.followLinks()
				}
			},
		}.judge(),
		"zstd": refuse("is not written down"), "7z": refuse("is not written down"), "cpio": refuse("is not written down"), "ar": refuse("is not written down"),
	}
}

// pressOperands are files that are replaced by packed ones or the reverse, unless
// the result goes to standard output.
func pressOperands(in *invocation, a *arguments, suffixes []string) {
	in.readAll(a.operands)
	// Of -t, -l, -z and -d the last one counts, and bzip2 goes on after -V.
	if a.has("-c") || a.has("-l", "-t") && !a.has("-z", "-d") {
		return
	}
	for _, w := range a.operands {
		if w.known && w.text == "-" {
			continue
		}
		in.change(w)
		if !w.known {
			continue
		}
		plain := w.text
		for _, s := range append(suffixes, ".tgz", ".tbz2", ".txz", ".z", ".Z", ".bz") {
			plain = strings.TrimSuffix(plain, s)
		}
		if strings.HasSuffix(w.text, ".tgz") || strings.HasSuffix(w.text, ".tbz2") || strings.HasSuffix(w.text, ".txz") {
			plain += ".tar"
		}
		if plain != w.text {
			in.change(literal(plain))
			continue
		}
		for _, s := range suffixes {
			in.change(literal(w.text + s))
		}
	}
}

func unzipOperands(in *invocation, a *arguments) {
	readFirst(in, a)
	if a.has("-l", "-v", "-t", "-Z", "-z", "-p", "-c") || len(a.operands) == 0 {
		return
	}
	if !a.has("-d") {
		in.write(here())
	}
	in.doubtf("unzip: the archive decides which files and links are made")
}

const tarOptions = "-t,--list -x,--extract,--get -c,--create -r,--append -u,--update -d,--diff,--compare -A,--catenate,--concatenate! --delete! --test-label " +
	"-f,--file= -C,--directory= -v,--verbose -z,--gzip,--gunzip,--ungzip -j,--bzip2 -J,--xz --lzma --zstd -a,--auto-compress --no-auto-compress -p,--preserve-permissions,--same-permissions -k,--keep-old-files " +
	"-m,--touch -h,--dereference --exclude= -X,--exclude-from=< --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= " +
	"--exclude-tag= --exclude-tag-all= --exclude-tag-under= --strip-components= --wildcards --no-wildcards --no-anchored --anchored --ignore-case --no-ignore-case --wildcards-match-slash --no-wildcards-match-slash " +
	"--totals? --numeric-owner --owner= --group= --mode= --mtime= --sort= --no-same-owner --same-owner --no-same-permissions -O,--to-stdout --full-time --one-file-system --no-recursion --recursion --overwrite " +
	"--overwrite-dir --no-overwrite-dir --skip-old-files --keep-newer-files --keep-directory-symlink --force-local --quoting-style= --null --no-null --block-number -R --show-transformed-names --show-stored-names " +
	"--format= -H= --warning= -w,--interactive,--confirmation -W,--verify -S,--sparse -i,--ignore-zeros --occurrence? --one-top-level?! -P,--absolute-names! -I,--use-compress-program=! --to-command=! --checkpoint?! " +
	"--checkpoint-action=! --rsh-command=! --rmt-command=! -F,--info-script,--new-volume-script=! -T,--files-from=! -g,--listed-incremental=! --remove-files! --index-file=! --transform,--xform=! -L,--tape-length=! " +
	"-M,--multi-volume! -U,--unlink-first! --recursive-unlink! --backup?! --suffix=! --add-file=! -V,--label=! --volno-file=! -K,--starting-file=! -N,--newer,--after-date=! --newer-mtime=! --help -?,--usage --version"

//nolint:gochecknoglobals // a constant table, made when it is first needed
var tarTable = sync.OnceValue(func() *optionTable { return parseTable(tarOptions) })

// judgeTar tells listing, packing and unpacking apart.
func judgeTar(in *invocation) {
	args := in.args
	if len(args) > 0 && args[0].known && args[0].text != "" && args[0].text[0] != '-' {
		args = oldStyle(args)
	}
	a := program{}.sort(tarTable(), in, args)
	if a.has("--help", "--usage", "--version") {
		return
	}
	archives := a.values("-f")
	if len(archives) == 0 {
		in.doubtf("tar without -f uses the archive that the environment names")
	}
	for _, w := range archives {
		if before, _, colon := strings.Cut(w.text, ":"); colon && !strings.Contains(before, "/") && !a.has("--force-local") {
			in.doubtf("tar: %q is an archive on another machine", w.text)
		}
	}
	dirs := a.values("-C")
	if a.has("--remove-files") {
		for _, w := range a.operands {
			if what := in.grave(w); what != "" {
				in.harmf("tar would delete %s", what)
			}
		}
	}
	switch {
	case a.has("-t") && !a.has("-x", "-c", "-r", "-u", "-d"):
		in.readAll(archives)
	case a.has("-x") && !a.has("-c", "-r", "-u", "-d"):
		in.readAll(archives)
		if a.has("-O") {
			return
		}
		in.doubtf("tar: the archive decides which files and links are made")
		if len(dirs) == 0 {
			in.write(here())
		}
		for _, w := range dirs {
			in.change(w)
		}
	case a.has("-c", "-r", "-u") && !a.has("-d"):
		for _, w := range archives {
			if !w.known || w.text != "-" {
				in.output(w)
			}
		}
		if len(dirs) == 0 {
			in.readAll(a.operands)
			in.throughAll(a.operands, true)
		}
		in.readAll(dirs)
		in.throughAll(dirs, true)
		if a.has("-h") {
			in.followLinks()
		}
		for _, w := range a.operands {
			if len(dirs) > 0 && (!w.known || strings.HasPrefix(w.text, "/") || strings.Contains(w.text, "..")) {
				in.doubtf("tar: %q may be outside of the folder of -C", w.text)
			}
		}
	default:
		in.doubtf("tar: it is not known what it would do")
	}
}

// oldStyle turns "xzf a.tgz" into "-x -z -f a.tgz": letters without a dash take
// their values from the following words in order.
func oldStyle(args []word) []word {
	rest := args[1:]
	var out []word
	for i := range len(args[0].text) {
		letter := args[0].text[i : i+1]
		out = append(out, literal("-"+letter))
		if strings.Contains("fCbgHIKLNTVXF", letter) && len(rest) > 0 {
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...)
}
