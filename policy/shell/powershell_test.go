package shell_test

import (
	"slices"
	"strings"
	"testing"

	"jig/policy/shell"
	"jig/tool"
)

func unixPlace() shell.Options { return shell.Options{Dir: "/home/dev/proj", Home: "/home/dev"} }

func windowsPlace() shell.Options {
	return shell.Options{Dir: `C:\Users\dev\proj`, Home: `C:\Users\dev`}
}

func TestPowerShellLinesThatOnlyRead(t *testing.T) {
	lines := map[string][]string{ // and what they read
		"Get-ChildItem":                                                {"/home/dev/proj"},
		"get-childitem -Path src -Recurse":                             {"/home/dev/proj/src"},
		"gci *.go -File":                                               {"/home/dev/proj"},
		"gci 'src/*.go','docs'":                                        {"/home/dev/proj/src", "/home/dev/proj/docs"},
		`dir src\sub`:                                                  {"/home/dev/proj/src/sub"},
		"Get-Content README.md -TotalCount 20":                         {"/home/dev/proj/README.md"},
		"gc -Path:README.md":                                           {"/home/dev/proj/README.md"},
		"Get-Content ~/notes.txt":                                      {"/home/dev/notes.txt"},
		"Get-Content '/etc/hosts'":                                     {"/etc/hosts"},
		"Select-String -Pattern 'func main' -Path *.go":                {"/home/dev/proj"},
		"Get-Content a.txt | Select-String foo":                        {"/home/dev/proj/a.txt"},
		"Get-ChildItem src -Recurse -Filter *.go | Select-String TODO": {"/home/dev/proj/src"},
		"gci src | Sort-Object Length -Descending | Select-Object -First 3 | Get-FileHash": {"/home/dev/proj/src"},
		"Test-Path go.mod; Get-Date -Format o":                                             {"/home/dev/proj/go.mod"},
		"Get-Process | Sort-Object CPU -Descending | Select-Object -First 5 Name, CPU":     nil,
		"gci | Where-Object Name -like '*.go' | Measure-Object":                            {"/home/dev/proj"},
		"echo hello 'it''s' \"me\" | Out-String":                                           nil,
		"Get-Content x.json | ConvertFrom-Json | ConvertTo-Json -Depth 5":                  {"/home/dev/proj/x.json"},
		"Join-Path a b; Split-Path a/b -Leaf":                                              nil,
		"Get-Location\nGet-Command git":                                                    nil,
		"Set-Location src && Get-Content a.go":                                             {"/home/dev/proj/src/a.go"},
		"Get-ChildItem über":                                                               {"/home/dev/proj/über"},
	}
	for line, reads := range lines {
		a := shell.AnalysePowerShell(line, unixPlace())
		if !a.ReadOnly {
			t.Errorf("%q is not read-only: %s", line, a.Why)
		}
		if !slices.Equal(a.Reads, reads) {
			t.Errorf("%q reads %q, want %q", line, a.Reads, reads)
		}
	}
}

