package pairing

import (
	"fmt"
	"strings"

	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
)

// Solo games. A run is a match of one seat: ranked with a seed of ours, the day's, or practice with a
// seed that the player typed. A player who leaves a run finds it unchanged: it ends only when it is
// finished or given up, so that nobody can leave a bad run for another.

// alone checks the offer of a solo game and completes it.
func (o Offer) alone(me table.Person, seats int) (Offer, error) {
	typed := strings.TrimSpace(o.Seed)
	o.Seed = text.Line(typed, maxSeed)
	bad := func(why string) (Offer, error) { return o, fmt.Errorf("%w: %s", solo.ErrBadOffer, why) }
	if seats > 1 {
		if typed != "" || o.Daily {
			return bad("only a game alone has a seed of the player's or the day's")
		}
		return o, nil
	}
	if o.Control == "" {
		o.Control = noClock
	}
	switch {
	case o.Control != noClock:
		return bad("a game alone has no clock")
	case o.Bot != "" || o.Player != "" || o.Quick || o.Private:
		return bad("a game alone has nobody else in it")
	case typed != "" && o.Seed == "":
		return bad("the seed has no character that can be shown")
	case len(typed) > maxSeed:
		return bad("the seed is too long")
	case typed != "" && o.Daily:
		return bad("the day has a seed")
	case o.Daily && me.Guest:
		return o, room.ErrGuestRecord // otherwise a guest could try the day's seed again and again
	}
	return o, nil
}

// noClock is the control of a solo game.
const noClock = solo.NoClock

// maxSeed limits a typed seed, in bytes.
const maxSeed = 128
