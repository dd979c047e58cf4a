package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
	"arcade/store"
)

// What is known of deals. A deal that somebody has started, or that the arcade has
// in stock, has a note under its ID: the seed that it is made of, and for each set of
// rules that goes by the ID whether it can be won.

// What is refused about deals.
var (
	// ErrNoDeal: nobody has started such a deal here, so that its seed is not known.
	ErrNoDeal = errors.New("no such deal is known here")
	// ErrDealInPlay: somebody else plays the deal in a ranked run, which others could
	// try it out for.
	ErrDealInPlay = errors.New("the deal is in play in a ranked run")
	// ErrBadSeed: the game cannot read the seed that was typed.
	ErrBadSeed = errors.New("bad seed")
)

// DealInfo is what may be known of a deal under one set of rules. Its JSON is that
// of the registry of solvability.
type DealInfo struct {
	Game string `json:"game"`
	// ID is the deal's, Rules the rules' short name and Options all of them.
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
	// Moves is the length of the way to win that was found; there may be shorter ones.
	Moves int `json:"minMoves,omitempty"`
	// Nodes is how many states were visited.
	Nodes  int64       `json:"nodes,omitempty"`
	Solver *SolverInfo `json:"solver,omitempty"`
	// Grade is the difficulty of a deal that can be won, one of [Lobby.Grades].
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

// dealNote is the note of a deal.
type dealNote struct {
	Seed  string `json:"seed,omitempty"`
	Daily string `json:"daily,omitempty"`
	// Sets are what is known by rules, those under which it was first dealt first.
	Sets []dealSet `json:"sets"`
}

// dealSet is a deal under one set of rules.
type dealSet struct {
	Rules   string          `json:"rules"`
	Options json.RawMessage `json:"options"`
	Verdict
}

// set finds rules, nil where they are not known of the deal.
func (n *dealNote) set(rules string) *dealSet {
	if i := slices.IndexFunc(n.Sets, func(s dealSet) bool { return s.Rules == rules }); i >= 0 {
		return &n.Sets[i]
	}
	return nil
}

// Spaces of the notes; see docs/store.md.
func dealSpace(game string) string { return game + "/deals" }

// dealer is a game as a Dealer, nil where its deals have no names.
func (l *Lobby) dealer(game string) games.Dealer { return gameAs[games.Dealer](l, game) }

// solver is a game as a Solver, nil where nothing solves its deals.
func (l *Lobby) solver(game string) games.Solver { return gameAs[games.Solver](l, game) }

// note reads a note into v; false where there is none.
func (l *Lobby) note(space, key string, v any) (bool, error) {
	raw, err := l.cfg.Store.Note(space, key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("note %s %s: %w", space, key, err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return false, fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return true, nil
}

// putNote keeps a note.
func (l *Lobby) putNote(space, key string, v any) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = l.cfg.Store.PutNotes(space, store.Note{Key: key, Value: raw})
	}
	if err != nil {
		return fmt.Errorf("note %s %s: %w", space, key, err)
	}
	return nil
}

// noteMatch keeps a note of a match under its id, unless the match has been removed
// meanwhile, with its player.
func (l *Lobby) noteMatch(space, id string, v any) error {
	l.naming.RLock()
	defer l.naming.RUnlock()
	if _, err := l.cfg.Store.Match(id); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	return l.putNote(space, id, v)
}

// dealOf reads the note of a deal; ErrNoDeal.
func (l *Lobby) dealOf(game, id string) (n dealNote, err error) {
	if d := l.dealer(game); d == nil || !d.IsDealID(id) {
		return n, ErrNoDeal
	}
	ok, err := l.note(dealSpace(game), id, &n)
	if err == nil && (!ok || len(n.Sets) == 0) {
		err = ErrNoDeal
	}
	return n, err
}

// noteDeal keeps a verdict on a deal under one set of rules, which becomes known with
// that; nil makes it known and no more. It gives the status that the deal has then.
func (l *Lobby) noteDeal(game, seed, daily string, d games.Deal, v *Verdict) (games.SolveStatus, error) {
	defer l.deals.lock(d.ID)()
	n := dealNote{Seed: seed, Daily: daily}
	if _, err := l.note(dealSpace(game), d.ID, &n); err != nil {
		return "", err
	}
	n.Daily = max(n.Daily, daily)
	set := n.set(d.Rules)
	if set == nil {
		n.Sets = append(n.Sets, dealSet{Rules: d.Rules, Options: d.Options, Verdict: Verdict{Status: games.SolveUnknown}})
		set = &n.Sets[len(n.Sets)-1]
	} else if v == nil {
		return set.Status, nil
	}
	if v != nil {
		set.Verdict = *v
	}
	return set.Status, l.putNote(dealSpace(game), d.ID, n)
}

// learn notes the deal of a run that is about to begin, so that it is known by its
// ID from then on, and has it searched. It does nothing for other games.
func (l *Lobby) learn(rec store.Match) error {
	d := l.dealer(rec.Game)
	if d == nil {
		return nil
	}
	deal, err := d.Deal(setupOf(rec))
	if err != nil {
		return err
	}
	status, err := l.noteDeal(rec.Game, rec.Seed, rec.Daily, deal, nil)
	if err == nil && status == games.SolveUnknown {
		l.worker.add(job{game: rec.Game, deal: deal.ID, rules: deal.Rules})
	}
	return err
}

// pickSet is the set of a deal that options ask for: theirs where they go by the deal's
// ID, else that under which it was first dealt. It need not be known yet.
func pickSet(g games.Dealer, game, id string, n dealNote, options json.RawMessage) dealSet {
	if d, err := g.Deal(games.Setup{Game: game, Seed: n.Seed, Options: options}); err == nil && d.ID == id {
		if s := n.set(d.Rules); s != nil {
			return *s
		}
		return dealSet{Rules: d.Rules, Options: d.Options, Verdict: Verdict{Status: games.SolveUnknown}}
	}
	return n.Sets[0]
}

// Deal is what is known of a deal of a game by its ID: under the rules of options
// where these go by the ID, else (nil) under those under which it was first dealt.
// Asking for one that has not been searched yet puts it first in line. ErrNoDeal.
func (l *Lobby) Deal(game, id string, options json.RawMessage) (DealInfo, error) {
	n, err := l.dealOf(game, id)
	if err != nil {
		return DealInfo{}, err
	}
	set := pickSet(l.dealer(game), game, id, n, options)
	if set.Status == games.SolveUnknown {
		l.worker.first(job{game: game, deal: id, rules: set.Rules, options: string(set.Options)})
	}
	return l.dealInfo(game, id, n, set), nil
}

// dealInfo is what may be told of a deal.
func (l *Lobby) dealInfo(game, id string, n dealNote, set dealSet) DealInfo {
	info := DealInfo{
		Game: game, ID: id, Rules: set.Rules, Options: set.Options, Seed: n.Seed, Daily: n.Daily, Verdict: set.Verdict,
	}
	if s, _ := l.secretSeed(game, n.Seed); s {
		info.Seed = ""
	}
	return info
}

// secretSeed tells that a seed is not to be known yet: it is the day's, or that of a
// ranked run in play, which run gives.
func (l *Lobby) secretSeed(game, seed string) (secret bool, run *Summary) {
	g, err := l.cfg.Games.Game(game)
	if err != nil || seed == "" {
		return false, nil
	}
	if seed == l.daySeed(g, l.Today()) {
		return true, nil
	}
	for _, s := range l.summaries() {
		if s.Status == store.Live && s.Game == game && s.Daily == "" && !s.Seeded && len(s.Seats) == 1 && s.seed == seed {
			return true, s
		}
	}
	return false, nil
}
