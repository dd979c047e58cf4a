package check

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// books has the ratings, tallies, statistics and boards that result when the finished matches are settled
// again. They are the past of [ledger.Settle].
type books struct {
	games   *games.Registry
	ratings map[standing]store.Rating
	tallies map[standing]store.Tally
	versus  map[pair]store.Versus
	stats   map[standing]json.RawMessage
	scores  map[boardRow]store.Score
	days    map[dayRow]string // the last match that kept each day

	// rough has the ratings that cannot be computed exactly: of players who met a deleted player, and of
	// everyone they met later.
	rough map[standing]bool
	// spoiled has the standings with a match that cannot be folded, so that its effects are unknown.
	spoiled map[standing]bool
	// gone has the ratings of deleted players in the present match. met has their opponent's earlier
	// matches against them, as far as the record says.
	gone map[string]store.Rating
	met  store.Encounters
}

// standing is a player in a game, pair adds an opponent; boardRow is a player on a board.
type (
	standing struct{ game, player string }
	pair     struct {
		standing
		opponent string
	}
	boardRow struct{ board, player string }
	dayRow   struct{ player, day string }
)

// bookKey is the key of a row in a book: it has the standing to which the row belongs, and a text for
// reports.
type bookKey interface {
	comparable
	of() standing
	String() string
}

func (s standing) of() standing   { return s }
func (s standing) String() string { return s.game + "/" + s.player }

func (p pair) String() string { return p.standing.String() + "/" + p.opponent }

func (d dayRow) String() string { return d.player + "/" + d.day }

// of returns the player of the row in the board's game.
func (r boardRow) of() standing {
	game, _, _ := strings.Cut(r.board, "/")
	return standing{game, r.player}
}

func (r boardRow) String() string { return r.board + "/" + r.player }

func newBooks(list *games.Registry) *books {
	return &books{
		games:   list,
		ratings: map[standing]store.Rating{}, tallies: map[standing]store.Tally{}, versus: map[pair]store.Versus{},
		stats: map[standing]json.RawMessage{}, scores: map[boardRow]store.Score{}, days: map[dayRow]string{},
		rough: map[standing]bool{}, spoiled: map[standing]bool{}, gone: map[string]store.Rating{},
	}
}

// pool returns the name of the ratings that a match changes.
func (b *books) pool(rec store.Match) string { return ledger.Pool(b.games, rec) }

// Rating returns a player's rating after the matches that have been settled.
func (b *books) Rating(ctx context.Context, game, player string) (store.Rating, error) {
	if r, ok := b.gone[player]; ok {
		return r, nil
	}
	if r, ok := b.ratings[standing{game, player}]; ok {
		return r, nil
	}
	return store.Rating{}, store.ErrNotFound
}

// Standing returns 0: matches are settled one after the other, so the books need no revision.
func (b *books) Standing(ctx context.Context, game, player string) (uint64, error) { return 0, nil }

// Stats returns a player's statistics after the matches that have been settled.
func (b *books) Stats(ctx context.Context, game, player string) (json.RawMessage, error) {
	return b.stats[standing{game, player}], nil
}

// VersusOne returns a player's tally against an opponent after the matches that have been settled.
func (b *books) VersusOne(ctx context.Context, game, player, opponent string) (store.Versus, error) {
	if strings.HasPrefix(opponent, nobody) {
		return store.Versus{Encounters: b.met}, nil
	}
	return b.versus[pair{standing{game, player}, opponent}], nil
}

// ScoreOf returns a player's row. Its places are 0, since the books are never asked for them.
func (b *books) ScoreOf(ctx context.Context, board, player string) (store.Score, int, int, error) {
	if r, ok := b.scores[boardRow{board, player}]; ok {
		return r, 0, 0, nil
	}
	return store.Score{}, 0, 0, store.ErrNotFound
}

// nobody begins the names for deleted players; no ID has a NUL.
const nobody = "\x00"

