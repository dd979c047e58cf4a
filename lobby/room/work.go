package room

import (
	"context"

	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/store"
)

// payer returns the payer of a bot's thinking: a visitor with a seat in its match, else the match.
func (ts *Tables) payer(rec store.Match) turns.Payer {
	for _, s := range rec.Seats {
		if s.Empty() {
			continue
		}
		if v := ts.Directory.Visit(table.PersonIn(s).ID); v != nil {
			return payerOf(v)
		}
	}
	return turns.Payer{From: rec.ID}
}

// Payer returns the visitor as the payer of work.
func (v *Participant) Payer() turns.Payer { return payerOf(v.Presence) }

func payerOf(p *directory.Presence) turns.Payer {
	return turns.Payer{From: p.Identity.From, Key: p.Identity.Fingerprint}
}

// Work runs a screen's long work at a place for work. f must yield as its context demands (see
// package turns).
func (ts *Tables) Work(ctx context.Context, f func(context.Context) error) error {
	return ts.Turns.Do(ctx, turns.Screen, f)
}
