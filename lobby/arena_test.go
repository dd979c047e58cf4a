package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/lobby/arenas"
	"arcade/lobby/config"
	"arcade/lobby/ledger"
	"arcade/lobby/nodestest"
	"arcade/lobby/records"
	"arcade/store"
)

// evening is a schedule with an arena each day at 20:00; fake time begins at midnight.
func evening(bots bool) config.Config {
	p := must1(arenas.ParsePlan("daily 20:00 othello 3+2"))
	p.Bots = bots
	return config.Config{
		Arenas:     []arenas.Plan{p},
		ArenaRules: map[string]arenas.Rules{"othello": {Control: "3+2", Quick: 30, Bots: []arenas.Bot{{Name: "greedy", Rating: 900}}}},
	}
}

// running returns the id of the arena, at the moment at which it begins.
func (h *house) running() string {
	h.t.Helper()
	h.pass(time.Second)
	t, ok := h.NextArena()
	if !ok {
		h.t.Fatal("no arena is announced")
	}
	h.pass(time.Until(time.UnixMilli(t.Start)))
	return t.ID
}

// mine returns a visitor's part in an arena.
func (h *house) mine(v *Visit, id string) arenas.Mine {
	h.t.Helper()
	_, m, err := v.l.Arena(id, v.Me().ID)
	h.must(err)
	return m
}

// sat seats all paired players, and returns the match of the first visit.
func (h *house) sat(id string, visits ...*Visit) string {
	h.t.Helper()
	h.pass(2 * time.Second)
	for _, v := range visits {
		if h.mine(v, id).Match == "" {
			h.t.Fatalf("%s is not paired", v.Me().Name)
		}
		h.must(v.SitInArena(id))
	}
	h.pass(3 * time.Second)
	m := h.mine(visits[0], id)
	if !m.Live {
		h.t.Fatal("the match has not begun")
	}
	for _, v := range visits {
		h.must(v.Watch(m.Match))
	}
	return m.Match
}

// beaten lets two visitors join an arena, meet there and play until the second resigns. It returns the
// match.
func (h *house) beaten(id string, winner, loser *Visit) string {
	h.t.Helper()
	h.must(winner.JoinArena(id))
	h.must(loser.JoinArena(id))
	match := h.sat(id, winner, loser)
	h.play(match, 10, winner, loser)
	h.must(loser.Do(match, games.Resign))
	h.pass(2 * time.Second)
	return match
}

// points returns a visitor's points.
func (h *house) points(v *Visit, id string) int {
	h.t.Helper()
	p, _, err := v.l.Arena(id, "")
	h.must(err)
	if r := p.Row(v.Me().ID); r != nil {
		return r.Points
	}
	h.t.Fatalf("%s has no row", v.Me().Name)
	return 0
}

// checked checks that arcade check finds nothing.
func (h *house) checked() {
	h.t.Helper()
	if list, _ := checkFile(h.t, copyOf(h.t, h.path)); len(list) > 0 {
		h.t.Error(list)
	}
}

