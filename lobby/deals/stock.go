package deals

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/store"
)

// The stock of deals that can be won, which the worker adds to when nobody waits for
// anything else.

// maxMisses is how many deals in a row may add nothing to the stock before the worker
// leaves it for a sweepEvery.
const maxMisses = 2000

// shelf is the stock of a game under rules.
type shelf struct {
	game, rules string
	options     json.RawMessage
	solver      games.Solver
	count       map[string]int // deals by grade
}

// curatedSpace holds the stock of a game under rules: keys are a grade, a blank and
// a deal's ID.
func curatedSpace(game, rules string) string { return game + "/stock/" + rules }

// grow adds a deal to the stock where it lacks one; false where it is full.
func (w *worker) grow() (bool, error) {
	if err := w.count(); err != nil {
		return false, err
	}
	var open []*shelf
	for _, s := range w.shelves {
		if slices.ContainsFunc(s.solver.Grades(), func(grade string) bool { return w.lacks(s, grade) }) {
			open = append(open, s)
		}
	}
	if len(open) == 0 || w.misses >= maxMisses {
		w.stockAt, w.misses = now()+sweepEvery.Milliseconds(), 0
		return false, nil
	}
	w.turn++
	at := open[w.turn%len(open)]
	setup := games.Setup{Game: at.game, Seed: w.d.house.NewSeed(at.solver), Options: at.options}
	d, err := at.solver.Deal(setup)
	if err != nil {
		return false, err
	}
	v, err := w.search(at.solver, setup, d, 0)
	if err != nil {
		return false, err
	}
	w.misses++
	if v.Status != games.Solvable || !w.lacks(at, v.Grade) {
		return true, nil // of no use: not even noted
	}
	if _, err = w.d.keep(at.game, setup.Seed, "", d, &v, false); err == nil {
		err = store.WriteNote(w.d.store, curatedSpace(at.game, at.rules), v.Grade+" "+d.ID, struct{}{})
	}
	if err == nil {
		at.count[v.Grade]++
		w.misses = 0
	}
	return true, err
}

// lacks reports whether a shelf is to have more deals of a grade: the grades share it alike.
func (w *worker) lacks(s *shelf, grade string) bool {
	grades := len(s.solver.Grades())
	return s.count[grade] < (w.d.limits.Stock+grades-1)/grades
}

// count finds out what there is in stock, at the first time.
func (w *worker) count() error {
	if w.shelves != nil {
		return nil
	}
	var list []*shelf
	for _, game := range w.games {
		s := w.d.solver(game)
		for _, options := range s.Curated() {
			rules, err := rulesName(s, game, options)
			if err != nil {
				return err
			}
			count, err := w.d.countStock(curatedSpace(game, rules))
			if err != nil {
				return err
			}
			list = append(list, &shelf{game, rules, options, s, count})
		}
	}
	w.shelves = list
	return nil
}

// countStock counts a stock by grade.
func (d *Service) countStock(space string) (map[string]int, error) {
	count := map[string]int{}
	for after := ""; ; {
		list, err := d.store.Notes(space, after, sweepPage)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			grade, _, _ := strings.Cut(n.Key, " ")
			count[grade]++
			after = n.Key
		}
		if len(list) < sweepPage {
			return count, nil
		}
	}
}

// rulesName is the short name of the rules that options are.
func rulesName(g games.Dealer, game string, options json.RawMessage) (string, error) {
	deal, err := g.Deal(games.Setup{Game: game, Seed: g.RandomSeed([16]byte{}), Options: options})
	return deal.Rules, err
}

// Grades are the grades of a game's deals, easiest first; nil where it has none.
func (d *Service) Grades(game string) []string {
	if s := d.solver(game); s != nil {
		return s.Grades()
	}
	return nil
}

// Curated lists up to n deals of a grade that are known to be winnable under the
// rules of options (nil: the standard ones), in an order that says nothing; after is
// the ID of the last one of the page before, or "". Empty where no stock is kept.
func (d *Service) Curated(game string, options json.RawMessage, grade, after string, n int) ([]Info, error) {
	s := d.solver(game)
	if s == nil {
		return nil, nil
	}
	rules, err := rulesName(s, game, options)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", game, err)
	}
	notes, err := d.store.Notes(curatedSpace(game, rules), grade+" "+after, n)
	if err != nil {
		return nil, err
	}
	var list []Info
	for _, note := range notes {
		id, ok := strings.CutPrefix(note.Key, grade+" ")
		if !ok {
			break // the next grade
		}
		deal, err := d.told(game, id)
		if err != nil {
			return nil, err
		}
		list = append(list, info(game, id, deal, pickSet(s, game, id, deal, options)))
	}
	return list, nil
}

// CuratedCount is how many deals Curated has by grade.
func (d *Service) CuratedCount(game string, options json.RawMessage) (map[string]int, error) {
	s := d.solver(game)
	if s == nil {
		return map[string]int{}, nil
	}
	rules, err := rulesName(s, game, options)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", game, err)
	}
	return d.countStock(curatedSpace(game, rules))
}
