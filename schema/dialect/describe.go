package dialect

import (
	"fmt"
	"strings"
)

// maxProse is how long the text of one subschema may get in a description.
const maxProse = 1500

// sentence says in words what a keyword of a schema demands. It returns "" for keywords that say nothing to a reader.
func (x *exporter) sentence(n *node, keyword string) string {
	v := n.get(keyword)
	say := func(format string) string { return fmt.Sprintf(format, x.prose(v)) }
	switch keyword {
	case "minLength":
		return say("Length: at least %s.")
	case "maxLength":
		return say("Length: at most %s.")
	case "pattern":
		return "Must match the regular expression " + v.str
	case "format":
		return "Format: " + v.str + "."
	case "contentEncoding":
		return "Encoded as " + v.str + "."
	case "contentMediaType":
		return "Media type: " + v.str + "."
	case "minimum":
		return say("At least %s.")
	case "maximum":
		return say("At most %s.")
	case "exclusiveMinimum":
		return say("Greater than %s.")
	case "exclusiveMaximum":
		return say("Less than %s.")
	case "multipleOf":
		return say("A multiple of %s.")
	case "minItems":
		return say("Number of items: at least %s.")
	case "maxItems":
		return say("Number of items: at most %s.")
	case "minProperties":
		return say("Number of properties: at least %s.")
	case "maxProperties":
		return say("Number of properties: at most %s.")
	case "uniqueItems":
		if v.isTrue() {
			return "No item may occur twice."
		}
		return ""
	case "default":
		return say("Default: %s.")
	case "examples", "example":
		return say("Examples: %s.")
	case "deprecated", "readOnly", "writeOnly":
		if v.isTrue() {
			return map[string]string{"deprecated": "Deprecated.", "readOnly": "Read-only.", "writeOnly": "Write-only."}[keyword]
		}
		return ""
	case "const":
		return say("Must be %s.")
	case "enum":
		if len(v.list) == 1 {
			return "Must be " + x.prose(v.list[0]) + "."
		}
		return say("Must be one of %s.")
	default:
		return x.structural(n, keyword, v, say)
	}
}

// structural says what the keywords with schemas or names inside demand.
func (x *exporter) structural(n *node, keyword string, v *node, say func(string) string) string {
	switch keyword {
	case "not":
		return say("Must not match %s.")
	case "if":
		return x.conditional(n)
	case "contains":
		return x.containing(n)
	case "prefixItems":
		return say("The items are, in order: %s.")
	case "propertyNames":
		return say("Property names must match %s.")
	case "patternProperties":
		return say("Properties whose names match these patterns: %s.")
	case "additionalProperties", "unevaluatedProperties":
		if v.isFalse() {
			return "No other properties are allowed."
		}
		return say("Other properties must match %s.")
	case "unevaluatedItems":
		if v.isFalse() {
			return "No other items are allowed."
		}
		return say("Other items must match %s.")
	case "dependentRequired":
		var all []string
		for _, m := range v.members {
			if len(m.value.list) > 0 {
				all = append(all, fmt.Sprintf("With %s, %s must be given too.", quoteName(m.name), quoteNames(m.value.texts())))
			}
		}
		return strings.Join(all, " ")
	case "dependentSchemas":
		var all []string
		for _, m := range v.members {
			all = append(all, fmt.Sprintf("With %s, the object must match %s.", quoteName(m.name), x.prose(m.value)))
		}
		return strings.Join(all, " ")
	case "anyOf", "oneOf":
		return x.alternatives(v, keyword == "oneOf")
	case "contentSchema":
		return say("The content must match %s.")
	default:
		return ""
	}
}

func (x *exporter) conditional(n *node) string {
	then, otherwise := n.get("then"), n.get("else")
	out := "If it matches " + x.prose(n.get("if"))
	if then != nil {
		out += ", it must match " + x.prose(then)
	}
	if otherwise != nil {
		out += "; otherwise it must match " + x.prose(otherwise)
	}
	return out + "."
}

func (x *exporter) containing(n *node) string {
	least, most := "1", ""
	if v := n.get("minContains"); v != nil {
		least = v.str
	}
	if v := n.get("maxContains"); v != nil {
		most = " and at most " + v.str
	}
	return fmt.Sprintf("At least %s%s of the items must match %s.", least, most, x.prose(n.get("contains")))
}

// alternatives says that one of several schemas has to hold. The usual case, a choice of properties to give, is said
// in plain words.
func (x *exporter) alternatives(v *node, exactly bool) string {
	lead := "At least one"
	if exactly {
		lead = "Exactly one"
	}
	var choices []string
	for _, branch := range v.list {
		required := branch.get("required")
		if required == nil || len(required.list) == 0 || constrains(branch.without("required", "type")) {
			return lead + " of these must hold: " + x.prose(v) + "."
		}
		choices = append(choices, quoteNames(required.texts()))
	}
	return lead + " of these must be given: " + strings.Join(choices, "; or ") + "."
}

// demands says what a whole schema demands: keyword by keyword if that can be said in words, or else as it is.
func (x *exporter) demands(n *node) string {
	if n.kind == object {
		var all []string
		for _, m := range restrictions(n).members {
			words := x.sentence(n, m.name)
			if words == "" {
				all = nil
				break
			}
			all = append(all, words)
		}
		if len(all) > 0 {
			return strings.Join(all, "\n")
		}
	}
	return "Must also match " + x.prose(n) + "."
}

func quoteName(name string) string { return `"` + name + `"` }

func quoteNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quoteName(name)
	}
	return strings.Join(quoted, " and ")
}

// prose writes a value as JSON for a reader: references are replaced by what they point to while that stays short.
func (x *exporter) prose(n *node) string {
	p := printer{x: x, open: map[string]bool{}}
	p.value(n)
	if len(p.out) > maxProse {
		return strings.ToValidUTF8(string(p.out[:maxProse]), "") + " … (shortened)"
	}
	return string(p.out)
}

// printer writes JSON with references replaced; it stops soon after maxProse bytes.
type printer struct {
	x    *exporter
	out  []byte
	open map[string]bool
}

func (p *printer) value(n *node) {
	if len(p.out) > maxProse {
		return
	}
	switch n.kind {
	case array:
		p.out = append(p.out, '[')
		for i, v := range n.list {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.value(v)
		}
		p.out = append(p.out, ']')
	case object:
		ref := n.text("$ref")
		if target := p.x.doc.defs[ref]; target != nil && len(n.members) == 1 && !p.open[ref] && p.x.spend(min(p.x.doc.sizeOf(ref), maxProse)) {
			p.open[ref] = true
			p.value(target)
			delete(p.open, ref)
			return
		}
		p.out = append(p.out, '{')
		for i, m := range n.members {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.out = append(appendQuoted(p.out, m.name), ':')
			p.value(m.value)
		}
		p.out = append(p.out, '}')
	case text:
		p.out = appendQuoted(p.out, strings.ToValidUTF8(n.str[:min(len(n.str), maxProse)], ""))
		if len(n.str) > maxProse {
			p.out = append(p.out, strings.Repeat(" ", maxProse)...) // so that the cut is noticed
		}
	default:
		p.out = n.append(p.out)
	}
}
