// Package guard stands around every store. It does for all of them what the contract asks of each: a call
// with a text that no record has finds nothing, a record that could not be stored unchanged is refused, a call
// whose context has ended does nothing, an error says which operation and record failed, and observers learn
// how long each operation took. So a store only reads and writes.
package guard

import (
	"context"
	"encoding/json"
	"errors"
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

// Store is a [store.Store] around another one.
type Store struct {
	in        store.Store
	observers []Observe
}

var _ store.Store = (*Store)(nil)

// New returns a store around in.
func New(in store.Store) *Store { return &Store{in: in} }

// NewReader returns a reader around an archive's.
func NewReader(in store.Reader) store.Reader { return New(archive{Reader: in}) }

// archive is a reader in a store's place. It lacks all other methods; NewReader's type has none of them.
type archive struct {
	store.Reader
	lacking
}

// lacking has the methods a step deeper, so that those of a reader are the reader's.
type lacking struct{ store.Store }

// Observe adds an observer. It is called before the store is used.
func (s *Store) Observe(o Observe) { s.observers = append(s.observers, o) }

// call is an operation under way: what it does with which record, and since when.
type call struct {
	op       Op
	what, id string
	since    time.Time
}

func begin(op Op, what, id string) call { return call{op, what, id, time.Now()} }

// end is deferred at the start of a call, with a pointer to its error.
func (s *Store) end(c call, err *error) {
	*err = store.Problem(c.what, c.id, *err)
	for _, o := range s.observers {
		o(c.op, time.Since(c.since), *err)
	}
}

// find returns an error if a record cannot be there, or must not be looked for any more.
func find(ctx context.Context, texts ...string) error {
	if !store.IsText(texts...) {
		return store.ErrNotFound
	}
	return ctx.Err()
}

// list reports whether a list has to be read. It has no rows if a text is none, and fails if the context has
// ended.
func list(ctx context.Context, texts ...string) (bool, error) {
	if !store.IsText(texts...) {
		return false, nil
	}
	return ctx.Err() == nil, ctx.Err()
}

// given returns the texts that are not "".
func given(texts ...string) (all []string) {
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return all
}

// Player finds a player by id.
func (s *Store) Player(ctx context.Context, id string) (p store.Player, err error) {
	defer s.end(begin("player", "player", id), &err)
	if err = find(ctx, id); err != nil {
		return p, err
	}
	return s.in.Player(ctx, id)
}

// PlayerByKey finds a player by the fingerprint of one of its keys.
func (s *Store) PlayerByKey(ctx context.Context, fingerprint string) (p store.Player, err error) {
	defer s.end(begin("player_by_key", "player", fingerprint), &err)
	if err = find(ctx, fingerprint); err != nil {
		return p, err
	}
	return s.in.PlayerByKey(ctx, fingerprint)
}

// PlayerByName finds a player by the folded name.
func (s *Store) PlayerByName(ctx context.Context, nameKey string) (p store.Player, err error) {
	defer s.end(begin("player_by_name", "player", nameKey), &err)
	if err = find(ctx, nameKey); err != nil {
		return p, err
	}
	return s.in.PlayerByName(ctx, nameKey)
}

// PutPlayer creates a player, or replaces the revision that it was made from.
func (s *Store) PutPlayer(ctx context.Context, p store.Player) (err error) {
	defer s.end(begin("put_player", "player", p.ID), &err)
	if !store.IsText(p.ID, p.NameKey) || !store.IsText(p.Keys...) {
		return errors.New("id, folded name or key is not a text of 1 to 64 bytes")
	}
	if err = ctx.Err(); err != nil {
		return err
	}
	return s.in.PutPlayer(ctx, p)
}

// Forget deletes a player and all its data.
func (s *Store) Forget(ctx context.Context, player string, own, byMatch []string) (err error) {
	defer s.end(begin("forget", "forget player", player), &err)
	if err = find(ctx, player); err != nil {
		return err
	}
	if !store.IsText(own...) || !store.IsText(byMatch...) {
		return errors.New("a space is not a text of 1 to 64 bytes")
	}
	return s.in.Forget(ctx, player, own, byMatch)
}

// CreateMatch stores a new open or live match.
func (s *Store) CreateMatch(ctx context.Context, m store.Match) (err error) {
	defer s.end(begin("create_match", "match", m.ID), &err)
	if err = store.CheckUnfinished(m); err != nil {
		return err
	}
	if err = ctx.Err(); err != nil {
		return err
	}
	return s.in.CreateMatch(ctx, m)
}

// TakeOver makes a node the owner of a match that is not done, in its next epoch.
func (s *Store) TakeOver(ctx context.Context, id string, epoch uint64, owner string) (m store.Match, err error) {
	defer s.end(begin("take_over", "match", id), &err)
	if err = find(ctx, id); err != nil {
		return m, err
	}
	return s.in.TakeOver(ctx, id, epoch, owner)
}

// UpdateMatch replaces the record of a match that is not done. The new record must not be done either.
func (s *Store) UpdateMatch(ctx context.Context, m store.Match) (err error) {
	defer s.end(begin("update_match", "match", m.ID), &err)
	if err = find(ctx, m.ID); err != nil {
		return err
	}
	if err = store.CheckUnfinished(m); err != nil {
		return err
	}
	return s.in.UpdateMatch(ctx, m)
}

// DeleteMatch removes a match that is not done and has not gone on since m, with its log.
func (s *Store) DeleteMatch(ctx context.Context, m store.Match) (err error) {
	defer s.end(begin("delete_match", "match", m.ID), &err)
	if err = find(ctx, m.ID); err != nil {
		return err
	}
	return s.in.DeleteMatch(ctx, m)
}

// Match finds a match by id.
func (s *Store) Match(ctx context.Context, id string) (m store.Match, err error) {
	defer s.end(begin("match", "match", id), &err)
	if err = find(ctx, id); err != nil {
		return m, err
	}
	return s.in.Match(ctx, id)
}

// Append adds entries to the log of a live match.
func (s *Store) Append(ctx context.Context, id string, epoch uint64, at int, entries ...store.Entry) (err error) {
	defer s.end(begin("append", "match", id), &err)
	if err = find(ctx, id); err != nil {
		return err
	}
	return s.in.Append(ctx, id, epoch, at, entries...)
}

// Entries reads a part of a match's log.
func (s *Store) Entries(ctx context.Context, id string, from, n int) (entries []store.Entry, err error) {
	defer s.end(begin("entries", "match", id), &err)
	if err = find(ctx, id); err != nil {
		return nil, err
	}
	return s.in.Entries(ctx, id, from, n)
}

// Finish ends a match.
func (s *Store) Finish(ctx context.Context, f store.Finish) (err error) {
	defer s.end(begin("finish", "finish match", f.Match.ID), &err)
	if err = find(ctx, f.Match.ID); err != nil {
		return err
	}
	if err = store.CheckFinish(f); err != nil {
		return err
	}
	return s.in.Finish(ctx, f)
}

// Unfinished lists every open or live match.
func (s *Store) Unfinished(ctx context.Context) (matches []store.Match, err error) {
	defer s.end(begin("unfinished", "unfinished matches", ""), &err)
	if err = ctx.Err(); err != nil {
		return nil, err
	}
	return s.in.Unfinished(ctx)
}

// Matches lists matches of a player.
func (s *Store) Matches(ctx context.Context, player, after string, n int) (matches []store.Match, err error) {
	defer s.end(begin("matches", "matches of", player), &err)
	if ok, err := list(ctx, player); !ok {
		return nil, err
	}
	if err = find(ctx, given(after)...); err != nil {
		return nil, store.Problem("match", after, err)
	}
	return s.in.Matches(ctx, player, after, n)
}

// Recent lists finished public matches of a game or of all games.
func (s *Store) Recent(ctx context.Context, game string, n int) (matches []store.Match, err error) {
	defer s.end(begin("recent", "recent matches of", game), &err)
	if ok, err := list(ctx, given(game)...); !ok {
		return nil, err
	}
	return s.in.Recent(ctx, game, n)
}

// Finished lists finished public matches of a game or of all games, earliest end first.
func (s *Store) Finished(ctx context.Context, game string, ended int64, id string, n int) (matches []store.Match, err error) {
	defer s.end(begin("finished", "finished matches of", game), &err)
	if ok, err := list(ctx, given(game, id)...); !ok {
		return nil, err
	}
	return s.in.Finished(ctx, game, ended, id, n)
}

// Standing returns the revision of a player's standing in a game.
func (s *Store) Standing(ctx context.Context, game, player string) (revision uint64, err error) {
	defer s.end(begin("standing", "standing of", player), &err)
	if ok, err := list(ctx, game, player); !ok {
		return 0, err
	}
	return s.in.Standing(ctx, game, player)
}

// Rating returns a player's rating in a game.
func (s *Store) Rating(ctx context.Context, game, player string) (r store.Rating, err error) {
	defer s.end(begin("rating", "rating of", player), &err)
	if err = find(ctx, game, player); err != nil {
		return r, err
	}
	return s.in.Rating(ctx, game, player)
}

// Board lists ratings of a game.
func (s *Store) Board(ctx context.Context, game string, from, n int) (rows []store.Rating, err error) {
	defer s.end(begin("board", "board of", game), &err)
	if ok, err := list(ctx, game); !ok {
		return nil, err
	}
	return s.in.Board(ctx, game, from, n)
}

// Rank returns a player's place on the board.
func (s *Store) Rank(ctx context.Context, game, player string) (place, of int, err error) {
	defer s.end(begin("rank", "rating of", player), &err)
	if err = find(ctx, game, player); err != nil {
		return 0, 0, err
	}
	return s.in.Rank(ctx, game, player)
}

// Ranked returns the number of players on a game's board.
func (s *Store) Ranked(ctx context.Context, game string) (n int, err error) {
	defer s.end(begin("ranked", "board of", game), &err)
	if ok, err := list(ctx, game); !ok {
		return 0, err
	}
	return s.in.Ranked(ctx, game)
}

// Tally returns a player's results in a game.
func (s *Store) Tally(ctx context.Context, game, player string) (t store.Tally, err error) {
	defer s.end(begin("tally", "tally of", player), &err)
	if ok, err := list(ctx, game, player); !ok {
		return t, err
	}
	return s.in.Tally(ctx, game, player)
}

// Versus lists opponents of a player over all games.
func (s *Store) Versus(ctx context.Context, player string, n int) (rows []store.Versus, err error) {
	defer s.end(begin("versus", "opponents of", player), &err)
	if ok, err := list(ctx, player); !ok {
		return nil, err
	}
	return s.in.Versus(ctx, player, n)
}

// VersusOne returns a player's tally against one opponent in one game.
func (s *Store) VersusOne(ctx context.Context, game, player, opponent string) (v store.Versus, err error) {
	defer s.end(begin("versus_one", "opponents of", player), &err)
	if ok, err := list(ctx, game, player, opponent); !ok {
		return v, err
	}
	return s.in.VersusOne(ctx, game, player, opponent)
}

// Stats returns a player's statistics in a game.
func (s *Store) Stats(ctx context.Context, game, player string) (stats json.RawMessage, err error) {
	defer s.end(begin("stats", "statistics of", player), &err)
	if ok, err := list(ctx, game, player); !ok {
		return nil, err
	}
	return s.in.Stats(ctx, game, player)
}

// Scores lists rows of a board.
func (s *Store) Scores(ctx context.Context, board string, from, n int) (rows []store.Score, err error) {
	defer s.end(begin("scores", "board", board), &err)
	if ok, err := list(ctx, board); !ok {
		return nil, err
	}
	return s.in.Scores(ctx, board, from, n)
}

// ScoreOf returns a player's row on a board.
func (s *Store) ScoreOf(ctx context.Context, board, player string) (row store.Score, place, of int, err error) {
	defer s.end(begin("score_of", "score of", player), &err)
	if err = find(ctx, board, player); err != nil {
		return row, 0, 0, err
	}
	return s.in.ScoreOf(ctx, board, player)
}

// ScoresOf lists rows of a player over all boards.
func (s *Store) ScoresOf(ctx context.Context, player, after string, n int) (rows []store.Score, err error) {
	defer s.end(begin("scores_of", "scores of", player), &err)
	if ok, err := list(ctx, append(given(after), player)...); !ok {
		return nil, err
	}
	return s.in.ScoresOf(ctx, player, after, n)
}

// Note reads a note.
func (s *Store) Note(ctx context.Context, space, key string) (value json.RawMessage, err error) {
	defer s.end(begin("note", "note", key), &err)
	if err = find(ctx, space, key); err != nil {
		return nil, err
	}
	return s.in.Note(ctx, space, key)
}

// Notes lists notes of a space.
func (s *Store) Notes(ctx context.Context, space, after string, n int) (notes []store.Note, err error) {
	defer s.end(begin("notes", "notes of", space), &err)
	if ok, err := list(ctx, append(given(after), space)...); !ok {
		return nil, err
	}
	return s.in.Notes(ctx, space, after, n)
}

// PutNotes writes notes, and removes notes whose value is nil, in one step.
func (s *Store) PutNotes(ctx context.Context, space string, notes ...store.Note) (err error) {
	defer s.end(begin("put_notes", "notes of", space), &err)
	if !store.IsText(space) {
		return errors.New("space is not a text of 1 to 64 bytes")
	}
	for _, n := range notes {
		if err = store.CheckNote(space, n); err != nil {
			return store.Problem("note", n.Key, err)
		}
	}
	if err = ctx.Err(); err != nil {
		return err
	}
	return s.in.PutNotes(ctx, space, notes...)
}

// Secret returns the bytes that were made with the store.
func (s *Store) Secret(ctx context.Context) (secret []byte, err error) {
	defer s.end(begin("secret", "secret", ""), &err)
	if err = ctx.Err(); err != nil {
		return nil, err
	}
	return s.in.Secret(ctx)
}

// Unseen lists the matches whose result the player has not seen yet.
func (s *Store) Unseen(ctx context.Context, player string) (matches []string, err error) {
	defer s.end(begin("unseen", "results of", player), &err)
	if ok, err := list(ctx, player); !ok {
		return nil, err
	}
	return s.in.Unseen(ctx, player)
}

// Seen removes a match from the player's unseen results.
func (s *Store) Seen(ctx context.Context, player, match string) (err error) {
	defer s.end(begin("seen", "result of", match), &err)
	if ok, err := list(ctx, player, match); !ok {
		return err
	}
	return s.in.Seen(ctx, player, match)
}

// Close closes the store.
func (s *Store) Close() error { return s.in.Close() }
