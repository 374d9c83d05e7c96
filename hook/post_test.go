package hook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jig/hook"
)

func TestAnEndpointIsAHook(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	defer other.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/deny", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" ||
			r.Header.Get("Authorization") != "Bearer s3cret" || !strings.Contains(string(body), `"tool_name":"Bash"`) {
			t.Errorf("%s %v %s %v", r.Method, r.Header, body, err)
		}
		if _, err := io.WriteString(w, `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"by post"}}`); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("/empty", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/nothing", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { write(w, "<html>log in first</html>") })
	mux.HandleFunc("/list", func(w http.ResponseWriter, _ *http.Request) { write(w, " [1]") })
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "db down", http.StatusInternalServerError) })
	mux.HandleFunc("/json", func(w http.ResponseWriter, _ *http.Request) { write(w, "{") })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/deny", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/lost", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/deny", http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) { write(w, strings.Repeat("x", 2<<20)) })
	mux.HandleFunc("/stuck", func(_ http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil { // a server notices that a client leaves once it has its input
			t.Error(err)
		}
		<-r.Context().Done()
	})
	server := httptest.NewServer(mux)
	defer server.Close()

	for path, want := range map[string]string{
		"/deny": "by post", "/moved": "by post", "/empty": "", "/nothing": "", "/page": "no JSON object: <html>", "/list": "no JSON object", "/broken": "500 Internal Server Error: db down", "/json": "want an object",
		"/lost": "lose the input", "/loop": "redirects", "/away": "another host", "/big": "printed more", "/stuck": "longer than", "/none": "404",
	} {
		t.Run(path, func(t *testing.T) {
			h := hook.Handler{
				URL: server.URL + path, Headers: map[string]string{"Authorization": "Bearer ${TOKEN}"}, AllowedEnvVars: []string{"TOKEN"},
				Timeout: 10 * time.Second,
			}
			if path == "/stuck" {
				h.Timeout = 50 * time.Millisecond
			}
			set := newSet(t, hook.Options{Env: []string{"TOKEN=old", "TOKEN=s3cret"}}, trusted(hook.PreToolUse, h))
			res := fire(t, set, call(hook.PreToolUse))
			if res.Blocked != (want != "") {
				t.Errorf("%+v", res)
			}
			contains(t, "the reason", res.Reason, want)
			if strings.Contains(res.Reason, "s3cret") {
				t.Error("the reason tells a secret")
			}
		})
	}
	t.Run("a variable that is not set blocks", func(t *testing.T) {
		h := hook.Handler{URL: server.URL + "/empty", Headers: map[string]string{"A": "$TOKEN"}, AllowedEnvVars: []string{"TOKEN"}}
		set := newSet(t, hook.Options{Env: []string{}}, trusted(hook.PreToolUse, h))
		contains(t, "the reason", fire(t, set, call(hook.PreToolUse)).Reason, "no variable TOKEN")
	})
}

// write sends a body; that the client goes away in the middle is what some
// tests are about.
func write(w io.Writer, text string) {
	if _, err := io.WriteString(w, text); err != nil {
		return
	}
}
