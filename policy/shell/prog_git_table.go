package shell

const gitDiffOptions = " -p,-u,--patch -s,--no-patch -U,--unified? --output=! --output-indicator-new= --output-indicator-old= --output-indicator-context= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic " +
	"--minimal --patience --histogram --anchored= --diff-algorithm= --stat? --stat-width= --stat-name-width= --stat-count= --stat-graph-width= --compact-summary --numstat --shortstat -X? --dirstat? --cumulative " +
	"--dirstat-by-file? --summary --patch-with-stat -z --name-only --name-status --submodule? --color? --no-color --color-moved? --no-color-moved --color-moved-ws? --no-color-moved-ws --word-diff? --word-diff-regex= " +
	"--color-words? --no-renames --renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev? -B,--break-rewrites? -M,--find-renames? -C,--find-copies? --find-copies-harder " +
	"-D,--irreversible-delete -l= --diff-filter= -S= -G= --find-object= --pickaxe-all --pickaxe-regex -O=! --skip-to= --rotate-to= -R --relative? --no-relative -a,--text --ignore-cr-at-eol --ignore-space-at-eol " +
	"-b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines -I,--ignore-matching-lines= --inter-hunk-context= -W,--function-context --exit-code --quiet --ext-diff! --no-ext-diff --textconv! --no-textconv " +
	"--ignore-submodules? --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index --ita-visible-in-index -t -c --cc --combined-all-paths --diff-merges= --no-diff-merges --remerge-diff! "

const gitLogOptions = " -# -n,--max-count= --skip= --since,--after= --until,--before= --since-as-filter= --author= --committer= --grep= --grep-reflog= --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp " +
	"-E,--extended-regexp -F,--fixed-strings -P,--perl-regexp --remove-empty --merges --no-merges --min-parents? --max-parents? --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all " +
	"--branches? --tags? --remotes? --glob= --exclude= --exclude-hidden= --reflog --alternate-refs! --single-worktree --ignore-missing --bisect --stdin! --cherry-mark --cherry-pick --left-only --right-only --cherry " +
	"-g,--walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk " +
	"--pretty? --format? --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs? --no-expand-tabs --notes? --no-notes --show-notes? --show-signature! --no-show-signature --relative-date --date= --parents " +
	"--children --left-right --graph --no-graph --show-linear-break? --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --use-mailmap --mailmap --no-mailmap --log-size -L= --follow " +
	"--full-diff -m --count --objects --objects-edge --in-commit-order --unpacked --no-object-names --object-names --filter? --no-filter --timestamp --header --disk-usage? --max-age= --min-age= --dd --show-trees "

// gitReaders are the sub-commands that only read, with their options.
func gitReaders() map[string]string {
	const both = gitDiffOptions + gitLogOptions
	return map[string]string{
		"status": "-s,--short -b,--branch --show-stash --porcelain? --long -v,--verbose -u,--untracked-files? --ignore-submodules? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?",
		"log":    both, "show": both, "whatchanged": both, "rev-list": both, "cherry": "-v --abbrev?",
		"diff":        gitDiffOptions + "--cached --staged --merge-base --no-index -1 -2 -3 -0 --base --ours --theirs",
		"diff-tree":   gitDiffOptions + "-r -m -v --root --merge-base --stdin! --no-commit-id --pretty? --format? --always --show-trees",
		"diff-index":  gitDiffOptions + "-m --cached --merge-base",
		"diff-files":  gitDiffOptions + "-q -0 -1 -2 -3",
		"range-diff":  both + "--creation-factor= --no-dual-color --dual-color --left-only --right-only",
		"shortlog":    "-# -n,--numbered -s,--summary -e,--email -c,--committer --format? -w? --group= --since,--after= --until,--before= --all --branches? --tags? --remotes? --no-merges --merges --author= --grep=",
		"show-branch": "-r,--remotes -a,--all --current --topo-order --date-order --sparse --more? --list --merge-base --independent --no-name --sha1-name --topics -g,--reflog? --color? --no-color",
		"ls-files":    "-c,--cached -d,--deleted -o,--others -i,--ignored -s,--stage -u,--unmerged -k,--killed -m,--modified -t -v -f -z -x,--exclude= -X,--exclude-from=< --exclude-per-directory= --exclude-standard --error-unmatch --with-tree= --full-name --abbrev? --debug --deduplicate --eol --directory --no-empty-directory --resolve-undo --recurse-submodules --sparse --format=",
		"ls-tree":     "-d -r -t -l,--long -z --name-only --name-status --object-only --abbrev? --full-name --full-tree --format=",
		"describe":    "--dirty?! --broken?! --all --tags --contains --abbrev? --candidates= --exact-match --debug --long --match= --exclude= --always --first-parent",
		"merge-base":  "-a,--all --octopus --independent --is-ancestor --fork-point",
		"name-rev":    "--tags --refs= --exclude= --all --annotate-stdin --stdin --name-only --no-undefined --always",
		"cat-file":    "-t -s -e -p --batch? --batch-check? --batch-command? --batch-all-objects --buffer --follow-symlinks --unordered --allow-unknown-type --mailmap --use-mailmap --no-mailmap -z -Z --textconv! --filters! --path=!",
		"blame":       gitBlameOptions, "annotate": gitBlameOptions,
		"grep":          "-# --cached --untracked --no-index --exclude-standard --no-exclude-standard --recurse-submodules -a,--text -i,--ignore-case -I --max-depth= -r,--recursive --no-recursive -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches,--name-only -L,--files-without-match -O,--open-files-in-pager?! -z,--null -o,--only-matching -c,--count --color? --no-color --break --heading -p,--show-function -C,--context= -A,--after-context= -B,--before-context= -W,--function-context -m,--max-count= --threads= -f=< -e= --and --or --not --all-match -q,--quiet --textconv! --no-textconv --ext-grep!",
		"for-each-ref":  "--count= --sort= --format= -s,--shell -p,--perl --python --tcl --color? --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --omit-empty --exclude= --include-root-refs",
		"show-ref":      "--head --heads --branches --tags -d,--dereference -s,--hash? --verify --exists --abbrev? -q,--quiet --exclude-existing?",
		"count-objects": "-v,--verbose -H,--human-readable",
	}
}

const gitBlameOptions = "-L= -l -t -S=< --reverse -p,--porcelain --line-porcelain --incremental --contents=< -M? -C? -h -c -f,--show-name -n,--show-number -s -e,--show-email -w --since= --abbrev? --root -b " +
	"--show-stats --color-lines --color-by-age --ignore-rev= --ignore-revs-file=< --progress --no-progress --date= --first-parent --score-debug --encoding= --minimal --textconv! --no-textconv"
