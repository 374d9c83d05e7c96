package text

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
)

// minicpm5 is the format of MiniCPM 5, without a block around calls:
//
//	<function name="read"><param name="path">go.mod</param></function>
//
// Since this is little to tell calls by, they must fit the tool. Values are XML, or nearly.
func minicpm5() format {
	f := tagged{
		bare:      true,
		spellings: []spelling{{call: elementAttr("function"), param: elementAttr("param")}},
		ignore:    []string{"<arguments>", "</arguments>"},
		strict:    true,
		trim:      trimAll,
		value:     minicpm5Value,
		guess:     func(_ tag, known bool) bool { return known },
		valid:     minicpm5Valid,
	}.format("minicpm5_xml", "minicpm5")
	f.drop = append(f.drop, "<|im_end|>")
	f.weak = true
	return f
}

// minicpm5Value reads a value as XML; if it is none, it is taken as it is.
func minicpm5Value(text string) string {
	const open, end = "<![CDATA[", "]]>"
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	var element struct {
		Text  string     `xml:",chardata"`
		Other []struct{} `xml:",any"`
	}
	if xml.Unmarshal([]byte("<v>"+text+"</v>"), &element) == nil && len(element.Other) == 0 {
		return strings.TrimSpace(element.Text)
	}
	if inner, ok := strings.CutPrefix(text, open); ok && strings.HasSuffix(inner, end) {
		return strings.TrimSpace(strings.TrimSuffix(inner, end))
	}
	return text
}

// minicpm5Valid says whether the arguments are those of the tool: all that it needs, and
// none twice. What it does not know is left out.
func minicpm5Valid(name string, args *tagArgs, out *calls) bool {
	p := out.of(name)
	fields := tagFields(p)
	if p == nil || len(fields) == 0 || args.whole != nil {
		return p != nil || out.tools == nil
	}
	var kept tagArgs
	for i, key := range args.names {
		if _, ok := fields[key]; ok {
			kept.set(key, args.values[i])
			continue
		}
		if key != "properties" && key != "arguments" {
			continue
		}
		wrapped, _ := tagObject([]byte(jsonText(args.values[i])))
		added := false
		for _, inner := range sortedKeys(wrapped) {
			if _, ok := fields[inner]; ok {
				kept.set(inner, minicpm5Typed(p, inner, wrapped[inner]))
				added = true
			}
		}
		if !added {
			return false
		}
	}
	twice := args.twice
	*args = kept
	required := p.declared().required
	return !twice && !slices.ContainsFunc(required, func(key any) bool {
		name, ok := key.(string)
		return ok && !kept.has(name)
	})
}

// minicpm5Typed makes a string of what should be one.
func minicpm5Typed(p *params, name string, value json.RawMessage) json.RawMessage {
	if p.kinds(name) == isString && value[0] != '"' {
		return bareString(string(value))
	}
	return value
}

func sortedKeys(m map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
