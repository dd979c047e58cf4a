package lobby

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/httpmatch"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/store"
)

// wound counts the effects of timers of a house's tables.
type wound struct {
	h     *house
	seen  map[*room.Room]bool
	mu    sync.Mutex // guards the counts
	ticks int
}

// wind wraps the timers of tables that are new since the last call. A timer that fires, changes nothing,
// and fires again a moment later without a change spins.
func (w *wound) wind() {
	for _, t := range w.h.Rooms() {
		if w.seen[t] {
			continue
		}
		w.seen[t] = true
		t.Mu.Lock()
		t.Timer.Stop()
		last, left := time.Time{}, ""
		t.Timer = time.AfterFunc(time.Hour, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			before := stateOf(t)
			t.Tick()
			after := stateOf(t)
			if after == before && before == left && time.Since(last) < 900*time.Millisecond {
				w.h.t.Errorf("the timer of %s fires again after %v, and nothing has changed: %s", t.ID, time.Since(last), after)
				t.Mu.Lock()
				t.Timer.Stop()
				t.Mu.Unlock()
			}
			w.ticks++
			last, left = time.Now(), after
		})
		t.Timer.Stop()
		if !t.Gone {
			t.SetTimer()
		}
		t.Mu.Unlock()
	}
}

// stateOf returns everything that a table's timer depends on.
func stateOf(t *room.Room) string {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	n := -1
	if t.M != nil {
		n = t.M.Len()
	}
	long := make([]bool, len(t.Away)) // away for longer than the grace: each ends at its own moment
	for i, a := range t.Away {
		long[i] = a.Over(t.Now())
	}
	return fmt.Sprint(t.Rec.Status, n, t.Away, long, t.Ready, t.MeetingSince, t.Ended, t.Gone, t.Retry.Failed, t.Broken, t.Thinking, t.Next)
}

// Whatever people do at tables at the ends of their times and of the disk, no timer fires again and again
// for a past moment.
func TestNoTimerSpins(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			disk := &failing{}
			inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
				r := rand.New(rand.NewPCG(seed, 9))
				w := &wound{h: h, seen: map[*room.Room]bool{}}
				var souls []*soul
				for i := range 6 {
					souls = append(souls, &soul{h: h, r: r, name: []string{"", fmt.Sprint("SHA256:", i)}[min(i, 1)]})
				}
				for range 400 {
					s := souls[r.IntN(len(souls))]
					if s.v == nil || s.v.Over() != nil {
						v, err := h.Enter(directory.Identity{Fingerprint: s.name, Login: s.name, Lang: "en"})
						h.must(err)
						s.v = v
					}
					disk.writes.Store(r.IntN(12) == 0)
					s.trouble()
					w.wind()
					h.pass([]time.Duration{0, 300 * time.Millisecond, 3 * time.Second, 11 * time.Second, 70 * time.Second, time.Hour}[r.IntN(6)])
					disk.writes.Store(false)
				}
				h.Drain()
				h.pass(15 * 24 * time.Hour)
				w.mu.Lock()
				defer w.mu.Unlock()
				if len(w.seen) < 50 || w.ticks < 100 {
					t.Errorf("a weak trouble: %d tables, %d ticks", len(w.seen), w.ticks)
				}
			}, func(s store.Store) store.Store { disk.Store = s; return disk })
		})
	}
}

// trouble does one of the things that set a table's timer.
func (s *soul) trouble() {
	v, id, r := s.v, s.table(), s.r
	switch r.IntN(9) {
	case 0:
		o := pairing.Offer{
			Game: []string{"othello", "matgo", "othello", "stones", "yut"}[r.IntN(5)], Seat: games.Nobody,
			Control: []string{"1+0", "5+3", "none", "30s", room.OneDay}[r.IntN(5)], Rated: r.IntN(3) == 0, Private: r.IntN(5) == 0,
		}
		if r.IntN(3) == 0 {
			o.Bot, o.Rated = map[string]string{"othello": "greedy", "matgo": "random"}[o.Game], false
		}
		_, _ = v.Create(o)
	case 1:
		o := httpmatch.SharedOffer{Game: "othello", How: games.Client, Names: []string{"a", "b"}, BotSeat: games.Nobody}
		if key, err := s.h.Share(o, "192.0.2.1"); err == nil {
			_ = s.h.Shared(key, func(m *httpmatch.SharedMatch) error { return m.Act(m.Match().Legal()[0]) })
		}
	case 2:
		_, _, _ = v.Quick([]string{"othello", "matgo"}[r.IntN(2)], nil, "5+3")
	case 3:
		_ = v.SitDown(id)
		_ = v.Watch(id)
	case 4:
		_ = v.Watch(id)
		_ = v.Ready(id)
		for range r.IntN(60) {
			snap, err := v.Table(id)
			if err != nil || len(snap.Legal) == 0 || snap.You != snap.ToAct || v.Act(id, len(snap.Plies), snap.Legal[r.IntN(len(snap.Legal))]) != nil {
				break
			}
		}
	case 5:
		_ = v.Rematch(id)
	case 6:
		v.Leave()
		s.v = nil
	default:
		s.step()
	}
}
