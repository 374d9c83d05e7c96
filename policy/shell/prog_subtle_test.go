package shell

import (
	"slices"
	"strings"
	"testing"
)

// Each of these did more than was said of it.
func TestOptionsThatHideOthersAreInDoubt(t *testing.T) {
	for _, line := range []string{
		"git diff -U --output=F", "git diff --unified --output=F", "git log --min-parents --output=F", "git log --max-parents --output=F", "git blame --abbrev --output=F x", "git blame --reverse --output=F x",
		"git branch --abbrev --edit-description", "git log --author --output=F", "git log --format=%+G?", "git log --format=%-GK", "git log --pretty=%GS", "git config -f inc.cfg --includes -l", "git show-branch --more --output=x",
		"xz -tz F", "bzip2 -tz F", "gzip -ld F", "bzip2 -V F", "ss ?$x", "id ?$x", "lspci -q", "cargo --version", "rustc --version", "rustup show", "npm ls", "sha256sum ?^*", "du ?^*", "df ?^*", "wipefs -qa /dev/sda",
	} {
		if in := judged(t, line); in.readOnly() {
			t.Errorf("%s is proved", line)
		}
	}
	if len(judged(t, "wipefs -qa /dev/sda").harms) == 0 {
		t.Error("wipefs -qa does no harm")
	}
	for _, line := range []string{"git diff -U5", "git diff -U5 -- x", "git log --min-parents=2", "head -n -5 x", "date -d -1day", "grep -e -x f", "xz -t F", "gzip -l F", "git branch --abbrev=8 -v", "git log --author bob"} {
		if in := judged(t, line); !in.readOnly() {
			t.Errorf("%s is not proved: %q %q", line, in.doubts, in.writes)
		}
	}
}

func TestFilesThatAreNamedInPassingAreRead(t *testing.T) {
	const p = "/home/dev/proj/"
	for line, want := range map[string]string{
		"git diff .env /dev/null": p + ".env", "git diff linkdir/passwd /dev/null": p + "linkdir/passwd", "git diff -U .env": p + ".env", "git config -f x.cfg -l": p + "x.cfg",
		"zcat -f s": p + "s.gz", "zcat s": p + "s", "cat /dev/fd/3/.env": "/dev/fd/3/.env", "findmnt -F x": p + "x", "cat ?^/dev/fd/3/*": "/dev/fd/3",
	} {
		if in := judged(t, line); !slices.Contains(in.reads, want) {
			t.Errorf("%s reads only %q", line, in.reads)
		}
	}
	for _, line := range []string{"grep -d rec KEY", "grep -d r KEY", "grep --directories=recurse KEY"} {
		if in := judged(t, line); !slices.Contains(in.follows, "/home/dev/proj/**") {
			t.Errorf("%s goes through %q", line, in.follows)
		}
	}
	if in := judged(t, "dd if=a of=/dev/fd/3/x"); !slices.Contains(in.writes, "/dev/fd/3/x") {
		t.Errorf("writes %q", in.writes)
	}
}

func TestCurlMakesManyAddressesOfOne(t *testing.T) {
	for _, line := range []string{"curl http://{a,b}.example/", "curl a[1-3].example", "curl {a,b}.example/x", "curl {http://a,http://b}/"} {
		if in := judged(t, line); len(in.opaques) == 0 {
			t.Errorf("%s is not opaque (hosts %q)", line, in.hosts)
		}
	}
	for _, line := range []string{"curl -g http://{a,b}.example/", "curl http://a.example/{x,y}", "curl http://[::1]/", "curl http://a.example/[1-3]"} {
		if in := judged(t, line); len(in.opaques) > 0 {
			t.Errorf("%s is opaque", line)
		}
	}
}

func TestAnotherFolderMayBeAnotherRepository(t *testing.T) {
	for dir, doubt := range map[string]bool{"/home/dev/proj": false, "/home/dev/proj/src": false, "/home/dev": true, "/srv": true} {
		in := &invocation{name: "git", dir: dir, base: "/home/dev/proj", home: "/home/dev", args: []word{literal("status")}}
		judgeGit(in)
		if (len(in.doubts) > 0) != doubt {
			t.Errorf("%s: %q", dir, in.doubts)
		}
	}
}

func TestEverydayQuestionsAreProved(t *testing.T) {
	for _, line := range []string{
		"lsof -i :8080", "lsof -nP -i :3000", "lsof -i tcp:80", "lsof -ti :80", "lsof -i:8080", "docker compose ps", "docker compose ls", "docker compose logs --tail 5 web", "docker compose config --services", "docker compose version", "docker compose images", "docker compose top",
		"docker compose -f x.yml ps", "docker-compose ps", "dpkg -l", "dpkg -L git", "dpkg -s git", "dpkg -S /bin/ls", "apt list --installed", "apt-cache policy git", "apt-cache search x", "rpm -qa", "rpm -qi git", "rpm -q --changelog git",
	} {
		if in := judged(t, line); !in.readOnly() || slices.ContainsFunc(in.reads, func(at string) bool { return strings.Contains(at, "80") }) {
			t.Errorf("%s: doubts %q hosts %q reads %q", line, in.doubts, in.hosts, in.reads)
		}
	}
	for _, line := range []string{
		"lsof -i", "lsof -i @evil.example", "lsof -i @evil.example:80", "lsof /etc/x -i", "docker compose up", "docker compose config", "docker compose --env-file x ps", "docker compose -f ?$x ps", "dpkg -i x.deb", "dpkg --root=/x -l", "dpkg -l -i x", "apt list -o x=y",
		"apt install x", "apt-cache -c x policy", "apt-cache gencaches", "rpm -i x", "rpm -qp http://x", "rpm -q %(id)", "rpm -q --pipe sh", "rpm -qa --define x", "rpm -e x",
	} {
		if in := judged(t, line); in.readOnly() {
			t.Errorf("%s is proved", line)
		}
	}
}
