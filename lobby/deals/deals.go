package deals

import (
	"encoding/json"
	"errors"
	"slices"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// What is refused about deals.
var (
	// ErrNoDeal: nobody has started such a deal here, so that its seed is not known.
	ErrNoDeal = errors.New("no such deal is known here")
	// ErrFull: the player has as many favourites of the game as there can be.
	ErrFull = errors.New("too many favourites")
)

// Info is what may be known of a deal under one set of rules. Its JSON is that
// of the registry of solvability.
type Info struct {
	Game string `json:"game"`
	// ID is the deal's, Rules the rules' short name and Options all of them, with the
	// deal itself where it is given by that and is no secret.
	ID      string          `json:"dealId"`
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"ruleset"`
	// Seed is "" while it is secret, and of a deal that has none.
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
	// Nodes is how many states were visited.
	Nodes  int64       `json:"nodes,omitempty"`
	Solver *SolverInfo `json:"solver,omitempty"`
	// Grade is the difficulty of a deal that can be won, one of [Service.Grades].
	Grade string `json:"grade,omitempty"`
	// At is when the last search ended, ms since 1970; Tries how many there were.
	At    int64 `json:"at,omitempty"`
	Tries int   `json:"tries,omitempty"`
}

// Again tells that a search found no answer and that another one, with higher limits, will follow.
func (v Verdict) Again() bool { return v.Status == games.Unsolved && v.Tries < maxTries }

// SolverInfo is how a deal was searched.
type SolverInfo struct {
	Algorithm  string       `json:"algo"`
	Heuristics []string     `json:"heuristics"`
	Limits     SolverLimits `json:"limits"`
}

// SolverLimits are the limits of a search: ms of work, and states.
type SolverLimits struct {
	Time  int64 `json:"timeMs"`
	Nodes int64 `json:"nodes"`
}

// Note is the note of a deal.
type Note struct {
	Seed  string `json:"seed,omitempty"`
	Daily string `json:"daily,omitempty"`
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

// keep keeps a verdict on a deal under one set of rules, which becomes known with
// that; nil makes it known and no more. It gives the status that the deal has then.
func (d *Service) keep(game, seed, daily string, deal games.Deal, v *Verdict) (games.SolveStatus, error) {
	defer d.writing.Lock(deal.ID)()
	n := Note{Seed: seed, Daily: daily}
	if _, err := store.ReadNote(d.store, Space(game), deal.ID, &n); err != nil {
		return "", err
	}
	n.Daily = max(n.Daily, daily)
	set := n.Under(deal.Rules)
	if set == nil {
		n.Sets = append(n.Sets, Set{Rules: deal.Rules, Options: deal.Options, Verdict: Verdict{Status: games.SolveUnknown}})
		set = &n.Sets[len(n.Sets)-1]
	} else if v == nil {
		return set.Status, nil
	}
	if v != nil {
		set.Verdict = *v
	}
	return set.Status, store.WriteNote(d.store, Space(game), deal.ID, n)
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
	status, err := d.keep(rec.Game, rec.Seed, rec.Daily, deal, nil)
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

// Recall is the seed of a deal by its ID, and the options to play it under: those given
// where these go by the ID, else those under which it was first dealt. ErrNoDeal.
func (d *Service) Recall(game, id string, options json.RawMessage) (seed string, as json.RawMessage, err error) {
	n, err := d.note(game, id)
	if err != nil {
		return "", nil, err
	}
	return n.Seed, pickSet(d.dealer(game), game, id, n, options).Options, nil
}

// Deal is what is known of a deal of a game by its ID: under the rules of options
// where these go by the ID, else (nil) under those under which it was first dealt.
// Asking for one that has not been searched yet puts it first in line. ErrNoDeal.
func (d *Service) Deal(game, id string, options json.RawMessage) (Info, error) {
	n, err := d.note(game, id)
	if err != nil {
		return Info{}, err
	}
	set := pickSet(d.dealer(game), game, id, n, options)
	if set.Status == games.SolveUnknown {
		d.worker.first(job{game: game, deal: id, rules: set.Rules, options: string(set.Options)})
	}
	return d.info(game, id, n, set), nil
}

// Of is what is known of the deal of a run, which need not know its ID.
func (d *Service) Of(rec store.Match) (Verdict, error) {
	g := d.dealer(rec.Game)
	if g == nil {
		return Verdict{}, ErrNoDeal
	}
	deal, err := g.Deal(ledger.Setup(rec))
	if err != nil {
		return Verdict{}, err
	}
	info, err := d.Deal(rec.Game, deal.ID, deal.Options)
	return info.Verdict, err
}

// info is what may be told of a deal.
func (d *Service) info(game, id string, n Note, set Set) Info {
	info := Info{
		Game: game, ID: id, Rules: set.Rules, Options: set.Options, Seed: n.Seed, Daily: n.Daily, Verdict: set.Verdict,
	}
	if d.house.Secret(game, n.Seed) {
		info.Seed = ""
		info.Options, _, _ = d.dealer(game).RulesOf(set.Options) // which the game has written
	}
	return info
}
