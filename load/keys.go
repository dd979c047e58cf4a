package load

import "math/rand/v2"

// The keys that the sessions of each play press. Sessions do not read their screens. A sure key changes
// any screen. A likely key changes the screen if the screen has answered the previous key.

// inTurn returns keys one after another, from the groups that more returns.
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

// klondike presses a player's keys at random. Half of them turn the stock, which is always possible. No
// key leaves the table. An occasional new deal replaces the end of a game, which random moves do not
// reach.
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
		return []key{{bytes: "n"}, {bytes: "2"}}
	})
}

// othello walks over the board and plays legal squares, which Tab selects. The "1" before Enter chooses
// another game on the sheet at a game's end, and does nothing in play.
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

// motion moves the focus right and left again from the board's left edge, which a first key leads to.
func motion(*rand.Rand) func() key {
	first := true
	return inTurn(func() []key {
		if first {
			first = false
			return []key{{bytes: homeKey}}
		}
		return []key{{right, likely}, {left, likely}}
	})
}

// seats opens a public seat with the lobby's form, waits there for one key time and closes it again. It
// closes with q, because a terminal recognizes Esc only after a pause.
func seats(*rand.Rand) func() key {
	return inTurn(func() []key { return []key{{"n", surely}, {"\r", surely}, {"q", surely}} })
}

// matgo walks along the hand, or along the answers to a question, and then takes the first: the first
// card, the first answer, or the next round on a result sheet. The first key left may only end an
// animation. The second one works if there is more than one card.
func matgo(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		keys = []key{{bytes: left}, {bytes: left}}
		for range 1 + r.IntN(3) {
			keys = append(keys, key{right, likely})
		}
		return append(keys, key{"1", likely})
	})
}

// yut takes the sticks up, throws them and plays the result. Enter does each step, and n begins another run
// on the last sheet. If a stick or a relic is offered, yut takes the one below the focus. A sheet that ignored n,
// because it had just opened, may take Enter for the replay: backspace leads back to the board, and Enter to
// the sheet. In play they put the sticks down and take them up again.
func yut(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		keys = []key{{bytes: backspace}, {bytes: "\r"}}
		for range 1 + r.IntN(2) {
			keys = append(keys, key{bytes: down})
		}
		// An animation starts by itself and meanwhile ignores keys. c shows and hides the cards on the
		// table.
		return append(keys, key{"c", likely}, key{"c", likely}, key{bytes: "n"}, key{bytes: "\r"}, key{bytes: "\r"})
	})
}

// stones walks over the three choices, chooses the first and rolls it. At a run's end n begins
// another. A moving stone ignores keys, and its frames look like answers, so the first two keys are not
// counted. The last two keys lead back from a replay, as in yut.
func stones(r *rand.Rand) func() key {
	return inTurn(func() (keys []key) {
		keys = []key{{bytes: right}, {bytes: right}}
		for range r.IntN(3) {
			keys = append(keys, key{right, likely})
		}
		return append(keys, key{bytes: "n"}, key{"1", likely}, key{bytes: "\r"}, key{bytes: backspace}, key{bytes: "\r"})
	})
}