func TestArena(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		match := h.beaten(id, kim, lee)
		rec := must1(h.store.Match(t.Context(), match))
		if rec.Arena != id || !rec.Rated {
			t.Errorf("the record has arena %q, rated %v", rec.Arena, rec.Rated)
		}
		if h.points(kim, id) != 2 || h.points(lee, id) != 0 {
			t.Errorf("%d : %d", h.points(kim, id), h.points(lee, id))
		}
		h.refused(kim.Rematch(match), games.ErrNotAllowed)
		kim.Unwatch(match)
		lee.Unwatch(match)

		h = h.kill()
		kim, lee = h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		match = h.sat(id, kim, lee)
		h.play(match, 10, kim, lee)
		h = h.kill() // in the middle of a match
		kim, lee = h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		h.must(kim.Watch(match))
		h.must(lee.Watch(match))
		h.must(kim.Do(match, games.Resign))
		h.pass(2 * time.Second)
		if h.points(kim, id) != 2 || h.points(lee, id) != 2 {
			t.Errorf("after a kill %d : %d", h.points(kim, id), h.points(lee, id))
		}
		h.pass(time.Hour)
		p, _, err := h.Arena(id, "")
		h.must(err)
		if p.Phase != arenas.Over || len(p.Rows) != 2 || p.Played != 2 {
			t.Errorf("at the end: %+v", p)
		}
		h.refused(kim.JoinArena(id), arenas.ErrNotNow)
		if next, ok := h.NextArena(); !ok || next.ID == id {
			t.Error("no arena tomorrow")
		}
		h.checked()
		log := must1(arenas.Tail(t.Context(), h.store, id, 0))
		for i, e := range log {
			if e.Kind == arenas.End {
				e.Winner = 1 - e.Winner
				raw := must1(json.Marshal(e))
				h.must(h.store.PutNotes(t.Context(), arenas.Logs.In(id).Name, store.Note{Key: fmt.Sprintf("%08d", i), Value: raw}))
				break
			}
		}
		if list, _ := checkFile(t, copyOf(t, h.path)); len(list) != 1 {
			t.Errorf("of a changed result check finds %v", list)
		}
	})
}

// Two arenas of a game at one time differ in the rules. A match has the rules of its arena, and changes the ratings
// under them alone; pairing looks at these too.
func TestArenaUnderOtherRules(t *testing.T) {
	cfg := config.Config{Games: allGames(), ArenaRules: map[string]arenas.Rules{matgo.Name: {Control: "30s"}}}
	for _, line := range []string{"daily 20:00 matgo", "daily 20:00 matgo standard"} {
		cfg.Arenas = append(cfg.Arenas, must1(arenas.ParsePlan(line)))
	}
	inBubbleDealt(t, longRounds, cfg, func(t *testing.T, h *house) {
		h.running()
		open, _, err := h.Arenas()
		h.must(err)
		at := slices.IndexFunc(open, func(t arenas.Terms) bool { return games.RulesIn(t.Options) == matgo.RulesStandard })
		if len(open) != 2 || at < 0 || open[1-at].Options != nil || open[0].ID == open[1].ID {
			t.Fatalf("%+v", open)
		}
		id := open[at].ID
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		h.must(kim.JoinArena(id))
		h.must(lee.JoinArena(id))
		h.pass(2 * time.Second)
		if list := kim.Invitations(); len(list) != 1 || games.RulesIn(list[0].Options) != matgo.RulesStandard {
			t.Errorf("invited to %+v", list)
		}
		match := h.sat(id, kim, lee)
		if rec := must1(h.store.Match(t.Context(), match)); !rec.Rated || games.RulesIn(rec.Options) != matgo.RulesStandard {
			t.Errorf("rated %v, options %s", rec.Rated, rec.Options)
		}
		h.play(match, 10, kim, lee)
		h.must(lee.Do(match, games.Resign))
		h.pass(2 * time.Second)
		if p, _, err := h.Arena(id, ""); err != nil || games.RulesIn(p.Options) != matgo.RulesStandard || p.Played != 1 {
			t.Errorf("%+v, %v", p, err)
		}
		for pool, want := range map[string]int{matgo.Name: 0, matgo.PoolStandard: 1} {
			if n := h.Rating(t.Context(), pool, kim.Me().ID).Games; n != want {
				t.Errorf("%d rated matches in %s, want %d", n, pool, want)
			}
		}
		profile := must1(h.Profile(t.Context(), kim.Me().ID))
		if i := slices.IndexFunc(profile.Games, func(g records.GameProfile) bool { return g.Game == matgo.Name }); len(profile.Games[i].Ratings) != 2 || profile.Games[i].Ratings[1].Game != matgo.PoolStandard {
			t.Errorf("the profile has the ratings %+v", profile.Games[i].Ratings)
		}
		h.checked()
	})
	for _, line := range []string{"daily 20:00 matgo standart", "daily 20:00 othello standard 3+2"} {
		service := arenas.Service{Games: cfg.Games, Plans: []arenas.Plan{must1(arenas.ParsePlan(line))}, Rules: cfg.ArenaRules}
		if err := service.Check(); !errors.Is(err, arenas.ErrTerms) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestArenaWithABot(t *testing.T) {
	inBubbleWith(t, evening(true), func(t *testing.T, h *house) {
		id := h.running()
		guest := h.guest()
		h.must(guest.JoinArena(id))
		h.pass(10 * time.Second)
		match := h.sat(id, guest)
		for range 8 {
			if s := h.see(guest, match); s.ToAct == s.You && len(s.Legal) > 0 {
				h.must(guest.Act(match, len(s.Plies), s.Legal[0]))
			}
			h.pass(3 * time.Second)
		}
		h.must(guest.Do(match, games.Resign))
		h.pass(2 * time.Second)
		p, _, err := h.Arena(id, "")
		h.must(err)
		if p.Rows[0].Bot != "greedy" || p.Rows[0].Points != 2 {
			t.Errorf("%+v", p.Rows)
		}
		h.checked()
	})
}

// firstMove makes kim's first move if it is kim's turn. It returns the player on turn and the other one.
func (h *house) firstMove(match string, kim, lee *Visit) (idle, waits *Visit) {
	h.t.Helper()
	s := h.see(kim, match)
	if s.ToAct != s.You {
		return kim, lee
	}
	h.must(kim.Act(match, 0, s.Legal[0]))
	return lee, kim
}

// outOf wants the idle player out of an arena, and the opponent in it without a match.
func (h *house) outOf(id string, idle, waits *Visit) {
	h.t.Helper()
	if _, m, _ := h.Arena(id, idle.Me().ID); m.In || m.Live {
		h.t.Errorf("the idle player: %+v", m)
	}
	if _, m, _ := h.Arena(id, waits.Me().ID); !m.In || m.Live {
		h.t.Errorf("the opponent: %+v", m)
	}
}

// A player who sits down but makes no first move is paused, and the opponent can be paired again.
func TestArenaWithoutAFirstMove(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		h.must(kim.JoinArena(id))
		h.must(lee.JoinArena(id))
		match := h.sat(id, kim, lee)
		idle, waits := h.firstMove(match, kim, lee)
		h.pass(25 * time.Second)
		if _, m, _ := h.Arena(id, idle.Me().ID); !m.In || !m.Live {
			t.Fatalf("after 25 s: %+v", m)
		}
		h.pass(10 * time.Second)
		h.outOf(id, idle, waits)
		h.checked()
	})
}

