package lobby

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// A series: rounds that follow one another at a table, each a match of its own.
// The next one begins when everybody has said that they are ready, never by itself.

// isSeries is a game as a series of rounds, nil where its matches stand alone.
func (l *Lobby) isSeries(game string) games.Series { return games.As[games.Series](l.cfg.Games, game) }

// deal completes the record of a round that is about to begin, after last with its
// last view, which are nil for the first of its series. The record of any other match
// stays as it is.
func (l *Lobby) deal(rec *store.Match, last *games.Result, view any) error {
	s := l.isSeries(rec.Game)
	if s == nil {
		return nil
	}
	round := games.Round{
		Options: rec.Options, Last: last, View: view, Hour: time.Now().In(zone).Hour(), Rated: rec.Rated,
		Stats: make([]json.RawMessage, len(rec.Seats)),
	}
	for i, seat := range rec.Seats {
		if seat.Player == "" || rec.Shared != "" {
			continue
		}
		stats, err := l.cfg.Store.Stats(rec.Game, seat.Player)
		if err != nil {
			return fmt.Errorf("statistics of %s: %w", seat.Player, err)
		}
		round.Stats[i] = stats
	}
	options, err := s.NextRound(round)
	if err != nil {
		return fmt.Errorf("next round: %w", err)
	}
	rec.Options, rec.Agreed = options, true
	rec.Round++
	return nil
}

// endSeries says that the visitor plays no further round.
func (v *Visit) endSeries(id string) error {
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if t.SeatOf(v.Me()) == games.Nobody {
		return ErrNotSeated
	}
	if t.Waits() {
		t.Ended = true
		t.changed()
	}
	return nil
}

// follow begins the match that follows a finished one, and calls its people; the
// lock is held.
func (t *room) follow(host Person) error {
	old := t.Rec
	rec := store.Match{
		Game: old.Game, Rules: t.M.Game.Info().Rules, Seed: t.l.randomSeed(), Options: old.Options,
		Seats: slices.Clone(old.Seats), Control: old.Control, Rated: old.Rated, Private: old.Private, Shared: old.Shared,
		Previous: old.ID, Round: old.Round, Created: clock.MS(), Winner: -1,
	}
	if rec.Round == 0 {
		slices.Reverse(rec.Seats) // the other side's turn to begin
	}
	for i, s := range rec.Seats {
		if p := table.PersonIn(s); p.Bot == "" {
			if s.Player != "" {
				p.Name = t.l.nameOf(s)
			}
			rec.Seats[i] = t.l.seatFor(p, rec)
		} else {
			rec.Seats[i] = store.Seat{Bot: s.Bot, Name: s.Name}
		}
	}
	open := func() (string, error) {
		t.l.again(&rec, old)
		if err := t.l.deal(&rec, t.M.Result(), t.M.View(games.Everything)); err != nil {
			return "", err
		}
		return t.l.open(host, rec, Offer{})
	}
	if len(rec.Seats) == 1 {
		open = func() (string, error) {
			if d, ok := t.M.Game.(games.Dealer); ok {
				var err error
				if rec.Options, _, err = d.RulesOf(rec.Options); err != nil {
					return "", err
				}
			}
			if err := solo.WithDeal(t.M.Game, &rec); err != nil {
				return "", err
			}
			return t.l.begin(host, rec)
		}
	}
	next, err := open()
	if err != nil {
		return err
	}
	t.Next = next
	if rec.Round > 0 {
		t.endBeside(next)
	}
	return nil
}
