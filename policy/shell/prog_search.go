package shell

import (
	"path"
	"strings"
)

// searchPrograms look for text and for names.
func searchPrograms() map[string]judge {
	grep := program{
		options: "-# -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp=~ -f,--file=! -i,-y,--ignore-case --no-ignore-case " +
			"-w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match -V,--version --help -m,--max-count= -b,--byte-offset -n,--line-number " +
			"--line-buffered -H,--with-filename -h,--no-filename --label= -o,--only-matching -q,--quiet,--silent --binary-files= -a,--text -I -d,--directories= " +
			"-D,--devices= -r,--recursive -R,--dereference-recursive --include= --exclude= --exclude-from=< --exclude-dir= -L,--files-without-match " +
			"-l,--files-with-matches -c,--count -T,--initial-tab -Z,--null -B,--before-context= -A,--after-context= -C,--context= --group-separator= " +
			"--no-group-separator --color? --colour? -U,--binary -u,--unix-byte-offsets",
		tame: true, operands: grepOperands,
	}
	grepJudge, fd := grep.judge(), judgeFd()
	return map[string]judge{
		"grep": grepJudge, "egrep": grepJudge, "fgrep": grepJudge, "ggrep": grepJudge,
		"rg": program{options: ripgrepOptions, exact: true, operands: ripgrepOperands}.judge(),
		"fd": fd, "fdfind": fd,
		"ag": program{
			options: "-# -acDiHlLnQrsSuUvwz0fotk --ackmate -A,--after? -B,--before? -C,--context? --break --nobreak --count --color --nocolor --column --filename --nofilename --group --nogroup " +
				"--heading --noheading --files-with-matches --files-without-matches --hidden --ignore-case --smart-case --case-sensitive --literal --only-matching --numbers --nonumbers " +
				"--vimgrep --word-regexp --invert-match -g=~ -G,--file-search-regex= --ignore= --ignore-dir= --depth= -m,--max-count= --stats --all-types --all-text --unrestricted " +
				"--skip-vcs-ignores --pager=! --nopager -p,--path-to-ignore=< --search-zip! --list-file-types -V,--version --go --js --ts --python --rust --java --html --css --json --markdown --yaml",
			exact: true, operands: agOperands,
		}.judge(),
	}
}

// splitPattern takes the pattern away from the operands, unless an option gave
// one.
func splitPattern(in *invocation, a *arguments, options ...string) []word {
	if a.has(options...) || len(a.operands) == 0 {
		return a.operands
	}
	if w := a.operands[0]; w.many && !w.known && w.within == "" {
		in.doubtf("%s: the pattern %q can become several words; quote it", in.name, w.text)
	}
	return a.operands[1:]
}

// grepOperands are the pattern and then files. Recursive grep without files looks
// through the working folder.
func grepOperands(in *invocation, a *arguments) {
	if f := a.values("-f"); len(f) > 0 {
		in.readAll(f)
	}
	files := splitPattern(in, a, "-e", "-f")
	recursive := a.has("-r", "-R")
	for _, w := range a.values("-d") {
		// The value may be shortened.
		recursive = recursive || !w.known || w.text != "" && strings.HasPrefix("recurse", w.text)
	}
	if recursive && len(files) == 0 {
		in.read(here())
		in.through(here(), true)
	}
	in.readAll(files)
	if recursive {
		in.throughAll(files, true)
	}
	if a.has("-R") {
		in.followLinks()
	}
}

// throughAll is for programs that read the content of whole folders.
func (in *invocation) throughAll(words []word, hidden bool) {
	for _, w := range words {
		if !w.known || w.text != "-" {
			in.through(w, hidden)
		}
	}
}

// agOperands are the pattern and then folders; with -g only names are shown.
func agOperands(in *invocation, a *arguments) {
	files := splitPattern(in, a, "-g")
	if len(files) == 0 {
		files = []word{here()}
	}
	in.readAll(files)
	if !a.has("-g") {
		in.throughAll(files, a.has("--hidden", "-u", "--unrestricted"))
	}
	if a.has("-f") {
		in.followLinks()
	}
}

const ripgrepOptions = "-A,--after-context= -B,--before-context= -C,--context= --auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered " +
	"-b,--byte-offset --no-byte-offset -s,--case-sensitive --color= --colors= --column --no-column --context-separator= --no-context-separator -c,--count --count-matches " +
	"--crlf --no-crlf --debug --dfa-size-limit= -E,--encoding= --no-encoding --engine= --field-context-separator= --field-match-separator= -f,--file=< --files " +
	"-l,--files-with-matches --files-without-match -F,--fixed-strings --no-fixed-strings -L,--follow --no-follow --generate= -g,--glob= --glob-case-insensitive " +
	"--no-glob-case-insensitive --heading --no-heading -h,--help -.,--hidden --no-hidden --hostname-bin=! --hyperlink-format= --iglob= -i,--ignore-case --ignore-file=< " +
	"--ignore-file-case-insensitive --no-ignore-file-case-insensitive --include-zero --no-include-zero -v,--invert-match --no-invert-match --json --no-json --line-buffered " +
	"--no-line-buffered -n,--line-number -N,--no-line-number -x,--line-regexp -M,--max-columns= --max-columns-preview --no-max-columns-preview -m,--max-count= " +
	"-d,--max-depth,--maxdepth= --max-filesize= --mmap --no-mmap -U,--multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config --no-ignore --ignore --no-ignore-dot " +
	"--ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global --no-ignore-messages --ignore-messages --no-ignore-parent " +
	"--ignore-parent --no-ignore-vcs --ignore-vcs --no-messages --messages --no-require-git --require-git --no-unicode --unicode -0,--null --null-data --one-file-system " +
	"--no-one-file-system -o,--only-matching --path-separator= --passthru,--passthrough -P,--pcre2 --no-pcre2 --pcre2-version --pre=! --no-pre --pre-glob= -p,--pretty -q,--quiet " +
	"--regex-size-limit= -e,--regexp=~ -r,--replace= -z,--search-zip! --no-search-zip -S,--smart-case --sort= --sortr= --sort-files --no-sort-files --stats --no-stats " +
	"--stop-on-nonmatch -a,--text --no-text -j,--threads= --trace --trim --no-trim -t,--type= --type-add= --type-clear= --type-list -T,--type-not= -u,--unrestricted " +
	"-V,--version --vimgrep -H,--with-filename -I,--no-filename -w,--word-regexp --no-pcre2-unicode --pcre2-unicode"

