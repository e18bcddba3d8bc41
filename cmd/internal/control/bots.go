package control

import (
	"slices"
	"time"

	"boxstop/engine"
)

// Luck is a random word that follows from the seed, the line of the race file and what it is for: equal answers give equal luck.
func (s *Session) Luck(what uint64) uint64 {
	return mix(s.luck ^ uint64(s.seq)<<20 ^ what)
}

// mix makes a random word of any other.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// draw answers an ask for dice or for an order by the Pi's luck.
func (s *Session) draw(a engine.Ask) engine.Answer {
	ans := engine.Answer{What: a.What, Car: a.Car}
	if a.Form == engine.Draw {
		for _, st := range s.race.Stands(nil) {
			if st.State < engine.Finished {
				ans.Order = append(ans.Order, st.Car)
			}
		}
		slices.Sort(ans.Order)
		for i := len(ans.Order) - 1; i > 0; i-- {
			j := int(mix(s.luck^uint64(a.What)<<32^uint64(i)) % uint64(i+1)) // a lot is drawn once: after an undo it is the same (TB-5)
			ans.Order[i], ans.Order[j] = ans.Order[j], ans.Order[i]
		}
		return ans
	}
	sides := Sides(s.About, s.Setup.Box, a.Die)
	for i := range min(int(a.Dice), engine.MaxDice) {
		if len(sides) > 0 {
			ans.Faces[i] = sides[s.Luck(uint64(i)|uint64(a.Car)<<8)%uint64(len(sides))]
		}
	}
	return ans
}

// isBot reports whether a bot drives a car.
func (s *Session) isBot(c engine.Car) bool {
	return c > 0 && int(c) <= len(s.drivers) && s.drivers[c-1].Bot != ""
}

// asked are the cars of which an ask is to be answered: its own, or all that its seat has.
func (s *Session) asked(a engine.Ask) (out []engine.Car) {
	if a.Car != 0 {
		return []engine.Car{a.Car}
	}
	for i := range s.race.Cars() {
		if a.Seat != 0 && s.Setup.Entries[i].Seat == a.Seat {
			out = append(out, engine.Car(i+1))
		}
	}
	return out
}

// botOf is the level of the bot that answers an ask: it drives every car that the ask may be answered of. "": a person does.
func (s *Session) botOf(a engine.Ask) (level string) {
	for _, c := range s.asked(a) {
		if !s.isBot(c) {
			return ""
		}
		level = s.drivers[c-1].Bot
	}
	return level
}

// botAnswer is what the bot of an ask wants. It knows what its seat may know.
func (s *Session) botAnswer(a engine.Ask) (engine.Answer, bool) {
	b := s.Rules.Bot(s.botOf(a))
	if b == nil {
		return engine.Answer{}, false
	}
	return b.Answer(s.race.Public(a.Seat), a, s.Luck(uint64(a.What)<<16|uint64(a.Car))), true
}

// bots lets what needs no person answer once: a bot, the Pi's dice for it, the lot of a grid. False: nothing did.
func (c *Control) bots() bool {
	c.due = time.Time{}
	if !c.ready() {
		return false
	}
	s := c.session
	if _, _, disputed := s.dispute(); disputed {
		return false
	}
	for _, o := range s.open {
		if o.Done || c.silent[o.ID] {
			continue
		}
		var ans engine.Answer
		from := "bot"
		switch {
		case s.botOf(o.Ask) != "" && o.Form != engine.Roll && o.Form != engine.Draw:
			var ok bool
			if ans, ok = s.botAnswer(o.Ask); !ok {
				continue
			}
			if !o.Waits && !ans.Late && ans.Value == int64(o.Unsaid) {
				c.silent[o.ID] = true
				continue
			}
		case o.Form == engine.Draw && s.Setup.Grid == engine.ByLot, o.Form == engine.Roll && s.botOf(o.Ask) != "" && !c.rolledByUnit(o):
			ans, from = s.draw(o.Ask), "pi"
		case s.drivesOn(o.Ask, &ans):
			from = "pi"
		case o.Waits && !o.Secret:
			return false // a person's; what comes behind it waits
		default:
			continue
		}
		if c.opt.Slow > 0 {
			key := o.ID + from
			if c.slowFor != key {
				c.slowFor, c.slowTill = key, c.opt.Now().Add(c.opt.Slow)
			}
			if left := c.slowTill.Sub(c.opt.Now()); left > 0 {
				c.due = c.slowTill
				return false
			}
		}
		before := s.Seq()
		if _, err := s.decide(from, o.Ask, &ans, ""); err != nil {
			c.silent[o.ID] = true // a bot that is refused leaves it to the director
			c.note("the bot of " + s.Words.Mark(o.Car) + " was refused: " + s.say(err, "").Error())
			return false
		}
		c.after(before)
		c.due = c.opt.Now()
		return c.opt.Slow == 0
	}
	return false
}
