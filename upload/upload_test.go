package upload

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby"
	"arcade/lobby/config"
	"arcade/server/web"
	api "arcade/server/web/klondike"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/notes"
)

// noon is when everything here happens.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// remote is the real front of a server, with what it was asked.
type remote struct {
	*httptest.Server
	store store.Store
	// asked are the requests, bodies the JSON that came with them.
	asked  []string
	bodies []string
	// fault answers in place of the front, where it says so.
	fault func(n int, w http.ResponseWriter, r *http.Request) bool
}

func serve(t *testing.T) *remote {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lobby.New(config.Config{Store: s, Games: games.NewRegistry(solver.Game{}), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	solves, err := api.New(t.Context(), l, s, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	front := web.Handler(web.Config{APIs: []func(*http.ServeMux){solves.Add}, Log: slog.New(slog.DiscardHandler)})
	r := &remote{store: s}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		raw, _ := io.ReadAll(q.Body)
		q.Body = io.NopCloser(strings.NewReader(string(raw)))
		r.asked, r.bodies = append(r.asked, q.Method+" "+q.URL.Path), append(r.bodies, string(raw))
		if r.fault == nil || !r.fault(len(r.asked), w, q) {
			front.ServeHTTP(w, q)
		}
	}))
	t.Cleanup(func() { r.Close(); l.Close(); _ = s.Close() })
	return r
}

// solves counts the requests that sent a try.
func (r *remote) solves() (n int) {
	for _, a := range r.asked {
		if a == "POST /v1/solves" {
			n++
		}
	}
	return n
}

// top is the board of a deal, as anybody sees it.
func (r *remote) top(t *testing.T, deal string) (rows []map[string]any) {
	t.Helper()
	answer, err := http.Get(r.URL + "/v1/leaderboards/" + deal + "?limit=100")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var board struct{ Top []map[string]any }
	if err := json.NewDecoder(answer.Body).Decode(&board); err != nil {
		t.Fatal(err)
	}
	return board.Top
}

