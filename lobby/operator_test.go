package lobby

import (
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/store"
)

func TestAnnounce(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, guest := h.enter("kim"), h.guest()
		drain(kim)
		n, err := h.Announce("곧 \x1b[31m쉬어요\u202e", "")
		h.must(err)
		if n != 2 {
			t.Errorf("%d were told, want 2", n)
		}
		if !woken(kim) {
			t.Error("nobody was woken")
		}
		want := directory.Notice{Kind: directory.Announced, KO: "곧 [31m쉬어요", EN: "곧 [31m쉬어요"}
		for _, v := range []*Visit{kim, guest} {
			if got := v.Notices(); len(got) != 1 || got[0] != want {
				t.Errorf("told %q, want %q", got, want)
			}
			if got := v.Notices(); got != nil {
				t.Errorf("told again: %q", got)
			}
		}
		_, err = h.Announce(" ", "\x1b")
		h.refused(err, ErrNothing)
		_, err = h.Announce(strings.Repeat("가", 33), "")
		h.refused(err, text.ErrLong)
		_, err = h.Announce(strings.Repeat("가", 32), strings.Repeat("a", 64))
		h.must(err)
		for range 9 { // a screen that does not look keeps only the last few
			_, err = h.Announce("", "again")
			h.must(err)
		}
		if got := kim.Notices(); len(got) != directory.NoticesKept {
			t.Errorf("%d notices wait", len(got))
		}
	})
}

func TestRenameAtTables(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		open := must1(kim.Create(pairing.Offer{Game: "othello", Control: "5+3"}))
		h.must(h.RenamePlayer("kim", "moon"))
		h.must(lee.Rename("star"))
		if s := h.see(lee, id); s.Seats[0].Name != "moon" || s.Seats[1].Name != "star" {
			t.Errorf("at the table sit %s and %s", s.Seats[0].Name, s.Seats[1].Name)
		}
		if rec := must1(h.store.Match(t.Context(), id)); rec.Seats[0].Name != "moon" || rec.Seats[1].Name != "star" {
			t.Errorf("stored: %+v", rec.Seats)
		}
		if rec := must1(h.store.Match(t.Context(), open)); rec.Seats[0].Name != "moon" && rec.Seats[1].Name != "moon" {
			t.Errorf("stored: %+v", rec.Seats)
		}
		h.must(lee.Do(id, games.Resign))
		h.must(h.RenamePlayer("star", "lee"))
		if rec := must1(h.store.Match(t.Context(), id)); rec.Seats[1].Name != "star" {
			t.Errorf("what is over is played by %s", rec.Seats[1].Name)
		}
	})
}

func TestRenamePlayer(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, guest := h.enter("kim"), h.enter("lee"), h.guest()
		h.must(h.RenamePlayer("KIM", "달빛"))
		if got := kim.Me().Name; got != "달빛" {
			t.Errorf("the visit's name is %q", got)
		}
		if got := kim.Notices(); len(got) != 1 || got[0] != (directory.Notice{Kind: directory.Renamed, KO: "달빛", EN: "달빛"}) {
			t.Errorf("told %q", got)
		}
		if p, err := h.store.PlayerByName(t.Context(), "달빛"); err != nil || p.ID != kim.Me().ID {
			t.Errorf("the store has %+v, %v", p, err)
		}
		h.refused(h.RenamePlayer("kim", "other"), records.ErrNoPlayer)
		h.refused(h.RenamePlayer("lee", "달빛"), store.ErrNameTaken)
		h.refused(h.RenamePlayer("lee", "a b"), names.ErrBad)
		h.refused(h.RenamePlayer(guest.Me().Name, "lee"), store.ErrNameTaken)
		h.must(h.RenamePlayer(guest.Me().Name, "visitor"))
		if got := guest.Me().Name; got != "visitor" {
			t.Errorf("the guest's name is %q", got)
		}
		h.refused(h.RenamePlayer("lee", "visitor2"), nil)
		lee.Leave()
		h.must(h.RenamePlayer("visitor2", "lee")) // not in the house
	})
}

