package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"jig/schema"
	"jig/schema/dialect"
	"jig/tool"
	"jig/toolbox/agents"
)

// Listing is everything there is to know about a tool, as json prints it.
type Listing struct {
	Name        string            `json:"name"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description"`
	Help        string            `json:"help,omitempty"`
	Aliases     []string          `json:"aliases,omitempty"`
	Keywords    []string          `json:"keywords,omitempty"`
	Category    tool.Category     `json:"category,omitempty"`
	Access      tool.Access       `json:"access"`
	Dangerous   bool              `json:"dangerous,omitempty"`
	Needs       []tool.Capability `json:"needs,omitempty"`
	Timeout     float64           `json:"timeout_ms,omitempty"`
	Deferred    bool              `json:"deferred,omitempty"`
	Input       json.RawMessage   `json:"input_schema"`
	Output      *schema.Schema    `json:"output_schema,omitempty"`
	Strict      bool              `json:"strict,omitempty"`
	Losses      []loss            `json:"losses,omitempty"`
	Warnings    []string          `json:"warnings,omitempty"`
}

// loss is a dialect.Loss with the names that JSON wants.
type loss struct {
	Path    string `json:"path"`
	Keyword string `json:"keyword"`
	Reason  string `json:"reason"`
	Kept    string `json:"kept,omitempty"`
}

// NewListing makes the listing of a tool as it is exported.
func NewListing(def tool.Definition) Listing {
	spec := def.Tool.Spec()
	l := Listing{
		Name: def.Name, Title: spec.Title, Description: def.Description, Help: spec.Help,
		Aliases: spec.Aliases, Keywords: spec.Keywords, Category: spec.Category, Access: spec.Access,
		Dangerous: spec.Dangerous, Needs: spec.Needs, Timeout: milliseconds(max(spec.Timeout, 0)), Deferred: spec.Deferred,
		Input: def.Input, Output: spec.Output, Strict: def.Strict, Warnings: def.Warnings,
	}
	for _, lost := range def.Losses {
		l.Losses = append(l.Losses, loss(lost))
	}
	return l
}

// Export gives the listings of a set's tools, with their schemas in a provider's dialect if one is given. What got lost on the
// way is told on stderr.
func Export(set *tool.Set, opt tool.Export, stderr io.Writer) []Listing {
	opt.Deferred = true // it is a list for people, who pay nothing for a schema
	defs, hidden := set.Export(opt)
	listings := make([]Listing, len(defs))
	for i, def := range defs {
		listings[i] = NewListing(def)
		for _, lost := range def.Losses {
			Say(stderr, "%s: %s", def.Name, lostLine(lost))
		}
		for _, warning := range def.Warnings {
			Say(stderr, "%s: %s", def.Name, warning)
		}
	}
	for _, h := range hidden {
		Say(stderr, "%s is not shown: %s", h.Name, h.Reason)
	}
	return listings
}

func lostLine(l dialect.Loss) string {
	kept := ""
	if l.Kept != "" {
		kept = " It went into: " + l.Kept + "."
	}
	return fmt.Sprintf("%s: %s%s", cmp.Or(l.Path, l.Keyword), l.Reason, kept)
}

// Find gives the listing of one tool, by its name or an alias.
func Find(set *tool.Set, name string, stderr io.Writer) (Listing, error) {
	t, err := Resolve(set, name)
	if err != nil {
		return Listing{}, err
	}
	listings := Export(tool.NewSet(t), tool.Export{}, stderr)
	if len(listings) == 0 {
		return Listing{}, fmt.Errorf("%s cannot be shown", name)
	}
	return listings[0], nil
}

// Resolve gives one tool, by its name or an alias. The error is for people.
func Resolve(set *tool.Set, name string) (tool.Tool, error) {
	t, err := set.Resolve(name)
	if err != nil {
		return nil, fmt.Errorf("there is no tool %q.%s Run \"jig tools\" for the whole list", name, nearest(err))
	}
	return t, nil
}

// nearest asks whether one of the tools was meant that the error names. Its own words are meant for a model.
func nearest(err error) string {
	notFound, ok := errors.AsType[*tool.Error](err)
	if !ok {
		return ""
	}
	details, _ := notFound.Details.(map[string]any)
	names, _ := details["nearest"].([]string)
	return DidYouMean(names)
}

// InSession reports whether the tool exists only in a session.
func (l Listing) InSession() bool { return slices.Contains(l.Needs, agents.Needed) }

// Table is the listings as lines of name, access and the first sentence of the description. Those that exist only in a session
// come last, with a mark.
func Table(listings []Listing) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	write := func(inSession bool, mark string) {
		for _, l := range listings {
			if l.InSession() == inSession {
				fmt.Fprintf(w, "%s\t%s\t%s%s\n", l.Name, l.Access, mark, FirstSentence(l.Description))
			}
		}
	}
	write(false, "")
	write(true, "(in a session) ")
	_ = w.Flush() // a strings.Builder takes everything
	return b.String()
}

// FirstSentence is the beginning of a text up to the end of its first sentence or line.
func FirstSentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	for i := range len(text) - 1 {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}

// Page is the listing for people to read.
func (l Listing) Page() (string, error) {
	var b strings.Builder
	title := l.Name
	if l.Title != "" && l.Title != l.Name {
		title += " - " + l.Title
	}
	fmt.Fprintf(&b, "%s\n\n%s\n", title, l.Description)
	if l.Help != "" {
		fmt.Fprintf(&b, "\n%s\n", l.Help)
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"Aliases", strings.Join(l.Aliases, ", ")},
		{"Category", string(l.Category)},
		{"Access", l.Access.String()},
		{"Timeout", l.timeout()},
		{"Exists", l.exists()},
	} {
		if row[1] != "" {
			fmt.Fprintf(w, "%s:\t%s\n", row[0], row[1])
		}
	}
	_ = w.Flush() // as in Table
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, l.Input, "", "  "); err != nil {
		return "", fmt.Errorf("write the schema of %s: %w", l.Name, err)
	}
	fmt.Fprintf(&b, "\nArguments:\n%s\n", pretty.Bytes())
	return b.String(), nil
}

// exists says where a tool is that is not everywhere.
func (l Listing) exists() string {
	if !l.InSession() {
		return ""
	}
	return "only in a session: jig run, jig chat"
}

func (l Listing) timeout() string {
	if l.Timeout == 0 {
		return ""
	}
	return time.Duration(l.Timeout * float64(time.Millisecond)).String()
}
