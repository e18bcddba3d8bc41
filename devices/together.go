package devices

import "sync"

// Husher is a device that others can listen to: while a secret ask is open, what its units with these serial numbers say and are told is
// not passed on, only that something was. A call replaces the one before; none: nothing is hushed (TB-13).
type Husher interface{ Hush(serials ...string) }

// Together is several devices as one; nil ones are left out. Its readings are closed when those of all have been. A command is offered to
// every device: the one that has the unit carries it out.
func Together(ds ...Device) Device {
	t := &together{readings: make(chan Reading, 16)}
	var all sync.WaitGroup
	for _, d := range ds {
		if d == nil {
			continue
		}
		t.devices = append(t.devices, d)
		all.Go(func() {
			for r := range d.Readings() {
				t.readings <- r
			}
		})
	}
	go func() {
		all.Wait()
		close(t.readings)
	}()
	return t
}

type together struct {
	devices  []Device
	readings chan Reading
}

func (t *together) Readings() <-chan Reading { return t.readings }

func (t *together) Send(serial string, c Command) {
	for _, d := range t.devices {
		d.Send(serial, c)
	}
}

func (t *together) Hush(serials ...string) {
	for _, d := range t.devices {
		if h, ok := d.(Husher); ok {
			h.Hush(serials...)
		}
	}
}
