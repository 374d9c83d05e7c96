package shell

import "strings"

// filePrograms look at folders and at what files are.
func filePrograms() map[string]judge {
	const ls = "-1aAbBcCdDfFgGhHiIlLmnNopqQrRsStuUvxXZkK --all --almost-all --author --block-size= --classify? --color? --context " +
		"--dereference --dereference-command-line --dereference-command-line-symlink-to-dir --directory --dired --escape --file-type --format= --full-time " +
		"--group-directories-first --help --hide= --hide-control-chars --human-readable --hyperlink? -I,--ignore= --ignore-backups --indicator-style= --inode " +
		"--kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style= --recursive --reverse --show-control-chars --si --size --sort= " +
		"-T,--tabsize= --time= --time-style= --version -w,--width= --zero"
	list := program{options: ls, tame: true, operands: readOrHere}.judge()
	return map[string]judge{
		"ls": list, "dir": list, "vdir": list,
		"exa": refuse("is not written down"),
		"du": program{
			options: "-0,--null -a,--all --apparent-size -A -B,--block-size= -b,--bytes -c,--total -D,--dereference-args -d,--max-depth= --files0-from=! -H " +
				"-h,--human-readable --inodes -k -L,--dereference -l,--count-links -m -P,--no-dereference -S,--separate-dirs --si -s,--summarize " +
				"-t,--threshold= --time? --time-style= -X,--exclude-from=< --exclude= -x,--one-file-system --help --version",
			operands: readOrHere,
		}.judge(),
		"df": program{
			options: "-a,--all -B,--block-size= -h,--human-readable -H,--si -i,--inodes -k -l,--local --no-sync --output? -P,--portability --sync! --total " +
				"-t,--type= -T,--print-type -x,--exclude-type= -v -m --help --version",
			operands: readOperands,
		}.judge(),
		"stat": program{
			options: "-L,--dereference -f,--file-system --cached= -c,--format= --printf= -t,--terse --help --version", tame: true, operands: readOperands,
		}.judge(),
		"readlink": program{
			options: "-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent -v,--verbose -z,--zero --help --version",
			tame:    true, operands: readOperands,
		}.judge(),
		"realpath": program{
			options: "-E,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to= --relative-base= -s,--strip,--no-symlinks -z,--zero --help --version",
			tame:    true, operands: readOperands,
		}.judge(),
		"file": program{
			options: "--help -v,--version -m,--magic-file=! -z,--uncompress! -Z,--uncompress-noreport! -b,--brief -c,--checking-printout -C,--compile! -d,--debug " +
				"-e,--exclude= --exclude-quiet= -f,--files-from=! -F,--separator= -i,--mime --apple --extension --mime-type --mime-encoding -k,--keep-going -l,--list " +
				"-L,--dereference -h,--no-dereference -n,--no-buffer -N,--no-pad -0,--print0 -p,--preserve-date! -P,--parameter= -r,--raw -s,--special-files -S,--no-sandbox! -E",
			operands: readOperands,
		}.judge(),
		"tree": program{
			options: "-adfLxlnNqQpugshDFvtcUrASiCXJ -L= -P= -I= -o=> -H= -T= -R! --charset= --device --dirsfirst --du --fflinks --filelimit= --filesfirst --fromfile! " +
				"--fromtabfile! --gitignore --gitfile=< --help --hintro=< --houtro=< --ignore-case --info --infofile=< --inodes --matchdirs --metafirst --nolinks --noreport --prune " +
				"--si --sort= --timefmt= --version --opt-toggle --acl --selinux --hyperlink --compress=",
			exact: true, apart: true, operands: readOrHere,
		}.judge(),
		"pwd":     program{options: "-L,--logical -P,--physical --help --version", pure: true}.judge(),
		"which":   program{options: "-as --all -i,--read-alias --skip-alias --read-functions --skip-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only -v,-V,--version", pure: true}.judge(),
		"whereis": judgeWhereis,
		"locate": program{
			options: "-A,--all -b,--basename -c,--count -d,--database=< -e,--existing -L,--follow -i,--ignore-case -p,--ignore-spaces -t,--transliterate -l,--limit,-n= -m,--mmap " +
				"-P,--nofollow,-H -0,--null -S,--statistics -q,--quiet -r,--regexp= --regex -s,--stdio -V,--version -w,--wholename -h,--help",
			operands: func(in *invocation, _ *arguments) { in.read(literal("/")) },
		}.judge(),
		"namei":  program{options: "-xmovlnZ -h -V", tame: true, operands: readOperands}.judge(),
		"lsattr": program{options: "-RVadlpv", tame: true, operands: readOrHere}.judge(),
		"getfacl": program{
			options: "-acdesEtnpR --access --default --omit-header --all-effective --no-effective --skip-base --recursive --tabular --numeric --absolute-names -L,--logical -P,--physical -v -h",
			tame:    true, operands: readOperands,
		}.judge(),
	}
}

// judgeWhereis knows that -B, -M and -S name folders up to -f.
func judgeWhereis(in *invocation) {
	for _, w := range in.args {
		if w.known && strings.HasPrefix(w.text, "-") && strings.Trim(w.text, "-bmsul") != "" {
			in.doubtf("whereis: option %s is not known", w.text)
		}
		if !w.known && mayBeOption(w) {
			in.doubtf("whereis: %q can become an option", w.text)
		}
	}
}
