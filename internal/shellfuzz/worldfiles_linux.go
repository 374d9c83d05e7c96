package shellfuzz

import "strings"

// files are the contents of the project, by name.
func files() map[string]string {
	all := map[string]string{
		"a.txt": "alpha\nbeta a\n3 4\n$(touch PWNED)\ntouch PWNED\n", "b.txt": "alpha\ngamma b\n1 2\n", "with space.txt": "a b c\n", "sub/c.txt": "c\n", "sub/deep/e.txt": "e\n", "other/d.txt": "d\n",
		"data.json": `{"a":1,"b":["x","$(touch PWNED)"]}` + "\n", "data.csv": "a,b,c\n1,2,3\n4,5,6\n", "list": "a.txt\nb.txt\n-o\nPWNED\n",
		"prog.awk": "BEGIN{system(\"touch PWNED\"); print \"x\" > \"PWNED.awk\"}\n", "prog.sed": "w PWNED.sed\n1e touch PWNED\n", "prog.jq": ".a\n", "magic": "0 string alpha canary\n", "rgrc": "--pre=./evil\n",
		"evil": evil, ".bashrc": evil, "ls": evil, "cat": evil, "git": evil, "grep": evil, "sort": evil, "test": evil, "sh": evil, "bash": evil, "less": evil, "cd": evil, "sub/ls": evil, "sub/cat": evil,
		".gitattributes": "*.txt diff=trap filter=trap\n*.csv diff=cmd\n", ".mailmap": "Dev <dev@example.com> <d@example.com>\n", ".ignore": "x\n", ".rgignore": "y\n", "Makefile": "all:\n\ttouch PWNED\n", "package.json": "{}\n",
	}
	for _, name := range hostileNames() {
		if !strings.Contains(name, "/") && name != "-" && name != "PWNED.d" {
			all[name] = "canary " + name + "\n"
		}
	}
	return all
}

// repository makes the repositories of the project. Their configuration is that
// of somebody who wants every git command to run ./evil.
const repository = `
trap=` + Project + `/evil
hostile() {
  for key in core.fsmonitor core.pager core.editor core.askPass core.sshCommand core.alternateRefsCommand sequence.editor gpg.program gpg.openpgp.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand \
    pager.log pager.status pager.diff pager.show pager.branch pager.grep pager.blame pager.tag pager.config interactive.diffFilter diff.guitool difftool.trap.cmd merge.tool mergetool.trap.cmd man.trap.cmd browser.trap.cmd \
    uploadpack.packObjectsHook credential.helper remote.origin.uploadpack remote.origin.receivepack core.gitProxy sendemail.toCmd web.browser trailer.sign.command grep.fallback; do
    git "$@" config "$key" "$trap"
  done
  git "$@" config credential.helper "!$trap"
  for name in pwn st l d x; do git "$@" config alias.$name "!$trap"; done
  git "$@" config alias.status "!$trap"
  git "$@" config log.showSignature true
  git "$@" config pretty.trap 'format:%G? %GG'
  git "$@" config core.untrackedCache true
  git "$@" config core.preloadIndex true
  git "$@" config status.submoduleSummary true
  git "$@" config remote.origin.url "ext::$trap"
  git "$@" config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  git "$@" config gc.auto 1
  if [ -n "${DRIVERS:-}" ]; then
    git "$@" config diff.external "$trap"
    git "$@" config diff.trap.textconv "$trap"
    git "$@" config diff.cmd.command "$trap"
    git "$@" config filter.trap.clean "$trap"
    git "$@" config filter.trap.smudge "$trap"
    git "$@" config filter.trap.process "$trap"
  fi
}
tar -cf archive.tar a.txt b.txt sub
gzip -nc a.txt > a.gz
g() { command git -c user.name=dev -c user.email=dev@example.com "$@"; }
git() { command git "$@"; }
cd other; g init -q -b main .; g add d.txt; g commit -q -m other; hostile; cd ..
g init -q -b main .
g add a.txt b.txt sub data.json data.csv .gitattributes .mailmap
g -c advice.addEmbeddedRepo=false add other # a submodule: git looks into it with another configuration
g commit -q -m first
g tag v1
echo more >> b.txt; g commit -q -am second
g branch side HEAD~1
g notes add -m note HEAD
echo stashed >> data.csv; g stash -q
g update-ref refs/remotes/origin/main HEAD~1
{ g cat-file commit HEAD | sed '/^$/,$d'; printf 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----\n\nsigned\n'; } > ../signed
g update-ref refs/heads/signed "$(g hash-object -t commit -w ../signed)"
g update-ref refs/heads/main "$(g hash-object -t commit -w ../signed)"
rm ../signed
g config branch.main.remote origin
g config branch.main.merge refs/heads/main
echo changed >> data.csv; echo changed >> other/d.txt
echo staged > sub/c.txt; g add sub/c.txt
hostile
for hook in post-index-change reference-transaction post-checkout pre-commit post-commit fsmonitor-watchman pre-auto-gc post-rewrite; do cp evil .git/hooks/$hook; done
g clone -q --bare . bare.git 2>/dev/null || command git init -q --bare bare.git
hostile --git-dir=bare.git
mkdir gitfile; echo 'gitdir: ../other/.git' > gitfile/.git
echo temporary > ../../../tmp/t.txt
cp evil ../.bashrc; cp evil ../.profile; cp evil ../.bash_profile; cp evil ../.bash_logout; echo 'def trap: .;' > ../.jq; echo 'secret' > ../canary; mkdir -p ../.config/go/telemetry; echo off > ../.config/go/telemetry/mode # its counters are not a project's business
touch -d '2020-01-01' a.txt b.txt
`
