package shell

import "strings"

// psParams makes a table of parameters. Names are in small letters and complete:
// an abbreviation may mean another parameter in another version, so it is a
// doubt. The common ones are there that only concern messages; those that set
// variables are not.
func psParams(kinds map[psValue]string) map[string]psValue {
	all := map[string]psValue{"erroraction": psText, "ea": psText, "warningaction": psText, "verbose": psSwitch, "vb": psSwitch, "debug": psSwitch}
	for kind, names := range kinds {
		for name := range strings.FieldsSeq(names) {
			all[name] = kind
		}
	}
	return all
}

// lookupCmdlet finds what is written down about a cmdlet by its name in small
// letters; nil if nothing is.
func lookupCmdlet(name string) *psCmdlet {
	if c := listingCmdlet(name); c != nil {
		return c
	}
	if c := shapingCmdlet(name); c != nil {
		return c
	}
	return changingCmdlet(name)
}

// listingCmdlet knows the cmdlets that read files and the state of the machine.
func listingCmdlet(name string) *psCmdlet {
	switch name {
	case "get-childitem":
		return &psCmdlet{
			name: "Get-ChildItem", positions: []string{"path", "filter"}, here: true, takes: "files", gives: "files",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "filter include exclude depth attributes", psSwitch: "recurse s name directory ad file af hidden ah readonly ar system as force"}),
		}
	case "get-content":
		return &psCmdlet{
			name: "Get-Content", positions: []string{"path"}, takes: "files", gives: "text",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "totalcount first head tail last readcount encoding delimiter filter include exclude", psSwitch: "raw force asbytestream"}),
		}
	case "get-item":
		return &psCmdlet{
			name: "Get-Item", positions: []string{"path"}, takes: "files", gives: "files",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "filter include exclude", psSwitch: "force"}),
		}
	case "test-path":
		return &psCmdlet{
			name: "Test-Path", positions: []string{"path"}, takes: "files", gives: "text",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "pathtype filter include exclude"}),
		}
	case "select-string":
		return &psCmdlet{
			name: "Select-String", positions: []string{"pattern", "path"}, takes: "files",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "pattern include exclude encoding context", psSwitch: "simplematch casesensitive quiet list notmatch allmatches raw noemphasis"}),
		}
	case "resolve-path":
		return &psCmdlet{
			name: "Resolve-Path", positions: []string{"path"}, takes: "files",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psSwitch: "relative"}),
		}
	case "get-filehash":
		return &psCmdlet{
			name: "Get-FileHash", positions: []string{"path", "algorithm"}, takes: "files",
			params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psText: "algorithm"}),
		}
	case "get-location":
		return &psCmdlet{name: "Get-Location", params: psParams(nil)}
	case "set-location":
		return &psCmdlet{
			name: "Set-Location", positions: []string{"path"}, takes: "files",
			params: psParams(map[psValue]string{psExact: "path literalpath"}),
		}
	case "get-date":
		return &psCmdlet{name: "Get-Date", positions: []string{"date"}, gives: "text", params: psParams(map[psValue]string{psText: "date format uformat year month day hour minute second displayhint", psSwitch: "asutc"})}
	case "get-process":
		return &psCmdlet{name: "Get-Process", positions: []string{"name"}, params: psParams(map[psValue]string{psText: "name id"})}
	case "get-command":
		return &psCmdlet{name: "Get-Command", positions: []string{"name"}, params: psParams(map[psValue]string{psText: "name commandtype", psSwitch: "all"})}
	}
	return nil
}

