package paneltest_test

import (
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"

	"boxstop/devices/panel/paneltest"
)

// The fake lines refuse what the kernel's cannot do, so that every test of a panel shows that it is never asked for: a wait without a limit spins or
// never ends (periph/host#78), and an output that is read becomes an input.
func TestTheLinesRefuseWhatTheKernelsCannotDo(t *testing.T) {
	b := paneltest.New(paneltest.Six("R"))
	for name, mistake := range map[string]func(p *paneltest.Pin){
		"a wait of -1":   func(p *paneltest.Pin) { p.WaitForEdge(-1) },
		"a wait of 0":    func(p *paneltest.Pin) { p.WaitForEdge(0) },
		"an output read": func(p *paneltest.Pin) { _ = p.Out(gpio.High); p.Read() },
		"a wait of -1 for two": func(*paneltest.Pin) {
			e, _ := b.Hardware().Pair("GPIO17", "GPIO27")
			_, _, _, _ = e.Wait(-1)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was let pass", name)
				}
			}()
			mistake(b.Pins["GPIO8"])
		}()
	}
	if b.Pins["GPIO9"].WaitForEdge(time.Millisecond) {
		t.Error("an edge came from nowhere")
	}
}
