// Package timed measures a store: what asks it goes through a wrapper that tells
// how long each operation took.
package timed

import (
	"encoding/json"
	"time"

	"arcade/store"
)

// Op is an operation of the store.
type Op uint8

// The operations, by the names of the methods.
const (
	Player Op = iota
	PlayerByKey
	PlayerByName
	PutPlayer
	Forget
	CreateMatch
	UpdateMatch
	DeleteMatch
	Match
	Append
	Entries
	Finish
	Unfinished
	Matches
	Recent
	Rating
	Board
	Rank
	Ranked
	Tally
	Versus
	VersusOne
	Stats
	Scores
	ScoreOf
	ScoresOf
	Note
	Notes
	PutNotes
	Secret
	Unseen
	Seen
	// Ops is how many there are.
	Ops
)

var names = [Ops]string{
	Player:       "player",
	PlayerByKey:  "player_by_key",
	PlayerByName: "player_by_name",
	PutPlayer:    "put_player",
	Forget:       "forget",
	CreateMatch:  "create_match",
	UpdateMatch:  "update_match",
	DeleteMatch:  "delete_match",
	Match:        "match",
	Append:       "append",
	Entries:      "entries",
	Finish:       "finish",
	Unfinished:   "unfinished",
	Matches:      "matches",
	Recent:       "recent",
	Rating:       "rating",
	Board:        "board",
	Rank:         "rank",
	Ranked:       "ranked",
	Tally:        "tally",
	Versus:       "versus",
	VersusOne:    "versus_one",
	Stats:        "stats",
	Scores:       "scores",
	ScoreOf:      "score_of",
	ScoresOf:     "scores_of",
	Note:         "note",
	Notes:        "notes",
	PutNotes:     "put_notes",
	Secret:       "secret",
	Unseen:       "unseen",
	Seen:         "seen",
}

// String is the operation's name in lower case, such as "put_player".
func (o Op) String() string { return names[o] }

// Observe is told of each operation, how long it took and its error. It must be
// quick: the caller waits for it.
type Observe func(op Op, took time.Duration, err error)

// New wraps a store; everything goes on to it.
func New(s store.Store, observe Observe) store.Store { return &timed{s, observe} }

type timed struct {
	store.Store
	observe Observe
}

// done is deferred with the moment of the call and where its error will be.
func (t *timed) done(op Op, since time.Time, err *error) { t.observe(op, time.Since(since), *err) }

func (t *timed) Player(id string) (r store.Player, err error) {
	defer t.done(Player, time.Now(), &err)
	return t.Store.Player(id)
}

func (t *timed) PlayerByKey(fingerprint string) (r store.Player, err error) {
	defer t.done(PlayerByKey, time.Now(), &err)
	return t.Store.PlayerByKey(fingerprint)
}

func (t *timed) PlayerByName(nameKey string) (r store.Player, err error) {
	defer t.done(PlayerByName, time.Now(), &err)
	return t.Store.PlayerByName(nameKey)
}

func (t *timed) PutPlayer(v store.Player) (err error) {
	defer t.done(PutPlayer, time.Now(), &err)
	return t.Store.PutPlayer(v)
}

func (t *timed) Forget(player string, own, byMatch []string) (err error) {
	defer t.done(Forget, time.Now(), &err)
	return t.Store.Forget(player, own, byMatch)
}

func (t *timed) CreateMatch(v store.Match) (err error) {
	defer t.done(CreateMatch, time.Now(), &err)
	return t.Store.CreateMatch(v)
}

func (t *timed) UpdateMatch(v store.Match) (err error) {
	defer t.done(UpdateMatch, time.Now(), &err)
	return t.Store.UpdateMatch(v)
}

func (t *timed) DeleteMatch(id string) (err error) {
	defer t.done(DeleteMatch, time.Now(), &err)
	return t.Store.DeleteMatch(id)
}

func (t *timed) Match(id string) (r store.Match, err error) {
	defer t.done(Match, time.Now(), &err)
	return t.Store.Match(id)
}

