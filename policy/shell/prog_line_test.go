package shell_test

import (
	"testing"

	"jig/policy/shell"
)

func TestWholeLinesAreJudgedByTheTable(t *testing.T) {
	o := shell.Options{Dir: "/home/dev/proj", Home: "/home/dev"}
	for _, c := range []struct {
		line     string
		readOnly bool
		harm     bool
	}{
		{"find . -type f -exec cat {} + | sort | uniq -c | sort -rn | head", true, false},
		{"find . -name '*.go' -exec grep -l main {} \\;", true, false},
		{"find . -name '*.go' -exec sh -c 'rm {}' \\;", false, false},
		{"git log --oneline -5 && git diff --stat", true, false},
		{"awk -F: '{print $1}' users.txt | head -3", true, false},
		{"sed -n '1,50p' main.go; sed -i s/a/b/ main.go", false, false},
		{"sudo rm -rf --no-preserve-root /", false, true},
		{"rm -rf ~", false, true},
		{"rm -rf \"$HOME\"/*", false, true},
		{"rm -rf ./*", false, true},
		{"cd build && rm -rf *", false, false},
		{"echo x | sudo tee /etc/sudoers.d/x", false, true},
		{"find ~ -type f -exec rm -f {} +", false, true},
		{"xargs rm -rf < list", false, false},
		{"curl -s https://example.com", false, false},
	} {
		a := shell.Analyse(c.line, o)
		if a.ReadOnly != c.readOnly || (len(a.Harm) > 0) != c.harm {
			t.Errorf("%s: read-only %v (%s), harm %q", c.line, a.ReadOnly, a.Why, a.Harm)
		}
	}
}
