package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade/games"
	"arcade/lobby/glicko"
	"arcade/lobby/streak"
	"arcade/store"
)

// Past answers questions about the matches that have ended before. A store has these five methods, and so
// have the books on which matches are settled again.
type Past interface {
	// Standing is as in [store.Store]. It is called before the other methods for a player.
	Standing(ctx context.Context, game, player string) (uint64, error)
	// Rating, Stats and ScoreOf are as in [store.Store]; Rating and ScoreOf can fail with
	// [store.ErrNotFound].
	Rating(ctx context.Context, game, player string) (store.Rating, error)
	Stats(ctx context.Context, game, player string) (json.RawMessage, error)
	// VersusOne is as in [store.Store].
	VersusOne(ctx context.Context, game, player, opponent string) (store.Versus, error)
	ScoreOf(ctx context.Context, board, player string) (store.Score, int, int, error)
}

// Settled has the changes at the end of a match.
type Settled struct {
	// Match is the record of the finished match.
	Match store.Match
	// Outcomes are each player's tally and rating, or statistics and rows on boards. An aborted match has
	// none, nor has a match that one person played for both seats.
	Outcomes []store.Outcome
	// Unrecorded is the reason why the game could not record a run. The run's statistics stay as they were.
	Unrecorded error
}

// CalledOff settles a match that was called off before it began. Its log is the one entry.
func CalledOff(ctx context.Context, past Past, list *games.Registry, rec store.Match, entry games.Entry) (Settled, error) {
	m, err := Fold(ctx, list, rec, nil)
	if err == nil {
		_, err = m.Add(entry)
	}
	if err != nil {
		return Settled{}, err
	}
	return Settle(ctx, past, rec, m, entry.At)
}

// Settle returns the changes at the end of a match. It fails if it cannot read the past.
func Settle(ctx context.Context, past Past, rec store.Match, m *games.Match, ended int64) (Settled, error) {
	result := m.Result()
	raw, err := json.Marshal(result)
	if err != nil {
		return Settled{}, fmt.Errorf("result: %w", err)
	}
	rec.Seats = append([]store.Seat(nil), rec.Seats...)
	rec.Status, rec.Ended, rec.Result = store.Done, ended, raw
	rec.Reason, rec.Winner, rec.Plies = result.Reason, int(result.Winner), len(m.Plies())
	if result.Reason == games.Aborted || rec.Shared != "" {
		return Settled{Match: rec}, nil
	}
	before, standings := make([]store.Rating, len(rec.Seats)), make([]uint64, len(rec.Seats))
	for i, s := range rec.Seats {
		if s.Player != "" {
			if standings[i], err = past.Standing(ctx, rec.Game, s.Player); err != nil {
				return Settled{}, fmt.Errorf("standing of %s: %w", s.Player, err)
			}
		}
		if before[i], err = Rating(ctx, past, games.PoolOf(m.Game, rec.Options), s.Player); err != nil {
			return Settled{}, fmt.Errorf("rating of %s: %w", s.Player, err)
		}
	}
	done := Settled{Match: rec}
	for i, s := range rec.Seats {
		if s.Player == "" {
			continue
		}
		o := store.Outcome{Player: s.Player, Standing: standings[i]}
		run := Run(rec, m, games.Seat(i))
		if len(rec.Seats) == 2 {
			other := rec.Seats[1-i]
			o.Tally = tallyOf(games.Seat(i), result.Winner)
			if other.Guest == "" {
				o.Opponent, o.OpponentName = opponent(other), other.Name
			}
			if rec.Rated {
				if run.Discount, err = settleRating(ctx, past, &rec, m, i, before, &o, ended); err != nil {
					return Settled{}, err
				}
				run.Bounded = rec.Ledger >= reachRules
				run.Unproven = run.Bounded && Provisional(before[1-i])
			}
		}
		if err := weekGain(ctx, past, rec, i, unlisted(rec, before[i], o), &o); err != nil {
			return Settled{}, fmt.Errorf("week of %s: %w", s.Player, err)
		}
		unrecorded, err := settleRun(ctx, past, rec, m, run, unlisted(rec, before[i], o), &o)
		if err != nil {
			return Settled{}, err
		}
		done.Unrecorded = errors.Join(done.Unrecorded, unrecorded)
		if err := noteDay(rec, &o); err != nil {
			return Settled{}, err
		}
		done.Outcomes = append(done.Outcomes, o)
	}
	return done, nil
}

