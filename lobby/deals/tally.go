package deals

import (
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
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

// tallies are the notes of deals' tallies.
var tallies = notes.New[Tally]("GAME/tries", "DEAL")

// sentSpace and a Deal ID name the space of what HTTP clients have sent, by user, which server/web/klondike
// writes. Under sentKey is the tally of all.
const sentSpace, sentKey = "solves/", "#"

// sentNote has what is read here of a user's note.
type sentNote struct {
	Best   *SentSolve `json:"best"`
	Proved *SentSolve `json:"proved"`
}

// Ended takes a finished run, after ms of play: it counts for its deal, and a lost one is searched.
func (d *Service) Ended(rec store.Match, ms int64) {
	d.searchLost(rec)
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
	return tallies.In(game).Edit(d.ctx, d.store, id, func(t *Tally) error {
		t.add(one)
		return nil
	})
}

// Tally returns the results of all runs of a deal, or of all deals of a layout, played here or sent by
// clients.
func (d *Service) Tally(game, id string) (t Tally, err error) {
	ids, err := d.Alike(game, id)
	for _, id := range ids {
		here, _, err := tallies.In(game).Get(d.ctx, d.store, id)
		if err != nil {
			return t, err
		}
		sent, _, err := notes.Space[Tally]{Name: sentSpace + id}.Get(d.ctx, d.store, sentKey)
		if err != nil {
			return t, err
		}
		t.add(here)
		t.add(sent)
	}
	return t, err
}
