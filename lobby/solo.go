package lobby

import (
	"errors"
	"fmt"
	"strings"

	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

// Games alone. A run is a match of one seat: ranked with a seed of ours, the
// day's, or practice with a seed that the player typed. Whoever leaves one finds
// it where it was: a run is over when it is finished or given up, so that nobody
// leaves a bad one for another.

// alone checks what an offer says of a game alone and completes it.
func (o Offer) alone(me Person, seats int) (Offer, error) {
	typed := strings.TrimSpace(o.Seed)
	o.Seed = text.Line(typed, maxSeed)
	bad := func(why string) (Offer, error) { return o, fmt.Errorf("%w: %s", ErrBadOffer, why) }
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
	case o.Bot != "" || o.Player != "" || o.quick || o.Private:
		return bad("a game alone has nobody else in it")
	case typed != "" && o.Seed == "":
		return bad("the seed has no character that can be shown")
	case len(typed) > maxSeed:
		return bad("the seed is too long")
	case typed != "" && o.Daily:
		return bad("the day has a seed")
	case o.Daily && me.Guest:
		return o, ErrGuestRecord // or a guest could try out the day's seed as often as it comes back
	}
	return o, nil
}

// noClock is the control of a game alone.
const noClock = solo.NoClock

// maxSeed is the longest seed in bytes that a player may type.
const maxSeed = 128

// begin starts a run. Where the player has an unfinished one of the same kind, it
// gives that one's id: a ranked run of the same game and options, even one that
// has looked, so that nobody gets another seed by leaving; or today's run.
// ErrDailyDone where that is finished.
func (l *Lobby) begin(me Person, rec store.Match) (id string, err error) {
	defer l.solo.Lock(me.ID)()
	if rec.Seeded {
		return l.openRun(me, rec)
	}
	for _, s := range l.dir.OwnSummaries(me.ID) {
		if s.Status == store.Live && s.Game == rec.Game && s.Daily == rec.Daily && !s.Seeded &&
			len(s.Seats) == 1 && s.SeatOf(me.ID) == 0 && l.runs.SameStart(rec, s.Options) {
			l.call(me.ID, s.ID) // as to one that begins
			return s.ID, nil
		}
	}
	if l.cfg.Node == "" || me.Guest {
		return l.beginNew(me, rec)
	}
	err = store.Again(func() error {
		list, _, err := l.runs.Of(rec.Game, me.ID)
		if err != nil {
			return err
		}
		for _, r := range list {
			if l.runs.Same(rec, r) {
				l.call(me.ID, r.ID)
				id = r.ID
				return nil
			}
		}
		if id, err = l.beginNew(me, rec); errors.Is(err, solo.ErrRunning) {
			return store.ErrConflict
		}
		return err
	})
	return id, err
}

// beginNew is begin where no other run stands for the new one.
func (l *Lobby) beginNew(me Person, rec store.Match) (string, error) {
	if rec.Daily != "" {
		if done, err := l.runs.Done(me.ID, rec); err != nil {
			return "", err
		} else if done {
			return "", ErrDailyDone
		}
		if err := l.runs.Claim(me.ID, rec); errors.Is(err, ErrDailyDone) {
			return "", err
		} else if err != nil {
			return "", fmt.Errorf("note of the day's run: %w", err)
		}
	}
	return l.openRun(me, rec)
}

// openRun opens a run whose deal, and seed, is known by its name from then on.
func (l *Lobby) openRun(me Person, rec store.Match) (string, error) {
	if err := l.mayOpen(me, rec); err != nil {
		return "", err
	}
	if err := l.runs.Name(rec); err != nil {
		return "", fmt.Errorf("new run: %w", err)
	}
	if err := l.deals.Learn(rec); err != nil {
		return "", fmt.Errorf("new deal: %w", err)
	}
	return l.open(me, rec, Offer{})
}

// Look notes that the visitor saw what the best play is, at its own run in play.
// Once it has been noted nothing more happens. games.ErrNotAllowed at a match of
// more seats.
func (v *Visit) Look(id string) error { return v.command(id, &table.Look{}) }
