package lobby

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// soul is a visitor who acts at random.
type soul struct {
	h    *house
	r    *rand.Rand
	name string
	v    *Visit
}

func (s *soul) live(steps int) {
	for range steps {
		if s.v == nil || s.v.Superseded() {
			id := directory.Identity{Fingerprint: s.name, Login: s.name, Lang: "ko"}
			v, err := s.h.Enter(id)
			if err != nil {
				s.h.t.Error(err)
				return
			}
			if s.v != nil {
				s.v.Leave()
			}
			s.v = v
		}
		s.step()
		time.Sleep(time.Duration(s.r.IntN(900)) * time.Millisecond)
	}
	if s.v != nil {
		s.v.Leave()
	}
}

// table returns the id of some table, usually one with the soul's own seat.
func (s *soul) table() string {
	list := s.h.dir.Lists().All
	home := s.v.Home()
	if mine := append(home.Resume, home.Seats...); len(mine) > 0 && s.r.IntN(4) > 0 {
		list = mine
	}
	if len(list) == 0 {
		return "NONE"
	}
	return list[s.r.IntN(len(list))].ID
}

// step does one random thing. Refusals do not matter; damage is found at the end.
func (s *soul) step() {
	v, id := s.v, s.table()
	for _, i := range v.Invitations() {
		switch s.r.IntN(4) {
		case 0:
			_ = v.Decline(i)
		case 1, 2:
			_, _ = v.Accept(i)
		}
	}
	switch s.r.IntN(20) {
	case 0:
		control := []string{"1+0", "5+3", "none", "30s", room.OneDay}[s.r.IntN(5)]
		_, _ = v.Create(pairing.Offer{Game: "othello", Seat: games.Nobody, Control: control, Rated: s.r.IntN(4) > 0, Private: s.r.IntN(5) == 0})
	case 1:
		_, _ = v.Create(pairing.Offer{Game: "othello", Control: "none", Bot: "greedy"})
	case 2:
		_, _, _ = v.Quick("othello", nil, "5+3")
	case 3, 4:
		_ = v.SitDown(id)
	case 5:
		_ = v.Cancel(id)
		_ = v.ToDays(id)
	case 6:
		v.Unwatch(id)
	case 7:
		_ = v.Say(id, s.r.IntN(table.Phrases+1), "안녕 \x1b[2J")
	case 8:
		kinds := []games.Kind{games.OfferDraw, games.AcceptDraw, games.DeclineDraw, games.AskTakeback, games.GrantTakeback,
			games.Abort, games.ClaimWin, games.ClaimDraw, games.Resign, games.Timeout}
		_ = v.Do(id, kinds[s.r.IntN(len(kinds))])
	case 9:
		_ = v.Rematch(id)
	case 10:
		_ = v.Rename(fmt.Sprintf("n%d", s.r.IntN(30)))
		_ = v.SaveSettings([]byte(`{}`))
	case 11:
		if s.r.IntN(3) == 0 {
			v.Leave()
			s.v = nil
		}
	case 12: // another window
		other, err := s.h.Enter(directory.Identity{Fingerprint: s.name})
		switch n := s.r.IntN(4); {
		case err != nil:
		case n == 0 || other.Me().Guest:
			other.Leave()
		case n == 1:
			_ = other.GoOn()
			other.Leave()
		case n == 2:
			_ = other.GoOn()
			fallthrough
		default:
			s.v = other
			v.Leave()
		}
	case 13:
		if next := v.Call(); next != "" {
			_ = v.Watch(next)
		}
	default:
		_ = v.Watch(id)
		_ = v.Ready(id)
		for range 40 {
			snap, err := v.Table(id)
			if err != nil || snap.Result != nil || snap.You < 0 {
				return
			}
			if snap.You == snap.ToAct && s.r.IntN(8) > 0 {
				_ = v.Act(id, len(snap.Plies), snap.Legal[s.r.IntN(len(snap.Legal))])
			} else {
				_ = v.Act(id, s.r.IntN(len(snap.Plies)+1), "a1")
			}
			time.Sleep(time.Duration(s.r.IntN(300)) * time.Millisecond)
		}
	}
}

