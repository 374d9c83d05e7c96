package shell

import "strings"

// digestPrograms print checksums and dumps of files.
func digestPrograms() map[string]judge {
	const sums = "-b,--binary -c,--check -t,--text --ignore-missing --quiet --status --strict -w,--warn -z,--zero --tag --help --version"
	// With -c a list in a file says what else is read.
	sum := func(options string) judge {
		return program{options: options, operands: func(in *invocation, a *arguments) {
			in.readAll(a.operands)
			if a.has("-c") {
				in.doubtf("%s: the list decides which files are read", in.name)
			}
		}}.judge()
	}
	reader := func(options string) judge {
		return program{options: options, exact: true, operands: readOperands}.judge()
	}
	all := map[string]judge{
		"b2sum": sum(sums + " -l,--length="),
		"cksum": sum(sums + " -a,--algorithm= --base64 --raw --untagged --debug -l,--length="),
		"sum":   reader("-r -s,--sysv --help --version"),
		"base64": program{
			options:  "-d,--decode -D -i,--ignore-garbage -w,--wrap= --help --version -o,--output=> -b,--break= --input=<",
			operands: readOperands,
		}.judge(),
		"base32":   reader("-d,--decode -i,--ignore-garbage -w,--wrap= --help --version"),
		"basenc":   reader("--base64 --base64url --base58 --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 -d,--decode -i,--ignore-garbage -w,--wrap= --help --version"),
		"od":       program{options: odOptions, tame: true, operands: readOperands}.judge(),
		"hexdump":  reader("-b,--one-byte-octal -c,--one-byte-char -C,--canonical -d,--two-bytes-decimal -o,--two-bytes-octal -x,--two-bytes-hex -L,--color? -e,--format= -f,--format-file=< -n,--length= -s,--skip= -v,--no-squeezing -h,--help -V,--version -X,--one-byte-hex"),
		"hd":       reader("-C -n,--length= -s,--skip= -v,--no-squeezing"),
		"xxd":      judgeXxd,
		"strings":  noLists(reader("-# -a,--all -d,--data -f,--print-file-name -n,--bytes= -o -t,--radix= -e,--encoding= -w,--include-all-whitespace -s,--output-separator= -U,--unicode= -T,--target= -h,--help -v,--version")),
		"size":     noLists(reader("-ABdoxtGf --format= --common --radix= --totals -h,--help -V,--version")),
		"nm":       noLists(reader("-aAoBCDegnprSsuUv -f,--format= -t,--radix= --debug-syms --dynamic --extern-only --defined-only --undefined-only --demangle? --no-demangle --numeric-sort --no-sort --print-size --print-file-name --reverse-sort --size-sort --line-numbers -l -P,--portability --help -V,--version")),
		"readelf":  noLists(reader("-aehlSgtsndrVAIWuTc --all --file-header --program-headers --segments --section-headers --sections --section-groups --section-details --headers --syms --symbols --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --wide --use-dynamic -D -x,--hex-dump= -p,--string-dump= -R,--relocated-dump= -H,--help -v,--version -w?")),
		"objdump":  noLists(reader("-afhpxdDSsgGtTrRCwzlF -i -j,--section= -m,--architecture= -M,--disassembler-options= --archive-headers --file-headers --private-headers --section-headers --headers --all-headers --disassemble? --disassemble-all --source --full-contents --syms --dynamic-syms --reloc --dynamic-reloc --demangle? --wide --no-show-raw-insn --start-address= --stop-address= --line-numbers --show-raw-insn -H,--help -v,--version")),
		"zipinfo":  program{options: "-12smlvhtTzMC", exact: true, operands: readFirst}.judge(),
		"zcat":     packedReader("-f,--force -q,--quiet -h,--help -V,--version", ".gz", ".z", "-gz", "-z", "_z", ".Z"),
		"bzcat":    reader("-qs"),
		"xzcat":    reader("-q,--quiet -f,--force"),
		"zgrep":    refuse("is a script around grep that is not written down; use zcat and grep"),
		"ldd":      refuse("may run the program it is given; use readelf -d"),
		"openssl":  versionOnly("version"),
		"gpg":      versionOnly("--version"),
		"exiftool": refuse("can change files and run code; it is not written down"),
	}
	for _, bits := range []string{"1", "224", "256", "384", "512"} {
		all["sha"+bits+"sum"] = sum(sums)
	}
	all["md5sum"] = sum(sums)
	all["md5"] = reader("-pqrtx -s=")
	all["shasum"] = sum("-a,--algorithm= -b,--binary -t,--text -U,--UNIVERSAL -0,--01 -c,--check --tag -q,--quiet -s,--status -w,--warn -h,--help -v,--version")
	return all
}

// packedReader is for programs that look for a file with a suffix if there is
// none without it.
func packedReader(options string, suffixes ...string) judge {
	return program{options: options, exact: true, operands: func(in *invocation, a *arguments) {
		in.readAll(a.operands)
		for _, w := range a.operands {
			for _, s := range suffixes {
				if w.known && w.text != "-" && !strings.HasSuffix(w.text, s) {
					in.read(literal(w.text + s))
				}
			}
		}
	}}.judge()
}

// noLists is for programs that take a word that begins with @ for the name of a
// file with more words in it, options among them, wherever it stands.
func noLists(j judge) judge {
	return func(in *invocation) {
		for _, w := range in.args {
			if w.known && strings.HasPrefix(w.text, "@") || !w.known && (w.lead == "" || w.lead[0] == '@') {
				in.doubtf("%s: %q can name a file with options in it; write ./ before it", in.name, w.text)
			}
		}
		j(in)
	}
}

const odOptions = "-A,--address-radix= --endian= -j,--skip-bytes= -N,--read-bytes= -S,--strings? -t,--format= -v,--output-duplicates -w,--width? --traditional -abcdfilosxeFDHILOBhX --help --version"

// readFirst is for programs whose first operand is the file; the others are
// names inside of it.
func readFirst(in *invocation, a *arguments) {
	if len(a.operands) > 0 {
		in.readAll(a.operands[:1])
	}
}

// judgeXxd reads options as xxd does: one dash, whole words, before the operands,
// and the second operand is written.
func judgeXxd(in *invocation) {
	args := in.args
	for len(args) > 0 && mayBeOption(args[0]) {
		w := args[0]
		args = args[1:]
		name := strings.TrimLeft(w.text, "-")
		switch {
		case !w.known:
			in.doubtf("xxd: %q can become an option", w.text)
			args = append([]word{w}, args...)
			inThenOut(in, &arguments{operands: args})
			return
		case among(name, "a", "autoskip", "b", "bits", "C", "capitalize", "d", "e", "E", "EBCDIC", "h", "help", "i", "include",
			"p", "ps", "postscript", "plain", "u", "uppercase", "v", "version", "r", "revert", "z", "zero"):
		case among(name, "c", "cols", "g", "groupsize", "l", "len", "n", "name", "o", "offset", "s", "skip", "seek", "R"):
			if len(args) > 0 {
				if !args[0].known {
					in.doubtf("xxd: the value of -%s is not known", name)
				}
				args = args[1:]
			}
		case len(name) > 1 && strings.ContainsRune("cglos", rune(name[0])) && strings.Trim(name[1:], "0123456789abcdefxk+-") == "":
		default:
			in.doubtf("xxd: option %s is not known", w.text)
		}
	}
	inThenOut(in, &arguments{operands: args})
}

// among reports whether text is one of the choices.
func among(text string, choices ...string) bool {
	for _, c := range choices {
		if text == c {
			return true
		}
	}
	return false
}
