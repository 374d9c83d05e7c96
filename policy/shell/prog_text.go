package shell

import "strings"

// textPrograms are the filters: they read files or standard input and print.
func textPrograms() map[string]judge {
	reader := func(options string) judge {
		return program{options: options + " --help --version", tame: true, operands: readOperands}.judge()
	}
	careful := func(options string) judge {
		return program{options: options + " --help --version", operands: readOperands}.judge()
	}
	return map[string]judge{
		"cat": reader("-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -tu -T,--show-tabs -v,--show-nonprinting -l"),
		"tac": reader("-b,--before -r,--regex -s,--separator="),
		"nl": reader("-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= " +
			"-l,--join-blank-lines= -n,--number-format= -p,--no-renumber -s,--number-separator= -v,--starting-line-number= -w,--number-width="),
		"head": reader("-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated"),
		"tail": program{
			options: "-# -c,--bytes= -f -F --follow? -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -r " +
				"-s,--sleep-interval= -v,--verbose -z,--zero-terminated --debug --help --version",
			tame: true, operands: readTail,
		}.judge(),
		// A file named --files0-from=x among those of a glob would make wc count other
		// files; it shows nothing of what is in them.
		"wc":     reader("-c,--bytes -m,--chars -l,--lines --debug --files0-from=! -L,--max-line-length -w,--words --total="),
		"cut":    reader("-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n --complement -s,--only-delimited --output-delimiter= -z,--zero-terminated -w"),
		"paste":  reader("-d,--delimiters= -s,--serial -z,--zero-terminated"),
		"fold":   reader("-# -b,--bytes -c,--characters -s,--spaces -w,--width="),
		"fmt":    reader("-# -c,--crown-margin -p,--prefix= -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width= -g,--goal="),
		"pr":     refuse("is not written down"),
		"expand": reader("-# -i,--initial -t,--tabs="), "unexpand": reader("-a,--all --first-only -t,--tabs="),
		"rev": reader("-V -h -0,--zero"),
		"column": reader("-t,--table -n,--table-name= -O,--table-order= -N,--table-columns= -l,--table-columns-limit= -C,--table-column= " +
			"-E,--table-noextreme= -d,--table-noheadings -m,--table-maxout -e,--table-header-repeat -H,--table-hide= -R,--table-right= " +
			"-T,--table-truncate= -W,--table-wrap= -L,--keep-empty-lines -J,--json -r,--tree= -i,--tree-id= -p,--tree-parent= " +
			"-c,--output-width= -o,--output-separator= -s,--separator= -S,--use-spaces= -x,--fillrows --wrap-separator= -hV"),
		"join": reader("-a= -e= -i,--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z,--zero-terminated"),
		"comm": reader("-123i --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated"),
		"cmp":  reader("-b,--print-bytes -i,--ignore-initial= -l,--verbose -n,--bytes= -s,--quiet,--silent -v"),
		"diff": following(careful("--normal -q,--brief -s,--report-identical-files -c -C= --context? -u -U= --unified? -e,--ed -n,--rcs -y,--side-by-side -W,--width= " +
			"--left-column --suppress-common-lines -p,--show-c-function -F,--show-function-line= --label= -L= -t,--expand-tabs -T,--initial-tab --tabsize= " +
			"--suppress-blank-empty -l,--paginate! -r,--recursive --no-dereference -N,--new-file --unidirectional-new-file --ignore-file-name-case " +
			"--no-ignore-file-name-case -x,--exclude= -X,--exclude-from=< -S,--starting-file= --from-file=< --to-file=< -i,--ignore-case " +
			"-E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines " +
			"-I,--ignore-matching-lines= -a,--text --strip-trailing-cr -D,--ifdef= --GTYPE-group-format= --old-group-format= --new-group-format= " +
			"--unchanged-group-format= --changed-group-format= --line-format= --LTYPE-line-format= --old-line-format= --new-line-format= " +
			"--unchanged-line-format= -d,--minimal --horizon-lines= --speed-large-files --color? --palette= --no-dereference --binary -P -v -h")),
		"diff3": careful("-A,--show-all -e,--ed -E,--show-overlap -3,--easy-only -x,--overlap-only -X -i -m,--merge -a,--text --strip-trailing-cr " +
			"-T,--initial-tab --diff-program=! -L,--label= -v"),
		"sdiff": careful("-o,--output=! --diff-program=! -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change " +
			"-W,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= --strip-trailing-cr -a,--text -w,--width= -l,--left-column " +
			"-s,--suppress-common-lines -t,--expand-tabs --tabsize= -d,--minimal -H,--speed-large-files -v"),
		"sort": careful("-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort " +
			"-h,--human-numeric-sort -n,--numeric-sort -R,--random-sort --random-source=< -r,--reverse --sort= -V,--version-sort --batch-size= " +
			"--check? -cC --compress-program=! --debug --files0-from=! -k,--key= -m,--merge -o,--output=> -s,--stable -S,--buffer-size= " +
			"-t,--field-separator= -T,--temporary-directory=! --parallel= -u,--unique -z,--zero-terminated"),
		"uniq": program{
			options: "-# -c,--count -d,--repeated -D --all-repeated? -f,--skip-fields= --group? -i,--ignore-case -s,--skip-chars= -u,--unique " +
				"-z,--zero-terminated -w,--check-chars= --help --version",
			operands: inThenOut,
		}.judge(),
		"shuf": program{
			options: "-e,--echo -i,--input-range= -n,--head-count= -o,--output=> --random-source=< -r,--repeat -z,--zero-terminated --help --version",
			operands: func(in *invocation, a *arguments) {
				if !a.has("-e") {
					in.readAll(a.operands)
				}
			},
		}.judge(),
		"tsort": reader("-w"),
		"tr":    program{options: "-cC --complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 --help --version", pure: true, posix: true}.judge(),
		"iconv": careful("-f,--from-code= -t,--to-code= -l,--list -c -o,--output=> -s,--silent --verbose -? --usage -V"),
		"more":  reader("-# -dfeslpcu -n= --silent --logical --no-pause --print-over --clean-print --squeeze --plain --lines="),
		"less":  program{options: "-# -NSRrFXEeiIsLMmn --LINE-NUMBERS --chop-long-lines --no-lessopen", exact: true, operands: readLess}.judge(),
		"bat": program{
			options: "-A,--show-all -p,--plain -l,--language= -H,--highlight-line= --file-name= --tabs= --wrap= -S,--chop-long-lines -n,--number --color= " +
				"--italic-text= --decorations= -f,--force-colorization --paging= -P --theme= --style= -r,--line-range= -L,--list-languages --list-themes -V,--version -h,--help",
			exact: true, operands: readBat,
		}.judge(),
		"seq": pureProgram("-f,--format= -s,--separator= -w,--equal-width --help --version -#"),
		"numfmt": pureProgram("--debug -d,--delimiter= --field= --format= --from= --from-unit= --grouping --header? --invalid= --padding= --round= " +
			"--suffix= --unit-separator= --to= --to-unit= -z,--zero-terminated --help --version"),
		"factor": pureProgram("-h,--exponents --help --version"), "expr": pureProgram("--help --version"),
		"basename": pureProgram("-a,--multiple -s,--suffix= -z,--zero --help --version"),
		"dirname":  pureProgram("-z,--zero --help --version"),
		"yes":      pureProgram("--help --version"), "sleep": pureProgram("--help --version"),
		"true": pureProgram(""), "false": pureProgram(""),
		"bc": refuse("is a language; compute with $(( )) or awk instead"),
	}
}