// noteDay notes a daily run that ended on its own day, for the player's streak. A run that was given up
// early keeps no day.
func noteDay(rec store.Match, o *store.Outcome) error {
	if rec.Ledger < dayRules || rec.Daily == "" || Day(rec.Ended) != rec.Daily || Early(rec.Reason, rec.Plies) {
		return nil
	}
	value, err := json.Marshal(streak.Done{Match: rec.ID})
	if err != nil {
		return fmt.Errorf("day of a run: %w", err)
	}
	o.Filed = append(o.Filed, store.Filed{Space: streak.Days.In(o.Player).Name, Note: store.Note{Key: rec.Daily, Value: value}})
	return nil
}

// settleRating puts a seat's change of rating in a rated match into the record and the player's outcome.
// It returns the part of the match that does not count.
func settleRating(ctx context.Context, past Past, rec *store.Match, m *games.Match, seat int, before []store.Rating, o *store.Outcome, ended int64) (discount float64, err error) {
	s, mine := &rec.Seats[seat], before[seat]
	s.Rating, s.Deviation, s.Change = mine.Rating, mine.Deviation, 0
	v, err := past.VersusOne(ctx, rec.Game, s.Player, o.Opponent)
	if err != nil {
		return 0, fmt.Errorf("matches of %s against %s: %w", s.Player, o.Opponent, err)
	}
	o.Encounters = v.Encounters
	part, r := share(rec.Ledger, rec.Ledger > 0 && void(m, seat), mine, before[1-seat], &o.Encounters, ended)
	s.First, s.Nth = o.Encounters.Met && !v.Met, o.Encounters.Nth
	if part > 0 {
		r, s.Limited = rate(rec.Ledger, r, before[1-seat], o.Tally, part, ended)
		r.Player, r.Name, r.Game, r.Match = s.Player, s.Name, games.PoolOf(m.Game, rec.Options), rec.ID
		r.Unlisted = mine.Unlisted && rec.Ledger > 0 && r.Opponents < BoardOpponents
		o.Rating, o.Listed = &r, mine.Unlisted && !r.Unlisted && r.Game == rec.Game
		s.Change = r.Rating - mine.Rating
	}
	return 1 - part, nil
}

// unlisted reports whether a player's rows of a match between two stay off the boards for now.
func unlisted(rec store.Match, before store.Rating, o store.Outcome) bool {
	if len(rec.Seats) != 2 || rec.Ledger == 0 {
		return false
	}
	return before.Unlisted && !o.Listed
}

// opponent returns the ID by which tallies against a seat are kept: a player's or a bot's.
func opponent(s store.Seat) string {
	if s.Bot != "" {
		return "bot:" + s.Bot
	}
	return s.Player
}

// tallyOf returns one result from a seat's side.
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

// rate returns a player's rating after a match, of which a part counts: the rating gets that part of the
// full change. limited reports whether the reach of the rating made that part smaller.
func rate(rules int, mine, theirs store.Rating, t store.Tally, part float64, ended int64) (after store.Rating, limited bool) {
	score := float64(t.Won) + float64(t.Drawn)/2
	from := grown(mine, ended)
	g := glicko.Update(from, []glicko.Result{{Opponent: grown(theirs, ended), Score: score}}, glicko.DefaultTau)
	base := baseAt(mine, ended)
	if rules >= reachRules {
		mine.Established = settled(mine)
		within := within(base, reachOf(mine), from.Rating, g.Rating)
		limited, part = within < part, min(part, within)
	}
	if part < 1 {
		g.Rating = from.Rating + part*(g.Rating-from.Rating)
		g.Deviation = from.Deviation + part*(g.Deviation-from.Deviation)
		g.Volatility = from.Volatility + part*(g.Volatility-from.Volatility)
	}
	mine.Rating, mine.Deviation, mine.Volatility = g.Rating, g.Deviation, g.Volatility
	if rules >= reachRules {
		mine.Established = settled(mine)
		mine.Base = clamp(base, mine.Rating, reachOf(mine))
	}
	mine.Games++
	mine.At = ended
	return mine, limited
}