// seat returns the seats with which a finished match is settled. A deleted player's seat gets a made-up
// player, with the rating in the record.
func (b *books) seat(rec store.Match) []store.Seat {
	clear(b.gone)
	seats := slices.Clone(rec.Seats)
	for i, s := range seats {
		if !s.Gone {
			continue
		}
		seats[i] = store.Seat{Player: nobody + strconv.Itoa(i), Name: s.Name, Rating: s.Rating, Deviation: s.Deviation}
		if len(seats) == 2 {
			b.met = store.Encounters{Day: ledger.Day(rec.Ended), Nth: rec.Seats[1-i].Nth, Met: !rec.Seats[1-i].First}
		}
		b.gone[seats[i].Player] = store.Rating{
			Player: seats[i].Player, Game: b.pool(rec), Rating: s.Rating, Deviation: s.Deviation, Volatility: ledger.Fresh(rec.Game, "").Volatility,
		}
	}
	return seats
}

// Tolerances for two numbers, as a part of the larger one. The last bits depend on the processor; a rough
// rating has a deviation that is only nearly right.
const (
	exact = 1e-6
	about = 1e-3
)

// near reports whether two numbers differ by at most slack, relative to numbers above 1.
func near(a, b, slack float64) bool {
	return math.Abs(a-b) <= slack*max(1, math.Abs(a), math.Abs(b)) || a == b
}

// slackOf returns the tolerance of a player's rating.
func (b *books) slackOf(game, player string) float64 {
	if b.rough[standing{game, player}] {
		return about
	}
	return exact
}

// slack returns the tolerance of a match's changes.
func (b *books) slack(rec store.Match) float64 {
	slack := exact
	for _, s := range rec.Seats {
		slack = max(slack, b.slackOf(b.pool(rec), s.Player))
	}
	return slack
}

// apply adds the changes of a match to the books, as a store's Finish does.
func (b *books) apply(rec store.Match, outcomes []store.Outcome) {
	rough := b.slack(rec) > exact || rec.Rated && len(b.gone) > 0
	for _, o := range outcomes {
		if strings.HasPrefix(o.Player, nobody) {
			continue
		}
		at := standing{rec.Game, o.Player}
		if o.Tally != (store.Tally{}) {
			b.tallies[at] = b.tallies[at].Plus(o.Tally)
		}
		if o.Opponent != "" && o.Tally != (store.Tally{}) {
			if strings.HasPrefix(o.Opponent, nobody) {
				o.Opponent = store.Gone
			}
			with := pair{at, o.Opponent}
			v := b.versus[with].After(rec, o)
			if o.Opponent == store.Gone {
				v.Encounters = store.Encounters{}
			}
			if old := b.versus[with]; o.Opponent == store.Gone && old.At > v.At { // the latest match with any deleted player counts
				v.At, v.Match = old.At, old.Match
			}
			b.versus[with] = v
		}
		if o.Rating != nil {
			r := *o.Rating
			if rough {
				s := rec.Seats[rec.SeatOf(o.Player)]
				r.Rating = s.Rating + s.Change
				b.rough[standing{r.Game, o.Player}] = true
			}
			b.ratings[standing{r.Game, o.Player}] = r
		}
		for range o.Filed { // the filed day is the match's, if it is a daily run
			b.days[dayRow{o.Player, rec.Daily}] = rec.ID
		}
		if o.Stats != nil {
			b.stats[at] = o.Stats
		}
		for _, s := range o.Scores {
			if ledger.IsGain(s.Board) { // the record's own change, which is compared separately
				s.Value = b.scores[boardRow{s.Board, o.Player}].Value + rec.Seats[rec.SeatOf(o.Player)].Change
			}
			b.scores[boardRow{s.Board, o.Player}] = s
		}
		if o.Listed {
			for row, s := range b.scores {
				if row.of() == at {
					s.Unlisted = false
					b.scores[row] = s
				}
			}
		}
	}
}

// spoil notes that a match's effects on its players are unknown.
func (b *books) spoil(ctx context.Context, rec store.Match) {
	for _, s := range rec.Seats {
		if s.Player != "" {
			at := standing{rec.Game, s.Player}
			b.spoiled[at], b.rough[at] = true, true
			if rec.Rated { // the next match begins with this rating
				at.game = b.pool(rec)
				b.spoiled[at], b.rough[at] = true, true
				r, err := b.Rating(ctx, at.game, s.Player)
				if err != nil {
					r = ledger.Fresh(at.game, s.Player)
				}
				if s.Nth > 0 {
					r = ledger.MetNew(r, ledger.Day(rec.Ended), s.Nth)
				}
				r.Rating, r.At = s.Rating+s.Change, rec.Ended
				b.ratings[at] = r
			}
		}
	}
}
