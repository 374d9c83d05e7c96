package sandbox_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"jig/sandbox"
)

func TestSecretsAreKnownByTheirNames(t *testing.T) {
	tests := map[string]bool{
		"OPENAI_API_KEY": true, "GITHUB_TOKEN": true, "AWS_ACCESS_KEY_ID": true, "AWS_PROFILE": true, "DB_PASSWORD": true,
		"PGPASSWORD": true, "MY_SECRET_THING": true, "GOOGLE_APPLICATION_CREDENTIALS": true, "SSH_AUTH_SOCK": true, "NPM_AUTH": true,
		"DATABASE_URL": true, "npm_token": true, "SENTRY_DSN": true, "HTTP_COOKIE": true, "SIGNING_KEY": true,
		"PATH": false, "HOME": false, "PWD": false, "OLDPWD": false, "LANG": false, "KEYBOARD": false, "MONKEY": false, "TERM": false,
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			if got := sandbox.Secret(name); got != want {
				t.Errorf("Secret is %v, want %v", got, want)
			}
		})
	}
}

func TestTheEnvironmentOfACommand(t *testing.T) {
	dir := t.TempDir()
	from := []string{
		"PATH=" + dir + "/bin:.:bin::/usr/bin:/bin", "HOME=/home/dev", "LC_ALL=C", "API_KEY=s3cret", "OTHER=1", "MY_TOKEN=t", "MY_FLAG=2",
		"LD_PRELOAD=/tmp/x.so", "BASH_ENV=/tmp/x", "TERM=x\x00y",
	}
	tests := map[string]struct {
		policy   sandbox.EnvPolicy
		has, not []string
	}{
		"ordinary variables pass and others do not": {
			sandbox.EnvPolicy{From: from},
			[]string{"HOME=/home/dev", "LC_ALL=C", "PATH=/usr/bin:/bin"},
			[]string{"API_KEY", "OTHER", "MY_TOKEN", "MY_FLAG", "LD_PRELOAD", "BASH_ENV", "TERM"},
		},
		"a pattern does not let secrets pass": {
			sandbox.EnvPolicy{From: from, Allow: []string{"MY_*"}}, []string{"MY_FLAG=2"}, []string{"MY_TOKEN", "API_KEY"},
		},
		"a secret that is named passes": {
			sandbox.EnvPolicy{From: from, Allow: []string{"MY_TOKEN"}}, []string{"MY_TOKEN=t"}, []string{"MY_FLAG"},
		},
		"what is set is set": {
			sandbox.EnvPolicy{From: from, Set: []string{"API_KEY=other", "HOME=/x"}}, []string{"API_KEY=other", "HOME=/x"}, nil,
		},
	}
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cmd, err := box.Command(t.Context(), sandbox.Profile{Writable: []string{dir}, Env: test.policy}, "/bin/true")
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := cmd.Close(); err != nil {
					t.Error(err)
				}
			}()
			for _, entry := range test.has {
				if !slices.Contains(cmd.Env, entry) {
					t.Errorf("%q is missing in %q", entry, cmd.Env)
				}
			}
			for _, name := range test.not {
				if slices.ContainsFunc(cmd.Env, func(e string) bool { return strings.HasPrefix(e, name+"=") }) {
					t.Errorf("%s is in %q", name, cmd.Env)
				}
			}
		})
	}
}

func TestAPathThatLeadsIntoAWritableFolderIsLeftOut(t *testing.T) {
	dir, work := t.TempDir(), t.TempDir()
	link := func(target, name string) {
		t.Helper()
		if err := errors.Join(os.RemoveAll(name), os.Symlink(target, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(work+"/tools", dir+"/in")    // into the writable folder, where there is nothing yet
	link("/usr/bin", work+"/way")     // out of it, but the way can be changed there
	link(work+"/way", dir+"/through") // by way of it
	link("through", dir+"/twice")     // by two links
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := func() string {
		cmd, err := box.Command(t.Context(), sandbox.Profile{Writable: []string{work}, Env: sandbox.EnvPolicy{
			From: []string{"PATH=" + strings.Join([]string{dir + "/in", dir + "/twice", work, "/usr/bin/", dir + "/none"}, ":")},
		}}, "/bin/true")
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Error(err)
		}
		return cmd.Env[slices.IndexFunc(cmd.Env, func(e string) bool { return strings.HasPrefix(e, "PATH=") })]
	}
	for range 2 {
		if got, want := path(), "PATH="+dir+"/twice:/usr/bin:"+dir+"/none"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	link(work, work+"/way")
	if got, want := path(), "PATH=/usr/bin:"+dir+"/none"; got != want {
		t.Errorf("after a command has changed the way: got %s, want %s", got, want)
	}
}
