package klondike

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/server/web"
	"arcade/server/web/webtest"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/notes"
)

// noon is the time of every request in these tests.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func front(t testing.TB) (*webtest.Front, store.Store) {
	t.Helper()
	f, s, _ := house(t)
	return f, s
}

// house returns a front with the lobby behind it.
func house(t testing.TB) (*webtest.Front, store.Store, *lobby.Lobby) {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	l, err := lobby.New(config.Config{Store: s, Games: games.NewRegistry(solver.Game{}), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	f, _ := another(t, s, l)
	return f, s, l
}

// another returns one more front, as another server has it.
func another(t testing.TB, s store.Store, l *lobby.Lobby) (*webtest.Front, *API) {
	t.Helper()
	api, err := New(t.Context(), l, s, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	return webtest.New(t, web.Config{APIs: []func(*http.ServeMux){api.Add}, Burst: 1 << 20}), api
}

// Two servers on one store lose no try, and give a name to one user only.
func TestTwoServers(t *testing.T) {
	a, s, l := house(t)
	b, _ := another(t, s, l)
	fronts := []*webtest.Front{a, b}
	const tries = 12
	var all sync.WaitGroup
	for n := range 2 * tries {
		f := fronts[n%2]
		body := sent("userId", fmt.Sprint("u", n%5), "startedAt", noon.Add(-10*time.Minute).UnixMilli()+int64(n))
		all.Go(func() {
			if a := f.Ask("POST", "/v1/solves", body); a.Status != 200 {
				t.Errorf("%d %s", a.Status, a.Body)
			}
		})
	}
	all.Wait()
	for n := range 150 {
		var registered atomic.Int32
		for _, f := range fronts {
			all.Go(func() {
				if f.Ask("POST", "/v1/clients/register", map[string]any{"userId": fmt.Sprint("r", n)}).Status == 201 {
					registered.Add(1)
				}
			})
		}
		all.Wait()
		if registered.Load() != 1 {
			t.Error(registered.Load(), "users have one name")
		}
	}
	if got, _, err := tallyOf(aDeal).Get(t.Context(), s, tallyKey); err != nil || got.Tries != 2*tries {
		t.Errorf("%d of %d tries are counted: %v", got.Tries, 2*tries, err)
	}
}

// aDeal is a deal from a real device (DECISIONS.md).
const aDeal = "DL1_3Wix6VwVjVfYdnc2cKG1opNjRh4xegrWLKsnBgrUhRRC"

// sent returns a solve as the owner's phone sends it, changed by pairs of key and value. A nil value
// removes the key.
func sent(pairs ...any) map[string]any {
	s := map[string]any{
		"dealId": aDeal, "userId": "usr_0123456789abcdef",
		"ruleset":    map[string]any{"draw": 1, "redeals": -1, "recycle": "reverse"},
		"durationMs": 180_000, "moveCount": 120, "startedAt": noon.Add(-10 * time.Minute).UnixMilli(),
		"finishedAt": noon.Add(-5 * time.Minute).UnixMilli(),
	}
	for i := 0; i < len(pairs); i += 2 {
		s[pairs[i].(string)] = pairs[i+1]
		if pairs[i+1] == nil {
			delete(s, pairs[i].(string))
		}
	}
	return s
}

func TestSolves(t *testing.T) {
	f, _ := front(t)
	check := func(what string, body any, status int, want string) {
		t.Helper()
		if a := f.Ask("POST", "/v1/solves", body); a.Status != status || fmt.Sprint(a.JSON()) != want {
			t.Errorf("%s: %d %v, want %d %s", what, a.Status, a.JSON(), status, want)
		}
	}
	first := noon.Add(-10 * time.Minute).UnixMilli()
	check("first", sent(), 200, "map[accepted:true personalBest:true rank:1]")
	check("again", sent(), 200, "map[accepted:true personalBest:false rank:1]")
	check("slower", sent("startedAt", first+1, "durationMs", 190_000), 200, "map[accepted:true personalBest:false rank:1]")
	check("faster", sent("startedAt", first+2, "durationMs", 170_000), 200, "map[accepted:true personalBest:true rank:1]")
	check("another", sent("userId", "b", "durationMs", 175_000), 200, "map[accepted:true personalBest:true rank:2]")
	check("ISO times", sent("userId", "c", "startedAt", "2026-11-22T11:50:00Z", "finishedAt", "2026-11-22T11:55:00+00:00"), 200, "map[accepted:true personalBest:true rank:3]")
	check("other name of the order", sent("userId", "d", "ruleset", map[string]any{"draw": 3, "redeals": 2, "recycleOrder": "keep", "allowFoundationToTableau": false}),
		200, "map[accepted:true personalBest:true rank:4]")

	check("lost", sent("startedAt", first+3, "finishedAt", nil), 200, "map[accepted:false reason:not finished]")
	check("too long", sent("startedAt", first+4, "durationMs", 300_001), 200, "map[accepted:false reason:longer than from start to finish]")
	check("too few moves", sent("moveCount", 51), 200, "map[accepted:false reason:fewer moves than cards]")
	check("too fast", sent("durationMs", 11_999), 200, "map[accepted:false reason:less than 100 ms a move]")
	check("as fast as can be", sent("userId", "fast", "startedAt", first+9, "durationMs", 12_000), 200, "map[accepted:true personalBest:true rank:1]")
	check("the most moves", sent("moveCount", 20_001, "durationMs", 2_100_000, "startedAt", first-5_000_000), 200, "map[accepted:false reason:more than 20000 moves]")
	check("60 moves in 1 ms", sent("moveCount", 60, "durationMs", 1), 200, "map[accepted:false reason:less than 100 ms a move]")
	check("too many moves", sent("moveCount", 1<<40), 200, "map[accepted:false reason:durationMs or moveCount is too large]")
	check("one move too many", sent("moveCount", math.MaxInt32+1), 200, "map[accepted:false reason:durationMs or moveCount is too large]")
	check("a year", sent("startedAt", 1, "durationMs", math.MaxInt32+1), 200, "map[accepted:false reason:durationMs or moveCount is too large]")
	check("lost, in a year", sent("finishedAt", nil, "durationMs", 1<<40), 200, "map[accepted:false reason:durationMs or moveCount is too large]")
	check("in no time", sent("durationMs", 0), 200, "map[accepted:false reason:less than 100 ms a move]")
	check("future", sent("finishedAt", noon.Add(time.Hour).UnixMilli()), 200, "map[accepted:false reason:a time in the future]")
	check("before time", sent("startedAt", -1), 200, "map[accepted:false reason:a time before 1970]")
	for what, body := range map[string]any{
		"no JSON": "{", "two": "{} {}", "a list": "[]", "no deal": sent("dealId", nil), "bad deal": sent("dealId", "DL1_0"),
		"no user": sent("userId", nil), "bad user": sent("userId", "a b"), "no rules": sent("ruleset", nil),
		"bad rules": sent("ruleset", map[string]any{"draw": 2}), "text": sent("durationMs", "fast"), "no moves": sent("moveCount", nil),
	} {
		if a := f.Ask("POST", "/v1/solves", body); a.Status != 400 {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}

	a := f.Ask("GET", "/v1/leaderboards/"+aDeal+"?limit=2", nil)
	if want := `{"dealId":"` + aDeal + `","top":[{"userId":"fast","durationMs":12000,"moveCount":120,"verified":false,"source":"app"},{"userId":"usr_0123456789abcdef","durationMs":170000,"moveCount":120,"verified":false,"source":"app"}]}` + "\n"; string(a.Body) != want {
		t.Errorf("%s", a.Body)
	}
	other := "DL1_" + aDeal[8:] + "1111"
	if a := f.Ask("GET", "/v1/leaderboards/"+other, nil); a.Status != 200 || string(a.Body) != `{"dealId":"`+other+`","top":[]}`+"\n" {
		t.Errorf("never solved: %d %s", a.Status, a.Body)
	}
	for _, bad := range []string{"/v1/leaderboards/x", "/v1/leaderboards/" + aDeal + "?limit=0", "/v1/leaderboards/" + aDeal + "?limit=101"} {
		if a := f.Answer(f.Request("GET", bad, nil)); a.Status != 400 {
			t.Errorf("%s: %d", bad, a.Status)
		}
	}
}

// A solution that can be replayed makes its row verified, whatever came before it.
func TestSolution(t *testing.T) {
	f, _, l := house(t)
	var moves []games.Action
	var seed string
	for n := uint64(1); moves == nil; n++ { // a deal that the solver wins at once
		seed = fmt.Sprint(n)
		moves = solver.Solve(klondike.Deck(n), klondike.Standard(), games.Limit{Nodes: 20_000}).Moves
	}
	number, _ := klondike.ParseSeed(seed)
	id := klondike.DealID(number, klondike.Standard())
	s := sent("dealId", id, "moveCount", len(moves), "seed", seed)
	f.Ask("POST", "/v1/solves", s)
	s["solution"] = moves[:len(moves)-1]
	if a := f.Ask("POST", "/v1/solves", s); a.JSON()["accepted"] != false {
		t.Errorf("half a solution: %s", a.Body)
	}
	s["solution"] = moves
	if a := f.Ask("POST", "/v1/solves", s); a.JSON()["accepted"] != true || a.JSON()["personalBest"] != false {
		t.Errorf("the proof: %s", a.Body)
	}
	s["seed"] = "77"
	if a := f.Ask("POST", "/v1/solves", s); a.JSON()["accepted"] != false {
		t.Errorf("another deal's seed: %s", a.Body)
	}
	a := f.Ask("GET", "/v1/leaderboards/"+id, nil)
	row := a.JSON()["top"].([]any)[0].(map[string]any)
	if row["verified"] != true {
		t.Errorf("%s", a.Body)
	}
	list, mine, err := l.DealScores(t.Context(), klondike.Name, id, "nobody")
	if err != nil || mine != -1 || len(list) != 1 || list[0].Name != s["userId"] || list[0].Value != -float64(len(moves)) || list[0].Tie != -180_000 {
		t.Errorf("on the screens: %+v, %v", list, err)
	}
}

func TestDaily(t *testing.T) {
	f, s := front(t)
	secret, _ := s.Secret(t.Context())
	a := f.Ask("GET", "/v1/daily", nil)
	if v := a.JSON(); v["seed"] != ledger.OpenSeed(secret, klondike.Game{}, "2026-11-22") || v["validFrom"] != "2026-11-22T00:00:00Z" || v["validTo"] != "2026-11-22T23:59:59.999Z" {
		t.Errorf("%s", a.Body)
	}
	if b := f.Ask("GET", "/v1/daily?date=2026-11-22", nil); string(a.Body) != string(b.Body) {
		t.Errorf("today by name: %s", b.Body)
	}
	if b := f.Ask("GET", "/v1/daily?date=2026-11-21", nil); b.Status != 200 || string(a.Body) == string(b.Body) {
		t.Errorf("yesterday: %s", b.Body)
	}
	for date, status := range map[string]int{"2026-11-23": 404, "2026-13-01": 400, "today": 400} {
		if b := f.Answer(f.Request("GET", "/v1/daily?date="+date, nil)); b.Status != status {
			t.Errorf("%s: %d %s", date, b.Status, b.Body)
		}
	}
}

// Only the registered user can delete its rows.
func TestClients(t *testing.T) {
	f, s := front(t)
	f.Ask("POST", "/v1/solves", sent("userId", "old"))
	if a := f.Ask("POST", "/v1/clients/register", map[string]any{"userId": "old"}); a.Status != 409 {
		t.Errorf("another's name: %d", a.Status)
	}
	a := f.Ask("POST", "/v1/clients/register", nil)
	id, token := a.JSON()["userId"].(string), a.JSON()["token"].(string)
	if b := f.Ask("POST", "/v1/clients/register", map[string]any{"userId": id}); b.Status != 409 {
		t.Errorf("twice: %d", b.Status)
	}
	f.Ask("POST", "/v1/solves", sent("userId", id))
	remove := func(user, auth string) int {
		r := f.Request("DELETE", "/v1/clients/"+user, nil)
		if auth != "" {
			r.Header.Set("Authorization", auth)
		}
		return f.Do(r).Status
	}
	for _, c := range []struct {
		user, auth string
		want       int
	}{{id, "", 401}, {id, "Bearer x", 403}, {"old", "Bearer " + token, 403}, {"none", "Bearer " + token, 403}, {id, "Bearer " + token, 204}, {id, "Bearer " + token, 403}} {
		if got := remove(c.user, c.auth); got != c.want {
			t.Errorf("delete %s with %q: %d, want %d", c.user, c.auth, got, c.want)
		}
	}
	if list, _ := s.Notes(t.Context(), solves.In(aDeal).Name, "", 10); len(list) != 2 || list[1].Key != "old" {
		t.Errorf("left: %v", list)
	}
	if list, _ := s.Notes(t.Context(), dealsSent.In(id).Name, "", 10); len(list) != 0 {
		t.Errorf("left of the user: %v", list)
	}
}

// A burst from one user passes. An address may make a limited number of new users, and gets the time
// after which it may make more.
func TestTooMany(t *testing.T) {
	f, _ := front(t)
	for i := range 50 {
		if a := f.Ask("POST", "/v1/solves", sent("startedAt", noon.Add(-time.Hour).UnixMilli()+int64(i))); a.Status != 200 {
			t.Fatalf("%d: %s", i, a.Body)
		}
	}
	n := 0
	for i := range newClients + 10 {
		if a := f.Ask("POST", "/v1/clients/register", map[string]any{"userId": fmt.Sprint("u", i)}); a.Status == 201 {
			n++
		} else if a.Header.Get("Retry-After") == "" {
			t.Fatalf("%d: %s", a.Status, a.Body)
		}
	}
	if n != newClients {
		t.Errorf("%d users", n)
	}
}

func TestDeals(t *testing.T) {
	f, _ := front(t)
	if a := f.Ask("GET", "/v1/deals/"+aDeal, nil); a.Status != 404 {
		t.Errorf("unknown: %d", a.Status)
	}
	if a := f.Ask("GET", "/v1/deals/curated?difficulty=impossible", nil); a.Status != 400 {
		t.Errorf("difficulty: %d", a.Status)
	}
	if a := f.Ask("GET", "/v1/deals/curated", nil); a.Status != 200 || string(a.Body) == "" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// Rows from before the limits for phones are on no board.
func TestRowsOfOld(t *testing.T) {
	f, s := front(t)
	f.Ask("POST", "/v1/solves", sent("userId", "fine"))
	for user, old := range map[string]row{
		"long":  {Best: &result{Duration: 180_000, Moves: 1 << 40}},
		"zero":  {Best: &result{Moves: 120}},
		"proof": {Best: &result{Duration: 1 << 40, Moves: 99}, Proved: &result{Duration: 1 << 40, Moves: 99}},
	} {
		if err := solves.In(aDeal).Put(t.Context(), s, user, old); err != nil {
			t.Fatal(err)
		}
	}
	for _, of := range []string{"", "?verified=true"} {
		a := f.Ask("GET", "/v1/leaderboards/"+aDeal+of, nil)
		if top := a.JSON()["top"].([]any); len(top) != map[string]int{"": 1}[of] {
			t.Errorf("%q: %s", of, a.Body)
		}
	}
}

// A deal that only clients have played has no verdict, and shows how often clients won.
func TestDealOfClients(t *testing.T) {
	f, _ := front(t)
	first := noon.Add(-10 * time.Minute).UnixMilli()
	f.Ask("POST", "/v1/solves", sent())
	f.Ask("POST", "/v1/solves", sent("startedAt", first+1, "finishedAt", nil))
	a := f.Ask("GET", "/v1/deals/"+aDeal, nil)
	v := a.JSON()
	tries, _ := v["tries"].(map[string]any)
	rules, _ := v["ruleset"].(map[string]any)
	if a.Status != 200 || v["dealId"] != aDeal || v["status"] != "unknown" || tries["count"] != 2.0 || tries["successRate"] != 0.5 || rules["draw"] != 1.0 || rules["recycle"] != "reverse" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// Any client request succeeds, or is refused as the description says.
func FuzzRequests(f *testing.F) {
	body, err := json.Marshal(sent("seed", "1", "moves", []string{"draw"}))
	if err != nil {
		f.Fatal(err)
	}
	front, _ := front(f)
	webtest.Fuzz(f, front,
		[3]string{"POST", "/v1/solves", string(body)},
		[3]string{"POST", "/v1/clients/register", `{"userId":"a","nickname":"b"}`},
		[3]string{"DELETE", "/v1/clients/a", ""},
		[3]string{"GET", "/v1/daily?date=2026-11-21", ""},
		[3]string{"GET", "/v1/leaderboards/" + aDeal + "?limit=5", ""},
		[3]string{"GET", "/v1/deals/curated?limit=5", ""},
		[3]string{"GET", "/v1/deals/" + aDeal, ""},
	)
}

// Today's open deal is known before anybody has played it.
func TestOpenDealIsUnknown(t *testing.T) {
	f, _ := front(t)
	day := f.Ask("GET", "/v1/daily", nil).JSON()
	a := f.Ask("GET", fmt.Sprint("/v1/deals/", day["dealId"]), nil)
	m := a.JSON()
	if a.Status != 200 || m["status"] != "unknown" || m["seed"] != day["seed"] || m["dealId"] != day["dealId"] {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if b := f.Ask("GET", fmt.Sprint("/v1/deals/", m["layoutId"]), nil); string(b.Body) != string(a.Body) {
		t.Errorf("by its layout: %s", b.Body)
	}
	before := f.Ask("GET", "/v1/daily?date=2026-11-21", nil).JSON()
	if a := f.Answer(f.Request("GET", fmt.Sprint("/v1/deals/", before["dealId"]), nil)); a.Status != 404 {
		t.Errorf("yesterday's: %d", a.Status)
	}
}

// A deal has one board: runs played here and replayed solves by time, then what apps only claim.
func TestOneBoard(t *testing.T) {
	f, s, l := house(t)
	v, err := l.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	var moves []games.Action
	var seed uint64
	for moves == nil {
		seed++
		moves = solver.Solve(klondike.Deck(seed), klondike.Standard(), games.Limit{Nodes: 20_000}).Moves
	}
	id := klondike.DealID(seed, klondike.Standard())
	f.Ask("POST", "/v1/solves", sent("dealId", id, "userId", "claims", "durationMs", 12_000))
	run, err := v.Create(pairing.Offer{Game: klondike.Name, Control: "none", Seed: fmt.Sprint(seed)})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range moves {
		if err := v.Act(run, i, m); err != nil {
			t.Fatal(err)
		}
	}
	proof := sent("dealId", id, "userId", "proves", "seed", fmt.Sprint(seed), "solution", moves, "moveCount", len(moves))
	if a := f.Ask("POST", "/v1/solves", proof); a.JSON()["rank"] != 2. {
		t.Errorf("behind the run here, before the claim: %s", a.Body)
	}
	if a := f.Ask("POST", "/v1/solves", sent("dealId", id, "userId", "slow")); a.JSON()["rank"] != 4. {
		t.Errorf("the slower claim: %s", a.Body)
	}
	rows := func(query string) (names []string) {
		for _, r := range f.Ask("GET", "/v1/leaderboards/"+id+query, nil).JSON()["top"].([]any) {
			r := r.(map[string]any)
			names = append(names, fmt.Sprint(r["userId"], " ", r["source"], " ", r["verified"]))
		}
		return names
	}
	if got, want := fmt.Sprint(rows("")), "[kim arcade true proves app true claims app false slow app false]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := fmt.Sprint(rows("?verified=true")), "[kim arcade true proves app true]"; got != want {
		t.Errorf("verified: %s, want %s", got, want)
	}
	list, mine, err := l.DealScores(t.Context(), klondike.Name, id, v.Me().ID)
	if err != nil || mine != 0 || len(list) != 4 || list[0].Sent || !list[1].Sent || !list[1].Replayed || list[2].Name != "claims" {
		t.Errorf("on the screens: %+v, %v", list, err)
	}

	// Nobody needs fewer moves than are proven to be needed; rows that an older version took are not shown.
	note := map[string]any{"seed": fmt.Sprint(seed), "sets": []map[string]any{{"rules": klondike.Standard().String(), "status": "solvable", "minMoves": 130, "minMovesProof": "proven"}}}
	if err := (notes.Space[any]{Name: "klondike/deals"}).Put(t.Context(), s, id, note); err != nil {
		t.Fatal(err)
	}
	if a := f.Ask("POST", "/v1/solves", sent("dealId", id, "userId", "few", "moveCount", 129)); a.JSON()["reason"] != "fewer moves than the 130 that it takes" {
		t.Errorf("below the proven minimum: %s", a.Body)
	}
	old := map[string]any{"best": map[string]any{"durationMs": 1, "moveCount": 60}}
	if err := (notes.Space[any]{Name: solves.In(id).Name}).Put(t.Context(), s, "old", old); err != nil {
		t.Fatal(err)
	}
	f2, _ := another(t, s, l)
	if a := f2.Ask("GET", "/v1/leaderboards/"+id, nil); len(a.JSON()["top"].([]any)) != 4 {
		t.Errorf("60 moves in 1 ms from before: %s", a.Body)
	}
}