// pureProgram is for programs that only compute.
func pureProgram(options string) judge { return program{options: options, pure: true}.judge() }

// readTail reads the operands; tail still takes the old form +N.
func readTail(in *invocation, a *arguments) {
	for i, w := range a.operands {
		if i == 0 && w.known && strings.HasPrefix(w.text, "+") && strings.Trim(w.text, "+0123456789lbcf") == "" {
			continue
		}
		in.readAll([]word{w})
	}
}

// readLess reads the operands. Without a terminal less only prints, but it runs
// what LESSOPEN says for each file unless told not to.
func readLess(in *invocation, a *arguments) {
	if len(a.operands) > 0 && !a.has("-L", "--no-lessopen") {
		in.doubtf("less runs the program in LESSOPEN for each file; use cat, or less -L")
	}
	for _, w := range a.operands {
		if !w.known || strings.HasPrefix(w.text, "+") {
			in.doubtf("less: %q can be a command of less", w.text)
		}
	}
	in.readAll(a.operands)
}

func readBat(in *invocation, a *arguments) {
	if len(a.operands) > 0 && (!a.operands[0].known || a.operands[0].text == "cache") {
		in.doubtf("bat: %q can be the sub-command that builds the cache", a.operands[0].text)
	}
	in.readAll(a.operands)
}

// following is for programs that go through folders and follow links there.
func following(j judge) judge {
	return func(in *invocation) {
		j(in)
		in.followLinks()
	}
}