// Forty people act at random while others look at the lists. At the end nothing is stuck, nothing is left
// over, and every log folds. Run with -race.
func TestStorm(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		var people, lookers sync.WaitGroup
		over := make(chan struct{})
		for i := range 40 {
			name := fmt.Sprintf("SHA256:%d", i)
			if i%4 == 0 {
				name = "" // a guest
			}
			people.Go(func() { (&soul{h: h, r: rand.New(rand.NewPCG(uint64(i), 7)), name: name}).live(50) })
		}
		for range 2 {
			lookers.Go(func() {
				v, err := h.Enter(directory.Identity{Fingerprint: "SHA256:looker"})
				if err != nil {
					t.Error(err)
					return
				}
				defer v.Leave()
				for {
					select {
					case <-over:
						return
					case <-v.Wake():
					case <-time.After(time.Second):
					}
					home := v.Home()
					for _, s := range append(h.PublicTables(""), home.Live...) {
						_, _ = v.Table(s.ID)
					}
					if len(home.Live) > 0 {
						_, _ = h.Kibo(t.Context(), "", home.Live[0].ID)
						_, _ = h.Replay(t.Context(), "", home.Live[0].ID)
					}
					h.People()
					_, _ = h.Board(t.Context(), "othello", 0, 20)
					_, _ = h.Recent(t.Context(), "", 20)
				}
			})
		}
		people.Wait()
		close(over)
		lookers.Wait()
		h.pass(2 * time.Hour) // clocks and graces run out

		for _, table := range h.Rooms() {
			id := table.ID
			rec := table.Rec
			control, _ := games.ParseControl(rec.Control)
			if rec.Status == store.Done || rec.Status == store.Open && !control.Correspondence() || !ledger.Kept(rec) {
				t.Errorf("table %s stays in memory: %+v", id, rec)
			}
			if len(table.Watchers) != 0 {
				t.Errorf("table %s has %d watchers", id, len(table.Watchers))
			}
		}
		unfinished, err := h.store.Unfinished(t.Context())
		h.must(err)
		if len(unfinished) != len(h.dir.Tables()) {
			t.Errorf("%d unfinished matches in the store, %d tables", len(unfinished), len(h.dir.Tables()))
		}
		for _, rec := range unfinished {
			if m, err := ledger.Fold(t.Context(), h.Lobby.cfg.Games, rec, h.entries(rec.ID)); rec.Status == store.Live && (err != nil || m.Over()) {
				t.Errorf("match %s does not fold: %v", rec.ID, err)
			}
		}
		done, err := h.Recent(t.Context(), "", 10_000)
		h.must(err)
		var rated, counts int
		players := map[string]bool{}
		for _, rec := range done {
			f, err := h.Kibo(t.Context(), "", rec.ID)
			h.must(err)
			if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != nil {
				t.Errorf("match %s: %v", rec.ID, err)
			}
			if !rec.Rated {
				continue
			}
			rated++
			for _, s := range rec.Seats {
				players[s.Player] = true
				// A draw of equals changes nothing and counts. A match that both left at once, early, does
				// not count.
				if s.Change != 0 || rec.Winner == -1 && rec.Reason != games.Aborted && !ledger.Early(rec.Reason, rec.Plies) {
					counts++
				}
			}
		}
		var counted int
		for p := range players {
			counted += h.Rating(t.Context(), "othello", p).Games
		}
		if counted != counts {
			t.Errorf("%d seats have a change, but the ratings count %d", counts, counted)
		}
		t.Logf("%d matches ended, %d of them rated, %d unfinished", len(done), rated, len(unfinished))
		if rated < 4 || len(done) < 15 {
			t.Errorf("a weak storm: %d matches ended, %d of them rated", len(done), rated)
		}
		if n := h.Online(); n != 0 {
			t.Errorf("%d people are here", n)
		}
		h.shut()
		if list, n := checkFile(t, h.path); len(list) > 0 {
			t.Errorf("%+v: %d things do not agree: %.500q", n, len(list), list)
		}
	})
}

// Close ends every goroutine of the lobby, including thinking bots.
func TestCloseEndsItsGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	h := openHouse(t, filepath.Join(t.TempDir(), "arcade.db"), config.Config{BotPause: time.Hour})
	kim := h.enter("kim")
	for range 10 {
		h.create(kim, pairing.Offer{Bot: "greedy", Control: "1+0", Seat: 1})
	}
	if runtime.NumGoroutine() < before+10 {
		t.Fatal("no bot thinks")
	}
	h.shut()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, before %d\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
