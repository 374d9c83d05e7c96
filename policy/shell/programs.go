package shell

import (
	"maps"
	"strings"
	"sync"
)

// lookupProgram finds the judge of a program by its bare name; nil if nothing is
// written down about it.
func lookupProgram(name string) judge {
	if j, ok := programTable()[name]; ok {
		return j
	}
	if strings.HasPrefix(name, "mkfs.") || strings.HasPrefix(name, "newfs") {
		return judgeFormat
	}
	return nil
}

// programTable is never changed after it was made.
//
//nolint:gochecknoglobals // a constant table, made when it is first needed
var programTable = sync.OnceValue(func() map[string]judge {
	all := map[string]judge{}
	for _, family := range []map[string]judge{
		textPrograms(), filePrograms(), searchPrograms(), dataPrograms(), systemPrograms(), servicePrograms(),
		digestPrograms(), changePrograms(), archivePrograms(), devicePrograms(), networkPrograms(),
		developPrograms(), containerPrograms(), packagePrograms(),
		{
			"find": judgeFind, "sed": judgeSed, "gsed": judgeSed, "git": judgeGit,
			"awk": judgeAwk, "gawk": judgeAwk, "mawk": judgeAwk, "nawk": judgeAwk,
		},
	} {
		maps.Copy(all, family)
	}
	return all
})