// shapingCmdlet knows the cmdlets that work on what they are given.
func shapingCmdlet(name string) *psCmdlet {
	const compare = "eq ne gt lt ge le ceq cne like notlike clike cnotlike match notmatch cmatch cnotmatch contains notcontains in notin not"
	switch name {
	case "select-object":
		return &psCmdlet{name: "Select-Object", positions: []string{"property"}, gives: "same", params: psParams(map[psValue]string{psText: "property first last skip skiplast index expandproperty excludeproperty", psSwitch: "unique"})}
	case "sort-object":
		return &psCmdlet{name: "Sort-Object", positions: []string{"property"}, gives: "same", params: psParams(map[psValue]string{psText: "property top bottom culture", psSwitch: "descending unique casesensitive stable"})}
	case "where-object":
		return &psCmdlet{name: "Where-Object", positions: []string{"property", "value"}, gives: "same", params: psParams(map[psValue]string{psText: "property value", psSwitch: compare})}
	case "measure-object":
		return &psCmdlet{name: "Measure-Object", positions: []string{"property"}, params: psParams(map[psValue]string{psText: "property", psSwitch: "line word character ignorewhitespace sum average maximum minimum standarddeviation allstats"})}
	case "group-object":
		return &psCmdlet{name: "Group-Object", positions: []string{"property"}, params: psParams(map[psValue]string{psText: "property culture", psSwitch: "noelement casesensitive"})}
	case "compare-object":
		return &psCmdlet{name: "Compare-Object", positions: []string{"referenceobject", "differenceobject"}, params: psParams(map[psValue]string{psText: "referenceobject differenceobject property syncwindow culture", psSwitch: "includeequal excludedifferent passthru casesensitive"})}
	case "format-table":
		return &psCmdlet{name: "Format-Table", positions: []string{"property"}, params: psParams(map[psValue]string{psText: "property groupby", psSwitch: "autosize wrap hidetableheaders"})}
	case "format-list":
		return &psCmdlet{name: "Format-List", positions: []string{"property"}, params: psParams(map[psValue]string{psText: "property groupby"})}
	case "convertto-json":
		return &psCmdlet{name: "ConvertTo-Json", positions: []string{"inputobject"}, gives: "text", params: psParams(map[psValue]string{psText: "inputobject depth", psSwitch: "compress asarray enumsasstrings"})}
	case "convertfrom-json":
		return &psCmdlet{name: "ConvertFrom-Json", positions: []string{"inputobject"}, params: psParams(map[psValue]string{psText: "inputobject depth", psSwitch: "ashashtable noenumerate"})}
	case "write-output":
		return &psCmdlet{name: "Write-Output", positions: []string{"inputobject"}, rest: true, gives: "text", params: psParams(map[psValue]string{psText: "inputobject", psSwitch: "noenumerate"})}
	case "out-string":
		return &psCmdlet{name: "Out-String", gives: "text", params: psParams(map[psValue]string{psText: "width", psSwitch: "stream"})}
	case "out-null":
		return &psCmdlet{name: "Out-Null", params: psParams(nil)}
	case "split-path":
		return &psCmdlet{name: "Split-Path", positions: []string{"path"}, params: psParams(map[psValue]string{psName: "path literalpath", psSwitch: "leaf parent leafbase extension noqualifier isabsolute"})}
	case "join-path":
		return &psCmdlet{name: "Join-Path", positions: []string{"path", "childpath"}, params: psParams(map[psValue]string{psName: "path childpath"})}
	}
	return nil
}

// changingCmdlet knows the cmdlets that change files, so that their writes are
// known.
func changingCmdlet(name string) *psCmdlet {
	switch name {
	case "set-content":
		return &psCmdlet{name: "Set-Content", positions: []string{"path", "value"}, takes: "content", params: psParams(map[psValue]string{psWrite: "path", psPlace: "literalpath", psText: "value encoding", psSwitch: "nonewline force asbytestream"})}
	case "add-content":
		return &psCmdlet{name: "Add-Content", positions: []string{"path", "value"}, takes: "content", params: psParams(map[psValue]string{psWrite: "path", psPlace: "literalpath", psText: "value encoding", psSwitch: "nonewline force asbytestream"})}
	case "out-file":
		return &psCmdlet{name: "Out-File", positions: []string{"filepath", "encoding"}, takes: "content", params: psParams(map[psValue]string{psWrite: "filepath path", psPlace: "literalpath", psText: "encoding width", psSwitch: "append noclobber nonewline force"})}
	case "clear-content":
		return &psCmdlet{name: "Clear-Content", positions: []string{"path"}, takes: "files", params: psParams(map[psValue]string{psWrite: "path", psPlace: "literalpath", psSwitch: "force"})}
	case "new-item":
		return &psCmdlet{name: "New-Item", positions: []string{"path"}, takes: "content", params: psParams(map[psValue]string{psPlace: "path", psKind: "itemtype type", psText: "value", psSwitch: "force"})}
	case "mkdir":
		return &psCmdlet{name: "mkdir", positions: []string{"path"}, takes: "files", params: psParams(map[psValue]string{psPlace: "path", psSwitch: "force"})}
	case "remove-item":
		return &psCmdlet{name: "Remove-Item", positions: []string{"path"}, takes: "files", wipes: true, params: psParams(map[psValue]string{psWrite: "path", psPlace: "literalpath", psSwitch: "recurse force"})}
	case "copy-item":
		return &psCmdlet{name: "Copy-Item", positions: []string{"path", "destination"}, takes: "files", params: psParams(map[psValue]string{psRead: "path", psExact: "literalpath", psPlace: "destination", psSwitch: "recurse force"})}
	case "move-item":
		return &psCmdlet{name: "Move-Item", positions: []string{"path", "destination"}, takes: "files", wipes: true, params: psParams(map[psValue]string{psWrite: "path", psPlace: "literalpath destination", psSwitch: "force"})}
	case "rename-item":
		return &psCmdlet{name: "Rename-Item", positions: []string{"path", "newname"}, takes: "files", params: psParams(map[psValue]string{psPlace: "path literalpath", psSibling: "newname", psSwitch: "force"})}
	}
	return nil
}

// psHarm says what no rule may allow; "" for what may be asked about.
func psHarm(name string) string {
	switch name {
	case "format-volume", "clear-disk", "initialize-disk", "remove-partition", "reset-physicaldisk", "clear-storagediagnosticinfo", "remove-volume", "remove-virtualdisk", "set-disk", "new-partition", "resize-partition":
		return "destroys a disk"
	case "stop-computer", "restart-computer":
		return "stops the machine"
	}
	return ""
}
