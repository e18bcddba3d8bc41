//go:build hil

package hil

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boxstop/firmware-protocol/wire"
)

func vectorFiles(t testing.TB) (files []string) {
	t.Helper()
	for _, name := range []string{"good.txt", "bad.txt", "noise.txt", "typed.txt"} {
		files = append(files, filepath.Join(Root(), "vectors", name))
	}
	return files
}

func TestTheCCodecReadsEveryVectorAsItSays(t *testing.T) {
	args := append(vectorFiles(t), filepath.Join(Root(), "vectors", "sums.txt"))
	out, err := exec.Command(Make(t, "c", "vectors"), args...).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Error(err)
	}
}

func TestNoSanitizerFindsAnythingInTheCCodec(t *testing.T) {
	seconds := "10"
	if s := os.Getenv("HIL_FUZZ_SECONDS"); s != "" {
		seconds = s
	}
	out, err := exec.Command(Make(t, "c", "fuzz"), append([]string{seconds, "1"}, vectorFiles(t)...)...).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Error(err)
	}
}

// samples are what the vectors say comes over the line, and as many lines again, changed by chance; half of those get a right checksum.
func samples(t testing.TB, n int) (all [][]byte) {
	t.Helper()
	for _, file := range vectorFiles(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Split(string(data), "\n") {
			if q, ok := strings.CutPrefix(s, "< "); ok {
				u, err := strconv.Unquote(q)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, []byte(u))
			}
		}
	}
	luck := rand.New(rand.NewPCG(4, 2))
	seeds := len(all)
	const odd = "0123456789,,,:=-+.chABC*$?\r\nzZ \x00\xFF"
	for range n {
		b := bytes.Clone(all[luck.IntN(seeds)])
		for range luck.IntN(4) {
			i := luck.IntN(len(b))
			switch luck.IntN(3) {
			case 0:
				b[i] = odd[luck.IntN(len(odd))]
			case 1:
				b = append(b[:i], b[i+1:]...)
			default:
				b = append(b[:i], append([]byte{odd[luck.IntN(len(odd))]}, b[i:]...)...)
			}
			if len(b) == 0 {
				b = []byte("$")
			}
		}
		if from, star := bytes.IndexByte(b, '$'), bytes.LastIndexByte(b, '*'); luck.IntN(2) == 0 && from >= 0 && star > from {
			b = fmt.Appendf(b[:star], "*%04X\r\n", wire.Sum(b[from+1:star]))
		}
		all = append(all, b)
	}
	return all
}

func TestTheCCodecAndTheGoCodecReadAndWriteAlike(t *testing.T) {
	var in bytes.Buffer
	all := samples(t, 70000)
	for i, s := range all {
		fmt.Fprintf(&in, "%c %d\n", "ut"[i%2], len(s))
		in.Write(s)
	}
	cmd := exec.Command(Make(t, "c", "vectors"), "-")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(out), "\x01\n")
	if len(cases) != len(all)+1 {
		t.Fatalf("%d answers for %d cases", len(cases)-1, len(all))
	}
	read, differ := 0, 0
	for i, s := range all {
		var want strings.Builder
		d := wire.Decoder{Typed: i%2 == 1}
		for _, b := range s {
			switch {
			case !d.Feed(b):
			case d.Fault() != 0:
				fmt.Fprintf(&want, "! %s %d\n", d.Fault(), d.Number())
			default:
				read++
				w, err := d.Line().Append(nil)
				if err != nil {
					t.Errorf("%q: %v", s, err)
				}
				fmt.Fprintf(&want, "= %s\n> %X\n", d.Line(), w)
			}
		}
		if cases[i] != want.String() {
			if differ++; differ < 10 {
				t.Errorf("%q\nC\n%sGo\n%s", s, cases[i], want.String())
			}
		}
	}
	t.Logf("%d cases, %d good lines, %d differ", len(all), read, differ)
	if read < 10000 {
		t.Errorf("only %d good lines", read)
	}
}

// flash is what an ELF takes of the chip.
func flash(t testing.TB, elf string) (text, data, bss int) {
	t.Helper()
	out, err := exec.Command("avr-size", elf).Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(strings.Split(string(out), "\n")[1], "%d %d %d", &text, &data, &bss); err != nil {
		t.Fatal(err)
	}
	return text, data, bss
}

func TestWhatCodecAndFirmwareTakeOfAnATmega328P(t *testing.T) {
	out := filepath.Dir(Make(t, "c", "with.elf"))
	said, err := exec.Command("make", "-s", "-C", filepath.Join(Root(), "c"), "OUT="+out, "size").CombinedOutput() // it fails above 2048
	if t.Logf("%s", said); err != nil || !strings.Contains(string(said), "bytes of flash") {
		t.Errorf("%v: %s", err, said)
	}
	for _, name := range []string{"dicecup.elf", "stations.elf"} {
		text, data, bss := flash(t, Make(t, "firmware", name, "BATTERY=1", "SERIAL=0D1C7F3A"))
		t.Logf("%s: %d bytes of flash, %d of RAM", name, text+data, data+bss)
		if text+data > 14<<10 || data+bss > 1600 { // 2048 of RAM: the rest is stack
			t.Errorf("%s: %d bytes of flash, %d of RAM; allowed are %d and 1600", name, text+data, data+bss, 14<<10)
		}
	}
}
