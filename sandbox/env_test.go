package sandbox_test

import (
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
