package lobby

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/store"
)

// A returning player sees what happened meanwhile: moves, results, challenges, and players who passed on
// the board. After a moment, to a newcomer or a second time nothing is shown.
func TestWhileAway(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.rated("kim", 1600), h.rated("lee", 1590)
		for _, r := range []struct {
			name   string
			rating float64
		}{{"top", 1900}, {"low", 1200}} {
			h.rated(r.name, r.rating)
		}
		if away, err := kim.Away(); err != nil || !away.Empty() {
			t.Fatalf("a newcomer is told %+v, %v", away, err)
		}
		days := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.must(kim.Act(days, 0, h.see(kim, days).Legal[0]))
		kim.Leave()
		h.pass(time.Minute)
		kim = h.enter("kim")
		if away, err := kim.Away(); err != nil || !away.Empty() {
			t.Fatalf("after a minute: %+v, %v", away, err)
		}
		kim.Leave()

		h.pass(time.Hour)
		h.must(lee.Act(days, 1, h.see(lee, days).Legal[0]))
		h.create(lee, pairing.Offer{Player: kim.Me().ID})
		for range 3 { // lee beats people whom kim has never met
			park := h.rated("park"+time.Now().Format("150405"), 1700)
			h.pass(time.Minute)
			h.lose(lee, park, 12)
		}
		h.pass(time.Hour)
		kim = h.enter("kim")
		away, err := kim.Away()
		h.must(err)
		if len(away.Moves) != 1 || away.Moves[0].ID != days || len(away.Invites) != 1 || len(away.Results) != 0 {
			t.Errorf("moves %v, challenges %v, results %v", away.Moves, away.Invites, away.Results)
		}
		if len(away.Ranks) != 1 || away.Ranks[0].Game != "othello" || away.Ranks[0].Was >= away.Ranks[0].Is {
			t.Fatalf("ranks %+v", away.Ranks)
		}
		if p := away.Ranks[0].Passed; len(p) != 1 || p[0] != "lee" {
			t.Errorf("passed by %v, want lee alone: top was above before", p)
		}
		kim.Leave()
		h.pass(time.Hour)
		h.must(lee.Do(days, games.Resign))
		h.pass(time.Hour)
		kim = h.enter("kim")
		away, err = kim.Away()
		h.must(err)
		if len(away.Results) != 1 || len(away.Moves) != 0 || len(away.Ranks) != 0 {
			t.Errorf("later: %+v", away)
		}
	})
}

// The check covers a record's data about the end of a visit.
func TestLeftIsChecked(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		kim.Leave()
		h.checked()
		p, err := h.Player(t.Context(), kim.Me().ID)
		h.must(err)
		p.Left.Ranks = map[string]store.LeftRank{"othello": {Place: 0}}
		h.must(h.store.PutPlayer(t.Context(), p))
		if list, _ := checkFile(h.t, copyOf(h.t, h.path)); len(list) != 1 || !strings.Contains(list[0], "last visit") {
			t.Errorf("the check finds %v", list)
		}
	})
}

// A returning player sees a spent freeze once.
func TestFreezeIsTold(t *testing.T) {
	alone(t, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		h.done(kim, pairing.Offer{Daily: true})
		kim.Leave()
		h.pass(48 * time.Hour)
		kim = h.enter("kim")
		away, err := kim.Away()
		h.must(err)
		if away.Empty() || away.Streak.Freezes != 1 || away.Streak.Length != 1 {
			t.Errorf("%+v", away.Streak)
		}
		kim.Leave()
		h.pass(time.Hour)
		kim = h.enter("kim")
		if away, err := kim.Away(); err != nil || !away.Empty() {
			t.Errorf("again: %+v, %v", away.Streak, err)
		}
	})
}
