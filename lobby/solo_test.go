package lobby

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/store"
)

// alone runs a test in a house with a solo game. The clock begins at 2000-01-01 00:00 UTC.
func alone(t *testing.T, f func(t *testing.T, h *house)) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(othello.Game{}, stones.Game{})}, f)
}

// ask begins a run, or finds the one in play instead, and opens its table.
func (h *house) ask(v *Visit, o pairing.Offer) string {
	h.t.Helper()
	o.Game = stones.Name
	id, err := v.Create(o)
	h.must(err)
	h.must(v.Watch(id))
	return id
}

// pick picks n times, or until the run is over: choice 2 as often as allowed, so that four picks never
// reach the end, then choice 1.
func (h *house) pick(v *Visit, id string, n int) *table.Snapshot {
	h.t.Helper()
	for range n {
		s := h.see(v, id)
		if s.Result != nil {
			break
		}
		a := games.Action("1")
		if slices.Contains(s.Legal, "2") {
			a = "2"
		}
		h.must(v.Act(id, len(s.Plies), a))
	}
	return h.see(v, id)
}

// done plays a run to its end.
func (h *house) done(v *Visit, o pairing.Offer) *table.Snapshot {
	h.t.Helper()
	s := h.pick(v, h.ask(v, o), stones.Picks)
	if s.Result == nil {
		h.t.Fatal("the run goes on")
	}
	return s
}

// stats returns a player's statistics of stepping stones.
func (h *house) stats(v *Visit) (s stones.Stats) {
	h.t.Helper()
	raw, err := h.Stats(context.Background(), stones.Name, v.Me().ID)
	h.must(err)
	if raw != nil {
		h.must(json.Unmarshal(raw, &s))
	}
	return s
}

// board returns the rows of a board.
func (h *house) board(name string) []store.Score {
	h.t.Helper()
	list, err := h.Scores(context.Background(), name, 0, 99)
	h.must(err)
	return list
}

func reward(s *table.Snapshot) stones.Reward {
	var says struct{ Reward stones.Reward }
	if err := s.Result.Read(&says); err != nil {
		panic(err)
	}
	return says.Reward
}

func mode(n int) json.RawMessage { return json.RawMessage(fmt.Sprintf(`{"mode":%d}`, n)) }

func TestRankedRunsAlone(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		if got := h.Boards(stones.Name); !reflect.DeepEqual(got, []string{"1", "2", "3"}) || h.Boards("othello") != nil || h.Boards("no") != nil {
			t.Errorf("boards %v", got)
		}
		if s := h.see(kim, h.ask(kim, pairing.Offer{})); s.Control != (games.Control{}) || s.Rated || s.Daily != "" || s.Seeded || s.Hinted || s.Seed != "" {
			t.Errorf("a ranked run: %+v", s)
		}
		seeds := map[string]bool{}
		sum := 0
		for i := range 25 {
			s := h.done(kim, pairing.Offer{})
			seeds[s.Seed] = true
			if i >= 5 {
				sum += int(reward(s))
			}
			if _, place, _, err := h.ScoreOf(t.Context(), "stones/1", kim.Me().ID); err != nil || (place == 1) != (i >= 19) {
				t.Fatalf("after %d runs: place %d, %v", i+1, place, err)
			}
			h.pass(10 * time.Second)
		}
		if len(seeds) != 25 || seeds[""] {
			t.Errorf("%d seeds", len(seeds))
		}
		row, place, of, err := h.ScoreOf(t.Context(), "stones/1", kim.Me().ID)
		h.must(err)
		if row.Value != float64(sum)/20 || row.Name != "kim" || place != 1 || of != 1 {
			t.Errorf("row %+v, %d of %d; sum %d", row, place, of, sum)
		}
		rec, err := h.store.Match(t.Context(), row.Match)
		if err != nil || rec.Ended != row.At || rec.Rated || len(h.board("stones/2")) != 0 {
			t.Errorf("the row's match: %+v, %v", rec, err)
		}
		f, err := h.Kibo(t.Context(), "", row.Match)
		h.must(err)
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		if s := h.stats(kim); s.Runs != 25 || s.Modes[0].Classes[games.Ranked] != 25 {
			t.Errorf("statistics %+v", s)
		}
	})
}

