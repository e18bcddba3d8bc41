// Package faults breaks what can break, one thing after the other, under the real race control with its real console, and holds
// docs/reliability.md to what is seen then. It has no code: only tests. Units are devices/sim on lines that take no real time, or the fakes of
// devices/panel/paneltest; the clock is that of a bubble, so that every pause in the document is exact.
package faults