func ripgrepOperands(in *invocation, a *arguments) {
	if a.has("--type-list", "-V", "-h", "--pcre2-version", "--generate") {
		return
	}
	files := splitPattern(in, a, "-e", "-f", "--files")
	if len(files) == 0 {
		files = []word{here()}
	}
	in.readAll(files)
	if !a.has("--files") {
		in.throughAll(files, a.has("-.", "-u") || unhides(a))
	}
	if a.has("-L") {
		in.followLinks()
	}
}

// unhides reports whether a glob asks ripgrep for files that it would skip
// because they are hidden: what -g names is searched whatever else is said.
func unhides(a *arguments) bool {
	for _, g := range a.given {
		if !among(g.name, "-g", "--iglob") {
			continue
		}
		if text := g.value.text; !g.value.known || !strings.HasPrefix(text, "!") && !sourceGlob(text) {
			return true
		}
	}
	return false
}

// sourceGlob reports whether a pattern finds only files whose names end like
// those of source code, which hidden files that matter do not.
func sourceGlob(pattern string) bool {
	suffix, ok := strings.CutPrefix(path.Base(pattern), "*.")
	return ok && !strings.HasPrefix(pattern, ".") && !strings.Contains(pattern, "/.") && among(suffix,
		"go", "c", "h", "cc", "cpp", "hpp", "rs", "py", "js", "jsx", "mjs", "ts", "tsx", "vue", "svelte", "java", "kt", "scala", "swift",
		"rb", "php", "cs", "lua", "ex", "exs", "erl", "hs", "ml", "zig", "md", "rst", "html", "css", "scss", "proto", "sql", "{js,ts}",
		"{ts,tsx}", "{js,jsx,ts,tsx}", "{js,ts,jsx,tsx}", "{c,h}", "{cpp,h}")
}

const fdOptions = "-H,--hidden --no-hidden -I,--no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-require-git --no-ignore-parent -u,--unrestricted -s,--case-sensitive -i,--ignore-case " +
	"-g,--glob --regex -F,--fixed-strings --and= -a,--absolute-path --relative-path -l,--list-details! -L,--follow -p,--full-path -0,--print0 -d,--max-depth= --min-depth= " +
	"--exact-depth= -E,--exclude= --prune -t,--type= -e,--extension= -S,--size= --changed-within,--newer= --changed-before,--older= -o,--owner= --format= -x,--exec! " +
	"-X,--exec-batch! --batch-size=! --ignore-file=< -c,--color= --hyperlink? -j,--threads= --max-results= -1 -q,--quiet --show-errors --base-directory=! --path-separator= " +
	"--search-path=< --strip-cwd-prefix? --one-file-system --gen-completions? -h,--help -V,--version"

// judgeFd takes off the command behind -x before the rest is sorted.
func judgeFd() judge {
	sort := program{options: fdOptions, exact: true, operands: fdOperands}.judge()
	return func(in *invocation) {
		all := in.args
		for i, w := range all {
			if w.known && among(w.text, "-x", "-X", "--exec", "--exec-batch") {
				in.args = all[:i+1]
				break
			}
		}
		sort(in)
		in.args = all
		in.runAfter("-x", "-X", "--exec", "--exec-batch")
	}
}

// fdOperands are the pattern and then folders.
func fdOperands(in *invocation, a *arguments) {
	folders := a.values("--search-path")
	if len(a.operands) > 1 {
		folders = append(folders, a.operands[1:]...)
	}
	if len(folders) == 0 {
		folders = []word{here()}
	}
	if a.has("-x", "-X") {
		in.throughAll(folders, a.has("-H", "-u"))
	}
	in.readAll(folders)
}

// runAfter reports the words after one of the options as a command that is run
// with more arguments.
func (in *invocation) runAfter(options ...string) {
	for i, w := range in.args {
		if !w.known || !among(w.text, options...) {
			continue
		}
		var words []word
		for _, w := range in.args[i+1:] {
			if w.known && w.text == ";" {
				break
			}
			if strings.Contains(w.text, "{") {
				w.known = false
			}
			words = append(words, w)
		}
		if len(words) > 0 {
			in.run(innerCommand{args: words, more: true})
		}
		return
	}
}