// Leaving, another window, a restart of the server, other words for the same options: the unfinished run
// comes back.
func TestNobodyRerolls(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.ask(kim, pairing.Offer{})
		seed := h.see(kim, id).SeedHash
		h.pick(kim, id, 3)
		again := func(what string, o pairing.Offer, want int) {
			t.Helper()
			if got := h.ask(kim, o); got != id {
				t.Fatalf("%s: another run", what)
			}
			if s := h.see(kim, id); s.SeedHash != seed || len(s.Plies) != want {
				t.Fatalf("%s: %d picks", what, len(s.Plies))
			}
		}
		kim.Unwatch(id)
		again("left the table", pairing.Offer{}, 3)
		for _, options := range []string{`{}`, `{"mode":1}`, ` {"mode" : 1 } `} {
			again(options, pairing.Offer{Options: json.RawMessage(options)}, 3)
		}
		kim = h.enter("kim")
		again("another window", pairing.Offer{}, 3)
		kim.Leave()
		h.pass(3 * 24 * time.Hour)
		kim = h.enter("kim")
		if list := kim.Home().Resume; len(list) != 1 || list[0].ID != id {
			t.Errorf("home resumes %v", list)
		}
		again("away for days", pairing.Offer{}, 3)
		h.pick(kim, id, 1)
		h = h.kill()
		kim = h.enter("kim")
		again("a restart", pairing.Offer{}, 4)
		h.must(kim.Look(id))
		again("a look", pairing.Offer{}, 4)

		// Other runs are independent.
		other := h.ask(kim, pairing.Offer{Options: mode(2)})
		practice := h.ask(kim, pairing.Offer{Seed: "s"})
		daily := h.ask(kim, pairing.Offer{Daily: true})
		lee := h.enter("lee")
		if ids := map[string]bool{id: true, other: true, practice: true, daily: true, h.ask(lee, pairing.Offer{}): true}; len(ids) != 5 {
			t.Errorf("%d runs", len(ids))
		}
		// A rematch does not give another seed, either.
		h.pick(kim, practice, 8)
		h.must(kim.Rematch(practice))
		if s := h.see(kim, practice); s.Next != id {
			t.Errorf("a rematch leads to %s", s.Next)
		}
		if h.pick(kim, id, 8).Result == nil || h.ask(kim, pairing.Offer{}) == id {
			t.Error("a finished run comes back")
		}
	})
}

// yielding lets other goroutines run before it writes a match. It cannot sleep: a goroutine that waits for
// a lock stops a bubble's clock.
type yielding struct{ store.Store }

func (s yielding) CreateMatch(ctx context.Context, m store.Match) error {
	for range 100 {
		runtime.Gosched()
	}
	return s.Store.CreateMatch(ctx, m)
}

func TestRacingStartsGiveOneRun(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(stones.Game{})}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		ids := make([]string, 10)
		for i := range ids {
			go func() {
				ids[i], _ = kim.Create(pairing.Offer{Game: stones.Name, Daily: i%2 == 0})
			}()
		}
		synctest.Wait()
		for i := range ids {
			if ids[i] == "" || ids[i] != ids[i%2] {
				t.Fatalf("runs %v", ids)
			}
		}
	}, func(s store.Store) store.Store { return yielding{s} })
}

// writing counts the concurrent writes of matches, notes, entries and ends of matches.
type writing struct {
	store.Store
	matches, notes, entries, ends together
}

type together struct{ now, most atomic.Int64 }

func (n *together) meet() {
	at := n.now.Add(1)
	defer n.now.Add(-1)
	for most := n.most.Load(); at > most && !n.most.CompareAndSwap(most, at); most = n.most.Load() {
	}
	time.Sleep(20 * time.Millisecond)
}

func (w *writing) CreateMatch(ctx context.Context, m store.Match) error {
	w.matches.meet()
	return w.Store.CreateMatch(ctx, m)
}

func (w *writing) PutNotes(ctx context.Context, space string, n ...store.Note) error {
	w.notes.meet()
	return w.Store.PutNotes(ctx, space, n...)
}

func (w *writing) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	w.entries.meet()
	return w.Store.Append(ctx, id, epoch, at, e...)
}

