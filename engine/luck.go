package engine

// Shuffle is the next of a row of random words (splitmix64): the luck of bots and lots, the same on every machine.
func Shuffle(luck *uint64) uint64 {
	*luck += 0x9e3779b97f4a7c15
	z := *luck
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Lot is a random order of those of a number of cars that are in, in a slice of its own.
func Lot(cars int, in func(Car) bool, luck *uint64) []Car {
	var order []Car
	for c := Car(1); int(c) <= cars; c++ {
		if in(c) {
			order = append(order, c)
		}
	}
	for i := len(order) - 1; i > 0; i-- {
		j := int(Shuffle(luck) % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
