package deals

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/store"
)

// layoutSpace has the deals of a game's layouts: the IDs of the deals that were begun here, oldest
// first.
func layoutSpace(game string) string { return game + "/layouts" }

// maxAlike is how many deals of a layout are noted.
const maxAlike = 16

// alike notes how a deal lays the cards out.
func (d *Service) alike(game string, deal games.Deal) error {
	if deal.Layout == "" {
		return nil
	}
	defer d.writing.Lock(deal.Layout)()
	var ids []string
	if _, err := store.ReadNote(d.store, layoutSpace(game), deal.Layout, &ids); err != nil {
		return err
	}
	if len(ids) >= maxAlike || slices.Contains(ids, deal.ID) {
		return nil
	}
	return store.WriteNote(d.store, layoutSpace(game), deal.Layout, append(ids, deal.ID))
}

// Alike are the IDs of the deals that a text names: of a layout all that lay the cards out
// so, have been begun here and are no secret; anything else is the ID of one.
func (d *Service) Alike(game, id string) (ids []string, err error) {
	if g := d.dealer(game); g == nil || !g.IsLayoutID(id) {
		return []string{id}, nil
	}
	if _, err = store.ReadNote(d.store, layoutSpace(game), id, &ids); err != nil {
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

// dealOf is the ID of the deal that a text names: of a layout the first one. ErrNoDeal.
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

// Sent are the rows that clients' solves of a deal have earned whose moves came with them
// and were played again; none of a deal that is not to be known yet. Nobody here has them.
func (d *Service) Sent(game, id string) (rows []store.Score, err error) {
	g := games.As[games.SentScorer](d.games, game)
	if secret, err := d.Secret(game, id); g == nil || secret || err != nil {
		return nil, err
	}
	for after := ""; ; {
		notes, err := d.store.Notes(sentSpace+id, after, 100)
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