func (w *writing) Finish(ctx context.Context, f store.Finish) error {
	w.ends.meet()
	return w.Store.Finish(ctx, f)
}

// Players who begin or end a run at the same time do not wait for each other, and share a disk sync.
func TestManyRunsAtOnce(t *testing.T) {
	var disk *writing
	cfg := config.Config{Games: games.NewRegistry(dealstest.Winnable())}
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), cfg, func(s store.Store) store.Store { // no bubble, because its clock stands still while a goroutine waits for a lock
		disk = &writing{Store: s}
		return disk
	})
	var all sync.WaitGroup
	for i := range 12 {
		v := h.enter(fmt.Sprintf("kim%d", i))
		all.Go(func() {
			id, err := v.Create(pairing.Offer{Game: "patience"})
			fails(t, err)
			fails(t, v.Do(id, games.Resign))
		})
	}
	all.Wait()
	if m, n, e := disk.matches.most.Load(), disk.notes.most.Load(), disk.ends.most.Load(); m < 2 || n < 2 || e < 2 {
		t.Errorf("%d matches, %d notes and %d ends are written at a time", m, n, e)
	}
}

// A start restores the matches together: even with many the house is closed for only a moment.
func TestManyMatchesAtAStart(t *testing.T) {
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{})
	for i := range 12 {
		h.create(h.enter(fmt.Sprintf("kim%d", i)), pairing.Offer{Bot: "greedy", Control: "none"})
	}
	h.shut()
	var disk *writing
	again := openHouse(t, h.path, config.Config{}, func(s store.Store) store.Store {
		disk = &writing{Store: s}
		return disk
	})
	if n, most := len(again.dir.Lists().All), disk.entries.most.Load(); n != 12 || most < 2 {
		t.Errorf("%d matches are up, %d entries were written at a time", n, most)
	}
}

func TestGivingUpAlone(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		for range 19 {
			h.done(kim, pairing.Offer{})
		}
		before := h.stats(kim)
		id := h.ask(kim, pairing.Offer{})
		h.must(kim.Do(id, games.Abort)) // not begun, and no chance seen: no trace
		if h.stats(kim).Runs != 19 {
			t.Error("a run that was called off counts")
		}
		id = h.ask(kim, pairing.Offer{})
		h.pick(kim, id, 1)
		h.refused(kim.Do(id, games.Abort), games.ErrNotAllowed)
		h.must(kim.Do(id, games.Resign))
		s := h.see(kim, id)
		if s.Result.Reason != games.Resigned || reward(s) != stones.None {
			t.Errorf("result %+v", s.Result)
		}
		sum := 0
		for _, r := range before.Modes[0].Last {
			sum += int(r)
		}
		if row, place, _, _ := h.ScoreOf(t.Context(), "stones/1", kim.Me().ID); place != 1 || row.Value != float64(sum)/20 {
			t.Errorf("row %+v, sum %d", row, sum)
		}
	})
}

func TestLookAlone(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		for range 19 {
			h.done(kim, pairing.Offer{})
		}
		early := h.ask(kim, pairing.Offer{})
		h.must(lee.Watch(early))
		h.refused(lee.Look(early), table.ErrNotSeated)
		h.refused(kim.Do(early, games.Look), games.ErrNotAllowed)
		for range 3 {
			h.must(kim.Look(early))
		}
		if kinds := h.kinds(early); len(kinds) != 1 || kinds[0] != games.Look || !h.see(lee, early).Hinted {
			t.Errorf("entries %v", kinds)
		}
		h.pick(kim, early, 8)
		h.refused(kim.Look(early), games.ErrOver)
		if m := h.stats(kim).Modes[0]; m.Counted != 19 || m.Classes[games.Hinted] != 1 {
			t.Errorf("after an early look: %+v", m)
		}
		late := h.ask(kim, pairing.Offer{})
		h.pick(kim, late, 1)
		h.must(kim.Look(late))
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(late))
		if !h.see(kim, late).Hinted {
			t.Error("the look is forgotten")
		}
		h.pick(kim, late, 8)
		m := h.stats(kim).Modes[0]
		if m.Counted != 20 || m.Last[19] != stones.None || m.Classes[games.Hinted] != 2 {
			t.Errorf("after a late look: %+v", m)
		}
		if rows := h.board("stones/1"); len(rows) != 0 {
			t.Errorf("a run that looked earned %+v", rows)
		}
		h.done(kim, pairing.Offer{})
		if rows := h.board("stones/1"); len(rows) != 1 || rows[0].Value != h.stats(kim).Modes[0].Mean() {
			t.Errorf("rows %+v", rows)
		}
		two := h.start(kim, lee, pairing.Offer{})
		h.refused(kim.Look(two), games.ErrNotAllowed)
	})
}

