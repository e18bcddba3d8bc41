//go:build hil

// Package arm runs this module's binaries for a Raspberry Pi under qemu-user: arm64 for a Pi 3 to 5, ARMv6 on the ARM1176 of the Pi Zero and
// the first Pi (lane G).
package arm

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// machine is what a binary is built for and what it is run by.
type machine struct {
	name string
	goos []string // the environment of a build
	qemu string
	cpu  string // QEMU_CPU
}

var machines = []machine{
	{"arm64", []string{"GOARCH=arm64"}, "qemu-aarch64", "cortex-a53"},
	{"ARMv6", []string{"GOARCH=arm", "GOARM=6"}, "qemu-arm", "arm1176"},
}

// tested are the packages whose tests are run: all that works out a race and the formats that it is kept and spoken in.
var tested = []string{"boxstop/engine/...", "boxstop/firmware-protocol/wire", "boxstop/cmd/internal/racefile"}

// passed over, beside what -short leaves out: how well bots play (hundreds of whole races, of answers that the other tests have as well),
// and sentences. They say nothing of a machine, and are two thirds of the time.
const passedOver = "^(TestHardBeats.*|TestBotsAreOfThreeStrengths|TestMediumBotsComeHome|TestBotsDriveWithEveryTableOption|TestBetterDrivers.*|" +
	"TestThePracticeCardsAreFair|TestNoSentenceLeavesAValueOut)$"

// build runs the go command for a machine; -trimpath, so that what the cross builds of .ci/run compiled is used again.
func build(t *testing.T, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux"), env...)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s for %v: %v\n%s", strings.Join(args, " "), env, err, said)
	}
}

func (m machine) run(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(m.qemu, append([]string{program}, args...)...)
	cmd.Env = append(os.Environ(), "QEMU_CPU="+m.cpu)
	return cmd
}

func TestMain(m *testing.M) {
	for _, m := range machines {
		if _, err := exec.LookPath(m.qemu); err != nil {
			fmt.Fprintf(os.Stderr, "%v; apt-get install --no-install-recommends qemu-user\n", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

func TestTheEngineHoldsOnEveryPi(t *testing.T) {
	out, err := exec.Command("go", append([]string{"list", "-f", "{{if .TestGoFiles}}{{.ImportPath}} {{.Dir}}{{else if .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}"}, tested...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(packages) < 8 {
		t.Fatalf("only %q have tests", packages)
	}
	for _, m := range machines {
		dir := t.TempDir()
		build(t, m.goos, append([]string{"test", "-c", "-trimpath", "-o", dir + "/"}, tested...)...)
		for _, p := range packages {
			name, folder, _ := strings.Cut(p, " ")
			t.Run(m.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				cmd := m.run(filepath.Join(dir, path.Base(name)+".test"), "-test.short", "-test.v", "-test.timeout=8m", "-test.skip="+passedOver)
				cmd.Dir = folder
				said, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, said)
				}
				n := bytes.Count(said, []byte("\n--- PASS: "))
				if t.Logf("%d tests passed", n); n < 5 {
					t.Errorf("only %d tests passed:\n%s", n, said)
				}
			})
		}
	}
}

// games are those that the program says it has.
func games(t *testing.T, program string) []string {
	t.Helper()
	said, _ := exec.Command(program, "demo", "--headless", "--game", "none").CombinedOutput()
	_, list, ok := strings.Cut(strings.TrimSpace(string(said)), "there are ")
	if !ok {
		t.Fatalf("it does not say which games it has: %s", said)
	}
	return strings.Split(list, ", ")
}

func TestADemoOfEveryGameIsTheSameRaceOnEveryPi(t *testing.T) {
	dir := t.TempDir()
	native := filepath.Join(dir, "native")
	build(t, nil, "build", "-trimpath", "-o", native, "boxstop/cmd/boxstop")
	args := func(game string) []string {
		return []string{"demo", "--headless", "--fast", "--seed", "7", "--game", game}
	}
	want := map[string]string{}
	for _, g := range games(t, native) {
		out, err := exec.Command(native, args(g)...).Output()
		if err != nil || len(out) < 200 {
			t.Fatalf("%s: %v: %s", g, err, out)
		}
		want[g] = string(out)
	}
	if len(want) < 4 {
		t.Fatalf("only %d games", len(want))
	}
	for _, m := range machines {
		program := filepath.Join(dir, m.name)
		build(t, m.goos, "build", "-trimpath", "-o", program, "boxstop/cmd/boxstop")
		for g, w := range want {
			t.Run(m.name+"/"+g, func(t *testing.T) {
				t.Parallel()
				cmd := m.run(program, args(g)...)
				var wrong strings.Builder
				cmd.Stderr = &wrong
				got, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v: %s", err, wrong.String())
				}
				if string(got) != w {
					t.Errorf("another race than here; there\n%s\nhere\n%s", got, w)
				}
			})
		}
	}
}

// What the tests above say of a Pi Zero means something only if a program that it cannot run would not have run.
func TestAProgramForARMv7DiesOnAPiZero(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() { print(\"alive\") }\n"), fs.FileMode(0o600)); err != nil {
		t.Fatal(err)
	}
	zero := machines[1]
	for _, c := range []struct {
		arm   string
		alive bool
	}{{"6", true}, {"7", false}} {
		program := filepath.Join(dir, "v"+c.arm)
		build(t, []string{"GOARCH=arm", "GOARM=" + c.arm}, "build", "-o", program, source)
		said, err := zero.run(program).CombinedOutput()
		if c.alive {
			if err != nil || string(said) != "alive" {
				t.Errorf("GOARM=%s: %v: %s", c.arm, err, said)
			}
			continue
		}
		exit, _ := err.(*exec.ExitError)
		if exit == nil {
			t.Fatalf("GOARM=%s: %v: %s; it should have died", c.arm, err, said)
		}
		if s := exit.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGILL {
			t.Errorf("GOARM=%s: %v: %s; want an illegal instruction", c.arm, err, said)
		}
	}
}
