package deals

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/store"
)

// layoutSpace has the deals of a game's layouts: the IDs of the deals that were started here, oldest
// first.
func layoutSpace(game string) string { return game + "/layouts" }

// maxAlike bounds the recorded deals of a layout.
const maxAlike = 16

// alike records the layout of a deal.
func (d *Service) alike(game string, deal games.Deal) error {
	if deal.Layout == "" {
		return nil
	}
	defer d.writing.Lock(deal.Layout)()
	err := store.EditNote(d.ctx, d.store, layoutSpace(game), deal.Layout, func(ids *[]string) error {
		if len(*ids) >= maxAlike || slices.Contains(*ids, deal.ID) {
			return errSame
		}
		*ids = append(*ids, deal.ID)
		return nil
	})
	if errors.Is(err, errSame) {
		err = nil
	}
	return err
}

// Alike returns the IDs of the deals that a text names: for a layout all started and public deals with
// that layout; any other text is the ID of one deal.
func (d *Service) Alike(game, id string) (ids []string, err error) {
	if g := d.dealer(game); g == nil || !g.IsLayoutID(id) {
		return []string{id}, nil
	}
	if _, err = store.ReadNote(d.ctx, d.store, layoutSpace(game), id, &ids); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(ids, func(id string) bool {
		_, failed := d.told(game, id)
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

// Sent returns the rows that clients earned by solutions of a deal which they sent with their moves and
// which were replayed; none for a secret deal. The rows belong to no player here.
func (d *Service) Sent(game, id string) (rows []store.Score, err error) {
	g := games.As[games.SentScorer](d.games, game)
	if secret, err := d.Secret(game, id); g == nil || secret || err != nil {
		return nil, err
	}
	for after := ""; ; {
		notes, err := d.store.Notes(d.ctx, sentSpace+id, after, 100)
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			after = n.Key
			var sent struct {
				Proved *struct {
					Moves    int   `json:"moveCount"`
					Duration int64 `json:"durationMs"`
					At       int64 `json:"at"`
				} `json:"proved"`
			}
			if err := json.Unmarshal(n.Value, &sent); err != nil {
				return nil, fmt.Errorf("solve of %s, %s: %w", id, n.Key, err)
			}
			if p := sent.Proved; p != nil {
				s := g.SentScore(p.Moves, p.Duration)
				rows = append(rows, store.Score{
					Board: Board(game, id), Name: n.Key, Value: s.Value, Tie: s.Tie, Detail: s.Detail, At: p.At,
				})
			}
		}
		if len(notes) < 100 {
			return rows, nil
		}
	}
}
