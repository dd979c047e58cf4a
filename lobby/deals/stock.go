package deals

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arcade/games"
	"arcade/store"
	"arcade/store/notes"
)

// The stock of winnable deals, to which the worker adds when nobody waits for anything else.

// maxMisses is the number of deals in a row without an addition to the stock after which the worker pauses
// for sweepEvery.
const maxMisses = 2000

// shelf is the stock of a game under rules.
type shelf struct {
	game, rules string
	options     json.RawMessage
	solver      games.Solver
	count       map[string]int // deals by grade
}

// Stock are the notes of the stocks of games under rules.
var Stock = notes.New[stocked]("GAME/stock/RULES", "GRADE DEAL")

// stocked is a deal in stock.
type stocked struct {
	// Number counts the deals of a grade, from 1, in the order of their arrival. It never changes, so
	// that players can name a deal by it. 0 means that the deal is older than numbers, and the worker has
	// not numbered it yet.
	Number int `json:"n,omitempty"`

	id, grade string // its key
}

// grow adds a missing deal to the stock; it returns false if the stock is full.
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
		return true, nil // useless: not even recorded
	}
	if _, err = w.d.save(at.game, setup.Seed, "", d, &v, false); err == nil {
		err = w.d.number(Stock.In(at.game, at.rules), stocked{id: d.ID, grade: v.Grade})
	}
	if err == nil {
		at.count[v.Grade]++
		w.misses = 0
	}
	return true, err
}

// lacks reports whether a shelf needs more deals of a grade: all grades have equal parts.
func (w *worker) lacks(s *shelf, grade string) bool {
	grades := len(s.solver.Grades())
	return s.count[grade] < (w.d.limits.Stock+grades-1)/grades
}

// count counts the stock, once.
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
			stock, err := w.d.numbered(Stock.In(game, rules))
			if err != nil {
				return err
			}
			list = append(list, &shelf{game, rules, options, s, countGrades(stock)})
		}
	}
	w.shelves = list
	return nil
}

// stock reads a stock, in the order of its numbers, deals without a number last.
func (d *Service) stock(space notes.Space[stocked]) (stock []stocked, err error) {
	for n, err := range space.All(d.ctx, d.store) {
		if err != nil {
			return nil, err
		}
		s := n.Value
		s.grade, s.id, _ = strings.Cut(n.Key, " ")
		stock = append(stock, s)
	}
	slices.SortStableFunc(stock, func(a, b stocked) int {
		return cmp.Compare(uint(a.Number)-1, uint(b.Number)-1) // 0 becomes the greatest
	})
	return stock, nil
}

// numbered returns a stock in which every deal has a number; it numbers the others now.
func (d *Service) numbered(space notes.Space[stocked]) ([]stocked, error) {
	stock, err := d.stock(space)
	for i := 0; i < len(stock) && err == nil; i++ {
		if stock[i].Number == 0 {
			stock[i].Number = nextNumber(stock, stock[i].grade)
			err = space.Put(d.ctx, d.store, stock[i].key(), stock[i])
		}
	}
	return stock, err
}

// number adds a deal to a stock, with the number after the last one of its grade. It reads the stock
// first, because another node may have added to it.
func (d *Service) number(space notes.Space[stocked], s stocked) error {
	stock, err := d.stock(space)
	if err != nil {
		return err
	}
	s.Number = nextNumber(stock, s.grade)
	return space.Put(d.ctx, d.store, s.key(), s)
}

func (s stocked) key() string { return s.grade + " " + s.id }

// nextNumber returns the number after the last one of a grade.
func nextNumber(stock []stocked, grade string) int {
	last := 0
	for _, s := range stock {
		if s.grade == grade {
			last = max(last, s.Number)
		}
	}
	return last + 1
}

func countGrades(stock []stocked) map[string]int {
	count := map[string]int{}
	for _, s := range stock {
		count[s.grade]++
	}
	return count
}

// rulesName returns the short name of the rules in options.
func rulesName(g games.Dealer, game string, options json.RawMessage) (string, error) {
	deal, err := g.Deal(games.Setup{Game: game, Seed: g.RandomSeed([16]byte{}), Options: options})
	return deal.Rules, err
}

// Grades returns the grades of a game's deals, easiest first; nil if it has none.
func (d *Service) Grades(game string) []string {
	if s := d.solver(game); s != nil {
		return s.Grades()
	}
	return nil
}

// Curated lists up to n deals of a grade that are known to be winnable under the rules of options (nil:
// the standard ones), by number. after is the ID of the last deal of the previous page, or "". The list
// is empty if there is no stock.
func (d *Service) Curated(game string, options json.RawMessage, grade, after string, n int) ([]Info, error) {
	stock, _, err := d.shelf(game, options, grade)
	from := slices.IndexFunc(stock, func(s stocked) bool { return s.id == after }) + 1
	var list []Info
	for _, s := range stock[from:min(from+n, len(stock))] {
		deal, err := d.public(game, s.id)
		if err != nil {
			return nil, err
		}
		list = append(list, d.info(game, s.id, deal, pickSet(d.solver(game), game, s.id, deal, options)))
	}
	return list, err
}

// shelf returns the stock of a grade under rules, and the number of deals of each grade.
func (d *Service) shelf(game string, options json.RawMessage, grade string) (stock []stocked, count map[string]int, err error) {
	s := d.solver(game)
	if s == nil {
		return nil, map[string]int{}, nil
	}
	rules, err := rulesName(s, game, options)
	if err != nil {
		return nil, nil, fmt.Errorf("rules of %s: %w", game, err)
	}
	stock, err = d.stock(Stock.In(game, rules))
	count = countGrades(stock)
	return slices.DeleteFunc(stock, func(s stocked) bool { return s.grade != grade }), count, err
}

// CuratedCount returns the number of deals in Curated by grade.
func (d *Service) CuratedCount(game string, options json.RawMessage) (map[string]int, error) {
	_, count, err := d.shelf(game, options, "")
	return count, err
}

// Next returns the deal after a stocked one by number: the next one of the same grade that the player has
// not won, beginning again after the last. If all are won, it returns the one with the next number. It
// returns "" for a deal that is not in stock.
func (d *Service) Next(game, id string, options json.RawMessage, player string) (string, error) {
	info, err := d.Deal(game, id, options)
	if err != nil || info.Number == 0 {
		return "", err
	}
	stock, _, err := d.shelf(game, info.Options, info.Grade)
	at := slices.IndexFunc(stock, func(s stocked) bool { return s.id == id })
	if err != nil || at < 0 {
		return "", err
	}
	stock = append(stock[at+1:], stock[:at+1]...)
	for _, s := range stock {
		if _, _, _, err = d.store.ScoreOf(d.ctx, Board(game, s.id), player); errors.Is(err, store.ErrNotFound) {
			return s.id, nil
		} else if err != nil {
			return "", err
		}
	}
	return stock[0].id, nil
}
