package deals

import (
	"errors"
	"slices"

	"arcade/games"
	"arcade/store"
	"arcade/store/notes"
)

// layouts are the notes of games' layouts: the IDs of the deals that were started here, oldest first.
var layouts = notes.New[[]string]("GAME/layouts", "LAYOUT")

// maxAlike bounds the recorded deals of a layout.
const maxAlike = 16

// alike records the layout of a deal.
func (d *Service) alike(game string, deal games.Deal) error {
	if deal.Layout == "" {
		return nil
	}
	defer d.writing.Lock(deal.Layout)()
	return layouts.In(game).Edit(d.ctx, d.store, deal.Layout, func(ids *[]string) error {
		if len(*ids) >= maxAlike || slices.Contains(*ids, deal.ID) {
			return notes.ErrUnchanged
		}
		*ids = append(*ids, deal.ID)
		return nil
	})
}

// Alike returns the IDs of the deals that a text names: for a layout all started and public deals with
// that layout; any other text is the ID of one deal.
func (d *Service) Alike(game, id string) (ids []string, err error) {
	if g := d.dealer(game); g == nil || !g.IsLayoutID(id) {
		return []string{id}, nil
	}
	if ids, _, err = layouts.In(game).Get(d.ctx, d.store, id); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(ids, func(id string) bool {
		_, failed := d.public(game, id)
		if failed != nil && !errors.Is(failed, ErrNoDeal) {
			err = failed
		}
		return failed != nil
	}), err
}

// dealOf returns the ID of the deal that a text names: for a layout the first one. ErrNoDeal.
func (d *Service) dealOf(game, id string) (string, error) {
	ids, err := d.Alike(game, id)
	if err == nil && len(ids) == 0 {
		err = ErrNoDeal
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// SeedsOf returns the seeds of the deals with a layout that are known here, the first begun first.
func (d *Service) SeedsOf(game, layout string) (seeds []string, err error) {
	ids, err := d.Alike(game, layout)
	for _, id := range ids {
		n, err := d.public(game, id)
		if err != nil && !errors.Is(err, ErrNoDeal) {
			return nil, err
		}
		if n.Seed != "" {
			seeds = append(seeds, n.Seed)
		}
	}
	return seeds, err
}

// SentRow is a row that a client earned by a solve which it sent over HTTP. It belongs to no player here: its
// Name is the client's, and its Match is "".
type SentRow struct {
	store.Score
	// Replayed reports whether the solve came with its moves, which were played again here.
	Replayed bool
}

// SentSolve is a solve as a client sent it.
type SentSolve struct {
	Duration int64 `json:"durationMs"`
	Moves    int   `json:"moveCount"`
	At       int64 `json:"at"` // time of arrival
}

// Sent returns the rows that clients earned on a deal, one of each client: the fastest replayed solve, else the
// fastest one. It omits what nobody can have solved, which older versions took.
func (d *Service) Sent(game, id string) (rows []SentRow, err error) {
	g := games.As[games.SentScorer](d.games, game)
	if g == nil {
		return nil, nil
	}
	for n, err := range (notes.Space[sentNote]{Name: sentSpace + id}).All(d.ctx, d.store) {
		if err != nil {
			return nil, err
		}
		if n.Key == sentKey {
			continue
		}
		for i, solve := range []*SentSolve{n.Value.Proved, n.Value.Best} {
			if solve == nil {
				continue
			}
			if s, err := g.SentScore(solve.Moves, solve.Duration); err == nil {
				rows = append(rows, SentRow{store.Score{
					Board: Board(game, id), Name: n.Key, Value: s.Value, Tie: s.Tie, Detail: s.Detail, At: solve.At,
				}, i == 0})
				break
			}
		}
	}
	return rows, nil
}

// Least returns the number of moves below which a deal is proven not to be won under some rules, by their short
// name; 0 if nothing is proven.
func (d *Service) Least(game, id, rules string) (int, error) {
	n, err := d.public(game, id)
	if errors.Is(err, ErrNoDeal) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	set := n.Under(rules)
	switch {
	case set == nil:
		return 0, nil
	case set.Proof == Proven:
		return set.Moves, nil
	}
	return set.Bound, nil
}
