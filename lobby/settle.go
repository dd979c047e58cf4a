package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/glicko"
	"arcade/store"
)

// settle works out what the end of a match changes: the record, and each
// player's tally and rating, or statistics and rows on boards. An aborted match changes nothing.
func (l *Lobby) settle(rec store.Match, m *games.Match, ended int64) (store.Match, []store.Outcome, error) {
	result := m.Result()
	raw, err := json.Marshal(result)
	if err != nil {
		return rec, nil, fmt.Errorf("result: %w", err)
	}
	rec.Seats = append([]store.Seat(nil), rec.Seats...)
	rec.Status, rec.Ended, rec.Result = store.Done, ended, raw
	rec.Reason, rec.Winner, rec.Plies = result.Reason, int(result.Winner), len(m.Plies())
	if result.Reason == games.Aborted {
		return rec, nil, nil
	}
	before := make([]store.Rating, len(rec.Seats))
	for i, s := range rec.Seats {
		if before[i], err = l.readRating(rec.Game, s.Player); err != nil {
			return rec, nil, fmt.Errorf("rating of %s: %w", s.Player, err)
		}
	}
	var outcomes []store.Outcome
	for i, s := range rec.Seats {
		if s.Player == "" {
			continue
		}
		o := store.Outcome{Player: s.Player}
		if len(rec.Seats) == 2 {
			other := rec.Seats[1-i]
			o.Tally = tallyOf(games.Seat(i), result.Winner)
			if !personIn(other).Guest {
				o.Opponent, o.OpponentName = personIn(other).ID, other.Name
			}
			if rec.Rated {
				r := rate(before[i], before[1-i], o.Tally, ended)
				r.Player, r.Name, r.Game, r.Match = s.Player, s.Name, rec.Game, rec.ID
				o.Rating = &r
				rec.Seats[i].Rating, rec.Seats[i].Deviation = before[i].Rating, before[i].Deviation
				rec.Seats[i].Change = r.Rating - before[i].Rating
			}
		}
		if err := l.settleRun(rec, m, games.Seat(i), &o); err != nil {
			return rec, nil, err
		}
		outcomes = append(outcomes, o)
	}
	return rec, outcomes, nil
}

// tallyOf is one result from a seat's side.
func tallyOf(seat, winner games.Seat) store.Tally {
	switch winner {
	case seat:
		return store.Tally{Won: 1}
	case games.Nobody:
		return store.Tally{Drawn: 1}
	default:
		return store.Tally{Lost: 1}
	}
}

// rate gives a player's rating after one match that ended at the moment ended.
func rate(mine, theirs store.Rating, t store.Tally, ended int64) store.Rating {
	grown := func(r store.Rating) glicko.Rating {
		g := glicko.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
		if r.At > 0 && ended > r.At {
			g = glicko.Decay(g, glicko.Periods(time.Duration(ended-r.At)*time.Millisecond))
		}
		return g
	}
	score := float64(t.Won) + float64(t.Drawn)/2
	g := glicko.Update(grown(mine), []glicko.Result{{Opponent: grown(theirs), Score: score}}, glicko.DefaultTau)
	mine.Rating, mine.Deviation, mine.Volatility = g.Rating, g.Deviation, g.Volatility
	mine.Games++
	mine.At = ended
	return mine
}

// RatingInfo is a rating and how much it can be trusted.
type RatingInfo struct {
	store.Rating
	// Provisional ratings still move a lot; boards mark them.
	Provisional bool
}

// readRating is a player's rating in a game, the default before the first rated
// match and for those who have none. On an error of the store it gives the
// default too, which must then not be written anywhere.
func (l *Lobby) readRating(game, player string) (store.Rating, error) {
	if player == "" {
		return fresh(game, player), nil
	}
	r, err := l.cfg.Store.Rating(game, player)
	if errors.Is(err, store.ErrNotFound) {
		return fresh(game, player), nil
	} else if err != nil {
		return fresh(game, player), err
	}
	return r, nil
}

// fresh is the rating of a player without rated matches.
func fresh(game, player string) store.Rating {
	return store.Rating{
		Player: player, Game: game, Rating: glicko.Default.Rating,
		Deviation: glicko.Default.Deviation, Volatility: glicko.Default.Volatility,
	}
}

// Rating is a player's rating in a game, to be shown: the default before the first rated
// match, and where the store fails.
func (l *Lobby) Rating(game, player string) RatingInfo {
	r, err := l.readRating(game, player)
	if err != nil {
		l.log.Error("rating", "game", game, "err", err)
	}
	return ratingInfo(r)
}

func ratingInfo(r store.Rating) RatingInfo {
	return RatingInfo{r, glicko.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}.Provisional()}
}
