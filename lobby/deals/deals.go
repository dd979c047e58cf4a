package deals

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// Refusals about deals.
var (
	// ErrNoDeal means that nobody has started the deal here, so that its seed is unknown, or that the
	// deal is still secret. The two cases must look the same; otherwise a player could guess IDs until
	// the hidden cards of a secret deal are right.
	ErrNoDeal = errors.New("no such deal is known here")
	// ErrFull means that the player has the most possible favourites of the game.
	ErrFull = errors.New("too many favourites")
)

// Info is the public information about a deal under one set of rules. Its JSON is the solvability
// registry's.
type Info struct {
	Game string `json:"game"`
	// ID is the deal's, Rules the rules' short name and Options all of them, with the deal itself if it
	// is given by that.
	ID      string          `json:"dealId"`
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"ruleset"`
	// Seed is "" for a deal without one.
	Seed string `json:"seed,omitempty"`
	// Daily is the day (YYYY-MM-DD, UTC) whose deal it is, "" for none.
	Daily string `json:"daily,omitempty"`
	Verdict
}

// Verdict is the solver's result for a deal.
type Verdict struct {
	Status games.SolveStatus `json:"status"`
	// Time is the search's working time, in ms, without pauses.
	Time int64 `json:"solveTimeMs,omitempty"`
	// Moves is the length of the shortest found solution. Proof says whether there is no shorter one:
	// "proven" or "at most", "" for a deal that was searched before this was recorded.
	Moves int    `json:"minMoves,omitempty"`
	Proof string `json:"minMovesProof,omitempty"`
	// Bound is a lower bound of every solution's length, 0 if unknown.
	Bound int `json:"minMovesAtLeast,omitempty"`
	// Nodes counts the visited states.
	Nodes  int64       `json:"nodes,omitempty"`
	Solver *SolverInfo `json:"solver,omitempty"`
	// Grade is the difficulty of a winnable deal, one of [Service.Grades].
	Grade string `json:"grade,omitempty"`
	// Number is its number among the deals of its grade in stock, 0 for a deal that is not in stock. The
	// stock stores it; it is filled in when a verdict is returned, and never stored with that.
	Number int `json:"number,omitempty"`
	// At is the end of the last search, ms since 1970. Tries counts the searches.
	At    int64 `json:"at,omitempty"`
	Tries int   `json:"tries,omitempty"`
}

// answered reports whether a search has found out whether the deal can be won.
func (v Verdict) answered() bool { return v.Status == games.Solvable || v.Status == games.Unsolvable }

// Again reports whether a search found no answer and another one, with higher limits, will follow.
func (v Verdict) Again() bool { return v.Status == games.Unsolved && v.Tries < maxTries }

// SolverInfo describes the search of a deal.
type SolverInfo struct {
	Algorithm  string       `json:"algo"`
	Heuristics []string     `json:"heuristics"`
	Limits     SolverLimits `json:"limits"`
}

// SolverLimits are the limits of a search: ms of work, states, and steps of one way, 0 for no limit.
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
	// Sets has the results by rules, first the rules under which it was first dealt.
	Sets []Set `json:"sets"`
}

// Set is a deal under one set of rules.
type Set struct {
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"options"`
	Verdict
}

// Under returns the set of some rules, nil if the deal has none.
func (n *Note) Under(rules string) *Set {
	if i := slices.IndexFunc(n.Sets, func(s Set) bool { return s.Rules == rules }); i >= 0 {
		return &n.Sets[i]
	}
	return nil
}

// Known are the notes of deals; see docs/store.md.
var Known = notes.New[Note]("GAME/deals", "DEAL")

// dealer returns a game as a Dealer, nil if its deals have no names.
func (d *Service) dealer(game string) games.Dealer { return games.As[games.Dealer](d.games, game) }

// solver returns a game as a Solver, nil if nothing solves its deals.
func (d *Service) solver(game string) games.Solver { return games.As[games.Solver](d.games, game) }

// note reads the note of a deal; ErrNoDeal.
func (d *Service) note(game, id string) (n Note, err error) {
	if g := d.dealer(game); g == nil || !g.IsDealID(id) {
		return n, ErrNoDeal
	}
	n, ok, err := Known.In(game).Get(d.ctx, d.store, id)
	if err == nil && (!ok || len(n.Sets) == 0) {
		err = ErrNoDeal
	}
	return n, err
}

// public returns the note of a deal that is not secret. For a secret deal it returns the note as if only
// people who typed its seed had played it. ErrNoDeal.
func (d *Service) public(game, id string) (Note, error) {
	n, err := d.note(game, id)
	if err == nil && d.house.Secret(game, n.Seed) {
		if !n.Typed {
			return Note{}, ErrNoDeal
		}
		n.Seed, n.Daily = "", ""
	}
	return n, err
}

