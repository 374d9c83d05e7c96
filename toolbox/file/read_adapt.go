package file

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jig/internal/spelling"
	"jig/tool"
)

// adaptRead brings calls for the reading tools of other systems into the form of
// read. What they disagree on most is where counting starts; the name that was
// called and the arguments that came with it tell, in this order:
//
//	line_offset, whatever the name           0  (y-agent)
//	fs_read, fsRead                          0  (Kiro)
//	FileRead with path                       0  (y-agent)
//	FileRead with file_path                  1  (agent-code)
//	read, Read, read_file and all the rest   1
//
// Inside operations it is 0: no system but Kiro has them. read_file is a name of
// two systems that differ (claw-code 0, phi-core 1); the answer says which lines it
// shows. A call that names its base itself is taken at its word. Offsets are not
// converted but said to count from 0, so that the answer counts as the caller does.
func adaptRead(name string, args map[string]json.RawMessage) (string, error) {
	base := int64(1)
	wrote, hasFilePath := cut(args, "filepath")
	switch spelling.Fold(name) {
	case "fsread":
		base = 0
	case "fileread":
		if !hasFilePath {
			base = 0
		}
	}
	if _, skips := find(args, "lineoffset"); skips {
		base = 0
	}
	if hasFilePath {
		if there, taken := args["path"]; taken && string(there) != string(wrote) {
			return "", tool.Errorf(tool.CodeInvalidArgs, "path and file_path are the same argument with different values; give path only")
		}
		args["path"] = wrote
	}
	if _, batched := args["operations"]; batched {
		return "", operations(args)
	}
	base = based(args, base)
	if n, ok := number(args["offset"]); ok && base == 0 {
		args["offset"] = numeral(n) // also one that was written as a string
	}
	ranges(args, base)
	_, hasMode := find(args, "mode")
	_, hasImages := find(args, "imagepaths")
	if hasMode || hasImages {
		return "", wrap(args, base)
	}
	if _, said := args["base"]; !said && base == 0 {
		args["base"] = numeral(base)
	}
	return "", nil
}

// based is the base that the call itself names, or else the one that is usual.
func based(args map[string]json.RawMessage, usual int64) int64 {
	if n, ok := number(args["base"]); ok && (n == 0 || n == 1) {
		return n
	}
	return usual
}

// wrap makes the only operation out of arguments that are those of one.
func wrap(args map[string]json.RawMessage, base int64) error {
	if _, said := args["base"]; !said && base == 1 {
		args["base"] = numeral(base) // operations count from 0 unless told
	}
	op, err := json.Marshal(args)
	if err != nil {
		return err
	}
	clear(args)
	args["operations"] = json.RawMessage("[" + string(op) + "]")
	return operations(args)
}

// operations brings each operation into its own form. What is no list of objects
// is left to validation.
func operations(args map[string]json.RawMessage) error {
	ops, ok := tool.Arg[[]map[string]json.RawMessage](args, "operations")
	if !ok {
		return nil
	}
	for _, op := range ops {
		for _, key := range slices.Sorted(maps.Keys(op)) {
			own := map[string]string{
				"filepath": "path", "imagepaths": "image_paths", "imagepath": "image_paths", "excludepatterns": "exclude_patterns",
				"mode": "mode", "path": "path", "offset": "offset", "limit": "limit", "depth": "depth", "maxdepth": "depth",
			}[spelling.Fold(key)]
			if _, taken := op[own]; own != "" && own != key && !taken {
				op[own] = op[key]
				delete(op, key)
			}
		}
		ranges(op, based(op, 0))
		var mode string
		if json.Unmarshal(op["mode"], &mode) == nil {
			op["mode"] = json.RawMessage(strconv.Quote(strings.ToLower(mode)))
		}
	}
	raw, err := json.Marshal(ops)
	args["operations"] = raw
	return err
}

// ranges turns other ways to say which lines into offset and limit, for offsets
// that are counted from base: line_offset (from 0), start_line and end_line, and
// view_range (from 1, the last included; -1 is the end).
func ranges(args map[string]json.RawMessage, base int64) {
	if raw, ok := cut(args, "lineoffset"); ok {
		if n, ok := number(raw); ok && n >= 0 {
			raw = numeral(n + base)
		}
		args["offset"] = raw
	}
	start, hasStart := cut(args, "startline")
	end, hasEnd := cut(args, "endline")
	if raw, ok := cut(args, "viewrange"); ok {
		var pair []json.RawMessage
		if json.Unmarshal(raw, &pair) != nil || len(pair) != 2 {
			args["view_range"] = raw
			return
		}
		start, end, hasStart, hasEnd = pair[0], pair[1], true, true
	}
	first := int64(1)
	if hasStart {
		n, ok := number(start)
		if !ok {
			args["start_line"] = start
			return
		}
		first = max(n, 1)
		args["offset"] = numeral(first - 1 + base)
	}
	if last, ok := number(end); hasEnd && ok && last >= first {
		args["limit"] = numeral(last - first + 1)
	}
}

// find looks for an argument in any spelling, and gives the one that it has.
func find(args map[string]json.RawMessage, folded string) (key string, ok bool) {
	for _, key := range slices.Sorted(maps.Keys(args)) {
		if spelling.Fold(key) == folded {
			return key, true
		}
	}
	return "", false
}

// cut takes an argument out.
func cut(args map[string]json.RawMessage, folded string) (json.RawMessage, bool) {
	key, ok := find(args, folded)
	raw := args[key]
	if ok {
		delete(args, key)
	}
	return raw, ok && string(raw) != "null"
}

// number reads a whole number, also one that was written as a string.
func number(raw json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(strings.Trim(string(raw), `" `), 10, 64)
	return n, err == nil
}

func numeral(n int64) json.RawMessage { return strconv.AppendInt(nil, n, 10) }