func TestDaily(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		h.pass(13 * time.Hour)
		if h.Today() != "2000-01-01" {
			t.Fatal(h.Today())
		}
		id := h.ask(kim, pairing.Offer{Daily: true})
		h.pick(kim, id, 2)
		s := h.see(kim, id)
		if s.Daily != "2000-01-01" || s.Seeded || s.Seed != "" || s.SeedHash == "" {
			t.Errorf("daily %+v", s)
		}
		if got := h.ask(kim, pairing.Offer{Daily: true, Options: mode(1)}); got != id {
			t.Error("another run on the same day")
		}
		// A player cannot watch another's run of a day before playing that day.
		h.refused(lee.Watch(id), table.ErrHidden)
		_, err := lee.Table(id)
		h.refused(err, table.ErrHidden)
		_, err = h.Replay(t.Context(), lee.Me().ID, id)
		h.refused(err, table.ErrHidden)
		_, err = h.Kibo(t.Context(), "", id)
		h.refused(err, table.ErrHidden)
		if len(h.PublicTables(stones.Name)) != 0 || len(lee.Home().Live) != 0 {
			t.Error("the daily run is listed")
		}
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		h.must(kim.Watch(id))
		s = h.pick(kim, id, 8)
		if s.Result == nil || s.Seed != "" {
			t.Errorf("at its end: %+v", s)
		}
		secret := func(what string, rec store.Match) {
			t.Helper()
			if rec.ID != id || rec.Seed != "" {
				t.Errorf("%s tells the seed of %+v", what, rec)
			}
		}
		r, err := h.Replay(t.Context(), kim.Me().ID, id)
		h.must(err)
		secret("replay", r.Match)
		list, _ := h.Matches(t.Context(), kim.Me().ID, "", 1)
		secret("matches", list[0])
		list, _ = h.Recent(t.Context(), "", 1)
		secret("recent", list[0])
		_, err = h.Kibo(t.Context(), kim.Me().ID, id)
		h.refused(err, table.ErrHidden)
		_, err = h.Replay(t.Context(), "", id)
		h.refused(err, table.ErrHidden)

		_, err = kim.Create(pairing.Offer{Game: stones.Name, Daily: true})
		h.refused(err, solo.ErrDailyDone)
		if h.done(kim, pairing.Offer{Daily: true, Options: mode(2)}).SeedHash == s.SeedHash {
			t.Error("who has played one mode of the day knows the rolls of the other")
		}
		other := h.ask(lee, pairing.Offer{Daily: true})
		if h.see(lee, other).SeedHash != s.SeedHash {
			t.Error("the day has two seeds")
		}
		h.pick(lee, other, 1)
		h.must(lee.Do(other, games.Resign))
		late := h.enter("park") // has not played yet, and sees how many have
		for _, id := range []string{"", late.Me().ID} {
			d, err := h.Lobby.Daily(t.Context(), id)
			h.must(err)
			for _, run := range d.Runs {
				if run.Game == stones.Name && (run.Board != "1" || len(run.Rows) != 2 || run.Of != 2 || run.Place != 0) {
					t.Errorf("for %q the day has %d rows of %d on board %s", id, len(run.Rows), run.Of, run.Board)
				}
			}
		}
		rows := h.board("stones/1/2000-01-01")
		if len(rows) != 2 || rows[0].Match != id || rows[0].Value != float64(reward(s)) || rows[1].Value != 0 || len(h.board("stones/1")) != 0 {
			t.Errorf("rows %+v", rows)
		}

		h.pass(11*time.Hour - time.Minute - time.Millisecond)
		day1 := s.SeedHash
		h.pass(time.Minute)
		_, err = h.Kibo(t.Context(), "", id)
		h.refused(err, table.ErrHidden) // 23:59:59.999
		h.pass(time.Millisecond)
		if h.Today() != "2000-01-02" {
			t.Fatal(h.Today())
		}
		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil || kibo.SeedHash(*f.Seed) != day1 {
			t.Errorf("the day after: %v", err)
		}
		if next := h.see(kim, h.ask(kim, pairing.Offer{Daily: true})); next.SeedHash == day1 || next.Daily != "2000-01-02" {
			t.Errorf("the next day: %+v", next)
		}
	})
}

