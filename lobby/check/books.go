package check

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"arcade/lobby/ledger"
	"arcade/store"
)

// books is what the finished matches make of ratings, tallies, statistics and boards
// when they are settled again: the past of [ledger.Settle].
type books struct {
	ratings map[standing]store.Rating
	tallies map[standing]store.Tally
	versus  map[pair]store.Versus
	stats   map[standing]json.RawMessage
	scores  map[boardRow]store.Score
	days    map[dayRow]string // the last match that kept each day

	// rough are the ratings that cannot be computed exactly: the ratings of players who met a
	// deleted player, and of everyone they met later.
	rough map[standing]bool
	// spoiled are those with a match that cannot be folded: what it gave them is not known.
	spoiled map[standing]bool
	// gone are the ratings of such seats of the match that is being settled, met what
	// their opponent had played against them before, as far as the record tells.
	gone map[string]store.Rating
	met  store.Encounters
}

// standing is a player in a game, pair with an opponent, boardRow a player on a board.
type (
	standing struct{ game, player string }
	pair     struct {
		standing
		opponent string
	}
	boardRow struct{ board, player string }
	dayRow   struct{ player, day string }
)

// bookKey is what a book has its rows under: whose standing a row is part of, and how it
// is reported.
type bookKey interface {
	comparable
	of() standing
	String() string
}

func (s standing) of() standing   { return s }
func (s standing) String() string { return s.game + "/" + s.player }

func (p pair) String() string { return p.standing.String() + "/" + p.opponent }

func (d dayRow) String() string { return d.player + "/" + d.day }

// of is the player in the board's game.
func (b boardRow) of() standing {
	game, _, _ := strings.Cut(b.board, "/")
	return standing{game, b.player}
}

func (b boardRow) String() string { return b.board + "/" + b.player }

func newBooks() *books {
	return &books{
		ratings: map[standing]store.Rating{}, tallies: map[standing]store.Tally{}, versus: map[pair]store.Versus{},
		stats: map[standing]json.RawMessage{}, scores: map[boardRow]store.Score{}, days: map[dayRow]string{},
		rough: map[standing]bool{}, spoiled: map[standing]bool{}, gone: map[string]store.Rating{},
	}
}

// Rating is a player's rating as far as the matches have been settled.
func (b *books) Rating(game, player string) (store.Rating, error) {
	if r, ok := b.gone[player]; ok {
		return r, nil
	}
	if r, ok := b.ratings[standing{game, player}]; ok {
		return r, nil
	}
	return store.Rating{}, store.ErrNotFound
}

// Standing is nothing that the books need: one match after the other is settled on them.
func (b *books) Standing(game, player string) (uint64, error) { return 0, nil }

// Stats are a player's statistics as far as the matches have been settled.
func (b *books) Stats(game, player string) (json.RawMessage, error) {
	return b.stats[standing{game, player}], nil
}

// VersusOne is a player's tally against an opponent as far as the matches have been settled.
func (b *books) VersusOne(game, player, opponent string) (store.Versus, error) {
	if strings.HasPrefix(opponent, nobody) {
		return store.Versus{Encounters: b.met}, nil
	}
	return b.versus[pair{standing{game, player}, opponent}], nil
}

// ScoreOf is a player's row; nobody asks the books for its place.
func (b *books) ScoreOf(board, player string) (store.Score, int, int, error) {
	if r, ok := b.scores[boardRow{board, player}]; ok {
		return r, 0, 0, nil
	}
	return store.Score{}, 0, 0, store.ErrNotFound
}

// nobody is the beginning of the names of seats whose player's record has been
// deleted; no id has a NUL.
const nobody = "\x00"

// seat gives the seats of a finished match to settle it with: where a player's record has
// been deleted, nobody with the rating that the record tells.
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
			Player: seats[i].Player, Game: rec.Game, Rating: s.Rating, Deviation: s.Deviation, Volatility: ledger.Fresh(rec.Game, "").Volatility,
		}
	}
	return seats
}

// How near two numbers have to be, as a part of the larger one: the last bits depend on the processor, and a rough
// rating has a deviation that is nearly right.
const (
	exact = 1e-6
	about = 1e-3
)

// near reports whether two numbers differ by no more than slack, which is a part of those above 1.
func near(a, b, slack float64) bool {
	return math.Abs(a-b) <= slack*max(1, math.Abs(a), math.Abs(b)) || a == b
}

// slackOf is how near a player's rating can be known.
func (b *books) slackOf(game, player string) float64 {
	if b.rough[standing{game, player}] {
		return about
	}
	return exact
}

// slack is how near the changes of a match can be known.
func (b *books) slack(rec store.Match) float64 {
	slack := exact
	for _, s := range rec.Seats {
		slack = max(slack, b.slackOf(rec.Game, s.Player))
	}
	return slack
}

// apply keeps what a match has changed, as a store's Finish does.
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
			if old := b.versus[with]; o.Opponent == store.Gone && old.At > v.At { // they are put together by time
				v.At, v.Match = old.At, old.Match
			}
			b.versus[with] = v
		}
		if o.Rating != nil {
			r := *o.Rating
			if rough {
				s := rec.Seats[rec.SeatOf(o.Player)]
				r.Rating = s.Rating + s.Change
				b.rough[at] = true
			}
			b.ratings[at] = r
		}
		for range o.Filed { // a run's day, and nothing else
			b.days[dayRow{o.Player, rec.Daily}] = rec.ID
		}
		if o.Stats != nil {
			b.stats[at] = o.Stats
		}
		for _, s := range o.Scores {
			if ledger.IsGain(s.Board) { // the change that the record has is compared by itself
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

// spoil notes that a match's part in its players' standings is not known.
func (b *books) spoil(rec store.Match) {
	for _, s := range rec.Seats {
		if s.Player != "" {
			at := standing{rec.Game, s.Player}
			b.spoiled[at], b.rough[at] = true, true
			if rec.Rated { // the next match begins with this
				r, err := b.Rating(rec.Game, s.Player)
				if err != nil {
					r = ledger.Fresh(rec.Game, s.Player)
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
