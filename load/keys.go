package load

import "math/rand/v2"

// What the sessions of each play press. They do not read their screens: a key is a sure
// one where it changes the screen whatever is on it, and a likely one where the answer to
// the key before it says that keys are taken now.

// inTurn gives the keys that belong together one after another, and then the keys that
// more makes.
func inTurn(more func() []key) func() key {
	var next []key
	return func() (k key) {
		if len(next) == 0 {
			next = more()
		}
		k, next = next[0], next[1:]
		return k
	}
}

// list goes down and up again: every list has a second row.
func list(*rand.Rand) func() key {
	return inTurn(func() []key { return []key{{down, surely}, {up, surely}} })
}

// klondike presses what a player of Klondike does, at random: half of it turns the
// stock, which always can be. Nothing of it leaves the table. A new deal now and then
// stands for the end of a game, to which random moves do not come.
func klondike(r *rand.Rand) func() key {
	column := func() string { return string(rune('1' + r.IntN(7))) }
	return inTurn(func() []key {
		switch n := r.IntN(200); {
		case n < 100:
			return []key{{" ", surely}}
		case n < 130: // from a column, or the waste, to a column
			from := column()
			if r.IntN(3) == 0 {
				from = "w"
			}
			return []key{{bytes: from}, {bytes: column()}}
		case n < 145: // to the foundation
			return []key{{bytes: "w"}, {bytes: "f"}}
		case n < 175:
			return []key{{bytes: []string{up, down, left, right}[r.IntN(4)]}}
		case n < 185:
			return []key{{bytes: "\r"}, {bytes: "\r"}}
		case n < 198:
			return []key{{bytes: "u"}}
		}
		return []key{{bytes: "n"}, {bytes: "y"}}
	})
}

// othello walks over the board and plays legal squares, which Tab goes to. The "1"
// before Enter takes the first answer of the sheet at a game's end, another game, and
// means nothing in play.
func othello(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		if r.IntN(2) == 0 { // from the left edge the focus can go right
			keys = append(keys, key{bytes: homeKey}, key{bytes: right})
			for range 1 + r.IntN(3) {
				keys = append(keys, key{right, likely})
			}
		}
		for range 1 + r.IntN(4) {
			keys = append(keys, key{bytes: "\t"})
		}
		return append(keys, key{bytes: "1\r"})
	})
}

// seats opens a seat for anybody by the lobby's form, waits at it for a key's time and
// closes it again, for which Esc would be read only when nothing follows it.
func seats(*rand.Rand) func() key {
	return inTurn(func() []key { return []key{{"n", surely}, {"\r", surely}, {"q", surely}} })
}

// matgo walks along the hand, or along the answers where something is asked, and then
// takes the first: the first card, the first answer, on the sheet of a round the next one.
// The first key left may only end what still moves; the second tells whether there is
// more than one card.
func matgo(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		keys = []key{{bytes: left}, {bytes: left}}
		for range 1 + r.IntN(3) {
			keys = append(keys, key{right, likely})
		}
		return append(keys, key{"1", likely})
	})
}

// yut takes the sticks up and throws them, and plays what they bring: Enter does each,
// and on the last sheet begins another run. Where a stick or a relic is offered, it takes
// the one to which the key down has gone.
func yut(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		for range 1 + r.IntN(2) {
			keys = append(keys, key{bytes: down})
		}
		// Moving begins by itself, and takes no key meanwhile: what lies on the table is shown and hidden.
		return append(keys, key{"c", likely}, key{"c", likely}, key{bytes: "\r"}, key{bytes: "\r"})
	})
}

// stones goes over the three choices, chooses the first and rolls it. At a run's end Enter begins
// another. What is on its way takes no keys, and its frames look like answers: the first two ask nothing.
func stones(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		keys = []key{{bytes: right}, {bytes: right}}
		for range r.IntN(3) {
			keys = append(keys, key{right, likely})
		}
		return append(keys, key{"1", likely}, key{bytes: "\r"})
	})
}
