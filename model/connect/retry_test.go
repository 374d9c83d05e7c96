package connect_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/model"
	"jig/model/connect"
	"jig/wire"
)

// inMemory opens a model whose requests are answered by the handlers in turn, the last one
// again and again, and counts the requests.
func inMemory(t *testing.T, f wireFixture, opt connect.Options, transports ...roundTrip) (model.Model, *int) {
	t.Helper()
	asks := 0
	opt.HTTPClient = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/api/show") {
			return nil, errors.New("not asked here")
		}
		n := min(asks, len(transports)-1)
		asks++
		return transports[n](r)
	})}
	return open(t, f.model, opt), &asks
}

func TestARequestIsSentAgainWhenThatCanHelp(t *testing.T) {
	for name, f := range fixtures() {
		for _, status := range []int{429, 500, 503, 529} {
			t.Run(name+" "+http.StatusText(status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m, asks := inMemory(t, f, connect.Options{}, recorded(failure(status, "{}")), recorded(failure(status, "{}")), recorded(f.handler()))
					start := time.Now()
					a := ask(t.Context(), m, question())
					if a.err != nil || a.text != "Hello" || *asks != 3 {
						t.Fatalf("got %+v after %d", a, *asks)
					}
					if waited := time.Since(start); waited < 500*time.Millisecond || waited > 2*time.Second {
						t.Errorf("waited %v", waited)
					}
				})
			})
		}
	}
}

func TestARequestIsNotSentAgainWhenThatCannotHelp(t *testing.T) {
	for name, f := range fixtures() {
		for _, status := range []int{400, 401, 403, 404} {
			t.Run(name+" "+http.StatusText(status), func(t *testing.T) {
				m, asks := inMemory(t, f, connect.Options{}, recorded(failure(status, "{}")))
				if a := ask(t.Context(), m, question()); a.err == nil || *asks != 1 {
					t.Fatalf("got %+v after %d", a, *asks)
				}
			})
		}
	}
}

func TestTheProviderSaysHowLongToWait(t *testing.T) {
	f := fixtures()["anthropic"]
	synctest.Test(t, func(t *testing.T) {
		m, asks := inMemory(t, f, connect.Options{}, recorded(failure(429, "{}", "Retry-After", "40")), recorded(f.handler()))
		start := time.Now()
		a := ask(t.Context(), m, question())
		if a.err != nil || *asks != 2 {
			t.Fatalf("got %+v after %d", a, *asks)
		}
		if waited := time.Since(start); waited < 40*time.Second || waited > 45*time.Second {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestAWaitThatIsTooLongIsTheCallersToDecide(t *testing.T) {
	f := fixtures()["anthropic"]
	synctest.Test(t, func(t *testing.T) {
		m, asks := inMemory(t, f, connect.Options{}, recorded(failure(429, "{}", "Retry-After", "3600")))
		start := time.Now()
		a := ask(t.Context(), m, question())
		var e *model.Error
		if !errors.As(a.err, &e) || e.After != time.Hour || *asks != 1 || time.Since(start) > 0 {
			t.Fatalf("got %v after %d and %v", a.err, *asks, time.Since(start))
		}
	})
}

func TestRetriesEnd(t *testing.T) {
	f := fixtures()["responses"]
	for _, test := range []struct{ retries, asks int }{{0, 5}, {2, 3}, {-1, 1}} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			m, asks := inMemory(t, f, connect.Options{Retries: test.retries, Logger: slog.New(slog.NewTextHandler(&log, nil))}, recorded(failure(500, "{}")))
			a := ask(t.Context(), m, question())
			if a.err == nil || *asks != test.asks {
				t.Fatalf("got %v after %d", a.err, *asks)
			}
			if n := strings.Count(log.String(), "asked again"); n != test.asks-1 {
				t.Errorf("the log tells of %d: %s", n, log.String())
			}
		})
	}
}

func TestAConnectionThatFailsIsTriedAgain(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				refused := func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") }
				m, asks := inMemory(t, f, connect.Options{}, refused, recorded(f.handler()))
				if a := ask(t.Context(), m, question()); a.err != nil || a.text != "Hello" || *asks != 2 {
					t.Fatalf("got %+v after %d", a, *asks)
				}
			})
		})
	}
}