// sender has a queue of its own; it has agreed, to the server of address.
func sender(t *testing.T, address string) *Sender {
	t.Helper()
	s := NewSender(t.TempDir(), slog.New(slog.DiscardHandler))
	s.Random = rand.New(rand.NewPCG(1, 2))
	if address != "" {
		must(t, s.SetServer(address))
		must(t, s.Change(func(set *Settings) { set.Agreed = true }))
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// try is the n-th of some tries that were won, each of a deal of its own.
func try(n int) string {
	start := noon.Add(-time.Hour + time.Duration(n)*time.Second).UnixMilli()
	end, took := start+60_000, int64(50_000)
	r := klondike.Standard()
	return klondike.SolveStats{
		DealID: klondike.DealID(uint64(n), r), Seed: fmt.Sprint(n), Draw: r.Draw, Redeals: r.Redeals, Recycle: r.Recycle, F2T: r.F2T,
		Started: &start, Finished: &end, Dur: &took, Moves: 120, Outcome: klondike.Win, LayoutID: "L1_x", Client: "arcade test", Plat: "linux",
	}.SV1()
}

// queued appends the tries from up to, not with, to.
func queued(t *testing.T, s *Sender, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		must(t, s.Append(try(n)))
	}
}

// counts holds the queue to so many lines of each kind.
func counts(t *testing.T, q Queue, waiting, sent, refused int) {
	t.Helper()
	w, s, r, err := q.Counts()
	if err != nil || w != waiting || s != sent || r != refused {
		t.Errorf("%d wait, %d sent, %d refused (%v), want %d, %d, %d", w, s, r, err, waiting, sent, refused)
	}
}

// Nothing leaves before the player has agreed and named a server.
func TestNothingBeforeConsent(t *testing.T) {
	r, s := serve(t), sender(t, "")
	queued(t, s, 0, 3)
	if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNotAgreed) {
		t.Errorf("not agreed: %v", err)
	}
	must(t, s.SetServer(r.URL+"/"))
	if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNotAgreed) {
		t.Errorf("a server alone: %v", err)
	}
	if len(r.asked) > 0 {
		t.Errorf("asked: %v", r.asked)
	}
	must(t, s.Change(func(set *Settings) { set.Agreed, set.Server = true, "" }))
	if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNoServer) {
		t.Errorf("no server: %v", err)
	}
	counts(t, s.Queue, 3, 0, 0)
	for _, bad := range []string{"", "example.org", "ftp://a", "http://", "http://a?b", "http://u:p@a"} {
		if err := s.SetServer(bad); !errors.Is(err, errServer) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// More than one batch is sent, once, under one anonymous name, and with the named fields only.
func TestSends(t *testing.T) {
	r := serve(t)
	s := sender(t, r.URL)
	const n = batch + 7
	queued(t, s, 0, n)
	queued(t, s, 0, n) // what the queue has is not added again
	sent, refused, err := s.Sync(t.Context())
	if sent != n || refused != 0 || err != nil {
		t.Fatalf("%d sent, %d refused: %v", sent, refused, err)
	}
	counts(t, s.Queue, 0, n, 0)
	if sent, _, err := s.Sync(t.Context()); sent != 0 || err != nil || r.solves() != n {
		t.Errorf("again: %d, %v, %d in all", sent, err, r.solves())
	}
	queued(t, s, 0, n)
	counts(t, s.Queue, 0, n, 0)
	set, _ := s.Settings()
	if len(set.Client.UserID) != 20 || !strings.HasPrefix(set.Client.UserID, "usr_") || strings.Trim(set.Client.UserID[4:], "0123456789abcdef") != "" {
		t.Errorf("the name %q", set.Client.UserID)
	}
	if row := r.top(t, klondike.DealID(3, klondike.Standard())); len(row) != 1 || row[0]["userId"] != set.Client.UserID {
		t.Errorf("board: %v", row)
	}
	var body map[string]any
	must(t, json.Unmarshal([]byte(r.bodies[len(r.bodies)-1-1]), &body)) // the last is the board's
	var names []string
	for name := range body {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := "clientVersion dealId durationMs finishedAt moveCount platform ruleset startedAt userId"; strings.Join(names, " ") != want {
		t.Errorf("sent %v", names)
	}
}

// A lost try is sent as such; one that the server refuses for good is put aside.
func TestRefusedForGood(t *testing.T) {
	r := serve(t)
	s := sender(t, r.URL)
	lost := strings.Replace(try(1), "outcome=win", "outcome=resign", 1)
	bad := strings.Replace(try(2), "draw=1", "draw=2", 1) // no such rules
	for _, l := range []string{lost, bad, try(3)} {
		must(t, s.Append(l))
	}
	if sent, refused, err := s.Sync(t.Context()); sent != 2 || refused != 1 || err != nil {
		t.Fatalf("%d sent, %d refused: %v", sent, refused, err)
	}
	counts(t, s.Queue, 0, 2, 1)
	if len(r.top(t, klondike.DealID(1, klondike.Standard()))) != 0 {
		t.Error("a lost try is on the board")
	}
	if sent, refused, err := s.Sync(t.Context()); sent+refused != 0 || err != nil {
		t.Errorf("again: %d %d %v", sent, refused, err)
	}
}

// What was sent before a server broke down is moved, and the rest is sent later.
func TestHalfABatch(t *testing.T) {
	for _, status := range []int{500, 503, 429, 401, 404, 408} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			r := serve(t)
			s := sender(t, r.URL)
			queued(t, s, 0, 10)
			r.fault = func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n < 6 { // the first is to register
					return false
				}
				w.Header().Set("Retry-After", "120")
				w.WriteHeader(status)
				return true
			}
			sent, refused, err := s.Sync(t.Context())
			var trouble *Trouble
			if sent != 4 || refused != 0 || !errors.As(err, &trouble) || trouble.Status != status {
				t.Errorf("%d sent, %d refused: %v", sent, refused, err)
			}
			if asks := status == 429 || status >= 500; asks != (trouble.After == 2*time.Minute) {
				t.Errorf("to be left alone for %v", trouble.After)
			}
			counts(t, s.Queue, 6, 4, 0)
			r.fault = nil
			if sent, _, err := s.Sync(t.Context()); sent != 6 || err != nil {
				t.Errorf("then: %d %v", sent, err)
			}
			counts(t, s.Queue, 0, 10, 0)
		})
	}
}

