package speedcircuit

import "boxstop/engine"

type minds struct{}

// Bot is a driver of a level: easy, medium or hard. It belongs to one goroutine.
func (r *Rules) Bot(level string) engine.Bot { return nil }

var _ engine.Bot