// Secret reports whether a deal is still secret.
func (d *Service) Secret(game, id string) (bool, error) {
	n, err := d.note(game, id)
	if errors.Is(err, ErrNoDeal) {
		return false, nil
	}
	return err == nil && d.house.Secret(game, n.Seed), err
}

// save stores a verdict on a deal under one set of rules, which makes the deal known; a nil verdict only
// makes it known. It returns the deal's resulting status. To a player who types a secret deal it looks like
// a new one.
func (d *Service) save(game, seed, daily string, deal games.Deal, v *Verdict, typed bool) (status games.SolveStatus, err error) {
	if err := d.alike(game, deal); err != nil {
		return "", err
	}
	defer d.writing.Lock(deal.ID)()
	err = Known.In(game).Edit(d.ctx, d.store, deal.ID, func(n *Note) error {
		n.Seed = cmp.Or(n.Seed, seed)
		set, changed := d.learn(n, game, daily, deal, v, typed)
		status = set.Status
		if !changed {
			return notes.ErrUnchanged
		}
		return nil
	})
	return status, err
}

// learn adds the arguments of keep to a note, and returns its set and whether anything is new.
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
	} else if v == nil && !typed || v != nil && v.Status == games.Unsolved && set.answered() {
		return set, false
	}
	if v != nil {
		set.Verdict = *v
	}
	return set, true
}

// Learn records the deal of a run that is about to begin, so that it is known by its ID from then on, and
// queues its search. It does nothing for other games.
func (d *Service) Learn(rec store.Match) error {
	g := d.dealer(rec.Game)
	if g == nil {
		return nil
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err != nil {
		return err
	}
	status, err := d.save(rec.Game, rec.Seed, rec.Daily, deal, nil, rec.Seeded)
	if err == nil && status == games.SolveUnknown {
		d.worker.add(job{game: rec.Game, deal: deal.ID, rules: deal.Rules})
	}
	return err
}

// pickSet returns the set of a deal that options name, if they belong to the deal's ID, else the set
// under which it was first dealt. It need not be known yet.
func pickSet(g games.Dealer, game, id string, n Note, options json.RawMessage) Set {
	if d, err := g.Deal(games.Setup{Game: game, Seed: n.Seed, Options: options}); err == nil && d.ID == id {
		if s := n.Under(d.Rules); s != nil {
			return *s
		}
		return Set{Rules: d.Rules, Options: d.Options, Verdict: Verdict{Status: games.SolveUnknown}}
	}
	return n.Sets[0]
}

// Recall returns the seed of a deal by its ID or its layout's, and the options to play it: the given ones
// if they belong to the ID, else the options under which it was first dealt. ErrNoDeal.
func (d *Service) Recall(game, id string, options json.RawMessage) (seed string, as json.RawMessage, err error) {
	id, err = d.dealOf(game, id)
	if err != nil {
		return "", nil, err
	}
	n, err := d.public(game, id)
	if err != nil {
		return "", nil, err
	}
	return n.Seed, pickSet(d.dealer(game), game, id, n, options).Options, nil
}

// Deal returns the information about a deal of a game by its ID or its layout's: under the rules of
// options if these belong to the ID, else (nil) under the rules of the first deal. A deal that has not
// been searched yet goes to the head of the queue. ErrNoDeal.
func (d *Service) Deal(game, id string, options json.RawMessage) (Info, error) {
	id, err := d.dealOf(game, id)
	if err != nil {
		return Info{}, err
	}
	n, err := d.public(game, id)
	if err != nil {
		return Info{}, err
	}
	return d.known(game, id, n, options), nil
}

// Of returns the information about the deal of a finished run. ErrNoDeal.
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

// known returns a note's information about a deal, and queues its search if there is no answer.
func (d *Service) known(game, id string, n Note, options json.RawMessage) Info {
	set := pickSet(d.dealer(game), game, id, n, options)
	if set.Status == games.SolveUnknown {
		d.worker.first(job{game: game, deal: id, rules: set.Rules, options: string(set.Options)})
	}
	return d.info(game, id, n, set)
}

// info returns the information in a note's set.
func (d *Service) info(game, id string, n Note, set Set) Info {
	v := set.Verdict
	if v.Grade != "" {
		s, _, err := Stock.In(game, set.Rules).Get(d.ctx, d.store, v.Grade+" "+id)
		if err != nil {
			d.log.Error("number of a deal", "deal", id, "err", err)
		}
		v.Number = s.Number
	}
	return Info{Game: game, ID: id, Rules: set.Rules, Options: set.Options, Seed: n.Seed, Daily: n.Daily, Verdict: v}
}
