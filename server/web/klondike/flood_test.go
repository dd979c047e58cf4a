package klondike

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store"
)

// solved returns a deal that the solver wins at once, and a solve of it with its moves.
func solved() (id string, s map[string]any) {
	var moves []games.Action
	n := uint64(1)
	for ; moves == nil; n++ {
		moves = solver.Solve(klondike.Deck(n), klondike.Standard(), games.Limit{Nodes: 20_000}).Moves
	}
	n--
	id = klondike.DealID(n, klondike.Standard())
	return id, sent("dealId", id, "moveCount", len(moves), "seed", fmt.Sprint(n), "solution", moves)
}

// fill puts n rows of a deal into the store, replayed or not, that are faster than all others.
func fill(t testing.TB, s store.Store, deal string, n int, proved bool) {
	t.Helper()
	var list []store.Note
	for i := range n {
		r := row{Best: &result{Duration: int64(6000 + i), Moves: 60, Started: moment(i + 1), Finished: moment(i + 100_000), At: 1}}
		if proved {
			r.Proved = r.Best
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, store.Note{Key: fmt.Sprintf("mallory%t%04d", proved, i), Value: raw})
	}
	if err := s.PutNotes(t.Context(), solves.In(deal).Name, list...); err != nil {
		t.Fatal(err)
	}
}

// Solves that a client invents take no place from replayed solves, whichever kind has filled its share of
// the deal's rows.
func TestInventedSolves(t *testing.T) {
	f, s, _ := house(t)
	deal, honest := solved()
	f.Ask("POST", "/v1/solves", honest)
	fill(t, s, deal, maxRows-1, false)
	for i := range 5 {
		if a := f.Ask("POST", "/v1/solves", sent("dealId", deal, "userId", fmt.Sprint("mallory", i), "moveCount", 52, "durationMs", 5200)); a.JSON()["accepted"] != true {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	if mine, there, err := solves.In(deal).Get(t.Context(), s, honest["userId"].(string)); err != nil || !there || mine.Proved == nil {
		t.Errorf("the row that was played again is gone: %v", err)
	}
	a := f.Ask("GET", "/v1/leaderboards/"+deal+"?verified=true", nil)
	if top := a.JSON()["top"].([]any); len(top) != 1 || top[0].(map[string]any)["userId"] != honest["userId"] || top[0].(map[string]any)["verified"] != true {
		t.Errorf("the rows that were played again: %s", a.Body)
	}
	if a := f.Answer(f.Request("GET", "/v1/leaderboards/"+deal+"?verified=perhaps", nil)); a.Status != 400 {
		t.Errorf("verified=perhaps: %d", a.Status)
	}
	// A replayed row gets a place among invented rows, even if it is slower than each of them.
	other := honest
	other["userId"], other["durationMs"] = "usr_2", 200_000
	if a := f.Ask("POST", "/v1/solves", other); a.JSON()["accepted"] != true {
		t.Errorf("%s", a.Body)
	}
	if there, err := solves.In(deal).Has(t.Context(), s, "usr_2"); err != nil || !there {
		t.Errorf("it has not come in: %v", err)
	}
	list, err := s.Notes(t.Context(), solves.In(deal).Name, "", 2*maxRows)
	if err != nil || len(list) != maxRows+1 { // plus the tally
		t.Errorf("%d notes, %v", len(list), err)
	}
}

// Replayed rows do not take all places either.
func TestManyProvedRows(t *testing.T) {
	f, s, _ := house(t)
	deal, honest := solved()
	fill(t, s, deal, maxRows-100, true)
	fill(t, s, deal, 100, false)
	if a := f.Ask("POST", "/v1/solves", sent("dealId", deal, "userId", "usr_phone")); a.JSON()["accepted"] != true {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if _, there, err := solves.In(deal).Get(t.Context(), s, "usr_phone"); err != nil || !there {
		t.Errorf("a phone's row has no place: %v", err)
	}
	f.Ask("POST", "/v1/solves", honest) // slower than all others
	list, err := s.Notes(t.Context(), solves.In(deal).Name, "", 2*maxRows)
	if err != nil || len(list) != maxRows+1 {
		t.Errorf("%d notes, %v", len(list), err)
	}
}

// A person with an IPv6 /48 registers no more users than a few addresses may, and keeps nobody out.
func TestRegistrations(t *testing.T) {
	f, _, _ := house(t)
	n := 0
	for i := range 6 * newClients {
		f.From = fmt.Sprintf("[2001:db8:1:%x::1]:1000", i)
		if f.Answer(f.Request("POST", "/v1/clients/register", nil)).Status == 201 {
			n++
		}
	}
	if n != 4*newClients {
		t.Errorf("%d users", n)
	}
	f.From = "192.0.2.1:1000"
	if a := f.Ask("POST", "/v1/clients/register", nil); a.Status != 201 {
		t.Errorf("somebody else: %d %s", a.Status, a.Body)
	}
}

// countedStore counts the reads of a deal's rows, from their first page on.
type countedStore struct {
	store.Store
	reads atomic.Int64
}

func (c *countedStore) Notes(ctx context.Context, space, after string, n int) ([]store.Note, error) {
	if strings.HasPrefix(space, "solves/") && after == "" {
		c.reads.Add(1)
	}
	return c.Store.Notes(ctx, space, after, n)
}

// A board is read once, however many clients request it at the same time. It is read again when it has
// changed, and when another server may have changed it.
func TestBoardsAreReadOnce(t *testing.T) {
	_, s, _ := house(t)
	counting, now := &countedStore{Store: s}, noon
	l, err := lobby.New(config.Config{Store: counting, Games: games.NewRegistry(solver.Game{})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	api, err := New(t.Context(), l, counting, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	f := webtest.New(t, web.Config{APIs: []func(*http.ServeMux){api.Add}, Turns: turns.New(turns.Limits{Places: 4})})
	fill(t, s, aDeal, 300, false)
	rows := func(limit, want int) {
		t.Helper()
		a := f.Ask("GET", fmt.Sprint("/v1/leaderboards/", aDeal, "?limit=", limit), nil)
		if top, _ := a.JSON()["top"].([]any); len(top) != want {
			t.Errorf("limit %d: %d rows, %d", limit, len(top), a.Status)
		}
	}
	read := func(what string, want int64) {
		t.Helper()
		if n := counting.reads.Swap(0); n != want {
			t.Errorf("%s: read %d times, want %d", what, n, want)
		}
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { rows(1+5*i, 1+5*i) })
	}
	all.Wait()
	read("20 at once", 1)
	now = now.Add(boardTime)
	rows(1, 1)
	read("later", 1)
	f.Ask("POST", "/v1/solves", sent("moveCount", 52, "durationMs", 5200))
	counting.reads.Store(0)
	if a := f.Ask("GET", "/v1/leaderboards/"+aDeal+"?limit=1", nil); !strings.Contains(string(a.Body), "usr_0123456789abcdef") {
		t.Errorf("after a new row: %s", a.Body)
	}
	rows(2, 2)
	read("after a new row", 1)
	for i := range 2 * maxBoards {
		api.boards.cache(fmt.Sprint(i), &board{at: now, tally: tally{Tries: 1}}, api.boards.writes)
	}
	if n := len(api.boards.of); n != maxBoards {
		t.Errorf("%d boards are kept", n)
	}
	api.boards.cache("later", &board{at: now.Add(boardTime), tally: tally{Tries: 1}}, api.boards.writes)
	if n := len(api.boards.of); n != 1 {
		t.Errorf("%d boards are kept that nobody is told", n-1)
	}
}
