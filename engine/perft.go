package engine

// Perft counts the distinct legal lines of n answers from a position. Of the open asks the first that is not Done is answered: open asks
// commute. A roll counts each distinct set of faces once, whatever the order of the dice; faces gives the number of distinct faces of a
// kind of die. Rulings, reports, draws and answers that are late are not counted.
func Perft(r Race, n int, faces func(die uint8) int) uint64 {
	if n == 0 {
		return 1
	}
	total := uint64(0)
	EachAnswer(r, faces, func(a Answer) {
		if n == 1 {
			total++
			return
		}
		evs, err := r.Decide(nil, a)
		if err != nil {
			panic(err) // a law: what is legal is accepted
		}
		c := r.Clone()
		for _, e := range evs {
			c.Apply(e)
		}
		total += Perft(c, n-1, faces)
	})
	return total
}

// EachAnswer calls try with every legal answer that Perft counts: those of the first ask that is open and neither done nor a draw.
func EachAnswer(r Race, faces func(die uint8) int, try func(Answer)) {
	var a Ask
	for _, o := range r.Asks(nil) {
		if !o.Done && o.Form != Draw {
			a = o
			break
		}
	}
	switch a.Form {
	case 0:
	case Roll:
		ans := Answer{What: a.What, Car: a.Car}
		rolls(&ans, 0, int(a.Dice), 1, faces(a.Die), try)
	default:
		for _, o := range r.Options(nil, a, Legal) {
			try(AnswerWith(a, o))
		}
	}
}

func rolls(ans *Answer, i, dice, from, faces int, try func(Answer)) {
	if i == dice {
		try(*ans)
		return
	}
	for f := from; f <= faces; f++ {
		ans.Faces[i] = uint8(f)
		rolls(ans, i+1, dice, f, faces, try)
	}
	ans.Faces[i] = 0
}

// AnswerWith is the answer that takes an option of an ask.
func AnswerWith(a Ask, o Option) Answer {
	return Answer{What: a.What, Car: o.Car, Value: o.Value, Note: o.Note, Path: o.Path}
}
