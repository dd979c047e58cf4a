package load

import (
	"math/rand/v2"
	"slices"
)

// Play is what a session does once it is in.
type Play struct {
	// Name is how it is chosen.
	Name string
	// About is what it does, in a few words.
	About string

	command string   // what is asked for instead of a shell
	start   []string // keys, one after another, before the game is on the screen
	// deal makes the source of one session's keys; nil where it presses none.
	deal func(r *rand.Rand) func() key
}

// key is what is written at once.
type key struct {
	bytes  string
	answer certainty
}

// certainty is whether a key changes the screen, so that what comes after it answers it.
type certainty int

const (
	perhaps certainty = iota
	surely
	// likely is surely where the key before it was answered: a question that has just
	// come takes no keys for a moment.
	likely
)

const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	homeKey               = "\x1b[H"
)

// Plays are all there are. Of every ten sessions of "mixed" the first plays Klondike
// or Othello and nine are idle; see [PlayOf].
var Plays = []Play{
	{Name: "idle", About: "stays on the home screen"},
	{Name: "keys", About: "moves down and up a list: on any program that has one", deal: list},
	{Name: "klondike", About: "plays ranked deals of Klondike",
		command: "play klondike", start: []string{"\r"}, deal: klondike},
	{Name: "othello", About: "plays Othello against the weakest bot",
		command: "play othello", start: []string{"b"}, deal: othello},
	{Name: "mixed", About: "of ten sessions nine idle and one that plays Klondike or Othello"},
}

// Pressing are the names of the plays in which every session presses keys.
func Pressing() (names []string) {
	for _, p := range Plays {
		if p.deal != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// PlayOf is what session i of a play does; ok is false where there is no such play.
func PlayOf(name string, i int) (p Play, ok bool) {
	if name == "mixed" {
		switch i % 20 {
		case 0:
			name = "klondike"
		case 10:
			name = "othello"
		default:
			name = "idle"
		}
	}
	at := slices.IndexFunc(Plays, func(p Play) bool { return p.Name == name })
	if at < 0 {
		return Play{}, false
	}
	return Plays[at], true
}

// inTurn gives the keys that belong together one after another, and then those that
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
