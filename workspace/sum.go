package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Sum tells contents apart: "sha256:…" of the content itself or, for files too
// large to be read just for that, "stat:…" of what the disk says about them.
type Sum string

// SumLimit is the size up to which files are told apart by their content.
const SumLimit = 256 << 20

// ChangeLimit is the size up to which files are changed: they are held in memory
// for it, more than once.
const ChangeLimit = 512 << 20

// SumOf is the sum of a content.
func SumOf(data []byte) Sum {
	sum := sha256.Sum256(data)
	return Sum("sha256:" + hex.EncodeToString(sum[:]))
}

// SumFile is the sum of an open file; where it stands in the file does not change.
func SumFile(f *os.File) (Sum, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if info.Size() > SumLimit {
		return statSum(info), nil
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, SumLimit+1)); err != nil {
		return "", err
	}
	return Sum("sha256:" + hex.EncodeToString(hash.Sum(nil))), nil
}

func statSum(info fs.FileInfo) Sum {
	return Sum(fmt.Sprintf("stat:%d:%d:%s", info.Size(), info.ModTime().UnixNano(), markOf(info)))
}

// ParseSum reads a sum as people and models give it: with or without "sha256:".
func ParseSum(text string) (Sum, error) {
	kind, rest, named := strings.Cut(strings.ToLower(strings.TrimSpace(text)), ":")
	if !named {
		kind, rest = "sha256", kind
	}
	if kind == "stat" && rest != "" {
		return Sum(kind + ":" + rest), nil
	}
	if raw, err := hex.DecodeString(rest); kind != "sha256" || err != nil || len(raw) != sha256.Size {
		return "", errors.New("a content hash is 64 hexadecimal digits, as read gives it")
	}
	return Sum("sha256:" + rest), nil
}

// holds reports whether the file is still what the sum was taken of.
func (s Sum) holds(data []byte, info fs.FileInfo) bool {
	if strings.HasPrefix(string(s), "stat:") {
		return s == statSum(info)
	}
	return s == SumOf(data)
}

// holdsFile is holds for an open file, which is not loaded for it.
func (s Sum) holdsFile(f *os.File) (bool, error) {
	if strings.HasPrefix(string(s), "stat:") {
		info, err := f.Stat()
		return err == nil && s == statSum(info), err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return false, err
	}
	return s == Sum("sha256:"+hex.EncodeToString(hash.Sum(nil))), nil
}
