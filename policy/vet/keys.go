package vet

import (
	"slices"
	"strings"
)

// keyRule says what a member of a settings file does. The path is written with
// slashes in small letters; "*" stands for any one name. Letters are compared
// without case, because nobody should have to know which reader minds it.
type keyRule struct {
	path  string
	level Level // Clean: harmless, with everything below it
	what  string
	// fine are values with which it is harmless after all.
	fine []any
	// check, if set, looks at the value instead.
	check func(r *report, where string, v any)
}

// keyTable is what is known of the members of one kind of file.
type keyTable struct {
	reader string // who obeys the file
	rules  []keyRule
	// unknown is the level of a member that no rule names.
	unknown Level
}

// vet looks at every member of a settings file. A rule decides for everything
// below its path; members on the way to a rule are entered; all others are not
// known.
func (t keyTable) vet(r *report, v any) {
	if _, object := members(v); object == nil {
		r.addf(Deny, "", "%s expects an object and would not read this file as a whole; that includes what it forbids", t.reader)
		return
	}
	t.walk(r, "", nil, v)
}

func (t keyTable) walk(r *report, where string, at []string, v any) {
	keys, object := members(v)
	folded := make(map[string]bool)
	for _, key := range keys {
		place, value := pointer(where, key), object[key]
		r.at(place, unseen(key))
		low := strings.ToLower(key)
		if folded[low] {
			r.addf(Deny, place, "it is there twice, in letters of different case; readers disagree about which counts")
		}
		folded[low] = true
		if low == "__proto__" || low == "constructor" || low == "prototype" || low == "tostring" {
			r.addf(Deny, place, "%q makes some readers drop the whole file, with what it forbids", brief(key))
			continue
		}
		path := append(slices.Clone(at), low)
		rule, onTheWay := t.find(path)
		switch {
		case rule != nil && rule.check != nil:
			rule.check(r, place, value)
		case rule != nil && (rule.level == Clean || slices.ContainsFunc(rule.fine, func(f any) bool { return same(f, value) })):
		case rule != nil:
			r.addf(rule.level, place, "%s: %s%s", t.reader, rule.what, quoteFirst(value))
		case onTheWay:
			if _, ok := value.(map[string]any); !ok {
				r.addf(Deny, place, "%s expects an object here", t.reader)
				continue
			}
			t.walk(r, place, path, value)
		case t.unknown > Clean:
			r.addf(t.unknown, place, "%s: it is not known what %q does", t.reader, brief(key))
		}
	}
}

// find gives the rule for a path, or says that there are rules below it.
func (t keyTable) find(path []string) (rule *keyRule, onTheWay bool) {
	for i := range t.rules {
		pattern := strings.Split(t.rules[i].path, "/")
		if len(pattern) < len(path) {
			continue
		}
		matches := true
		for j, name := range path {
			matches = matches && (pattern[j] == "*" || pattern[j] == name)
		}
		switch {
		case matches && len(pattern) == len(path):
			return &t.rules[i], false
		case matches:
			onTheWay = true
		}
	}
	return nil, onTheWay
}

// same compares a value with one that a rule calls fine; texts without case. The
// value nothing stands for everything empty.
func same(fine, v any) bool {
	switch f := fine.(type) {
	case nil:
		return empty(v)
	case string:
		s, ok := v.(string)
		return ok && strings.EqualFold(s, f)
	case bool:
		b, ok := v.(bool)
		return ok && b == f
	}
	return false
}

// quoteFirst shows the first text of a value, which is what a person wants to see
// of a command.
func quoteFirst(v any) string {
	found := ""
	eachValue("", "", v, func(_, key string, v any) {
		s, ok := v.(string)
		if ok && (found == "" || key == "command") && key != "type" && key != "matcher" {
			found = s
		}
	})
	if found == "" {
		return ""
	}
	return ": " + brief(found)
}

// rule sets that several tables share.

func denied(what string, paths ...string) []keyRule { return rulesFor(Deny, what, paths) }
func asked(what string, paths ...string) []keyRule  { return rulesFor(Ask, what, paths) }
func harmless(paths ...string) []keyRule            { return rulesFor(Clean, "", paths) }
func checked(check func(*report, string, any), paths ...string) []keyRule {
	rules := rulesFor(Ask, "", paths)
	for i := range rules {
		rules[i].check = check
	}
	return rules
}

func rulesFor(level Level, what string, paths []string) []keyRule {
	rules := make([]keyRule, len(paths))
	for i, p := range paths {
		rules[i] = keyRule{path: p, level: level, what: what}
	}
	return rules
}

// unless is denied with values that are harmless.
func unless(what, path string, fine ...any) []keyRule {
	return []keyRule{{path: path, level: Deny, what: what, fine: fine}}
}