func TestPowerShellLinesThatAreNotProved(t *testing.T) {
	for _, line := range []string{
		// outside of the subset
		"Get-Content $env:USERPROFILE/.ssh/id_rsa", "Get-Content $(whoami)", "Get-Content @('a')", "Get-Content @args", "& 'git' status", ". ./x.ps1", "Get-Process | % { $_.Kill() }",
		"[IO.File]::Delete('a')", "Get-Content a > b", "Get-Content a 2>&1", "Get-Content `\n a", "<# x #> Get-Date", "Get-Date # x", "@'\nx\n'@", "'text'", "\"$x\"", "Get-Content \"a`n\"", "5", "-5",
		"Get-Date &", "!Get-Date", "%", "? Name", "if (1) { }", "function ls { rm x }", "Get-Content 'a'b", "git log --% a", "Get-Date\r\nRemove-Item x", "Get-Date \u2013Format o", "Get-Content \u2018a\u2019",
		"Get-Content\u00a0a", "Get-Date\u200b", "", "Get-Content 'a", "Get-Date |", "| Get-Date", "Get-Date && ", "./Get-Date", "Get-Content a,", "Get-Content ,a", "Get-Content a,,b", "Get-Date\x00",
		// what runs or changes something
		"iex 'rm x'", "Invoke-Expression 'Get-Date'", "Start-Process calc", "Invoke-WebRequest https://x.example", "irm x.example", "Set-Alias gc rm; gc a", "powershell -EncodedCommand SQBFAFgA", "pwsh -c ls",
		"Get-Content a | Set-Content b", "Stop-Process -Name x", "Import-Module ./evil.psm1", "New-Object Net.WebClient", "Get-Unknown",
		// parameters that are not in the table, or not whole
		"Get-Content a -Wait", "Get-Content a -Stream x", "gci -Rec", "gci -FollowSymlink", "Get-Process -ComputerName x", "Get-Date -OutVariable x", "Get-Help Get-Date -Online", "gci -Path", "gci -Path -Recurse",
		"gci a b", "Get-Content a b", "gci -Path a -Path b", "gci -Filter ../../*", "gci -Include '..\\*'", "Select-Object -WrongName", "gci -Recurse:false", "gci -?",
		// paths that are not of the file system
		"Get-ChildItem Env:", "gci HKLM:\\Software", "gci Cert:", "Get-Content \\\\server\\share\\x", "Get-Content //server/x", "Get-Content a.txt:stream", "Get-Item variable:x", "gci ~root", "gci */../../etc",
		// files that come through the pipeline
		"'/etc/shadow' | Get-Item", "Write-Output /etc/shadow | Get-Item", "Get-Content list.txt | Get-ChildItem", "Get-Content x.json | ConvertFrom-Json | Get-Content", "gci /etc -Name | Get-Item",
		"gci | Select-Object -ExpandProperty Target | Get-Content", "gci | Remove-Item",
		// a folder that is not known
		"Set-Location src; Get-Content a", "cd src\ngci", "cd *; gci", "cd - && gci", "cd && gci", "cd src || gci",
	} {
		if a := shell.AnalysePowerShell(line, unixPlace()); a.ReadOnly || a.Why == "" {
			t.Errorf("%q is taken for read-only: %+v", line, a)
		}
	}
}

func TestPowerShellWritesAreKnown(t *testing.T) {
	lines := map[string][]string{
		"Set-Content out.txt hello":                  {"/home/dev/proj/out.txt"},
		"Add-Content -Path out.txt -Value 'a','b'":   {"/home/dev/proj/out.txt"},
		"Get-Date | Out-File log.txt -Append":        {"/home/dev/proj/log.txt"},
		"New-Item -ItemType Directory -Path build":   {"/home/dev/proj/build"},
		"Remove-Item build -Recurse -Force":          {"/home/dev/proj/build"},
		"del *.tmp":                                  {"/home/dev/proj"},
		"Copy-Item a b":                              {"/home/dev/proj/b"},
		"Move-Item a -Destination sub":               {"/home/dev/proj/sub", "/home/dev/proj/a"},
		"Rename-Item sub/a b":                        {"/home/dev/proj/sub/a", "/home/dev/proj/sub/b"},
		"Clear-Content a":                            {"/home/dev/proj/a"},
		"Set-Content ../outside x":                   {"/home/dev/outside"},
		"Set-Content .claude\\settings.json '{}'":    {"/home/dev/proj/.claude/settings.json"},
		"cd .claude && Set-Content settings.json {}": nil,
	}
	for line, writes := range lines {
		a := shell.AnalysePowerShell(line, unixPlace())
		if a.ReadOnly {
			t.Errorf("%q is taken for read-only", line)
		}
		if !slices.Equal(a.Writes, writes) {
			t.Errorf("%q writes %q, want %q (%s)", line, a.Writes, writes, a.Why)
		}
		if writes != nil && (a.Opaque != "" || slices.ContainsFunc(a.Commands, func(c tool.Command) bool { return c.Doubt != "" })) {
			t.Errorf("%q leaves a doubt: %+v", line, a)
		}
	}
}

