package connect

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"jig/model"

	"jig/config"
	"jig/model/connect/internal/said"
)

// place is who was asked for what, for the texts of errors.
type place struct {
	provider Provider
	model    string
	baseURL  string
	key      string
}

func (p place) error(reason model.Reason, cause error, text string, args ...any) *model.Error {
	return &model.Error{Reason: reason, Provider: p.provider.Name, Text: p.harmless(fmt.Sprintf(text, args...)), Err: cause}
}

// harmless is a text with words of a server in it as a person may see it, and a record may
// keep it: some servers repeat the key, and others would write to the terminal.
func (p place) harmless(text string) string {
	if len(p.key) >= 8 { // a shorter one is no secret, and may be a word
		text = strings.ReplaceAll(text, p.key, "(the key)")
	}
	return config.Visible(text)
}

// refused is an answer of HTTP that is a failure. The text says what the provider said,
// and what to do.
func (p place) refused(status int, header http.Header, body []byte, cause error) *model.Error {
	words := p.harmless(said.Text(body))
	e := p.error(model.Rejected, cause, "")
	e.Status, e.After = status, said.After(header, body)
	name := strings.Join(p.provider.KeyVariables, " or ")
	what := http.StatusText(status)
	if words != "" {
		what = words
	}
	what = fmt.Sprintf("%d, %s", status, what)
	switch {
	case said.NoCredit(words):
		e.Reason, e.Final = model.Limited, true
		e.Text = fmt.Sprintf("there is no credit (%s); look at your account at %s", what, p.provider.Title)
	case status == http.StatusUnauthorized, said.WrongKey(words):
		e.Reason = model.Unauthorized
		e.Text = fmt.Sprintf("the key is missing or wrong (%s); check %s", what, name)
	case status == http.StatusForbidden:
		e.Reason = model.Unauthorized
		e.Text = fmt.Sprintf("the key may not do this (%s); check %s, and what it gives access to", what, name)
	case status == http.StatusPaymentRequired:
		e.Reason, e.Final = model.Limited, true
		e.Text = fmt.Sprintf("there is no credit (%s); look at your account at %s", what, p.provider.Title)
	case status == http.StatusNotFound && !said.TooLong(words):
		e.Reason = model.Missing
		e.Text = fmt.Sprintf("there is no model %q at %s (%s); check its name, and the address", p.model, shownURL(p.baseURL), what)
		if p.provider.Pull != "" {
			e.Text += fmt.Sprintf(", or get it with %q", p.provider.Pull+" "+p.model)
		}
	case status == http.StatusRequestEntityTooLarge, status < 500 && said.TooLong(words):
		e.Reason = model.TooLong
		e.Text = fmt.Sprintf("the conversation does not fit (%s); shorten it, or take a model with a larger context", what)
	case status == http.StatusTooManyRequests:
		e.Reason = model.Limited
		e.Text = fmt.Sprintf("too many requests (%s); wait%s, or ask for a higher limit", what, forSoLong(e))
	case status == http.StatusRequestTimeout, status >= 500 && status != http.StatusNotImplemented:
		e.Reason = model.Overloaded
		e.Text = fmt.Sprintf("the provider has trouble (%s); try again%s", what, later(e))
	default:
		e.Text = fmt.Sprintf("the request was not taken (%s); the model may not support what was asked of it", what)
	}
	return e
}

func forSoLong(e *model.Error) string {
	if e.After > 0 {
		return " " + e.After.String()
	}
	return ""
}

func later(e *model.Error) string {
	if e.After > 0 {
		return " in " + e.After.String()
	}
	return " later"
}

// unsent is a request that got no answer.
func (p place) unsent(err error) *model.Error {
	var through *url.Error
	if !errors.As(err, &through) {
		return p.error(model.Rejected, err, "the request cannot be sent: %v", err)
	}
	at := shownURL(p.baseURL)
	e := p.error(model.Unreachable, err, "%s cannot be reached: %v; check the connection", at, through.Err)
	var verify *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var other elsewhere
	if errors.As(err, &other) {
		e.Final = true
		e.Text = p.harmless(fmt.Sprintf("%s cannot be used: %v, which gets neither the key nor the conversation; if that is the right address, say so", at, other))
	} else if errors.As(err, &verify) || errors.As(err, &unknown) {
		e.Final = true
		e.Text = fmt.Sprintf("the certificate of %s is not trusted: %v", at, through.Err)
	} else if p.provider.Start != "" {
		e.Text = fmt.Sprintf("nothing answers at %s: %v; start it with %q", at, through.Err, p.provider.Start)
		if v := p.provider.BaseVariable; v != "" {
			e.Text += ", or set " + v
		}
	}
	return e
}

// broken is an answer that began well and then was cut off or made no sense. Providers
// also tell of trouble in the middle of an answer; then the words are theirs.
func (p place) broken(err error) *model.Error {
	words := said.Line(err.Error())
	switch {
	case said.NoCredit(words):
		e := p.error(model.Limited, err, "there is no credit (%s); look at your account at %s", words, p.provider.Title)
		e.Final = true
		return e
	case said.TooLong(words):
		return p.error(model.TooLong, err, "the conversation does not fit (%s); shorten it, or take a model with a larger context", words)
	case said.Limited(words):
		return p.error(model.Limited, err, "too many requests (%s); wait, or ask for a higher limit", words)
	case said.Overloaded(words):
		return p.error(model.Overloaded, err, "the provider has trouble (%s); try again later", words)
	}
	return p.error(model.Broken, err, "the answer broke off: %s; try again", words)
}

// endless is an answer that is longer than any model's.
func (p place) endless() *model.Error {
	e := p.error(model.Broken, nil, "the answer does not end: it has more than %d MB; look at what is at %s", longestAnswer>>20, shownURL(p.baseURL))
	e.Final = true
	return e
}

// ended is the error of a context that ended, if that is why something failed.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}
