package engine

// names is what places.go derives from a board.
type names struct{}
