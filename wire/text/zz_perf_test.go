package text_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jig/wire"
	"jig/wire/text"
)

func TestZZPerf(t *testing.T) {
	for _, format := range text.Formats() {
		marks, control := text.Tokens(format)
		heads := []string{"", "x "}
		if format != "auto" { for _, m := range marks { heads = append(heads, m, m+"get", m+"[get", m+`{"name": "get", "arguments": {"key": "`, m+`{"name":"get","arguments":{}}`, m+"[get(key=1)", m+"get{", m+"get{}", m+"[get(key='") } } else {
			heads = append(heads, "[get", "[get(key=1)", `{"name":"get","arguments":{}}`, `[{"name":"get","arguments":{}}`, "<tool_call>", "<tool_call>get", "<tool_call><function=get>", "<function_calls>get(key=1)","<|tool_call>call:get{}","<tool_call><function=get><parameter=key>", "<think>")
		}
		tails := []string{" ", "\n", "<", "[", "{", "'", "\"", "' ", "',", "a", "]", "}", "`", "\\", "\\n", `{"a":`, "[get(", "</", "<|", "</tool_call>", "</parameter>", "</parameter> ", "</arg_value>","<arg_key>a</arg_key>","<arg_key>", "<parameter=key>", "<parameter=a>", "<function=get>", `<invoke name="get">`, `<parameter name="key">`, "{\"function\":", "a=1,", "get(key=1)\n","<|\"|>", "<escape>", "é", "\xe2\x82", "\xf0\x9f"}
		tails = append(tails, marks...)
		tails = append(tails, control...)
		if format == "auto" { tails = tails[:39+30] }
		for _, h := range heads {
			for _, tl := range tails {
				run := func(size int) time.Duration {
					data := []byte((h + strings.Repeat(tl, size/len(tl)+1))[:size])
					start := time.Now()
					d, _ := text.New(format, wire.Options{Tools: attackTools()})
					for rest := data; len(rest) > 0; {
						n := min(3, len(rest))
						d.Write(rest[:n])
						rest = rest[n:]
						if time.Since(start) > 2*time.Second { return time.Since(start) }
					}
					d.Close()
					return time.Since(start)
				}
				b := run(40 << 10)
				if b > 8*time.Millisecond {
					if b2 := run(40<<10); b2 < b { b = b2 }
					a := run(10 << 10)
					if a2 := run(10<<10); a2 < a { a = a2 }
					if b > 8*a && b > 8*time.Millisecond { fmt.Printf("QUAD %-16s head %q tail %q %v %v\n", format, h, tl, a, b) } else if b > 12*time.Millisecond { fmt.Printf("SLOW %-16s head %q tail %q %v %v\n", format, h, tl, a, b) }
				}
			}
		}
	}
}
