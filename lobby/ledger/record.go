package ledger

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/turns"
	"arcade/store"
)

// Fold folds a record's log, at the pace of the work in ctx.
func Fold(ctx context.Context, reg *games.Registry, rec store.Match, entries []store.Entry) (*games.Match, error) {
	g, err := reg.Game(rec.Game)
	if err != nil {
		return nil, err
	}
	control, err := games.ParseControl(rec.Control)
	if err != nil {
		return nil, err
	}
	list := make([]games.Entry, len(entries))
	for i, e := range entries {
		list[i] = FromStore(e)
	}
	terms := games.Terms{Control: control, Rated: rec.Rated, Follows: rec.Round > 1 || rec.Agreed, Shared: games.Shared(rec.Shared)}
	return games.FoldMatch(g, Setup(rec), terms, rec.Started, list, func() error { return turns.Pace(ctx) })
}

// ByClient reports whether a program plays a record's match for all seats. Such a match is not settled
// until it is removed, though it may be over.
func ByClient(rec store.Match) bool {
	s := games.Shared(rec.Shared)
	return s == games.Client || s == games.ClientPasses
}

// AtScreen reports whether two people play a record's match at one screen.
func AtScreen(rec store.Match) bool { return games.Shared(rec.Shared) == games.Screen }

// SeatOf returns the seat of a player or guest in a record, games.Nobody for none.
func SeatOf(rec store.Match, id string) games.Seat {
	i := slices.IndexFunc(rec.Seats, func(s store.Seat) bool { return id != "" && (s.Player == id || s.Guest == id) })
	if i < 0 {
		return games.Nobody
	}
	return games.Seat(i)
}

// Kept reports whether a match leaves a record: it has a player with a key. A match that a program plays
// is kept until it is removed.
func Kept(rec store.Match) bool {
	return ByClient(rec) || slices.ContainsFunc(rec.Seats, func(s store.Seat) bool { return s.Player != "" })
}

// DayLasts reports whether a day is not over yet at time now, in ms since 1970. Until then people who
// have still to play must not see its chance. "" is not a day.
func DayLasts(day string, now int64) bool { return day != "" && day >= Day(now) }

// DealHidden reports whether the cards that a finished run has not turned up stay hidden, from its player too:
// with another key the player could win the same deal of the day.
func DealHidden(rec store.Match, now int64) bool {
	return len(rec.Seats) == 1 && rec.Winner < 0 && DayLasts(rec.Daily, now)
}

// Veil returns a record without its seed and deal while the match or its day is not over.
func Veil(all *games.Registry, rec store.Match, now int64) store.Match {
	if rec.Status == store.Done && !DayLasts(rec.Daily, now) {
		return rec
	}
	rec.Seed = ""
	if d := games.As[games.Dealer](all, rec.Game); d != nil {
		rec.Options, _, _ = d.RulesOf(rec.Options) // the game has accepted these options before
	}
	return rec
}

// Full reports whether no seat of a record is empty.
func Full(rec store.Match) bool { return !slices.ContainsFunc(rec.Seats, store.Seat.Empty) }

// Load folds a match whose log is in the store, at the pace of the work in ctx.
func Load(ctx context.Context, logs Logs, reg *games.Registry, rec store.Match) (*games.Match, error) {
	entries, err := logs.Entries(ctx, rec.ID, 0, -1)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	m, err := Fold(ctx, reg, rec, entries)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", rec.ID, err)
	}
	return m, nil
}

// Logs reads the logs of matches.
type Logs interface {
	Entries(ctx context.Context, id string, from, n int) ([]store.Entry, error)
}

// Setup returns the setup of a record's match.
func Setup(rec store.Match) games.Setup {
	return games.Setup{Game: rec.Game, Rules: rec.Rules, Seed: rec.Seed, Options: rec.Options}
}

// Actions returns the actions of plies.
func Actions(plies []games.Ply) []games.Action {
	list := make([]games.Action, len(plies))
	for i, p := range plies {
		list[i] = p.Action
	}
	return list
}

// FromStore turns an entry of a stored log into one of a match.
func FromStore(e store.Entry) games.Entry {
	return games.Entry{Kind: games.Kind(e.Kind), Seat: games.Seat(e.Seat), Action: games.Action(e.Action), At: e.At}
}

// ToStore turns an entry of a match into one of a stored log.
func ToStore(e games.Entry) store.Entry {
	return store.Entry{Kind: string(e.Kind), Seat: int(e.Seat), Action: string(e.Action), At: e.At}
}

// Run returns a finished match as a run of a seat.
func Run(rec store.Match, m *games.Match, seat games.Seat) games.Run {
	rested, _ := m.Rested()
	return games.Run{
		Match: rec.ID, Setup: m.Setup, Plies: m.Plies(), Result: *m.Result(), Seat: seat, Rated: rec.Rated,
		Daily: rec.Daily != "", Seeded: rec.Seeded, Guessable: rec.Guessable, Hinted: m.Hinted(), HintedLate: m.HintedLate(), At: rec.Ended,
		Rested: rested,
	}
}

// BoardName returns the full name of a game's board by points. If of is not "", it is the board's part of
// a day, a week or a deal.
func BoardName(game, board, of string) string {
	if of == "" {
		return game + "/" + board
	}
	return game + "/" + board + "/" + of
}

// Day returns the day of a time in UTC.
func Day(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }

// DaySeed returns the seed of a game's daily runs with these options: the hexadecimal HMAC-SHA-256 of the
// day, a blank, the game and, for a [games.Varied] game, a slash and the variant. For a game with its own
// seeds it is the first 128 bits of the hash of "ranked", a blank and the day. The key is the store's
// secret. DaySeed fails if the options are wrong.
func DaySeed(secret []byte, g games.Game, day string, options json.RawMessage) (string, error) {
	if _, ok := g.(games.Seeder); ok {
		return hex.EncodeToString(code(secret, "ranked "+day)[:16]), nil
	}
	run, err := DayRun(g, options)
	return hex.EncodeToString(code(secret, day+" "+run)), err
}

// DayRun names a run that a player may play once a day: a game, or a variant of it.
func DayRun(g games.Game, options json.RawMessage) (string, error) {
	variant, err := games.VariantOf(g, options)
	if variant != "" {
		variant = "/" + variant
	}
	return g.Info().Name + variant, err
}

// OpenSeed returns the seed of a day's open deal, which everybody may know and which is not the ranked
// deal. Before there were two deals, the daily runs had it.
func OpenSeed(secret []byte, s games.Seeder, day string) string {
	return s.OpenSeed(day, func(message string) []byte { return code(secret, message) })
}

// IsDaySeed reports whether a seed is the daily seed of a game with these options, under this version or
// an older one: when there was only the open deal, or when all variants shared a seed.
func IsDaySeed(secret []byte, g games.Game, day, seed string, options json.RawMessage) bool {
	if now, err := DaySeed(secret, g, day, options); err == nil && seed == now {
		return true
	}
	if s, ok := g.(games.Seeder); ok {
		return seed == OpenSeed(secret, s, day)
	}
	_, varied := g.(games.Varied)
	return varied && seed == hex.EncodeToString(code(secret, day+" "+g.Info().Name))
}

// Guessable reports whether a ranked or daily run began before deals came from 128 secret bits: its deal
// is not in its options.
func Guessable(g games.Game, rec store.Match) bool {
	d, ok := g.(games.Dealer)
	if !ok || rec.Seeded {
		return false
	}
	_, dealt, err := d.RulesOf(rec.Options)
	return err == nil && !dealt
}

func code(secret []byte, message string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}