// grown returns a rating whose deviation has grown since its last match.
func grown(r store.Rating, now int64) glicko.Rating {
	g := glicko.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
	if r.At > 0 && now > r.At {
		g = glicko.Decay(g, glicko.Periods(time.Duration(now-r.At)*time.Millisecond))
	}
	return g
}

// Pool returns the name of the ratings that a match changes, if it is rated.
func Pool(list *games.Registry, rec store.Match) string {
	g, err := list.Game(rec.Game)
	if err != nil {
		return rec.Game
	}
	return games.PoolOf(g, rec.Options)
}

// Rating returns a player's rating in a game, the default before the first rated match. On an error of
// the store it returns the default too, which must not be stored.
func Rating(ctx context.Context, past Past, game, player string) (store.Rating, error) {
	if player == "" {
		return Fresh(game, player), nil
	}
	r, err := past.Rating(ctx, game, player)
	if errors.Is(err, store.ErrNotFound) {
		return Fresh(game, player), nil
	} else if err != nil {
		return Fresh(game, player), err
	}
	return r, nil
}

// Fresh returns the rating of a player without rated matches, which is on no board.
func Fresh(game, player string) store.Rating {
	return store.Rating{
		Player: player, Game: game, Rating: glicko.Default.Rating,
		Deviation: glicko.Default.Deviation, Volatility: glicko.Default.Volatility,
		Unlisted: true,
	}
}

// settleRun lets a game record a finished match from one seat's side, as a run, and puts the changes into
// the player's outcome. It keeps the rows that count. Of daily runs these are only the rows of the first
// run that the player finishes, on its day, since others show the seed later; those of a marked run stand on a
// board of their own. If the game cannot record
// the run, the run ends all the same, earlier records stay, and unrecorded says why. settleRun fails if
// it cannot read the past.
func settleRun(ctx context.Context, past Past, rec store.Match, m *games.Match, run games.Run, unlisted bool, o *store.Outcome) (unrecorded, err error) {
	r, ok := m.Game.(games.Recorder)
	if !ok {
		return nil, nil
	}
	old, err := past.Stats(ctx, rec.Game, o.Player)
	if err != nil {
		return nil, fmt.Errorf("statistics of %s: %w", o.Player, err)
	}
	stats, earned, err := r.Record(old, run)
	if err != nil {
		return err, nil
	}
	o.Stats = stats
	if run.Hinted {
		return nil, nil
	}
	for _, e := range earned {
		row := store.Score{
			Board: BoardName(rec.Game, e.Board, cmp.Or(e.Of, rec.Daily)), Player: o.Player, Name: rec.Seats[run.Seat].Name,
			Value: e.Value, Tie: e.Tie, Detail: e.Detail, Match: rec.ID, At: rec.Ended,
			Unlisted: unlisted,
		}
		keep := true
		switch {
		case run.Daily && rec.Casual != "":
			row.Board += "/" + rec.Casual
			keep = e.Of == "" && Day(rec.Ended) == rec.Daily
		case e.Of != "":
			keep, err = beats(ctx, past, row)
		case run.Seeded || run.Daily && Day(rec.Ended) != rec.Daily:
			keep = false
		case run.Daily:
			if keep, err = first(ctx, past, row); keep && err == nil {
				err = weekOf(ctx, past, rec, row, e.Board, o)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("score of %s: %w", o.Player, err)
		}
		if keep {
			o.Scores = append(o.Scores, row)
		}
	}
	return nil, nil
}

// first reports whether the player has no row on the board yet.
func first(ctx context.Context, past Past, row store.Score) (bool, error) {
	_, _, _, err := past.ScoreOf(ctx, row.Board, row.Player)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// beats reports whether a row is better than the player's on the board.
func beats(ctx context.Context, past Past, row store.Score) (bool, error) {
	old, _, _, err := past.ScoreOf(ctx, row.Board, row.Player)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return err == nil && row.Beats(old), err
}

// Provisional reports whether a rating still moves a lot.
func Provisional(r store.Rating) bool {
	return glicko.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}.Provisional()
}