func TestCloseTable(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, nari := h.enter("kim"), h.enter("lee"), h.enter("nari")
		// A rated match in play, with a spectator.
		id := h.start(kim, lee, pairing.Offer{Rated: true})
		h.must(nari.Watch(id))
		h.play(id, 6, kim, lee)
		h.must(h.CloseTable(strings.ToLower(id), "house rules"))
		for _, v := range []*Visit{kim, lee, nari} {
			if got := v.Notices(); len(got) != 1 || got[0] != (directory.Notice{Kind: directory.TableShut, KO: "house rules", EN: "house rules"}) {
				t.Errorf("told %q", got)
			}
			s := h.see(v, id)
			if s.Status != store.Done || s.Result == nil || s.Result.Reason != games.Aborted || s.Result.Winner != games.Nobody {
				t.Errorf("the match is %s with %+v", s.Status, s.Result)
			}
		}
		if _, err := h.store.Rating(t.Context(), "othello", kim.Me().ID); err == nil {
			t.Error("a rating was given")
		}
		if tally, err := h.store.Tally(t.Context(), "othello", kim.Me().ID); err != nil || tally != (store.Tally{}) {
			t.Errorf("it counts: %+v, %v", tally, err)
		}
		if _, err := h.store.Match(t.Context(), id); err == nil {
			t.Error("the match was kept")
		}
		h.refused(h.CloseTable(id, ""), room.ErrOver)
		h.refused(h.CloseTable("NOPE", ""), table.ErrNoTable)
		// An open seat.
		open := h.create(kim, pairing.Offer{})
		h.refused(h.CloseTable(open, strings.Repeat("가", 19)), text.ErrLong)
		h.must(h.CloseTable(open, ""))
		if h.live(open) != nil {
			t.Error("the seat is still open")
		}
		if got := kim.Notices(); len(got) != 1 || got[0].Kind != directory.TableShut {
			t.Errorf("told %q", got)
		}
		// Players cannot do it.
		id = h.start(kim, lee, pairing.Offer{})
		h.play(id, 4, kim, lee)
		h.refused(kim.Do(id, games.Void), games.ErrNotAllowed)
	})
}

func TestVisitors(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, err := h.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Session: 7})
		h.must(err)
		h.pass(time.Second)
		lee := h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Private: true})
		got := h.Visitors()
		if len(got) != 2 || got[0].Name != "kim" || got[0].Session != 7 || got[0].Table != id ||
			got[1].Name != "lee" || got[1].Since-got[0].Since != 1000 {
			t.Errorf("%+v", got)
		}
		if all := h.AllTables(); len(all) != 1 || all[0].ID != id {
			t.Errorf("tables %+v", all)
		}
	})
}

// counted is an observer.
type counted map[config.Actor]int

func (c counted) Acted(game string, by config.Actor, took time.Duration) {
	if game == "othello" && took >= 0 {
		c[by]++
	}
}

func TestObserver(t *testing.T) {
	seen := counted{}
	inBubbleWith(t, config.Config{Observer: seen}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Control: "none", Bot: "greedy"})
		h.must(kim.Watch(id))
		h.play(id, 5, kim)
		h.pass(5 * time.Second)
		stored, err := h.store.Entries(t.Context(), id, 0, -1)
		h.must(err)
		acts := 0
		for _, e := range stored {
			if e.Action != "" {
				acts++
			}
		}
		if seen[config.ByPerson] != 5 || seen[config.ByBot] < 4 || seen[config.ByPerson]+seen[config.ByBot]+seen[config.ByTable] != acts {
			t.Errorf("told of %v, %d are stored", seen, acts)
		}
		before := seen[config.ByPerson]
		h.refused(kim.Act(id, 99, "a1"), table.ErrStale)
		if seen[config.ByPerson] != before {
			t.Error("told of what was refused")
		}
	})
}
