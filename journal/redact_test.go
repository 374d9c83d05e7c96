package journal_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"jig/journal"
)

// fake makes a token that no scanner for secrets takes for a real one in this file.
func fake(prefix string, n int) string {
	return prefix + strings.Repeat("a1B2c3D4e5", n/10+1)[:n]
}

func TestSecretsAreTakenOut(t *testing.T) {
	r := journal.NewRedactor([]string{"OPENAI_API_KEY=" + fake("", 24), "HOME=/home/me", "DB_PASSWORD=postgres", "GIT_TOKEN=a+b/c=d&e9f8"})
	r.AddValues("hunter22")
	r.AddNames("pin")
	r.AddShape("acme_", func(text []byte) (int, int) { return 0, min(len(text), 9) })
	pem := "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEabcd+/12", 20) + "\n-----END RSA PRIVATE KEY-----"
	jwt := "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "c2lnbmF0dXJlMTIzNA"
	for _, c := range []struct{ name, text, want string }{
		{"a value of the environment", "it is " + fake("", 24) + "!", "it is [redacted]!"},
		{"a value of the environment in a URL", "?k=a%2Bb%2Fc%3Dd%26e9f8&x", "?k=[redacted]&x"},
		{"a plain word is left where it is", "a postgres database", "a postgres database"},
		{"but not after its name", "DB_PASSWORD=postgres", "DB_PASSWORD=[redacted]"},
		{"a value that was added", "pw hunter22", "pw [redacted]"},
		{"a name that was added", `pin: "1234"`, `pin: "[redacted]"`},
		{"a shape that was added", "acme_12345", "[redacted]5"[:10] + "5"},
		{"an OpenAI key", "key " + fake("sk-proj-", 40) + ".", "key [redacted]."},
		{"after a line end that is written out", `\n` + fake("sk-", 40), `\n[redacted]`},
		{"a GitHub token", fake("ghp_", 36) + ",", "[redacted],"},
		{"an Amazon key", "AKIA" + "ABCDEFGH12345678", "[redacted]"},
		{"a Slack token", "(" + fake("xoxb-", 30) + ")", "([redacted])"},
		{"a JSON web token", "x=" + jwt + " y", "x=[redacted] y"},
		{"a private key", "a " + pem + " b", "a -----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY----- b"},
		{"a private key that is cut", "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("MIIEabcd", 20), "-----BEGIN PRIVATE KEY-----[redacted]"},
		{"a header", `curl -H "Authorization: Bearer abcdef" x`, `curl -H "Authorization: Bearer [redacted]" x`},
		{"a header with a scheme of its own", "authorization: Basic dXNlcjpwYXNz\r\nAccept: */*", "authorization: Basic [redacted]\r\nAccept: */*"},
		{"a bearer token alone", "Bearer " + fake("", 30), "Bearer [redacted]"},
		{"a password in a URL", "git clone https://me:s3cret@host/x.git", "git clone https://me:[redacted]@host/x.git"},
		{"a token in a URL", "https://" + fake("", 30) + "@host", "https://[redacted]@host"},
		{"an assignment in a shell", "export STRIPE_KEY=abc123xyz; ls", "export STRIPE_KEY=[redacted]; ls"},
		{"an assignment in code", `apiKey := "abc123xyz"`, `apiKey := "[redacted]"`},
		{"JSON in a text", `{"client_secret":"abcd-efgh","id":7}`, `{"client_secret":"[redacted]","id":7}`},
		{"YAML", "password: s3cr3t-word\nname: x", "password: [redacted]\nname: x"},
		{"an option", "login --password s3cr3t-word --user me", "login --password [redacted] --user me"},
		{"a long one", "--token " + fake("", 300) + " x", "--token [redacted] x"},
		{"a long value", "MY_KEY=" + fake("", 300) + " x", "MY_KEY=[redacted] x"},
		{"an option in quotes", `login --token "a b c" x`, `login --token "[redacted]" x`},
		{"two of them", "A_TOKEN=abcdef1 B_TOKEN=abcdef2", "A_TOKEN=[redacted] B_TOKEN=[redacted]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := r.Text(c.text); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
			}
			in, err := json.Marshal(map[string]any{"text": c.text, "n": []any{1, c.text}})
			if err != nil {
				t.Fatal(err)
			}
			var out struct {
				Text string
				N    []any
			}
			if err := json.Unmarshal(r.JSON(nil, in), &out); err != nil || out.Text != c.want || out.N[1] != c.want {
				t.Errorf("in JSON: %+v, %v", out, err)
			}
		})
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	r := journal.NewRedactor(nil)
	for _, text := range []string{
		"func (t *Token) String() string { return t.text }",
		"max_tokens: 4096, input_tokens=123456",
		"token: string; password: string",
		`key: "value", monkey: "banana12"`,
		"PASSWORD=$DB_PASSWORD API_KEY=${KEY} token=<your token>",
		`password := os.Getenv("PASSWORD")`,
		"sk-learn-is-a-long-name-with-dashes-in-it",
		"https://host:8080/path@v1 and http://[::1]:80",
		"-----BEGIN PRIVATE KEY----- is how it begins",
		"task-force-one-of-many-0123456789-abc",
		"eyJhbGciOiJIUzI1NiJ9 alone",
		"The secret: be kind.",
		"--password string   the password; --token T",
		"public_key: abc123abc123",
		"AKIAS is no key, ASIA neither",
	} {
		if got := r.Text(text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

func TestMembersOfObjectsGoByTheirNames(t *testing.T) {
	r := journal.NewRedactor(nil)
	for in, want := range map[string]string{
		`{"password":"hunter2 and more","n":1}`:        `{"password":"[redacted]","n":1}`,
		`{"password":["hunter22"],"password":null}`:    `{"password":["hunter22"],"password":null}`,
		`{"token":"abcdef123456","max_tokens":"12"}`:   `{"token":"[redacted]","max_tokens":"12"}`,
		`{"a":"token","b":"abcdef123456"}`:             `{"a":"token","b":"abcdef123456"}`,
		`{"headers":{"Authorization":"Bearer abcd"}}`:  `{"headers":{"Authorization":"[redacted]"}}`,
		`["password","hunter22",{"x":"\"\\\u00e9\n"}]`: `["password","hunter22",{"x":"\"\\\u00e9\n"}]`,
		`{"secret":"a\nb\"c\u00e9"}`:                   `{"secret":"[redacted]"}`,
		`{"t":"PASSWORD=\"abc\\\"defg\" \u0007\t"}`:    `{"t":"PASSWORD=\"[redacted]\" \u0007\t"}`,
		`{"t":"{\\\"password\\\":\\\"abcd\\\",1}"}`:    `{"t":"{\\\"password\\\":\\\"[redacted]\\\",1}"}`,
		`"open`: `"open`, `{"a":"x\`: `{"a":"x\`, ``: ``, `1`: `1`,
	} {
		if got := string(r.JSON(nil, []byte(in))); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
	}
	var none journal.Redactor
	if in := `{"password":"hunter22"}`; string(none.JSON(nil, []byte(in))) != in {
		t.Error("the zero value takes something out")
	}
}

func FuzzRedactionKeepsJSONValid(f *testing.F) {
	f.Add(`{"password":"hunter2","t":"sk-a1b2c3d4e5a1b2c3d4e5 Authorization: x"}`)
	f.Add(`"a\\\"\u00e9\ud83d\ude00 TOKEN=abcdef://a:b@c"`)
	r := journal.NewRedactor([]string{"X_KEY=abcdef123456"})
	f.Fuzz(func(t *testing.T, text string) {
		var b bytes.Buffer
		if json.Compact(&b, []byte(text)) != nil {
			quoted, err := json.Marshal(text)
			if err != nil {
				t.Skip()
			}
			b.Reset()
			b.Write(quoted)
		}
		once := r.JSON(nil, b.Bytes())
		if !json.Valid(once) {
			t.Fatalf("%s became %s", b.Bytes(), once)
		}
		r.Text(text)
	})
}

func BenchmarkRedact(b *testing.B) {
	r := journal.NewRedactor([]string{"OPENAI_API_KEY=" + fake("", 40), "GH_TOKEN=" + fake("ghp_", 36)})
	code := strings.Repeat("\tif err := s.write(ctx, &call{name: \"read\", key: k}); err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", 1000)
	for name, text := range map[string]string{
		"code":  code,
		"worst": strings.Repeat("TOKEN=(TOKEN:sk-", 4000),
	} {
		data, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = r.JSON(dst[:0], data)
			}
		})
	}
}
