module boxstop

go 1.26

require (
	github.com/creack/pty v1.1.24
	github.com/gdamore/encoding v1.0.1 // indirect
	github.com/gdamore/tcell/v2 v2.13.10
	github.com/google/go-cmp v0.7.0
	github.com/lucasb-eyer/go-colorful v1.3.0 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3
	github.com/rivo/tview v0.42.0
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/rogpeppe/go-internal v1.16.0
	go.bug.st/serial v1.8.0
	golang.org/x/sys v0.43.0
	golang.org/x/term v0.37.0
	golang.org/x/text v0.31.0 // indirect
	golang.org/x/tools v0.38.0 // indirect
	pgregory.net/rapid v1.3.0
)

require (
	periph.io/x/conn/v3 v3.7.3
	periph.io/x/devices/v3 v3.7.4
	periph.io/x/host/v3 v3.8.5
)