// A server that does not answer, or that is not there, is trouble, and nothing is lost.
func TestTimeouts(t *testing.T) {
	r := serve(t)
	s := sender(t, r.URL)
	queued(t, s, 0, 2)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r.fault = func(n int, _ http.ResponseWriter, q *http.Request) bool {
		if n == 3 { // the second try
			cancel()
			<-q.Context().Done()
			return true
		}
		return false
	}
	var trouble *Trouble
	if sent, _, err := s.Sync(ctx); sent != 1 || !errors.As(err, &trouble) || trouble.Status != 0 {
		t.Errorf("%d sent: %v", sent, err)
	}
	counts(t, s.Queue, 1, 1, 0)
	must(t, s.SetServer("http://"+freeAddress(t)))
	if _, _, err := s.Sync(t.Context()); !errors.As(err, &trouble) || s.Last() == nil {
		t.Errorf("nobody there: %v", err)
	}
	counts(t, s.Queue, 1, 1, 0)
}

// freeAddress is one at which nobody listens.
func freeAddress(t *testing.T) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer ln.Close()
	return ln.Addr().String()
}

// Killed between sending and moving, or within the move: nothing is lost, and the server
// counts nothing twice.
func TestKilledBetween(t *testing.T) {
	r := serve(t)
	s := sender(t, r.URL)
	queued(t, s, 0, 3)
	pending := filepath.Join(s.Dir, pendingFile)
	before, err := os.ReadFile(pending)
	must(t, err)
	if sent, _, err := s.Sync(t.Context()); sent != 3 || err != nil {
		t.Fatal(sent, err)
	}
	uploaded := filepath.Join(s.Dir, uploadedFile)
	after, err := os.ReadFile(uploaded)
	must(t, err)

	// Sent, and not moved: sent again, and counted once.
	must(t, os.WriteFile(pending, before, 0o600))
	must(t, os.Remove(uploaded))
	if sent, _, err := s.Sync(t.Context()); sent != 3 || err != nil {
		t.Fatal(sent, err)
	}
	counts(t, s.Queue, 0, 3, 0)
	for n := range 3 {
		id := klondike.DealID(uint64(n), klondike.Standard())
		if rows := r.top(t, id); len(rows) != 1 {
			t.Errorf("try %d: %v", n, rows)
		}
		tally, ok, err := notes.Space[struct{ Tries, Won int }]{Name: "solves/" + id}.Get(t.Context(), r.store, "#")
		if !ok || err != nil || tally.Tries != 1 || tally.Won != 1 {
			t.Errorf("try %d is counted %+v (%v %v)", n, tally, ok, err)
		}
	}

	// Noted as sent, and not yet taken from the waiting ones: not sent again.
	must(t, os.WriteFile(pending, before, 0o600))
	n := r.solves()
	if sent, _, err := s.Sync(t.Context()); sent != 0 || err != nil || r.solves() != n {
		t.Errorf("%d sent again, %v", sent, err)
	}

	// Half a line is what a crash left: it is none, and the next begins behind the last whole one.
	must(t, os.WriteFile(pending, []byte(try(7)[:40]), 0o600))
	must(t, os.WriteFile(uploaded, append(after, try(8)[:40]...), 0o600))
	must(t, s.Append(try(7)))
	if sent, _, err := s.Sync(t.Context()); sent != 1 || err != nil {
		t.Errorf("behind half a line: %d %v", sent, err)
	}
	counts(t, s.Queue, 0, 4, 0)
}

