package klondike

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/server/web"
)

// metadata is the metadata of a deal, with the document's names.
type metadata struct {
	deals.Info
	// Ruleset holds the rules. It is nil if only clients have played the deal, and did not name them.
	Ruleset *ruleset `json:"ruleset,omitempty"`
	Layout  string   `json:"layoutId,omitempty"`
	// Tries counts the runs that clients sent.
	Tries *tries `json:"tries,omitempty"`
}

type tries struct {
	Count    int     `json:"count"`
	Won      int     `json:"won"`
	Rate     float64 `json:"successRate"`
	MeanTime float64 `json:"meanMs"`
	BestTime int64   `json:"bestMs"`
}

func describe(info deals.Info) (metadata, error) {
	m := metadata{Info: info}
	var r struct {
		klondike.Rules
		Deck string `json:"deck"`
	}
	r.Rules = klondike.Standard()
	if err := json.Unmarshal(info.Options, &r); err != nil {
		return m, err
	}
	rules := rulesetOf(r.Rules)
	m.Ruleset = &rules
	deal, err := klondike.Game{}.Deal(games.Setup{Game: klondike.Name, Seed: info.Seed, Options: info.Options})
	if err == nil {
		m.Layout = deal.Layout
	}
	return m, nil
}

// deal responds with the metadata of a deal by its ID or its layout's ID. For a layout it takes the deal
// that was begun first, and the tries of all deals.
func (a *API) deal(r *http.Request) (any, error) {
	id := r.PathValue("dealId")
	if err := isDeal(id); err != nil {
		return nil, err
	}
	b, err := a.boardOf(r.Context(), id)
	if err != nil {
		return nil, err
	}
	var m metadata
	info, err := a.lobby.Deals().Deal(klondike.Name, id, nil)
	switch {
	case errors.Is(err, deals.ErrNoDeal):
		open, today := a.openDeal(id)
		switch {
		case today: // nobody here has played it yet
			m = open
		case b.tally.Tries == 0:
			return nil, web.Refuse(http.StatusNotFound, "Deal not found")
		default: // only clients have played it
			m.Game, m.ID, m.Ruleset, m.Status = klondike.Name, id, b.tally.Rules, games.SolveUnknown
		}
	case err == nil:
		m, err = describe(info)
		if err != nil {
			return nil, err
		}
	default:
		return nil, err
	}
	if t := b.tally; t.Tries > 0 {
		m.Tries = &tries{Count: t.Tries, Won: t.Won, Rate: float64(t.Won) / float64(t.Tries), BestTime: t.Best}
		if t.Won > 0 {
			m.Tries.MeanTime = float64(t.Sum) / float64(t.Won)
		}
	}
	return m, nil
}

// openDeal returns the metadata of today's open deal before anybody has played it here, if that has the given ID
// or layout.
func (a *API) openDeal(id string) (m metadata, ok bool) {
	day := OpenDaily(a.secret, a.now().UTC().Truncate(24*time.Hour))
	seed, err := klondike.ParseSeed(day.Seed)
	if err != nil {
		panic(err) // the seed is the game's own
	}
	m.Layout = klondike.LayoutID(klondike.Deck(seed))
	if id != day.DealID && id != m.Layout {
		return metadata{}, false
	}
	m.Game, m.ID, m.Rules, m.Seed, m.Status = klondike.Name, day.DealID, klondike.Standard().String(), day.Seed, games.SolveUnknown
	m.Ruleset = &day.Ruleset
	return m, true
}

// curated lists winnable deals of one difficulty, in order, after the deal `after`.
func (a *API) curated(r *http.Request) (any, error) {
	n, err := limit(r)
	if err != nil {
		return nil, err
	}
	service := a.lobby.Deals()
	grades := service.Grades(klondike.Name)
	grade := cmp.Or(r.URL.Query().Get("difficulty"), grades[0])
	after := r.URL.Query().Get("after")
	if !slices.Contains(grades, grade) {
		return nil, web.Bad("difficulty: no such grade")
	}
	if after != "" {
		if err := isDeal(after); err != nil {
			return nil, err
		}
	}
	list, err := service.Curated(klondike.Name, nil, grade, after, n)
	found := []metadata{}
	for _, info := range list {
		m, err := describe(info)
		if err != nil {
			return nil, err
		}
		found = append(found, m)
	}
	return map[string]any{"difficulty": grade, "deals": found}, err
}
