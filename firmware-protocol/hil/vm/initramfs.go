//go:build hil

package vm

import (
	"bytes"
	"fmt"
)

// initramfs is files for the kernel to start from: a cpio archive of the kind "newc" (the kernel's
// Documentation/driver-api/early-userspace/buffer-format.rst). The zero value is empty.
type initramfs struct {
	bytes.Buffer
	files int
}

// The kinds and permissions that are put into it.
const (
	folder  = 0o040755
	program = 0o100755
)

// put adds a file or a folder; the folders above it come first.
func (a *initramfs) put(name string, mode int, body []byte) {
	a.files++
	links := 1
	fmt.Fprintf(a, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%s\x00",
		a.files, mode, 0, 0, links, 0, len(body), 0, 0, 0, 0, len(name)+1, 0, name)
	a.pad()
	a.Write(body)
	a.pad()
}

func (a *initramfs) pad() { a.Write(make([]byte, -a.Len()&3)) }

// end completes it.
func (a *initramfs) end() []byte {
	a.put("TRAILER!!!", 0, nil)
	return a.Bytes()
}