// The moves are sent where the player has agreed to it, and make the row verified.
func TestMoves(t *testing.T) {
	r := serve(t)
	s := sender(t, r.URL)
	run := won(t)
	line, err := lineOf(run, "arcade", "linux")
	must(t, err)
	must(t, s.Append(line))
	if lines, err := s.Preview(); err != nil || len(lines) != 1 || strings.Contains(lines[0], "solution") || strings.Contains(lines[0], "seed") {
		t.Errorf("without: %v %v", lines, err)
	}
	must(t, s.Change(func(set *Settings) { set.Moves = true }))
	if lines, err := s.Preview(); err != nil || !strings.Contains(lines[0], `"solution":["`) {
		t.Errorf("with: %v %v", lines, err)
	}
	if len(r.asked) != 0 {
		t.Error("a preview has asked the server")
	}
	if sent, _, err := s.Sync(t.Context()); sent != 1 || err != nil {
		t.Fatal(sent, err)
	}
	stats, err := klondike.ReadSV1(line)
	must(t, err)
	if rows := r.top(t, stats.DealID); len(rows) != 1 || rows[0]["verified"] != true {
		t.Errorf("%v", rows)
	}
}

// won is a run that was won.
func won(t *testing.T) games.Run {
	t.Helper()
	var moves []games.Action
	seed := uint64(0)
	for moves == nil {
		seed++
		moves = solver.Solve(klondike.Deck(seed), klondike.Standard(), games.Limit{Nodes: 20_000}).Moves
	}
	setup := games.Setup{Game: klondike.Name, Rules: klondike.Game{}.Info().Rules, Seed: fmt.Sprint(seed)}
	pos, err := klondike.Game{}.Start(setup)
	must(t, err)
	run := games.Run{Match: "M", Setup: setup, At: noon.Add(-time.Minute).UnixMilli()}
	at := run.At - int64(len(moves))*1000
	for i, m := range moves {
		if _, err := pos.Apply(m); err != nil {
			t.Fatal(err)
		}
		run.Plies = append(run.Plies, games.Ply{Action: m, At: at + int64(i)*1000})
	}
	run.Result = *pos.Result()
	return run
}

// Runs are collected once, and runs from before the deletion of the data never again.
func TestCollect(t *testing.T) {
	s := sender(t, "")
	run := won(t)
	runs := func(yield func(games.Run, error) bool) {
		_ = yield(games.Run{}, errors.New("broken")) && yield(run, nil)
	}
	for range 2 {
		if err := s.Collect(runs, "arcade", "linux", true); err == nil || err.Error() != "broken" {
			t.Errorf("%v", err)
		}
		counts(t, s.Queue, 1, 0, 0)
	}
	must(t, s.Forget(t.Context(), noon))
	_ = s.Collect(runs, "arcade", "linux", true)
	counts(t, s.Queue, 0, 0, 0)

	s = sender(t, "")
	must(t, s.Collect(func(yield func(games.Run, error) bool) {
		must(t, s.Forget(t.Context(), noon)) // while the runs are read
		yield(run, nil)
	}, "arcade", "linux", true))
	counts(t, s.Queue, 0, 0, 0)
}

// To delete reaches the server, if need be later, and another server too.
func TestForget(t *testing.T) {
	r, other := serve(t), serve(t)
	s := sender(t, r.URL)
	queued(t, s, 0, 2)
	_, _, err := s.Sync(t.Context())
	must(t, err)
	must(t, s.SetServer(other.URL))
	queued(t, s, 2, 4)
	_, _, err = s.Sync(t.Context())
	must(t, err)
	id := func(n uint64) string { return klondike.DealID(n, klondike.Standard()) }
	if len(r.top(t, id(1))) != 1 || len(other.top(t, id(2))) != 1 {
		t.Fatal("not sent")
	}
	other.fault = func(_ int, w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
	if err := s.Forget(t.Context(), noon); err == nil {
		t.Error("a broken server has deleted")
	}
	counts(t, s.Queue, 0, 0, 0)
	other.fault = nil
	queued(t, s, 5, 6)
	if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNotAgreed) { // it has deleted first
		t.Errorf("then: %v", err)
	}
	if len(r.top(t, id(1))) != 0 || len(other.top(t, id(2))) != 0 {
		t.Error("rows are left")
	}
	if set, _ := s.Settings(); len(set.Leaving)+len(set.Others) != 0 || set.Agreed || set.Client.Token != "" {
		t.Errorf("left: %+v", set)
	}
	n := len(r.asked)
	if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNotAgreed) || len(r.asked) != n {
		t.Errorf("asked again: %v", err)
	}
}

