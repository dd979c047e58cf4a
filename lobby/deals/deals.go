package deals

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// What is refused about deals.
var (
	// ErrNoDeal: nobody has started such a deal here, so that its seed is not known; or
	// it is a secret still. Which of the two nobody may find out, or IDs could be guessed
	// until the cards that are left to guess are right.
	ErrNoDeal = errors.New("no such deal is known here")
	// ErrFull: the player has as many favourites of the game as there can be.
	ErrFull = errors.New("too many favourites")
)

// Info is what may be known of a deal under one set of rules. Its JSON is the solvability
// registry's.
type Info struct {
	Game string `json:"game"`
	// ID is the deal's, Rules the rules' short name and Options all of them, with the
	// deal itself where it is given by that.
	ID      string          `json:"dealId"`
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"ruleset"`
	// Seed is "" for a deal that has none.
	Seed string `json:"seed,omitempty"`
	// Daily is the day (YYYY-MM-DD, UTC) whose deal it is, "" for none.
	Daily string `json:"daily,omitempty"`
	Verdict
}

// Verdict is what the arcade's solver says of a deal.
type Verdict struct {
	Status games.SolveStatus `json:"status"`
	// Time is how long the search worked, in ms, pauses left out.
	Time int64 `json:"solveTimeMs,omitempty"`
	// Moves is the length of the shortest way to win that was found, Proof whether there is
	// no shorter one: "proven" or "at most", "" for a deal that was searched before this was asked.
	Moves int    `json:"minMoves,omitempty"`
	Proof string `json:"minMovesProof,omitempty"`
	// Bound is how many moves every way takes at least, 0 where that is not known.
	Bound int `json:"minMovesAtLeast,omitempty"`
	// Nodes is how many states were visited.
	Nodes  int64       `json:"nodes,omitempty"`
	Solver *SolverInfo `json:"solver,omitempty"`
	// Grade is the difficulty of a deal that can be won, one of [Service.Grades].
	Grade string `json:"grade,omitempty"`
	// Number is its number among the deals of its grade in stock, 0 for a deal that is not in
	// stock. The stock has it: it is filled in when a verdict is told, and never kept with it.
	Number int `json:"number,omitempty"`
	// At is when the last search ended, ms since 1970; Tries how many there were.
	At    int64 `json:"at,omitempty"`
	Tries int   `json:"tries,omitempty"`
}

// Again reports whether a search found no answer and that another one, with higher limits, will follow.
func (v Verdict) Again() bool { return v.Status == games.Unsolved && v.Tries < maxTries }

// SolverInfo is how a deal was searched.
type SolverInfo struct {
	Algorithm  string       `json:"algo"`
	Heuristics []string     `json:"heuristics"`
	Limits     SolverLimits `json:"limits"`
}

// SolverLimits are the limits of a search: ms of work, states, and steps of one way, 0 for any number.
type SolverLimits struct {
	Time  int64 `json:"timeMs"`
	Nodes int64 `json:"nodes"`
	Depth int   `json:"depth,omitempty"`
}

// Note is the note of a deal.
type Note struct {
	Seed  string `json:"seed,omitempty"`
	Daily string `json:"daily,omitempty"`
	// Typed reports whether a player has typed the deal.
	Typed bool `json:"typed,omitempty"`
	// Sets are what is known by rules, those under which it was first dealt first.
	Sets []Set `json:"sets"`
}

// Set is a deal under one set of rules.
type Set struct {
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"options"`
	Verdict
}

// Under is what is known under rules, nil where they are not known of the deal.
func (n *Note) Under(rules string) *Set {
	if i := slices.IndexFunc(n.Sets, func(s Set) bool { return s.Rules == rules }); i >= 0 {
		return &n.Sets[i]
	}
	return nil
}

// Space holds the notes of a game's deals; see docs/store.md.
func Space(game string) string { return game + "/deals" }

// dealer is a game as a Dealer, nil where its deals have no names.
func (d *Service) dealer(game string) games.Dealer { return games.As[games.Dealer](d.games, game) }

// solver is a game as a Solver, nil where nothing solves its deals.
func (d *Service) solver(game string) games.Solver { return games.As[games.Solver](d.games, game) }

// note reads the note of a deal; ErrNoDeal.
func (d *Service) note(game, id string) (n Note, err error) {
	if g := d.dealer(game); g == nil || !g.IsDealID(id) {
		return n, ErrNoDeal
	}
	ok, err := store.ReadNote(d.store, Space(game), id, &n)
	if err == nil && (!ok || len(n.Sets) == 0) {
		err = ErrNoDeal
	}
	return n, err
}

// told returns the note of a deal that is not secret. For a secret deal it returns what would be
// known if only people who typed its seed had played it. ErrNoDeal.
func (d *Service) told(game, id string) (Note, error) {
	n, err := d.note(game, id)
	if err == nil && d.house.Secret(game, n.Seed) {
		if !n.Typed {
			return Note{}, ErrNoDeal
		}
		n.Seed, n.Daily = "", ""
	}
	return n, err
}

// Secret reports whether a deal is not to be known yet.
func (d *Service) Secret(game, id string) (bool, error) {
	n, err := d.note(game, id)
	if errors.Is(err, ErrNoDeal) {
		return false, nil
	}
	return err == nil && d.house.Secret(game, n.Seed), err
}

