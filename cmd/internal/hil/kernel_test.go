//go:build hil

package hil

import (
	"testing"

	"boxstop/firmware-protocol/hil/vm"
)

// The tests of guest, on a real kernel: each is a subtest of its own name.
func TestOnAKernel(t *testing.T) {
	vm.Run(t, vm.Build(t, "boxstop/cmd/internal/hil/guest", "hilvm"), map[string]string{"boxstop": vm.Build(t, "boxstop/cmd/boxstop", "")})
}
