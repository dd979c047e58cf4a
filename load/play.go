package load

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Play describes what a session does after its first screen.
type Play struct {
	// Name selects the play.
	Name string
	// About describes it in a few words.
	About string

	words   bool     // it requests no terminal, so the arcade speaks in words
	command string   // it runs instead of a shell
	start   []string // keys, one after another, before the game is on the screen
	// every is the mean time between two keys; 0 for that of the config.
	every time.Duration
	// deal returns the source of one session's keys. It is nil if the session presses none.
	deal func(r *rand.Rand) func() key
}

// key is one write of a session.
type key struct {
	bytes  string
	answer certainty
}

// certainty describes whether a key changes the screen, so that the next frame answers it.
type certainty int

const (
	perhaps certainty = iota
	surely
	// likely is like surely if the previous key was answered: a new question ignores keys for a moment.
	likely
)

const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	homeKey               = "\x1b[H"
	backspace             = "\x7f"
)

// Plays has all plays. In "mixed" and "lobby" sessions differ, see [PlayOf].
var Plays = []Play{
	{Name: "idle", About: "stays on the home screen"},
	{Name: "words", About: "listens to the hall in words, without a terminal", words: true},
	{Name: "keys", About: "moves down and up a list: on any program that has one", deal: list},
	{Name: "lobby", About: "moves down and up the lobby's list of tables, while some open seats and close them",
		start: []string{"m"}, deal: list},
	{Name: "klondike", About: "plays ranked deals of Klondike",
		command: "play klondike", start: []string{"\r"}, deal: klondike},
	{Name: "othello", About: "plays Othello against the weakest bot",
		command: "play othello", start: []string{"g", "\r"}, deal: othello},
	{Name: "matgo", About: "plays rounds of Matgo against the weakest bot",
		command: "play matgo", start: []string{"g", "\r"}, deal: matgo},
	{Name: "yut", About: "plays ranked runs of Yut",
		command: "play yut", start: []string{"\r"}, deal: yut},
	{Name: "stones", About: "plays ranked runs of Stepping Stones",
		command: "play stones", start: []string{"\r"}, deal: stones},
	{Name: "motion", About: "moves the focus over a board of Othello ten times a second, whatever --keys-every says",
		command: "play othello", start: []string{"g", "\r"}, deal: motion, every: 100 * time.Millisecond},
	{Name: "mixed", About: "of ten sessions nine idle and one that plays one of the games"},
}

// tables are the games that the players of "mixed" play in turn.
var tables = []string{"klondike", "othello", "matgo", "yut", "stones"}

// In the lobby the first extras sessions change its list, whatever the number of sessions that watch it.
// Two of three have a seat that stays open, so that every other row differs, and walk like all others.
// The third opens and closes seats.
const extras = 30

// Busy returns the names of the plays that press keys.
func Busy() (names []string) {
	for _, p := range Plays {
		if p.Name != "idle" {
			names = append(names, p.Name)
		}
	}
	return names
}

// PlayOf returns the play of session i. ok is false if there is no such play.
func PlayOf(name string, i int) (p Play, ok bool) {
	if name == "mixed" {
		name = "idle"
		if i%10 == 0 {
			name = tables[i/10%len(tables)]
		}
	}
	at := slices.IndexFunc(Plays, func(p Play) bool { return p.Name == name })
	if at < 0 {
		return Play{}, false
	}
	p = Plays[at]
	switch {
	case name != "lobby" || i >= extras:
	case i%3 == 2:
		p.deal = seats
	default:
		p.start = []string{"m", "n", "\r", "\r"} // the form, its seat, then back to the list
	}
	return p, true
}