// A casual match that is called off leaves no record: its table names the player who did not move.
func TestCasualArenaWithoutAFirstMove(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.guest(), h.guest()
		h.must(kim.JoinArena(id))
		h.must(lee.JoinArena(id))
		match := h.sat(id, kim, lee)
		idle, waits := h.firstMove(match, kim, lee)
		h.pass(35 * time.Second)
		h.outOf(id, idle, waits)
	})
}

func TestArenaOfOneNetwork(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "192.0.2.77")
		match := h.beaten(id, kim, lee)
		if rec := must1(h.store.Match(t.Context(), match)); rec.Rated || h.points(kim, id) != 0 {
			t.Errorf("rated %v, %d points", rec.Rated, h.points(kim, id))
		}
	})
}

// A match that is given up too early to count for the rating gives no points either. It counts as a loss in the
// standings of who gave it up.
func TestArenaResignedEarly(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		h.must(kim.JoinArena(id))
		h.must(lee.JoinArena(id))
		match := h.sat(id, kim, lee)
		h.play(match, 4, kim, lee)
		h.must(lee.Do(match, games.Resign))
		h.pass(2 * time.Second)
		if got := h.points(kim, id); got != 0 || h.ratingOf(kim).Games != 0 {
			t.Errorf("%d points, %d rated games", got, h.ratingOf(kim).Games)
		}
		h.checked()
	})
}

