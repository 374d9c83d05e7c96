package config

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"maps"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A Runnable is one thing that a folder would make jig run. All of them together
// are what [Config.ExecutableHash] is about, so whoever approves the hash should
// have seen each.
type Runnable struct {
	File string // where it stands
	Kind string // "hooks", "MCP server", "MCP servers", "front matter", or "text that cannot be understood"
	Name string // of the MCP server
	Text string // what the file says, in the words of a stranger; print it with [Visible]
}

// newExecutable is nil when there is nothing to run.
func newExecutable(hooks json.RawMessage, servers map[string]json.RawMessage) *Executable {
	if emptyObject(hooks) {
		hooks = nil
	}
	if hooks == nil && len(servers) == 0 {
		return nil
	}
	x := &Executable{Hooks: hooks, MCPServers: servers}
	h := sha256.New()
	feed(h, "hooks", canonical(hooks))
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		feed(h, "mcpServers", []byte(name))
		feed(h, "is", canonical(servers[name]))
	}
	x.Hash = hex.EncodeToString(h.Sum(nil))
	return x
}

// runnables lists it for people.
func (x *Executable) runnables(file string) []Runnable {
	var list []Runnable
	if x.Hooks != nil {
		list = append(list, Runnable{File: file, Kind: "hooks", Text: string(x.Hooks)})
	}
	for _, name := range slices.Sorted(maps.Keys(x.MCPServers)) {
		list = append(list, Runnable{File: file, Kind: "MCP server", Name: name, Text: string(x.MCPServers[name])})
	}
	return list
}

// executables gives all that a folder's files would make jig run, sorted, and the
// hash over it: the hooks and servers of its settings, and those of the agents
// that it brings along. The hash is empty when there is nothing.
func executables(dir string, layers []Layer) ([]Runnable, string, error) {
	h := sha256.New()
	var list []Runnable
	for _, layer := range layers {
		if layer.Level != Project || layer.Executable == nil || layer.outer {
			continue
		}
		name, err := filepath.Rel(dir, layer.File)
		if err != nil {
			return nil, "", err
		}
		feed(h, filepath.ToSlash(name), []byte(layer.Executable.Hash))
		list = append(list, layer.Executable.runnables(layer.File)...)
	}
	agents, err := agentFiles(dir)
	if err != nil {
		return nil, "", err
	}
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		part, shown := executablePart(filepath.Join(dir, filepath.FromSlash(name)), agents[name])
		if part != nil {
			feed(h, name, part)
			list = append(list, shown...)
		}
	}
	if len(list) == 0 {
		return nil, "", nil
	}
	slices.SortStableFunc(list, func(a, b Runnable) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return list, hex.EncodeToString(h.Sum(nil)), nil
}

// feed adds a named part. Lengths keep two different lists of parts from giving
// the same bytes.
func feed(h hash.Hash, name string, part []byte) {
	for _, p := range [][]byte{[]byte(name), part} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write(p)
	}
}

// canonical brings equal JSON to equal bytes. What has no canonical form is
// itself: then a change of spaces asks once more, which is harmless.
func canonical(text json.RawMessage) []byte {
	v := jsontext.Value(bytes.Clone(text))
	if len(v) == 0 || v.Canonicalize() != nil {
		return text
	}
	return v
}