// On the day of the upgrade both modes have runs under their former shared seed. A player in the middle of
// one plays on, its row stands, and nobody begins another one under that seed.
func TestDailiesOfTheSharedSeed(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		mac := hmac.New(sha256.New, h.secret)
		mac.Write([]byte("2000-01-01 stones")) // as version 9ac9fe8b made it
		shared := hex.EncodeToString(mac.Sum(nil))
		before := []string{"AAAAAAA1", "AAAAAAA2"}
		for i, v := range []*Visit{kim, lee} {
			h.must(h.store.CreateMatch(t.Context(), store.Match{
				ID: before[i], Game: stones.Name, Rules: 1, Seed: shared, Options: mode(i + 1), Daily: "2000-01-01",
				Seats: []store.Seat{{Player: v.Me().ID, Name: v.Me().Name}}, Control: "none",
				Status: store.Live, Created: clock.MS(), Started: clock.MS(), Winner: -1,
			}))
		}
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		seeds := map[string]bool{}
		for i, v := range []*Visit{kim, lee} {
			old := before[i]
			if s := h.done(v, pairing.Offer{Daily: true, Options: mode(i + 1)}); s.ID != old {
				t.Errorf("mode %d: the run goes on as %s", i+1, s.ID)
			}
			if row, _, _, err := h.ScoreOf(t.Context(), fmt.Sprintf("stones/%d/2000-01-01", i+1), v.Me().ID); err != nil || row.Match != old {
				t.Errorf("mode %d: row %+v, %v", i+1, row, err)
			}
			_, err := v.Create(pairing.Offer{Game: stones.Name, Daily: true, Options: mode(i + 1)})
			h.refused(err, solo.ErrDailyDone)
			seeds[h.seedIn(h.done(v, pairing.Offer{Daily: true, Options: mode(2 - i)}).ID)] = true
		}
		if len(seeds) != 2 || seeds[shared] {
			t.Errorf("the others' seeds %v, %s was shared", seeds, shared)
		}
		h.pass(24 * time.Hour)
		f, err := h.Kibo(t.Context(), "", before[0])
		h.must(err)
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
			t.Error(err)
		}
		h.shut()
		if findings, _ := checkFile(t, h.path); len(findings) > 0 {
			t.Errorf("%+v", findings)
		}
	})
}

// A key plays the day's run once, even if its player is deleted and returns as another.
func TestDailyOfADeletedPlayer(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		daily := func(v *Visit, n int) error {
			_, err := v.Create(pairing.Offer{Game: stones.Name, Daily: true, Options: mode(n)})
			return err
		}
		noted := func() int {
			t.Helper()
			list, err := h.store.Notes(t.Context(), solo.Played.Name, "", 99)
			h.must(err)
			return len(list)
		}
		kim := h.enter("kim")
		open := h.ask(kim, pairing.Offer{Daily: true})
		h.must(kim.Do(open, games.Abort)) // nothing was picked, so kim may begin it again
		h.done(kim, pairing.Offer{Daily: true})
		h.must(kim.Forget("kim"))
		h = h.kill()
		kim = h.enter("kim")
		h.refused(daily(kim, 1), solo.ErrDailyDone)
		if rows := h.board("stones/1/2000-01-01"); len(rows) != 0 {
			t.Errorf("rows %+v", rows)
		}
		h.must(daily(kim, 2)) // kim has not played this mode
		h.must(daily(h.enter("lee"), 1))

		// A removed key gets a new player next.
		park := h.enter("park")
		h.must(daily(park, 1))
		code, _, err := park.NewKeyCode()
		h.must(err)
		_, err = h.AddKey("SHA256:laptop", "", code)
		h.must(err)
		laptop, err := h.Enter(directory.Identity{Fingerprint: "SHA256:laptop", Login: "park"})
		h.must(err)
		_, err = laptop.RemoveKey("SHA256:park")
		h.must(err)
		h.refused(daily(h.enter("park"), 1), solo.ErrDailyDone)

		if n := noted(); n != 4 {
			t.Errorf("%d notes", n)
		}
		h.pass(25*time.Hour + time.Minute)
		if n := noted(); n != 0 {
			t.Errorf("%d notes of a day that is over", n)
		}
		h.must(daily(h.enter("kim"), 1))
	})
}