// A server that is gone and still has to delete something keeps no try from the present server, and no
// other server from deleting. It is asked again.
func TestLeavingAServerThatIsGone(t *testing.T) {
	gone, other := serve(t), serve(t)
	s := sender(t, other.URL)
	for n, r := range []*remote{other, gone} {
		must(t, s.SetServer(r.URL))
		queued(t, s, 2*n, 2*n+2)
		if sent, _, err := s.Sync(t.Context()); sent != 2 || err != nil {
			t.Fatalf("sent %d of 2: %v", sent, err)
		}
	}
	broken := func(_ int, w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
	gone.fault = broken
	other.fault = broken
	var trouble *Trouble
	if err := s.Forget(t.Context(), noon); !errors.As(err, &trouble) {
		t.Errorf("broken servers have deleted: %v", err)
	}
	other.fault = nil
	if _, _, err := s.Sync(t.Context()); !errors.As(err, &trouble) {
		t.Errorf("a broken server has deleted: %v", err)
	}
	if rows := other.top(t, klondike.DealID(1, klondike.Standard())); len(rows) != 0 {
		t.Error("the other server has not deleted")
	}
	must(t, s.SetServer(other.URL))
	must(t, s.Change(func(set *Settings) { set.Agreed = true }))
	queued(t, s, 4, 6)
	if sent, _, err := s.Sync(t.Context()); sent != 2 || err != nil {
		t.Errorf("sent %d of 2: %v", sent, err)
	}
	gone.fault = nil
	_, _, err := s.Sync(t.Context())
	must(t, err)
	if set, _ := s.Settings(); len(set.Leaving) != 0 {
		t.Errorf("left: %+v", set)
	}
}

// transport answers without a network.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// during returns a server that takes everything, with the requests that it gets. It calls f before it
// answers the request number n.
func during(s *Sender, n int, f func()) *[]string {
	asked := new([]string)
	s.transport = transport(func(r *http.Request) (*http.Response, error) {
		raw, _ := io.ReadAll(r.Body)
		body := struct{ UserID string }{}
		_ = json.Unmarshal(raw, &body)
		*asked = append(*asked, strings.TrimSpace(r.Method+" "+r.URL.Host+r.URL.Path+" "+body.UserID))
		if len(*asked) == n {
			f()
		}
		rec := httptest.NewRecorder()
		rec.WriteHeader(http.StatusCreated)
		_, _ = rec.WriteString(`{"token":"t"}`)
		return rec.Result(), nil
	})
	return asked
}

// A server that is named in the middle of a batch learns of the player before it gets a try.
func TestAnotherServerWithinABatch(t *testing.T) {
	s := sender(t, "http://one.example")
	queued(t, s, 0, 3)
	asked := during(s, 2, func() { must(t, s.SetServer("http://two.example")) })
	if sent, refused, err := s.Sync(t.Context()); sent != 3 || refused != 0 || err != nil {
		t.Errorf("%d sent, %d refused: %v", sent, refused, err)
	}
	set, _ := s.Settings()
	one, two := set.Others[0].UserID, set.Client.UserID
	want := []string{
		"POST one.example/v1/clients/register " + one, "POST one.example/v1/solves " + one,
		"POST two.example/v1/clients/register " + two, "POST two.example/v1/solves " + two, "POST two.example/v1/solves " + two,
	}
	if !slices.Equal(*asked, want) {
		t.Errorf("asked %q, want %q", *asked, want)
	}
}

// To delete waits no longer for a run than it may. It stops the run, which asks the server.
func TestForgetDuringARun(t *testing.T) {
	for n, what := range map[int]string{1: "the player registers", 2: "a try is sent"} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := sender(t, "http://arcade.example")
				queued(t, s, 0, 3)
				asked := during(s, n, func() {
					ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
					defer cancel()
					var trouble *Trouble
					if err := s.Forget(ctx, noon); !errors.As(err, &trouble) {
						t.Errorf("the run waits for an answer: %v", err)
					}
					counts(t, s.Queue, 0, 0, 0)
				})
				if _, _, err := s.Sync(t.Context()); !errors.Is(err, ErrNotAgreed) {
					t.Errorf("the run: %v", err)
				}
				if last := (*asked)[len(*asked)-1]; len(*asked) != n+1 || !strings.HasPrefix(last, "DELETE arcade.example/v1/clients/usr_") {
					t.Errorf("asked %q", *asked)
				}
				counts(t, s.Queue, 0, 0, 0)
				if set, _ := s.Settings(); len(set.Leaving)+len(set.Others) != 0 || set.Agreed || set.Client.Token != "" {
					t.Errorf("left: %+v", set)
				}
			})
		})
	}
}