func TestAnAnswerThatBreaksOffBeforeItsFirstEventIsAskedForAgain(t *testing.T) {
	f := fixtures()["anthropic"]
	synctest.Test(t, func(t *testing.T) {
		m, asks := inMemory(t, f, connect.Options{},
			recorded(stream(f.contentType, "")),
			recorded(stream(f.contentType, f.frame(f.events[0]))),
			recorded(stream(f.contentType, f.frame(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`))),
			recorded(f.handler()))
		if a := ask(t.Context(), m, question()); a.err != nil || a.text != "Hello" || *asks != 4 {
			t.Fatalf("got %+v after %d", a, *asks)
		}
	})
}

func TestAnAnswerThatBreaksOffLaterIsNot(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			whole := f.body()
			cut := strings.Index(whole, "weather") // after the text, inside of the call
			m, asks := inMemory(t, f, connect.Options{}, recorded(stream(f.contentType, whole[:cut])))
			a := ask(t.Context(), m, question())
			var e *model.Error
			if !errors.As(a.err, &e) || e.Reason != model.Broken || *asks != 1 || a.text != "Hello" || len(a.calls) > 0 || a.reply != nil {
				t.Fatalf("got %+v after %d", a, *asks)
			}
		})
	}
}

func TestAStreamThatStandsStillIsBroken(t *testing.T) {
	for name, f := range fixtures() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				silent := make(chan struct{})
				defer close(silent)
				m, asks := inMemory(t, f, connect.Options{Idle: 30 * time.Second, Format: "none"}, piped(func(w io.Writer) {
					body := f.body()
					_, _ = io.WriteString(w, body[:strings.Index(body, "weather")])
					<-silent
				}))
				start := time.Now()
				a := ask(t.Context(), m, question())
				var e *model.Error
				if !errors.As(a.err, &e) || e.Reason != model.Broken || a.text != "Hello" || *asks != 1 {
					t.Fatalf("got %+v after %d", a, *asks)
				}
				if d := time.Since(start); d != 30*time.Second || !strings.Contains(e.Error(), "30s") {
					t.Errorf("it took %v: %v", d, e)
				}
			})
		})
	}
}

func TestASlowCallerIsNotAStreamThatStandsStill(t *testing.T) {
	f := fixtures()["chat"]
	synctest.Test(t, func(t *testing.T) {
		m, _ := inMemory(t, f, connect.Options{Idle: 30 * time.Second}, piped(func(w io.Writer) { _, _ = io.WriteString(w, f.body()) }))
		done := false
		for e, err := range m.Stream(t.Context(), question()) {
			if err != nil {
				t.Fatal(err)
			}
			<-time.After(time.Hour)
			done = e.Kind == wire.Done
		}
		if !done {
			t.Fatal("there is no Done")
		}
	})
}

func TestAProviderThatNeverAnswersIsGivenUp(t *testing.T) {
	f := fixtures()["anthropic"]
	synctest.Test(t, func(t *testing.T) {
		m, asks := inMemory(t, f, connect.Options{Idle: time.Minute}, func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		start := time.Now()
		a := ask(t.Context(), m, question())
		var e *model.Error
		if !errors.As(a.err, &e) || e.Reason != model.Broken || *asks != 1 || time.Since(start) != 5*time.Minute {
			t.Fatalf("got %v after %v", a.err, time.Since(start))
		}
	})
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	f := fixtures()["anthropic"]
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		m, asks := inMemory(t, f, connect.Options{}, recorded(failure(429, "{}", "Retry-After", "60")))
		start := time.Now()
		a := ask(ctx, m, question())
		if !errors.Is(a.err, context.DeadlineExceeded) || *asks != 1 || time.Since(start) != 3*time.Second {
			t.Fatalf("got %v after %v", a.err, time.Since(start))
		}
	})
}