// A daily run that ends after midnight counts for no day. It is the run of the day on which it began.
func TestDailyOverMidnight(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		h.pass(24*time.Hour - time.Second)
		old := h.ask(kim, pairing.Offer{Daily: true})
		h.pick(kim, old, 2)
		h.pass(time.Second)
		id := h.ask(kim, pairing.Offer{Daily: true})
		if id == old {
			t.Fatal("yesterday's run is today's")
		}
		if s := h.pick(kim, old, 8); s.Result == nil || s.Seed == "" || s.Daily != "2000-01-01" {
			t.Errorf("yesterday's run: %+v", s)
		}
		h.pick(kim, id, 8)
		if a, b := h.board("stones/1/2000-01-01"), h.board("stones/1/2000-01-02"); len(a) != 0 || len(b) != 1 || b[0].Match != id {
			t.Errorf("rows %+v, %+v", a, b)
		}
		if s := h.stats(kim); s.Modes[0].Classes[games.Daily] != 2 {
			t.Errorf("statistics %+v", s)
		}
	})
}

// The first finished daily run uses the day up, even without a row: a look of an older version.
func TestDailyThatLooked(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.ask(kim, pairing.Offer{Daily: true})
		h.must(kim.Do(id, games.Abort)) // nothing was picked
		id = h.ask(kim, pairing.Offer{Daily: true})
		h.append(id, 0, store.Entry{Kind: string(games.Look), At: clock.MS()})
		h = h.kill()
		kim = h.enter("kim")
		h.must(kim.Watch(id))
		h.pick(kim, id, 8)
		for range records.MatchPage { // many matches later on the same day
			h.pass(3 * time.Second)
			h.done(kim, pairing.Offer{Seed: "s"})
		}
		_, err := kim.Create(pairing.Offer{Game: stones.Name, Daily: true})
		h.refused(err, solo.ErrDailyDone)
		if rows := h.board("stones/1/2000-01-01"); len(rows) != 0 {
			t.Errorf("rows %+v", rows)
		}
	})
}

func TestPractice(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		var views []any
		for _, seed := range []string{"달 2", "  달   2\t", "\u1103\u1161\u11af 2"} { // the last one is decomposed
			s := h.done(kim, pairing.Offer{Seed: seed})
			if !s.Seeded || s.Seed != "달 2" {
				t.Errorf("practice %+v", s)
			}
			views = append(views, s.View)
		}
		if !reflect.DeepEqual(views[0], views[1]) || !reflect.DeepEqual(views[0], views[2]) {
			t.Error("the same seed gives other rolls")
		}
		for range 20 {
			h.pass(3 * time.Second)
			h.done(kim, pairing.Offer{Seed: "s"})
		}
		if s := h.stats(kim); s.Modes[0].Classes[games.Practice] != 23 || s.Modes[0].Counted != 0 || len(h.board("stones/1")) != 0 {
			t.Errorf("statistics %+v, rows %+v", s, h.board("stones/1"))
		}
		if s := h.done(kim, pairing.Offer{Seed: "  "}); s.Seeded {
			t.Error("blanks are a seed")
		}
		// The player who typed the seed sees it during play, others after the end.
		id := h.ask(kim, pairing.Offer{Seed: "mine"})
		if s := h.see(kim, id); s.Seed != "mine" {
			t.Errorf("the player sees the seed %q", s.Seed)
		}
		if s := h.see(h.enter("lee"), id); s.Seed != "" {
			t.Errorf("a stranger sees the seed %q", s.Seed)
		}
	})
}

