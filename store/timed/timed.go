// Package timed measures a store: a wrapper reports the duration of each operation.
package timed

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"time"

	"arcade/store"
)

// Op is an operation of the store: its method in lower case, such as "put_player".
type Op string

// Ops returns the operations: all methods of [store.Store] except Close.
func Ops() (ops []Op) {
	contract := reflect.TypeFor[store.Store]()
	for i := range contract.NumMethod() {
		if name := contract.Method(i).Name; name != "Close" {
			ops = append(ops, Op(strings.ToLower(capital.ReplaceAllString(name, "_$0"))))
		}
	}
	return ops
}

// capital begins a word within a method's name.
var capital = regexp.MustCompile(`\B[A-Z]`)

// Observe is called with each operation, its duration and its error. It must be quick: the caller waits
// for it.
type Observe func(op Op, took time.Duration, err error)

// New wraps a store.
func New(s store.Store, observe Observe) store.Store { return &timed{s, observe} }

type timed struct {
	store.Store
	observe Observe
}

// done is deferred with the start of a call and a pointer to its error.
func (t *timed) done(op Op, since time.Time, err *error) { t.observe(op, time.Since(since), *err) }

func (t *timed) Player(id string) (r store.Player, err error) {
	defer t.done("player", time.Now(), &err)
	return t.Store.Player(id)
}

func (t *timed) PlayerByKey(fingerprint string) (r store.Player, err error) {
	defer t.done("player_by_key", time.Now(), &err)
	return t.Store.PlayerByKey(fingerprint)
}

func (t *timed) PlayerByName(nameKey string) (r store.Player, err error) {
	defer t.done("player_by_name", time.Now(), &err)
	return t.Store.PlayerByName(nameKey)
}

func (t *timed) PutPlayer(v store.Player) (err error) {
	defer t.done("put_player", time.Now(), &err)
	return t.Store.PutPlayer(v)
}

func (t *timed) Forget(player string, own, byMatch []string) (err error) {
	defer t.done("forget", time.Now(), &err)
	return t.Store.Forget(player, own, byMatch)
}

func (t *timed) CreateMatch(v store.Match) (err error) {
	defer t.done("create_match", time.Now(), &err)
	return t.Store.CreateMatch(v)
}

func (t *timed) TakeOver(id string, epoch uint64, owner string) (r store.Match, err error) {
	defer t.done("take_over", time.Now(), &err)
	return t.Store.TakeOver(id, epoch, owner)
}

func (t *timed) UpdateMatch(v store.Match) (err error) {
	defer t.done("update_match", time.Now(), &err)
	return t.Store.UpdateMatch(v)
}

func (t *timed) DeleteMatch(id string, epoch uint64) (err error) {
	defer t.done("delete_match", time.Now(), &err)
	return t.Store.DeleteMatch(id, epoch)
}

func (t *timed) Match(id string) (r store.Match, err error) {
	defer t.done("match", time.Now(), &err)
	return t.Store.Match(id)
}

func (t *timed) Append(id string, epoch uint64, at int, entries ...store.Entry) (err error) {
	defer t.done("append", time.Now(), &err)
	return t.Store.Append(id, epoch, at, entries...)
}

func (t *timed) Entries(id string, from, n int) (r []store.Entry, err error) {
	defer t.done("entries", time.Now(), &err)
	return t.Store.Entries(id, from, n)
}

func (t *timed) Finish(v store.Finish) (err error) {
	defer t.done("finish", time.Now(), &err)
	return t.Store.Finish(v)
}

func (t *timed) Unfinished() (r []store.Match, err error) {
	defer t.done("unfinished", time.Now(), &err)
	return t.Store.Unfinished()
}

func (t *timed) Matches(player, after string, n int) (r []store.Match, err error) {
	defer t.done("matches", time.Now(), &err)
	return t.Store.Matches(player, after, n)
}

func (t *timed) Recent(game string, n int) (r []store.Match, err error) {
	defer t.done("recent", time.Now(), &err)
	return t.Store.Recent(game, n)
}

func (t *timed) Finished(game string, ended int64, id string, n int) (r []store.Match, err error) {
	defer t.done("finished", time.Now(), &err)
	return t.Store.Finished(game, ended, id, n)
}

func (t *timed) Standing(game, player string) (r uint64, err error) {
	defer t.done("standing", time.Now(), &err)
	return t.Store.Standing(game, player)
}

func (t *timed) Rating(game, player string) (r store.Rating, err error) {
	defer t.done("rating", time.Now(), &err)
	return t.Store.Rating(game, player)
}

func (t *timed) Board(game string, from, n int) (r []store.Rating, err error) {
	defer t.done("board", time.Now(), &err)
	return t.Store.Board(game, from, n)
}

func (t *timed) Rank(game, player string) (place, of int, err error) {
	defer t.done("rank", time.Now(), &err)
	return t.Store.Rank(game, player)
}

func (t *timed) Ranked(game string) (r int, err error) {
	defer t.done("ranked", time.Now(), &err)
	return t.Store.Ranked(game)
}

func (t *timed) Tally(game, player string) (r store.Tally, err error) {
	defer t.done("tally", time.Now(), &err)
	return t.Store.Tally(game, player)
}

func (t *timed) Versus(player string, n int) (r []store.Versus, err error) {
	defer t.done("versus", time.Now(), &err)
	return t.Store.Versus(player, n)
}

func (t *timed) VersusOne(game, player, opponent string) (r store.Versus, err error) {
	defer t.done("versus_one", time.Now(), &err)
	return t.Store.VersusOne(game, player, opponent)
}

func (t *timed) Stats(game, player string) (r json.RawMessage, err error) {
	defer t.done("stats", time.Now(), &err)
	return t.Store.Stats(game, player)
}

func (t *timed) Scores(board string, from, n int) (r []store.Score, err error) {
	defer t.done("scores", time.Now(), &err)
	return t.Store.Scores(board, from, n)
}

func (t *timed) ScoreOf(board, player string) (row store.Score, place, of int, err error) {
	defer t.done("score_of", time.Now(), &err)
	return t.Store.ScoreOf(board, player)
}

func (t *timed) ScoresOf(player, after string, n int) (r []store.Score, err error) {
	defer t.done("scores_of", time.Now(), &err)
	return t.Store.ScoresOf(player, after, n)
}

func (t *timed) Note(space, key string) (r json.RawMessage, err error) {
	defer t.done("note", time.Now(), &err)
	return t.Store.Note(space, key)
}

func (t *timed) Notes(space, after string, n int) (r []store.Note, err error) {
	defer t.done("notes", time.Now(), &err)
	return t.Store.Notes(space, after, n)
}

func (t *timed) PutNotes(space string, notes ...store.Note) (err error) {
	defer t.done("put_notes", time.Now(), &err)
	return t.Store.PutNotes(space, notes...)
}

func (t *timed) Secret() (r []byte, err error) {
	defer t.done("secret", time.Now(), &err)
	return t.Store.Secret()
}

func (t *timed) Unseen(player string) (r []string, err error) {
	defer t.done("unseen", time.Now(), &err)
	return t.Store.Unseen(player)
}

func (t *timed) Seen(player, match string) (err error) {
	defer t.done("seen", time.Now(), &err)
	return t.Store.Seen(player, match)
}
