// Package klondike serves the owner's Klondike clients over HTTP: solves that they send, the open daily,
// boards of deals, and metadata of deals (klondike.md).
//
// The server cannot check a client's result without its moves. A row is marked as verified if its
// solution was replayed. Rows have their own boards, apart from the screens' boards.
package klondike

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby"
	"arcade/lobby/ledger"
	"arcade/lobby/tasks"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/store"
)

// API serves the Klondike paths.
type API struct {
	store  store.Store
	lobby  *lobby.Lobby
	secret []byte
	now    func() time.Time

	writing tasks.Locks // by deal and by user: held while rows are read, changed and written
	boards  boards

	rows, clients *web.Budget // budgets of new rows and new users
}

// Budgets of an address, at once and then a minute. Rows of deals that nobody has dealt are kept too, and
// must not fill the disk. All addresses together may add newForAll times as much.
const (
	newRows, newRowsPerMinute       = 2000, 1
	newClients, newClientsPerMinute = 200, 1
	newForAll                       = 32
)

// New returns the API. now is the clock.
func New(ctx context.Context, l *lobby.Lobby, s store.Store, now func() time.Time) (*API, error) {
	secret, err := s.Secret(ctx)
	if err != nil {
		return nil, err
	}
	return &API{
		store: s, lobby: l, secret: secret, now: now,
		rows:    web.NewBudget(newRowsPerMinute, newRows, newForAll),
		clients: web.NewBudget(newClientsPerMinute, newClients, newForAll),
	}, nil
}

// Add registers the API's paths.
func (a *API) Add(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/solves", web.Answering(http.StatusOK, web.Work(turns.Command, a.solve)))
	mux.HandleFunc("GET /v1/daily", web.Answering(http.StatusOK, web.Work(turns.Light, a.daily)))
	mux.HandleFunc("GET /v1/leaderboards/{dealId}", web.Answering(http.StatusOK, a.reading(a.board)))
	mux.HandleFunc("POST /v1/clients/register", web.Answering(http.StatusCreated, web.Work(turns.Light, a.register)))
	mux.HandleFunc("DELETE /v1/clients/{userId}", web.Answering(http.StatusNoContent, web.Work(turns.Light, a.forget)))
	mux.HandleFunc("GET /v1/deals/curated", web.Answering(http.StatusOK, web.Work(turns.Command, a.curated)))
	mux.HandleFunc("GET /v1/deals/{dealId}", web.Answering(http.StatusOK, a.reading(a.deal)))
}

// ruleset is the JSON form of rules in the owner's client. His documents have two names for the order;
// both are read and written.
type ruleset struct {
	Draw    int    `json:"draw"`
	Redeals *int   `json:"redeals"`
	Recycle string `json:"recycle"`
	Order   string `json:"recycleOrder"`
	F2T     *bool  `json:"allowFoundationToTableau"`
}

func rulesetOf(r klondike.Rules) ruleset {
	return ruleset{Draw: r.Draw, Redeals: &r.Redeals, Recycle: r.Recycle, Order: r.Recycle, F2T: &r.F2T}
}

// rules returns the rules, and false if they are invalid.
func (s ruleset) rules() (klondike.Rules, bool) {
	r := klondike.Standard()
	if s.Draw != 0 {
		r.Draw = s.Draw
	}
	if s.Redeals != nil {
		r.Redeals = *s.Redeals
	}
	for _, order := range []string{s.Order, s.Recycle} {
		if order != "" {
			r.Recycle = order
		}
	}
	if s.F2T != nil {
		r.F2T = *s.F2T
	}
	_, err := setup(r, "1", "")
	return r, err == nil
}

// setup returns the start of a deal under rules, from its seed or its deck.
func setup(r klondike.Rules, seed, deck string) (games.Setup, error) {
	raw, err := json.Marshal(struct {
		klondike.Rules
		Deck string `json:"deck,omitempty"`
	}{r, deck})
	if err != nil {
		return games.Setup{}, err
	}
	s := games.Setup{Game: klondike.Name, Rules: klondike.Game{}.Info().Rules, Seed: seed, Options: raw}
	_, err = klondike.ReadSetup(s)
	return s, err
}

// isDeal refuses a text that is neither a Deal ID nor a Layout ID.
func isDeal(id string) error {
	if g := (klondike.Game{}); !g.IsDealID(id) && !g.IsLayoutID(id) {
		return web.Bad("Not a Deal ID or a Layout ID")
	}
	return nil
}

// daily responds with the open deal of a day, by default today's. Everybody knows its seed, so it stands
// on no ranked board.
func (a *API) daily(r *http.Request) (any, error) {
	today := ledger.Day(a.now().UnixMilli())
	day := cmp.Or(r.URL.Query().Get("date"), today)
	from, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil || from.Year() < 2000: // no such days
		return nil, web.Bad("date: want YYYY-MM-DD")
	case day > today:
		return nil, web.Refuse(http.StatusNotFound, "That day has not begun")
	}
	return OpenDaily(a.secret, from), nil
}

// Daily is the open deal of a day in JSON. Times are in UTC, in ISO 8601.
type Daily struct {
	DealID  string    `json:"dealId"`
	Seed    string    `json:"seed"`
	Ruleset ruleset   `json:"ruleset"`
	From    time.Time `json:"validFrom"`
	To      time.Time `json:"validTo"`
}

// OpenDaily returns the open deal of the day that begins at from, in UTC. The secret is the server's.
func OpenDaily(secret []byte, from time.Time) Daily {
	seed := ledger.OpenSeed(secret, klondike.Game{}, from.Format(time.DateOnly))
	number, err := klondike.ParseSeed(seed)
	if err != nil {
		panic(err) // the seed is the game's own
	}
	rules := klondike.Standard()
	return Daily{
		DealID: klondike.DealID(number, rules), Seed: seed, Ruleset: rulesetOf(rules),
		From: from.UTC(), To: from.UTC().AddDate(0, 0, 1).Add(-time.Millisecond),
	}
}

// limit reads the requested number of rows.
func limit(r *http.Request) (int, error) {
	n, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("limit"), "20"))
	if err != nil || n < 1 || n > 100 {
		return 0, web.Bad("limit: want 1 to 100")
	}
	return n, nil
}