// keep keeps a verdict on a deal under one set of rules, which becomes known with
// that; nil makes it known and no more. It gives the status that the deal has then. Who
// types a deal that is a secret finds what is found of a new one.
func (d *Service) keep(game, seed, daily string, deal games.Deal, v *Verdict, typed bool) (status games.SolveStatus, err error) {
	if err := d.alike(game, deal); err != nil {
		return "", err
	}
	defer d.writing.Lock(deal.ID)()
	err = store.EditNote(d.store, Space(game), deal.ID, func(n *Note) error {
		n.Seed = cmp.Or(n.Seed, seed)
		set, changed := d.learn(n, game, daily, deal, v, typed)
		status = set.Status
		if !changed {
			return errSame
		}
		return nil
	})
	if errors.Is(err, errSame) {
		err = nil
	}
	return status, err
}

// errSame keeps a note as it is.
var errSame = errors.New("nothing is new")

// learn puts what keep keeps into a note, and gives the set that it is in and whether
// anything is new.
func (d *Service) learn(n *Note, game, daily string, deal games.Deal, v *Verdict, typed bool) (set *Set, changed bool) {
	n.Daily = max(n.Daily, daily)
	set = n.Under(deal.Rules)
	if typed && !n.Typed {
		n.Typed = true
		if set != nil && d.house.Secret(game, n.Seed) {
			v = &Verdict{Status: games.SolveUnknown}
		}
	}
	if set == nil {
		n.Sets = append(n.Sets, Set{Rules: deal.Rules, Options: deal.Options, Verdict: Verdict{Status: games.SolveUnknown}})
		set = &n.Sets[len(n.Sets)-1]
	} else if v == nil && !typed {
		return set, false
	}
	if v != nil {
		set.Verdict = *v
	}
	return set, true
}

// Learn notes the deal of a run that is about to begin, so that it is known by its
// ID from then on, and has it searched. It does nothing for other games.
func (d *Service) Learn(rec store.Match) error {
	g := d.dealer(rec.Game)
	if g == nil {
		return nil
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err != nil {
		return err
	}
	status, err := d.keep(rec.Game, rec.Seed, rec.Daily, deal, nil, rec.Seeded)
	if err == nil && status == games.SolveUnknown {
		d.worker.add(job{game: rec.Game, deal: deal.ID, rules: deal.Rules})
	}
	return err
}

// pickSet is the set of a deal that options ask for: theirs where they go by the deal's
// ID, else that under which it was first dealt. It need not be known yet.
func pickSet(g games.Dealer, game, id string, n Note, options json.RawMessage) Set {
	if d, err := g.Deal(games.Setup{Game: game, Seed: n.Seed, Options: options}); err == nil && d.ID == id {
		if s := n.Under(d.Rules); s != nil {
			return *s
		}
		return Set{Rules: d.Rules, Options: d.Options, Verdict: Verdict{Status: games.SolveUnknown}}
	}
	return n.Sets[0]
}

// Recall is the seed of a deal by its ID or its layout's, and the options to play it under: those given
// where these go by the ID, else those under which it was first dealt. ErrNoDeal.
func (d *Service) Recall(game, id string, options json.RawMessage) (seed string, as json.RawMessage, err error) {
	id, err = d.dealOf(game, id)
	if err != nil {
		return "", nil, err
	}
	n, err := d.told(game, id)
	if err != nil {
		return "", nil, err
	}
	return n.Seed, pickSet(d.dealer(game), game, id, n, options).Options, nil
}

// Deal is what is known of a deal of a game by its ID or its layout's: under the rules of options
// where these go by the ID, else (nil) under those under which it was first dealt.
// Asking for one that has not been searched yet puts it first in line. ErrNoDeal.
func (d *Service) Deal(game, id string, options json.RawMessage) (Info, error) {
	id, err := d.dealOf(game, id)
	if err != nil {
		return Info{}, err
	}
	n, err := d.told(game, id)
	if err != nil {
		return Info{}, err
	}
	return d.known(game, id, n, options), nil
}

// Of is what is known of the deal of a finished run. ErrNoDeal.
func (d *Service) Of(rec store.Match) (Info, error) {
	g := d.dealer(rec.Game)
	if g == nil {
		return Info{}, ErrNoDeal
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err != nil {
		return Info{}, err
	}
	n, err := d.note(rec.Game, deal.ID)
	if err != nil {
		return Info{}, err
	}
	return d.known(rec.Game, deal.ID, n, deal.Options), nil
}

// known is what a note says of a deal, and has it searched first where that is open.
func (d *Service) known(game, id string, n Note, options json.RawMessage) Info {
	set := pickSet(d.dealer(game), game, id, n, options)
	if set.Status == games.SolveUnknown {
		d.worker.first(job{game: game, deal: id, rules: set.Rules, options: string(set.Options)})
	}
	return d.info(game, id, n, set)
}

// info is a note's set with what it is about.
func (d *Service) info(game, id string, n Note, set Set) Info {
	v := set.Verdict
	if v.Grade != "" {
		var s stocked
		if _, err := store.ReadNote(d.store, curatedSpace(game, set.Rules), v.Grade+" "+id, &s); err != nil {
			d.log.Error("number of a deal", "deal", id, "err", err)
		}
		v.Number = s.Number
	}
	return Info{Game: game, ID: id, Rules: set.Rules, Options: set.Options, Seed: n.Seed, Daily: n.Daily, Verdict: v}
}
