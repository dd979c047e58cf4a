package deals

import (
	"arcade/lobby/ledger"
	"arcade/store"
)

// Tally has the results of all runs of a deal by players; guests do not count. Times are in ms, of
// won runs.
type Tally struct {
	Tries int   `json:"tries"`
	Won   int   `json:"won"`
	Sum   int64 `json:"sumMs"`
	Best  int64 `json:"bestMs"`
}

// Rate returns the fraction of won runs, Mean their mean time in ms; 0 without any.
func (t Tally) Rate() float64 { return float64(t.Won) / float64(max(t.Tries, 1)) }
func (t Tally) Mean() int64   { return t.Sum / int64(max(t.Won, 1)) }

// add adds the runs of u.
func (t *Tally) add(u Tally) {
	t.Tries += u.Tries
	t.Won += u.Won
	t.Sum += u.Sum
	if u.Won > 0 && (t.Best == 0 || u.Best < t.Best) {
		t.Best = u.Best
	}
}

// triesSpace has the tallies of a game's deals, by Deal ID. Tallies of HTTP clients' runs are in a
// separate space of each deal.
func triesSpace(game string) string { return game + "/tries" }

const (
	sentSpace = "solves/"
	sentKey   = "#"
)

// Ended takes a finished run, after ms of play: it counts for its deal, and a lost one is searched.
func (d *Service) Ended(rec store.Match, ms int64) {
	d.lost(rec)
	g := d.dealer(rec.Game)
	if g == nil {
		return
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err == nil {
		err = d.count(rec.Game, deal.ID, !notWon(rec), ms)
	}
	if err != nil {
		d.log.Error("count a run", "match", rec.ID, "err", err)
	}
}

func (d *Service) count(game, id string, won bool, ms int64) error {
	defer d.writing.Lock(id)()
	one := Tally{Tries: 1}
	if won {
		one.Won, one.Sum, one.Best = 1, ms, ms
	}
	return store.EditNote(d.ctx, d.store, triesSpace(game), id, func(t *Tally) error {
		t.add(one)
		return nil
	})
}

// Tally returns the results of all runs of a deal, or of all deals of a layout, played here or sent by
// clients.
func (d *Service) Tally(game, id string) (t Tally, err error) {
	ids, err := d.Alike(game, id)
	for _, id := range ids {
		for _, at := range [2][2]string{{triesSpace(game), id}, {sentSpace + id, sentKey}} {
			var part Tally
			if _, err := store.ReadNote(d.ctx, d.store, at[0], at[1], &part); err != nil {
				return t, err
			}
			t.add(part)
		}
	}
	return t, err
}
