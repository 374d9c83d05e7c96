// Package text reads the calls that open models write into their text, each family in a
// format of its own, and writes those formats for models that are told about tools in
// their prompt.
//
//	d, err := text.New("qwen3_coder", wire.Options{Tools: tools})
//	events := d.Write(chunk)
//
// [Formats] lists the names; "auto" finds out by itself.
//
// # How a text is read
//
// A decoder is in text until one of the marks of its format comes, such as
// "<tool_call>". What could still become a mark is held back; marks in code fences and in
// thinking are not marks. From a mark on, a reader of the format takes over until the
// block of calls has ended, or turns out to be none: then it is text after all.
//
// Most formats are one of three shapes, and a file that says what is special about them:
// JSON in an envelope, parameters in tags, and calls that look like Python.
package text
