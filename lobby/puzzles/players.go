package puzzles

import (
	"encoding/json"
	"errors"

	"arcade/store"
)

// Players returns the seats of a puzzle's match that may be named: the players whose settings consent at
// present, by their present names, and bots of the house beside them. Without a player's consent it returns
// none.
func (b *Book) Players(r Record, consents func(settings json.RawMessage) bool) (list []store.Seat, err error) {
	if r.Match == "" {
		return nil, nil
	}
	m, err := b.store.Match(b.ctx, r.Match)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	some := false
	for _, s := range m.Seats {
		if s.Bot != "" {
			list = append(list, s)
			continue
		}
		if s.Player == "" {
			continue
		}
		p, err := b.store.Player(b.ctx, s.Player)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		if consents(p.Settings) {
			list, some = append(list, store.Seat{Player: p.ID, Name: p.Name}), true
		}
	}
	if !some {
		return nil, nil
	}
	return list, nil
}