func (t *timed) Append(id string, at int, entries ...store.Entry) (err error) {
	defer t.done(Append, time.Now(), &err)
	return t.Store.Append(id, at, entries...)
}

func (t *timed) Entries(id string, from, n int) (r []store.Entry, err error) {
	defer t.done(Entries, time.Now(), &err)
	return t.Store.Entries(id, from, n)
}

func (t *timed) Finish(v store.Finish) (err error) {
	defer t.done(Finish, time.Now(), &err)
	return t.Store.Finish(v)
}

func (t *timed) Unfinished() (r []store.Match, err error) {
	defer t.done(Unfinished, time.Now(), &err)
	return t.Store.Unfinished()
}

func (t *timed) Matches(player, after string, n int) (r []store.Match, err error) {
	defer t.done(Matches, time.Now(), &err)
	return t.Store.Matches(player, after, n)
}

func (t *timed) Recent(game string, n int) (r []store.Match, err error) {
	defer t.done(Recent, time.Now(), &err)
	return t.Store.Recent(game, n)
}

func (t *timed) Rating(game, player string) (r store.Rating, err error) {
	defer t.done(Rating, time.Now(), &err)
	return t.Store.Rating(game, player)
}

func (t *timed) Board(game string, from, n int) (r []store.Rating, err error) {
	defer t.done(Board, time.Now(), &err)
	return t.Store.Board(game, from, n)
}

func (t *timed) Rank(game, player string) (place, of int, err error) {
	defer t.done(Rank, time.Now(), &err)
	return t.Store.Rank(game, player)
}

func (t *timed) Ranked(game string) (r int, err error) {
	defer t.done(Ranked, time.Now(), &err)
	return t.Store.Ranked(game)
}

func (t *timed) Tally(game, player string) (r store.Tally, err error) {
	defer t.done(Tally, time.Now(), &err)
	return t.Store.Tally(game, player)
}

func (t *timed) Versus(player string, n int) (r []store.Versus, err error) {
	defer t.done(Versus, time.Now(), &err)
	return t.Store.Versus(player, n)
}

func (t *timed) VersusOne(game, player, opponent string) (r store.Versus, err error) {
	defer t.done(VersusOne, time.Now(), &err)
	return t.Store.VersusOne(game, player, opponent)
}

func (t *timed) Stats(game, player string) (r json.RawMessage, err error) {
	defer t.done(Stats, time.Now(), &err)
	return t.Store.Stats(game, player)
}

func (t *timed) Scores(board string, from, n int) (r []store.Score, err error) {
	defer t.done(Scores, time.Now(), &err)
	return t.Store.Scores(board, from, n)
}

func (t *timed) ScoreOf(board, player string) (row store.Score, place, of int, err error) {
	defer t.done(ScoreOf, time.Now(), &err)
	return t.Store.ScoreOf(board, player)
}

func (t *timed) ScoresOf(player, after string, n int) (r []store.Score, err error) {
	defer t.done(ScoresOf, time.Now(), &err)
	return t.Store.ScoresOf(player, after, n)
}

func (t *timed) Note(space, key string) (r json.RawMessage, err error) {
	defer t.done(Note, time.Now(), &err)
	return t.Store.Note(space, key)
}

func (t *timed) Notes(space, after string, n int) (r []store.Note, err error) {
	defer t.done(Notes, time.Now(), &err)
	return t.Store.Notes(space, after, n)
}

func (t *timed) PutNotes(space string, notes ...store.Note) (err error) {
	defer t.done(PutNotes, time.Now(), &err)
	return t.Store.PutNotes(space, notes...)
}

func (t *timed) Secret() (r []byte, err error) {
	defer t.done(Secret, time.Now(), &err)
	return t.Store.Secret()
}

func (t *timed) Unseen(player string) (r []string, err error) {
	defer t.done(Unseen, time.Now(), &err)
	return t.Store.Unseen(player)
}

func (t *timed) Seen(player, match string) (err error) {
	defer t.done(Seen, time.Now(), &err)
	return t.Store.Seen(player, match)
}