func TestBadRuns(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim, lee, guest := h.enter("kim"), h.enter("lee"), h.guest()
		for _, o := range []pairing.Offer{
			{Control: "5+3"}, {Control: room.OneDay}, {Rated: true}, {Private: true}, {Quick: true}, {Bot: "best"}, {Player: lee.Me().ID},
			{Seat: 1}, {Daily: true, Seed: "s"}, {Seed: "\x01"}, {Seed: strings.Repeat("s", 129)}, {Options: mode(4)},
			{Game: "othello", Control: "none", Seed: "s"}, {Game: "othello", Control: "none", Daily: true},
		} {
			if o.Game == "" {
				o.Game = stones.Name
			}
			if _, err := kim.Create(o); !errors.Is(err, solo.ErrBadOffer) {
				t.Errorf("%+v: %v", o, err)
			}
		}
		_, err := guest.Create(pairing.Offer{Game: stones.Name, Daily: true})
		h.refused(err, room.ErrGuestRecord)
		if len(h.dir.Lists().All) != 0 {
			t.Error("a refused run is there")
		}
	})
}

func TestGuestsAlone(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		guest := h.guest()
		me := guest.Me().ID
		for range 21 {
			h.pass(3 * time.Second)
			h.done(guest, pairing.Offer{})
		}
		raw, err := h.Stats(t.Context(), stones.Name, me)
		if err != nil || raw != nil || len(h.board("stones/1")) != 0 {
			t.Errorf("a guest has %s, %v", raw, err)
		}
		id := h.ask(guest, pairing.Offer{})
		h.pick(guest, id, 2)
		guest.Leave()
		if h.live(id) != nil {
			t.Error("the run of a guest who has gone is kept")
		}
	})
}

func TestTooManyRuns(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(stones.Game{}), MaxGames: 3}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		ranked := h.ask(kim, pairing.Offer{})
		h.ask(kim, pairing.Offer{Seed: "a"})
		left := h.ask(kim, pairing.Offer{Seed: "a"})
		_, err := kim.Create(pairing.Offer{Game: stones.Name, Seed: "b"})
		h.refused(err, room.ErrTooMany)
		if h.ask(kim, pairing.Offer{}) != ranked {
			t.Error("the run that stands for a new one is too many")
		}
		h.must(kim.Do(left, games.Resign))
		h.ask(kim, pairing.Offer{Seed: "b"})
	})
}

// A run ends even if the game cannot record it.
func TestBrokenStatistics(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		m := store.Match{ID: "x", Game: stones.Name, Status: store.Live, Seats: []store.Seat{{Player: kim.Me().ID}}}
		h.must(h.store.CreateMatch(t.Context(), m))
		m.Status = store.Done
		h.must(h.store.Finish(t.Context(), store.Finish{Match: m, Outcomes: []store.Outcome{{Player: kim.Me().ID, Stats: json.RawMessage(`[1]`)}}}))
		h.done(kim, pairing.Offer{})
		if raw, err := h.Stats(t.Context(), stones.Name, kim.Me().ID); err != nil || string(raw) != `[1]` {
			t.Errorf("statistics %s, %v", raw, err)
		}
	})
}

// A practice run's time stands still while its player is away, even over a crash of the server. The time of
// a run that counts goes on.
func TestRest(t *testing.T) {
	for _, seed := range []string{"typed", ""} {
		alone(t, func(t *testing.T, h *house) {
			v := h.enter("홍련")
			id := h.ask(v, pairing.Offer{Seed: seed})
			h.pick(v, id, 1)
			h.pass(time.Minute)
			v.Unwatch(id)
			if since := h.live(id).Since; (since == 0) != (seed != "") {
				t.Errorf("seed %q: it runs on since %d", seed, since)
			}
			h.pass(time.Hour)
			h = h.kill()
			v = h.enter("홍련")
			h.pass(time.Hour)
			h.must(v.Watch(id))
			h.pass(time.Minute)
			s := h.pick(v, id, 1)
			took := time.Duration(s.Plies[1].At-s.Plies[0].At) * time.Millisecond
			if rests := took < 3*time.Minute; rests != (seed != "") {
				t.Errorf("seed %q: two picks in %v, rested %d ms, resting %d", seed, took, s.Rested, s.Resting)
			}
		})
	}
}
