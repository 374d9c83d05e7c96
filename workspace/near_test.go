package workspace_test

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestNearFoldersAreOfferedInTheWorkspaceOnly(t *testing.T) {
	top := tree(t, "root/source/deep/a", "root/sources.txt", "other/secret/a")
	root := filepath.Join(top, "root")
	s := space(t, root)
	for path, want := range map[string][]string{
		"sourse":                             {filepath.Join(root, "source")},
		"sourse/deep/more":                   {filepath.Join(root, "source")},
		"nothing-like-it":                    nil,
		filepath.Join(top, "other", "secre"): nil,
		"../other/secre":                     nil,
	} {
		p, err := s.Resolve(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.NearFolders(p); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
