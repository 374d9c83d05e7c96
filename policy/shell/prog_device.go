package shell

import (
	"path"
	"strings"
)

// devicePrograms work on disks.
func devicePrograms() map[string]judge {
	all := map[string]judge{
		"dd": judgeDd, "wipefs": judgeWipefs, "fdisk": judgePartition, "sfdisk": judgePartition, "cfdisk": judgePartition, "parted": judgePartition,
		"gdisk": judgePartition, "sgdisk": judgePartition, "hdparm": judgeHdparm, "diskutil": judgeDiskutil, "zpool": judgeDestroy, "zfs": judgeDestroy,
	}
	for _, name := range []string{"mkfs", "mke2fs", "mkswap", "mkdosfs", "mkntfs", "blkdiscard", "pvremove", "vgremove", "lvremove"} {
		all[name] = judgeFormat
	}
	for _, name := range []string{"cryptsetup", "mdadm", "lvresize", "resize2fs", "losetup", "swapoff", "umount", "tune2fs", "e2fsck", "fsck", "badblocks"} {
		all[name] = refuse("works on disks")
	}
	return all
}

// judgeDd reads key=value operands.
func judgeDd(in *invocation) {
	for _, w := range in.args {
		key, text, ok := strings.Cut(w.text, "=")
		v := literal(text)
		if !w.known {
			lead, has := strings.CutPrefix(w.lead, key+"=")
			if !has {
				in.doubtf("dd: %q is not known before it runs", w.text)
				continue
			}
			v = word{text: text, lead: lead}
		}
		switch {
		case ok && key == "if":
			in.read(v)
		case ok && key == "of":
			in.output(v)
		case ok && among(key, "bs", "ibs", "obs", "cbs", "count", "skip", "iseek", "seek", "oseek", "conv", "iflag", "oflag", "status"):
		case among(w.text, "--help", "--version"):
		default:
			in.doubtf("dd: %q is not known", w.text)
		}
	}
}

// judgeFormat is for programs that make what was on a device unreadable.
func judgeFormat(in *invocation) {
	for _, w := range in.args {
		if w.known && among(w.text, "--help", "--version", "-V", "-n", "--test") {
			in.doubtf("%s works on disks", in.name)
			return
		}
	}
	in.doubtf("%s erases a disk", in.name)
	if len(in.args) == 0 {
		return
	}
	// An image file can be formatted; it is asked about like any other write.
	last := in.args[len(in.args)-1]
	if at, ok := in.path(last); ok && last.known && !strings.HasPrefix(at, "/dev/") && strings.ContainsAny(path.Base(at), ".") {
		in.write(last)
		return
	}
	in.harmf("%s would erase %s", in.name, last.text)
}

// judgeWipefs lists signatures unless it is told to erase them.
func judgeWipefs(in *invocation) {
	in.doubtf("wipefs works on disks")
	for _, w := range in.args {
		flags := strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.ContainsAny(w.text, "aof")
		if flags || len(w.text) > 2 && (strings.HasPrefix("--all", w.text) || strings.HasPrefix(w.text, "--o") || strings.HasPrefix(w.text, "--f")) {
			in.harmf("wipefs would erase a disk")
			return
		}
	}
}

// judgePartition is for partition editors: only listing is not a change.
func judgePartition(in *invocation) {
	in.doubtf("%s works on disks", in.name)
	device := false
	for _, w := range in.args {
		if w.known && among(w.text, "-l", "--list", "-p", "--print", "print", "-d", "--dump", "-v", "--verify", "-V", "--version", "-h", "--help", "-J", "--json", "-i") {
			if !among(in.name, "parted") || w.text != "-i" {
				return
			}
		}
		at := w.text
		if !w.known {
			at = w.lead
		}
		device = device || rawDevice(at)
	}
	if device {
		in.harmf("%s would change the partitions of a disk", in.name)
	}
}

func judgeHdparm(in *invocation) {
	in.doubtf("hdparm works on disks")
	for _, w := range in.args {
		if strings.HasPrefix(w.text, "--security-erase") || among(w.text, "--trim-sector-ranges", "--write-sector", "--make-bad-sector") {
			in.harmf("hdparm %s would erase a disk", w.text)
		}
	}
}

func judgeDiskutil(in *invocation) {
	if len(in.args) > 0 && among(in.args[0].text, "list", "info") {
		return
	}
	in.doubtf("diskutil works on disks")
	for _, w := range in.args {
		if lower := strings.ToLower(w.text); strings.HasPrefix(lower, "erase") || strings.HasPrefix(lower, "partition") || lower == "zerodisk" || lower == "secureerase" {
			in.harmf("diskutil %s would erase a disk", w.text)
		}
	}
}

func judgeDestroy(in *invocation) {
	in.doubtf("%s works on disks", in.name)
	if len(in.args) > 0 && among(in.args[0].text, "destroy", "labelclear") {
		in.harmf("%s %s would erase data", in.name, in.args[0].text)
	}
}
