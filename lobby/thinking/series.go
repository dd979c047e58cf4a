package thinking

import (
	"encoding/json"
	"fmt"
	"time"

	"arcade/games"
	"arcade/store"
)

// Zone is the arcade's time zone. The hour there decides who begins the first round of a series.
var Zone = time.FixedZone("KST", 9*60*60)

// isSeries returns a game as a series of rounds, nil if its matches stand alone.
func (d *Desk) isSeries(game string) games.Series { return games.As[games.Series](d.Games, game) }

// Deal completes the record of a round that is about to begin. Last and view are the result and the last
// view of the round before, nil for the first of a series. Deal does not change the record of any other
// match.
func (d *Desk) Deal(rec *store.Match, last *games.Result, view any) error {
	s := d.isSeries(rec.Game)
	if s == nil {
		return nil
	}
	round := games.Round{
		Options: rec.Options, Last: last, View: view, Hour: time.Now().In(Zone).Hour(), Rated: rec.Rated,
		Stats: make([]json.RawMessage, len(rec.Seats)),
	}
	for i, seat := range rec.Seats {
		if seat.Player == "" || rec.Shared != "" {
			continue
		}
		stats, err := d.Store.Stats(d.Tasks.Work(), rec.Game, seat.Player)
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
