//go:build hil

// Package vm is lane B: a stock Debian arm64 kernel in QEMU, with GPIO lines, an I²C bus and USB serial gadgets that are not there, in
// which a test binary and the programs that it tests run. setup.sh fetches and builds what it needs; a machine without it fails the test.
package vm

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// limit is how long the machine may run.
const limit = 9 * time.Minute

// here is this folder.
func here() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}

// cache is where setup.sh keeps kernel and modules.
func cache(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("BOXSTOP_VM")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(user, "boxstop", "vm")
	}
	for _, f := range []string{"done", "vmlinuz", "busybox", "modules"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Fatalf("%v\n%s, as root, makes it", err, filepath.Join(here(), "setup.sh"))
		}
	}
	return dir
}

// noted has go test see what the machine is made of: it would show the result of an older run else, since another program reads these files.
func noted(t *testing.T) {
	t.Helper()
	root := filepath.Join(here(), "..", "..", "..")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir():
			return filepath.SkipDir
		}
		_, err = os.Stat(path)
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) { // an editor's
		t.Fatal(err)
	}
}

// Build builds a package for the machine, as a program, or, where tags are given, its tests with these build tags.
func Build(t *testing.T, pkg, tags string) (path string) {
	t.Helper()
	noted(t)
	path = filepath.Join(t.TempDir(), filepath.Base(pkg))
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", path, pkg}
	if tags != "" {
		args = []string{"test", "-c", "-trimpath", "-ldflags=-s -w", "-tags", tags, "-o", path, pkg}
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return path
}

// Run boots the machine with a test binary and other programs in /bin, by their names, runs the tests that -run picks after its first slash (all of them
// without one), and reports each as a subtest of its own name. No test at all is a failure, and so is one that is skipped or does not end.
func Run(t *testing.T, tests string, programs map[string]string) {
	pick := "."
	if _, after, ok := strings.Cut(flag.Lookup("test.run").Value.String(), "/"); ok && after != "" {
		pick = after
	}
	image := filepath.Join(t.TempDir(), "initramfs")
	dir := cache(t)
	if err := os.WriteFile(image, files(t, dir, tests, programs, pick), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	qemu := exec.CommandContext(ctx, "qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-accel", "tcg,thread=multi", "-smp", "2", "-m", "512",
		"-nodefaults", "-no-user-config", "-display", "none", "-serial", "stdio", "-monitor", "none", "-nic", "none", "-no-reboot",
		"-kernel", filepath.Join(dir, "vmlinuz"), "-initrd", image, "-append", "console=ttyAMA0 quiet panic=-1")
	qemu.Stderr = os.Stderr
	out, err := qemu.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := qemu.Start(); err != nil {
		t.Fatalf("%v\n%s, as root, installs it", err, filepath.Join(here(), "setup.sh"))
	}
	report(t, out)
	if err := qemu.Wait(); err != nil {
		t.Errorf("QEMU: %v (%v)", err, ctx.Err())
	}
}

// files is what the machine starts from.
func files(t *testing.T, dir, tests string, programs map[string]string, pick string) []byte {
	t.Helper()
	if strings.ContainsAny(pick, "'\n") {
		t.Fatalf("-run %q: no quote is possible there", pick)
	}
	a := &initramfs{}
	put := func(name, path string) {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a.put(name, program, body)
	}
	for _, d := range []string{"bin", "modules", "dev"} {
		a.put(d, folder, nil)
	}
	put("init", filepath.Join(here(), "init.sh"))
	put("bin/busybox", filepath.Join(dir, "busybox"))
	put("bin/tests", tests)
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		put("bin/"+name, programs[name])
	}
	modules, err := filepath.Glob(filepath.Join(dir, "modules", "*.ko"))
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules in %s: %v", dir, err)
	}
	for _, m := range modules {
		put("modules/"+filepath.Base(m), m)
	}
	run := fmt.Sprintf("cd /tmp\n/bin/tests -test.list '%[1]s' | sed 's/^/VM: has /'\n/bin/tests -test.v -test.timeout %[2]s -test.run '%[1]s' 2>&1\necho \"VM: status $?\"\n", pick, limit)
	a.put("run.sh", program, []byte(run))
	return a.end()
}

// verdict is how a test of the guest ended.
var verdict = regexp.MustCompile(`^--- (PASS|FAIL|SKIP): (\w+) \(([0-9.]+s)\)$`)

// report makes subtests of what the machine says.
func report(t *testing.T, console io.Reader) {
	var said []string
	some, missing := false, map[string]bool{}
	status := errors.New("the machine ended before its tests did")
	for in := bufio.NewScanner(console); in.Scan(); {
		line := strings.TrimRight(in.Text(), "\r")
		word, about, _ := strings.Cut(strings.TrimPrefix(line, "VM: "), " ")
		switch v := verdict.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "VM: ") && word == "has":
			if strings.HasPrefix(about, "Test") {
				some, missing[about] = true, true
			}
		case strings.HasPrefix(line, "VM: ") && word == "status":
			if status = nil; about != "0" {
				status = fmt.Errorf("the tests ended with status %s", about)
			}
		case strings.HasPrefix(line, "VM: "):
			t.Log(line)
		case v != nil:
			delete(missing, v[2])
			t.Run(v[2], func(t *testing.T) {
				t.Logf("%s in the machine\n%s", v[3], strings.Join(said, "\n"))
				if v[1] != "PASS" {
					t.Errorf("%s", v[1])
				}
			})
			said = nil
		case !strings.HasPrefix(line, "=== "):
			said = append(said, line)
		}
	}
	for name := range missing {
		t.Errorf("%s did not end", name)
	}
	if !some {
		t.Error("no test was picked")
	}
	if status != nil || len(missing) > 0 {
		t.Errorf("%v\n%s", status, strings.Join(said, "\n"))
	}
}
