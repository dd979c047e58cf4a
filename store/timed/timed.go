// Package timed measures a store: a wrapper reports the duration of each operation.
package timed

import (
	"context"
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

func (t *timed) Player(ctx context.Context, id string) (r store.Player, err error) {
	defer t.done("player", time.Now(), &err)
	return t.Store.Player(ctx, id)
}

func (t *timed) PlayerByKey(ctx context.Context, fingerprint string) (r store.Player, err error) {
	defer t.done("player_by_key", time.Now(), &err)
	return t.Store.PlayerByKey(ctx, fingerprint)
}

func (t *timed) PlayerByName(ctx context.Context, nameKey string) (r store.Player, err error) {
	defer t.done("player_by_name", time.Now(), &err)
	return t.Store.PlayerByName(ctx, nameKey)
}

func (t *timed) PutPlayer(ctx context.Context, v store.Player) (err error) {
	defer t.done("put_player", time.Now(), &err)
	return t.Store.PutPlayer(ctx, v)
}

func (t *timed) Forget(ctx context.Context, player string, own, byMatch []string) (err error) {
	defer t.done("forget", time.Now(), &err)
	return t.Store.Forget(ctx, player, own, byMatch)
}

func (t *timed) CreateMatch(ctx context.Context, v store.Match) (err error) {
	defer t.done("create_match", time.Now(), &err)
	return t.Store.CreateMatch(ctx, v)
}

func (t *timed) TakeOver(ctx context.Context, id string, epoch uint64, owner string) (r store.Match, err error) {
	defer t.done("take_over", time.Now(), &err)
	return t.Store.TakeOver(ctx, id, epoch, owner)
}

func (t *timed) UpdateMatch(ctx context.Context, v store.Match) (err error) {
	defer t.done("update_match", time.Now(), &err)
	return t.Store.UpdateMatch(ctx, v)
}

func (t *timed) DeleteMatch(ctx context.Context, id string, epoch uint64) (err error) {
	defer t.done("delete_match", time.Now(), &err)
	return t.Store.DeleteMatch(ctx, id, epoch)
}

func (t *timed) Match(ctx context.Context, id string) (r store.Match, err error) {
	defer t.done("match", time.Now(), &err)
	return t.Store.Match(ctx, id)
}

func (t *timed) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) (err error) {
	defer t.done("append", time.Now(), &err)
	return t.Store.Append(ctx, id, epoch, at, entries...)
}

func (t *timed) Entries(ctx context.Context, id string, from, n int) (r []store.Entry, err error) {
	defer t.done("entries", time.Now(), &err)
	return t.Store.Entries(ctx, id, from, n)
}

func (t *timed) Finish(ctx context.Context, v store.Finish) (err error) {
	defer t.done("finish", time.Now(), &err)
	return t.Store.Finish(ctx, v)
}

func (t *timed) Unfinished(ctx context.Context) (r []store.Match, err error) {
	defer t.done("unfinished", time.Now(), &err)
	return t.Store.Unfinished(ctx)
}

func (t *timed) Matches(ctx context.Context, player, after string, n int) (r []store.Match, err error) {
	defer t.done("matches", time.Now(), &err)
	return t.Store.Matches(ctx, player, after, n)
}

func (t *timed) Recent(ctx context.Context, game string, n int) (r []store.Match, err error) {
	defer t.done("recent", time.Now(), &err)
	return t.Store.Recent(ctx, game, n)
}

func (t *timed) Finished(ctx context.Context, game string, ended int64, id string, n int) (r []store.Match, err error) {
	defer t.done("finished", time.Now(), &err)
	return t.Store.Finished(ctx, game, ended, id, n)
}

func (t *timed) Standing(ctx context.Context, game, player string) (r uint64, err error) {
	defer t.done("standing", time.Now(), &err)
	return t.Store.Standing(ctx, game, player)
}

func (t *timed) Rating(ctx context.Context, game, player string) (r store.Rating, err error) {
	defer t.done("rating", time.Now(), &err)
	return t.Store.Rating(ctx, game, player)
}

func (t *timed) Board(ctx context.Context, game string, from, n int) (r []store.Rating, err error) {
	defer t.done("board", time.Now(), &err)
	return t.Store.Board(ctx, game, from, n)
}

func (t *timed) Rank(ctx context.Context, game, player string) (place, of int, err error) {
	defer t.done("rank", time.Now(), &err)
	return t.Store.Rank(ctx, game, player)
}

func (t *timed) Ranked(ctx context.Context, game string) (r int, err error) {
	defer t.done("ranked", time.Now(), &err)
	return t.Store.Ranked(ctx, game)
}

func (t *timed) Tally(ctx context.Context, game, player string) (r store.Tally, err error) {
	defer t.done("tally", time.Now(), &err)
	return t.Store.Tally(ctx, game, player)
}

func (t *timed) Versus(ctx context.Context, player string, n int) (r []store.Versus, err error) {
	defer t.done("versus", time.Now(), &err)
	return t.Store.Versus(ctx, player, n)
}

func (t *timed) VersusOne(ctx context.Context, game, player, opponent string) (r store.Versus, err error) {
	defer t.done("versus_one", time.Now(), &err)
	return t.Store.VersusOne(ctx, game, player, opponent)
}

func (t *timed) Stats(ctx context.Context, game, player string) (r json.RawMessage, err error) {
	defer t.done("stats", time.Now(), &err)
	return t.Store.Stats(ctx, game, player)
}

func (t *timed) Scores(ctx context.Context, board string, from, n int) (r []store.Score, err error) {
	defer t.done("scores", time.Now(), &err)
	return t.Store.Scores(ctx, board, from, n)
}

func (t *timed) ScoreOf(ctx context.Context, board, player string) (row store.Score, place, of int, err error) {
	defer t.done("score_of", time.Now(), &err)
	return t.Store.ScoreOf(ctx, board, player)
}

func (t *timed) ScoresOf(ctx context.Context, player, after string, n int) (r []store.Score, err error) {
	defer t.done("scores_of", time.Now(), &err)
	return t.Store.ScoresOf(ctx, player, after, n)
}

func (t *timed) Note(ctx context.Context, space, key string) (r json.RawMessage, err error) {
	defer t.done("note", time.Now(), &err)
	return t.Store.Note(ctx, space, key)
}

func (t *timed) Notes(ctx context.Context, space, after string, n int) (r []store.Note, err error) {
	defer t.done("notes", time.Now(), &err)
	return t.Store.Notes(ctx, space, after, n)
}

func (t *timed) PutNotes(ctx context.Context, space string, notes ...store.Note) (err error) {
	defer t.done("put_notes", time.Now(), &err)
	return t.Store.PutNotes(ctx, space, notes...)
}

func (t *timed) Secret(ctx context.Context) (r []byte, err error) {
	defer t.done("secret", time.Now(), &err)
	return t.Store.Secret(ctx)
}

func (t *timed) Unseen(ctx context.Context, player string) (r []string, err error) {
	defer t.done("unseen", time.Now(), &err)
	return t.Store.Unseen(ctx, player)
}

func (t *timed) Seen(ctx context.Context, player, match string) (err error) {
	defer t.done("seen", time.Now(), &err)
	return t.Store.Seen(ctx, player, match)
}
