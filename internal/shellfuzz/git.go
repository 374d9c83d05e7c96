package shellfuzz

import "strings"

// gitCommand is the arguments of a git command.
func gitCommand(w *writer) string {
	words := []string{}
	if w.one(6) {
		words = append(words, w.pick("--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "-C sub", "-C other", "-c core.pager=./evil", "-c alias.x='!touch PWNED'", "--git-dir=other/.git", "--work-tree=.", "--exec-path=.", "-p", "--paginate", "--bare", "--config-env=core.pager=x", "-c core.fsmonitor=./evil", "--icase-pathspecs", "--no-replace-objects", "--namespace=x", "--super-prefix=x/", "--attr-source=HEAD", "--list-cmds=main", "--exec-path"))
	}
	sub := w.pick("status", "log", "diff", "show", "branch", "ls-files", "blame", "grep", "rev-parse", "describe", "tag", "remote", "stash", "config", "reflog", "shortlog", "cat-file", "ls-tree", "rev-list", "for-each-ref", "show-ref", "diff-tree", "diff-files", "diff-index", "whatchanged", "range-diff", "show-branch", "merge-base", "name-rev", "count-objects", "cherry", "annotate", "worktree", "notes", "bisect", "check-ignore", "check-attr", "var", "check-ref-format", "check-mailmap", "version",
		"pwn", "st", "archive", "bundle", "bugreport", "difftool", "fsck", "gc", "format-patch", "hash-object", "help", "verify-commit", "verify-tag", "submodule", "rerere", "replace", "symbolic-ref", "update-index", "add", "checkout", "ls-remote", "fetch", "column", "stripspace", "interpret-trailers", "mailinfo", "merge-file", "merge-tree", "diagnose", "fast-export", "unpack-file", "get-tar-commit-id", "show-index", "verify-pack", "patch-id", "request-pull", "sparse-checkout", "instaweb", "web--browse", "daemon", "upload-pack", "http-backend", "fmt-merge-msg", "credential", "maintenance", "pack-refs", "prune", "init", "commit", "switch", "restore", "clean", "mv", "rm", "apply", "am")
	words = append(words, sub)
	for range 3 {
		switch w.roll(12) {
		default:
			continue
		case 3, 4, 5, 6, 7:
			words = append(words, w.option(w.pick(strings.Fields(gitUsual)...)))
		case 8:
			words = append(words, w.option(w.pick(strings.Fields(gitOdd)...)))
		case 9:
			words = append(words, w.option(w.pick(w.gen.Options["git "+sub]...)))
		case 10:
			words = append(words, w.pick("list", "show", "get-url origin", "-v", "--list", "add x y", "drop", "pop", "expire --all", "delete HEAD@{0}", "log", "new", "v1 HEAD", "-d v1", "-m x", "--unset core.pager", "core.pager", "core.pager x", "get core.pager", "set core.pager x", "prune", "update", "exists HEAD", "remove", "start", "run ./evil", "-f x", "-D main", "--edit-description", "rename a b", "set-head origin -a", "edit", "append", "-e", "store x", "--create-reflog x", "--edit", "unset core.pager"))
		}
	}
	if w.one(2) {
		words = append(words, w.pick("HEAD", "main", "HEAD~1", "HEAD:a.txt", "-- a.txt", "main..HEAD", "a.txt", "v1", "HEAD -- .", "--", ".", "-- "+w.file(), w.file(), "origin", "@{u}", ":/first", "HEAD^{tree}", "signed", "':(attr:x)'", "HEAD~1 HEAD", "HEAD b.txt", "$x", "stash@{0}", "\"$x\"", "/etc/hostname a.txt", "a", "sub", "--all", ":(top)", "blob HEAD:a.txt", "main HEAD", "refs/heads/*"))
	}
	return strings.Join(words, " ")
}

const gitUsual = "--oneline -n=1 -1 --stat -p --short -s --porcelain --cached --name-only --all --graph -v --branch -a -r --decorate --format=%H --pretty=oneline --since=1.day -M -w -U1 --word-diff --no-color -l --list --contains=HEAD --show-current --tags --abbrev-commit --follow --numstat --staged --raw -z --ignored " +
	"-u --untracked-files=all -e=a -i -c --count -L=1,2:a.txt --no-ext-diff --no-textconv --exit-code --quiet -q --date=iso --author=dev --merged --points-at=HEAD --sort=refname --get=core.pager --get-regexp=core -t -d --long --others --exclude-standard --stage --abbrev=7 --reverse --summary --check --is-inside-work-tree --show-toplevel --git-dir --verify --abbrev-ref -n " +
	"--left-right --no-index --submodule=log --dirty --always --batch-check --heads --color=always --column --show-stash --find-renames --no-renames --patch --no-patch --first-parent --no-merges --max-count=2 --skip=1 --grep=a -S=a -G=a --diff-filter=M --relative -b --cc -m --root --name-status --merge-base --fork-point --modified --deleted --eol --debug --show-origin --null"

const gitOdd = "--output=PWNED --output PWNED -o=PWNED --ext-diff --textconv -O=list -O./evil --open-files-in-pager=./evil --show-signature --format=%GG --pretty=format:%G? --remerge-diff --upload-pack=./evil --exec=./evil --filters --stdin --batch --edit -f --force --delete -D --set-upstream-to=x --unset-all --add --replace-all --file=a.txt -f=a.txt --global --unset --rename-section " +
	"--remove-section --update-refs --refresh --really-refresh --broken --autostash --edit-description --create-reflog --no-walk --walk-reflogs --bisect --alternate-refs --contents=a.txt --ignore-revs-file=list --exclude-from=list --pathspec-from-file=list --parseopt --sq-quote --shared-index-path --local-env-vars --resolve-git-dir=other/.git --git-path=x --prefix=x --output-indicator-new=x --line-prefix=x --compact-summary " +
	"--recurse-submodules --ignore-submodules=none --submodule=diff --exec-path=. --textconv --no-optional-locks --index-version=4 --fsmonitor --test-untracked-cache --ext-grep --threads=2 --worktree --resolve-undo --with-tree=HEAD --outp=PWNED --out=PWNED --outpu=PWNED --ext --text --expire=now --prune --write --move --copy -M -C -m -u --set-upstream=x --track"
