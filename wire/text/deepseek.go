package text

import "strings"

// deepseekToken gives the ways in which models spell a control token: with the real
// characters, and with those that people and converters put in their place.
func deepseekToken(name string) []string {
	var all []string
	for _, bar := range []string{"｜", "|"} {
		for _, space := range []string{"▁", "_", " ", `\_`} {
			all = append(all, "<"+bar+strings.ReplaceAll(name, " ", space)+bar+">")
		}
	}
	return all
}

func deepseekTokens(names ...string) []string {
	var all []string
	for _, n := range names {
		all = append(all, deepseekToken(n)...)
	}
	return all
}

// deepseekHead reads what stands before the arguments: "name<sep>", or in V3
// "function<sep>name" and the beginning of a code fence.
func deepseekHead(text string, _ *calls) (name, id string, ok bool) {
	const sep = "\x00"
	for _, s := range deepseekToken("tool sep") {
		text = strings.ReplaceAll(text, s, sep)
	}
	kind, name, found := strings.Cut(text, sep)
	if !found || strings.TrimSpace(name) == "" {
		name = kind
	}
	name, _, _ = strings.Cut(name, "```")
	name = strings.TrimSpace(name)
	return name, "", toolName(name)
}

func deepseekBlock() *jsonNamed {
	return jsonNamed{
		begins: deepseekToken("tool call begin"),
		ends:   deepseekToken("tool call end"),
		closes: deepseekToken("tool calls end"),
		alone:  deepseekToken("tool call begin"),
		head:   deepseekHead,
	}.shape()
}

// deepseekV3 is the format of DeepSeek V3 and R1 and of the models made from them.
func deepseekV3() format {
	return format{
		name:    "deepseek_v3",
		aliases: []string{"deepseek_r1"},
		think:   thinkTags(),
		drop: append(deepseekTokens("end of sentence", "tool outputs begin", "tool outputs end",
			"tool output begin", "tool output end", "tool calls end", "tool call end"), "<|EOT|>"),
		marks: append(deepseekTokens("tool calls begin", "tool call begin"), "<｜tool▁calls｜>"),
		read:  deepseekBlock().reader,
	}
}

// deepseekV31 is the format of DeepSeek V3.1, which has the name alone before the
// arguments.
func deepseekV31() format {
	f := deepseekV3()
	f.name, f.aliases = "deepseek_v31", []string{"deepseek_v3.1"}
	return f
}

// cogito is the format of Cogito, which is made from DeepSeek.
func cogito() format {
	f := deepseekV3()
	f.name, f.aliases = "cogito", nil
	return f
}