// A match of one network that scores nothing is not rated, even if a player has left the house when it begins.
func TestArenaOfOneNetworkWhileOneIsAway(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		id := h.running()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "192.0.2.77")
		h.must(kim.JoinArena(id))
		h.must(lee.JoinArena(id))
		h.pass(2 * time.Second)
		match := h.mine(kim, id).Match
		h.must(kim.SitInArena(id))
		kim.Leave()
		h.must(lee.SitInArena(id))
		h.pass(time.Second)
		if rec := must1(h.store.Match(t.Context(), match)); rec.Rated || rec.Casual != ledger.OneNetwork {
			t.Errorf("rated %t, %q", rec.Rated, rec.Casual)
		}
	})
}

// An arena whose terms cannot be read hides no other arena.
func TestArenaWithDamagedTerms(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		for i, terms := range []string{`"?"`, `{}`} {
			past := arenas.IDAt(time.Now().Add(-24*time.Hour).UnixMilli(), fmt.Sprint("game", i))
			h.must(h.store.PutNotes(t.Context(), arenas.AllTerms.In().Name, store.Note{Key: past, Value: json.RawMessage(terms)}))
		}
		h = h.kill()
		id := h.running()
		h.beaten(id, h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1"))
		if open, _, err := h.Arenas(); err != nil || len(open) != 1 || open[0].ID != id {
			t.Errorf("the arenas are %+v, %v", open, err)
		}
	})
}

// An arena whose log is damaged stops no other arena.
func TestDamagedArenaIsLeftAlone(t *testing.T) {
	inBubbleWith(t, evening(false), func(t *testing.T, h *house) {
		damaged := h.running()
		h.must(h.store.PutNotes(t.Context(), arenas.Logs.In(damaged).Name, store.Note{Key: "00000000", Value: json.RawMessage(`{"kind":"end"}`)}))
		h = h.kill()
		h.pass(time.Minute)
		terms := must1(h.OpenArena(must1(arenas.ParsePlan("daily 20:00 othello 3+2")), 0))
		h = h.kill()
		kim, lee := h.enterFrom("kim", "192.0.2.1"), h.enterFrom("lee", "198.51.100.1")
		h.beaten(terms.ID, kim, lee)
		if h.points(kim, terms.ID) != 2 {
			t.Errorf("%d points", h.points(kim, terms.ID))
		}
		if next, ok := h.NextArena(); !ok || next.ID != terms.ID {
			t.Errorf("the next arena is %q, %v", next.ID, ok)
		}
		if _, _, err := h.Arena(damaged, ""); !errors.Is(err, arenas.ErrBadLog) {
			t.Errorf("the damaged arena: %v", err)
		}
	})
}

// The node that runs the arena and owns its match dies in the middle of it.
func TestArenaOutlivesItsNode(t *testing.T) {
	onNodes(t, func(t *testing.T, _ *nodestest.Hub, a, b, c *node) {
		p := must1(arenas.ParsePlan("daily 20:00 othello 3+2"))
		terms := must1(a.OpenArena(p, 0))
		id := terms.ID
		a.pass(25 * time.Second) // the other nodes have received it
		kim, lee := b.enterFrom("kim", "192.0.2.1"), c.enterFrom("lee", "198.51.100.1")
		b.pass(2 * time.Second)
		b.must(kim.JoinArena(id))
		b.must(lee.JoinArena(id))
		b.pass(3 * time.Second)
		match := b.sat(id, kim, lee)
		b.play(match, 6, kim, lee)
		a.kill()
		b.pass(20 * time.Second)
		b.play(match, 4, kim, lee)
		b.must(lee.Do(match, games.Resign))
		b.pass(3 * time.Second)
		if b.points(kim, id) != 2 || b.points(lee, id) != 0 {
			t.Errorf("%d : %d", b.points(kim, id), b.points(lee, id))
		}
		b.pass(5 * time.Second)
		if m := b.mine(kim, id); m.Match == "" {
			t.Error("nobody pairs after the node is gone")
		}
	})
}
