package tracks

import "boxstop/engine"

// Gap is how far the end of a plan's lap is from its beginning, in points.
func Gap(b *engine.Board) float64 { return lay(b).gap() }
