package solo

import (
	"fmt"
	"strings"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
	"arcade/store/notes"
)

// Choose gives a new match its seed, its day and the deal. The seed is the day's, or the typed one, which
// may be a deal's ID, or a new one if nothing was typed. It fails with ErrBadSeed, deals.ErrNoDeal or
// ErrBadOffer.
func (rs *Runs) Choose(g games.Game, typed string, daily bool, rec *store.Match) (err error) {
	rec.Seeded = typed != ""
	d, named := g.(games.Dealer)
	s, own := g.(games.Seeder)
	switch {
	case daily:
		if err = rs.toDaily(g, rec); err != nil {
			return err
		}
	case !rec.Seeded:
		rec.Seed = rs.NewSeed()
	case named && (d.IsDealID(typed) || d.IsLayoutID(typed)):
		if rec.Seed, rec.Options, err = rs.Deals.Recall(rec.Game, typed, rec.Options); err != nil {
			return err
		}
	case rs.fromCode(g, typed, rec):
	case own:
		if rec.Seed, err = s.SeedOf(typed); err != nil {
			return fmt.Errorf("%w: %w", ErrBadSeed, err)
		}
	default:
		if rec.Seed, err = rs.namedSeed(rec.Game, typed); err != nil {
			return err
		}
	}
	if err := rs.findDeal(g, rec); err != nil {
		return err
	}
	return WithDeal(g, rec)
}

// fromCode gives a match the seed and the options of a typed code, and reports whether it was one.
func (rs *Runs) fromCode(g games.Game, typed string, rec *store.Match) bool {
	c, ok := g.(games.Coder)
	if !ok {
		return false
	}
	seed, options, ok := c.ReadCode(strings.TrimSpace(typed))
	if ok {
		rec.Seed, rec.Options = seed, options
	}
	return ok
}

// findDeal turns a typed deck whose layout is known here into that deal, by its seed, so that the run finds the
// deal's records.
func (rs *Runs) findDeal(g games.Game, rec *store.Match) error {
	d, ok := g.(games.Dealer)
	if !ok || !rec.Seeded {
		return nil
	}
	rules, own, err := d.RulesOf(rec.Options)
	if err != nil || !own {
		return nil // the caller names the fault
	}
	typed, err := d.Deal(ledger.Setup(*rec))
	if err != nil || typed.Layout == "" {
		return nil
	}
	seeds, err := rs.Deals.SeedsOf(rec.Game, typed.Layout)
	for _, seed := range seeds {
		known := games.Setup{Game: rec.Game, Rules: rec.Rules, Seed: seed, Options: rules}
		if deal, err := d.Deal(known); err == nil && deal.Layout == typed.Layout {
			rec.Seed, rec.Options = seed, rules
			break
		}
	}
	return err
}

// WithDeal puts the deal of a run's seed into its options. A deal of the player's own has no seed.
func WithDeal(g games.Game, rec *store.Match) error {
	d, ok := g.(games.Dealer)
	if !ok {
		return nil
	}
	if rec.Seeded {
		if _, own, err := d.RulesOf(rec.Options); err == nil && own {
			rec.Seed = ""
		}
		return nil
	}
	deal, err := d.Deal(ledger.Setup(*rec))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	rec.Options = deal.Options
	return nil
}

// seeds are the notes of games' seeds, by their names.
var seeds = notes.New[string]("GAME/seeds", "NAME")

// namedSeed returns the seed with the typed name, or the text itself.
func (rs *Runs) namedSeed(game, typed string) (seed string, err error) {
	if games.As[games.SeedNamer](rs.Games, game) == nil {
		return typed, nil
	}
	seed, known, err := seeds.In(game).Get(rs.Context, rs.Store, typed)
	if err == nil && !known {
		seed = typed
	}
	return seed, err
}

// Name stores the name of a run's seed, unless the seed is its own name.
func (rs *Runs) Name(rec store.Match) error {
	n := games.As[games.SeedNamer](rs.Games, rec.Game)
	if n == nil || rec.Seeded {
		return nil
	}
	name := n.SeedName(rec.Seed)
	if name == "" || name == rec.Seed {
		return nil
	}
	return seeds.In(rec.Game).Put(rs.Context, rs.Store, name, rec.Seed)
}

// toDaily makes a new match the daily run of the day on which it was created. It fails with ErrBadOffer
// if the game does not have these options.
func (rs *Runs) toDaily(g games.Game, rec *store.Match) (err error) {
	rec.Daily = ledger.Day(rec.Created)
	if rec.Seed, err = ledger.DaySeed(rs.Secret, g, rec.Daily, rec.Options); err != nil {
		return fmt.Errorf("%w: %w", ErrBadOffer, err)
	}
	return nil
}