// The background sends at once, after a game and every twelve hours; where the server is
// in trouble it waits longer each time, no two alike, and no game has it ask sooner.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sender(t, "http://arcade.example")
		var at []time.Duration
		start, broken := time.Now(), true
		var mu sync.Mutex // the race detector does not see that the clock orders it all
		s.transport = transport(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Since(start))
			if broken {
				return nil, errors.New("unreachable")
			}
			rec := httptest.NewRecorder()
			rec.WriteHeader(201)
			_, _ = rec.WriteString(`{"token":"t"}`)
			return rec.Result(), nil
		})
		queued(t, s, 0, 1)
		wake := make(chan struct{}, 1)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Run(ctx, wake); close(done) }()
		synctest.Wait()
		wake <- struct{}{} // heard after the trouble only
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		mu.Lock()
		if len(at) < 8 || at[0] != 0 {
			t.Fatalf("asked %v", at)
		}
		for i := 1; i < len(at); i++ {
			most := min(firstPause<<(i-1), longestPause)
			if pause := at[i] - at[i-1]; pause < most/2 || pause > most {
				t.Errorf("pause %d: %v, want %v to %v", i, pause, most/2, most)
			}
		}
		broken = false
		mu.Unlock()
		time.Sleep(longestPause)
		counts(t, s.Queue, 0, 1, 0)
		time.Sleep(time.Hour)
		queued(t, s, 1, 2)
		wake <- struct{}{}
		synctest.Wait()
		counts(t, s.Queue, 0, 2, 0)
		queued(t, s, 2, 3)
		time.Sleep(every - time.Minute)
		counts(t, s.Queue, 1, 2, 0)
		time.Sleep(time.Minute)
		synctest.Wait()
		counts(t, s.Queue, 0, 3, 0)
		cancel()
		<-done
	})
}

// A line reads as it was written.
func TestReadsWhatItWrites(t *testing.T) {
	line, err := lineOf(won(t), "arcade 1;2", "linux")
	must(t, err)
	s, err := klondike.ReadSV1(line)
	must(t, err)
	if s.SV1() != line || s.Client != "arcade 12" || len(s.Solution) != s.Moves {
		t.Errorf("%s\n%s", line, s.SV1())
	}
	s, err = klondike.ReadSV1("SV1;dealId=" + s.DealID + ";seed=;started=;moves=3;more=x")
	if err != nil || s.Started != nil || s.Seed != "" || s.Moves != 3 {
		t.Errorf("%+v %v", s, err)
	}
	for _, bad := range []string{"", "SV2;dealId=" + s.DealID, "SV1;dealId=x", "SV1;dealId=" + s.DealID + ";moves=many"} {
		if _, err := klondike.ReadSV1(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
