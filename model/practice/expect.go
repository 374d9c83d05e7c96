package practice

import (
	"fmt"
	"strings"
)

// expectation is what a script says about the results before it.
type expectation struct {
	text string // is in one of them
	fail *bool  // whether one has failed
}

// disappointment says what results are not as the items expect, or nothing.
func disappointment(items []item, last []outcome) string {
	for _, it := range items {
		if it.expect == nil {
			continue
		}
		if text := it.expect.disappointed(last); text != "" {
			return text
		}
	}
	return ""
}

// disappointed says what is not as expected, or nothing.
func (e *expectation) disappointed(last []outcome) string {
	failed := false
	var all []string
	for _, o := range last {
		if o.result == nil {
			continue
		}
		failed = failed || o.result.IsError
		all = append(all, resultText(o.result))
	}
	got := strings.Join(all, "\n")
	switch {
	case len(all) == 0:
		return "I expected results, but there are none. I stop here."
	case e.fail != nil && *e.fail != failed && failed:
		return fmt.Sprintf("I expected no error, but got: %s. I stop here.", clip(got, 200))
	case e.fail != nil && *e.fail != failed:
		return "I expected an error, but there is none. I stop here."
	case e.fail == nil && !strings.Contains(got, e.text):
		return fmt.Sprintf("I expected %q in the results, but got: %s. I stop here.", e.text, clip(got, 200))
	}
	return ""
}