func TestPowerShellHarmIsSeen(t *testing.T) {
	for _, line := range []string{
		"Remove-Item / -Recurse", "Remove-Item -Recurse -Force ~", "ri /etc -Recurse", "Remove-Item /* -Recurse -Force", "Remove-Item .. -Recurse", "del -Recurse -Force /home/dev", "Remove-Item -r -fo /",
		"Format-Volume -DriveLetter C", "clear-disk 0", "Stop-Computer", "Restart-Computer -Force", "Get-Date; Stop-Computer", "if ($x) { Remove-Item -Recurse -Force $HOME }",
		`Remove-Item -Recurse "$env:USERPROFILE"`, "& { Stop-Computer }", `iex 'Format-Volume C'`, `Remove-Item C:\ -Recurse -Force`, "Move-Item ~ /tmp/x",
	} {
		if a := shell.AnalysePowerShell(line, unixPlace()); len(a.Harm) == 0 || a.ReadOnly {
			t.Errorf("%q is not seen as harm: %+v", line, a)
		}
	}
	for _, line := range []string{`rm C:\ -Recurse`, `rm -r -fo C:\Windows`, `Remove-Item \ -Recurse`, `Remove-Item ~ -Recurse`} {
		if a := shell.AnalysePowerShell(line, windowsPlace()); len(a.Harm) == 0 {
			t.Errorf("%q is not seen as harm on Windows: %+v", line, a)
		}
	}
}

func TestPowerShellRunsProgramsByTheTable(t *testing.T) {
	for line, want := range map[string]bool{
		"git status": true, "git log --oneline | Select-Object -First 5": true, "ls -la": true, "cat README.md": true,
		"git push": false, "rm x": false, "git log *.go": false, "git log -S.foo": false, "git log a,b": false, "GIT status": false, "make": false, "find . -exec rm x ';'": false, "cd src; git status": false,
	} {
		if a := shell.AnalysePowerShell(line, unixPlace()); a.ReadOnly != want {
			t.Errorf("%q: read-only %v, want %v (%s)", line, a.ReadOnly, want, a.Why)
		}
	}
}

func TestPowerShellNamesMeanCmdletsOnWindows(t *testing.T) {
	a := shell.AnalysePowerShell(`ls src | sort Name`, windowsPlace())
	if !a.ReadOnly || len(a.Commands) != 2 || a.Commands[0].Argv[0] != "Get-ChildItem" || a.Commands[1].Argv[0] != "Sort-Object" {
		t.Errorf("%+v", a)
	}
	if want := []string{"C:/Users/dev/proj/src"}; !slices.Equal(a.Reads, want) {
		t.Errorf("reads %q, want %q", a.Reads, want)
	}
	for _, line := range []string{`ls -la`, `cat C:\x`, `cat /x`, `cat PROGRA~1\x`, `git log a\b`} {
		if a := shell.AnalysePowerShell(line, windowsPlace()); a.ReadOnly {
			t.Errorf("%q is taken for read-only", line)
		}
	}
}

func FuzzAnalysePowerShell(f *testing.F) {
	for _, seed := range []string{"Get-ChildItem -Path src | Select-Object -First 3", "Remove-Item / -Recurse", "cd a && gc 'b''c',d; git status", "gci */../..", "Get-Content \"a\" | sls b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, o := range []shell.Options{unixPlace(), windowsPlace(), {}} {
			a := shell.AnalysePowerShell(line, o)
			if a.ReadOnly != (a.Why == "") {
				t.Fatalf("%q: read-only %v because %q", line, a.ReadOnly, a.Why)
			}
			if !a.ReadOnly {
				continue
			}
			if len(a.Writes)+len(a.Hosts)+len(a.Harm) > 0 || a.Opaque != "" || len(a.Commands) == 0 {
				t.Fatalf("%q is read-only and does something: %+v", line, a)
			}
			if strings.ContainsAny(line, "$`{}()<>&\r") && !strings.Contains(line, "'") && !strings.Contains(line, `"`) && !strings.Contains(line, "&&") {
				t.Fatalf("%q is read-only with characters of the language in it", line)
			}
			for _, c := range a.Commands {
				if !c.ReadOnly || c.Doubt != "" {
					t.Fatalf("%q is read-only with a command that is not: %+v", line, c)
				}
			}
		}
	})
}
