package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/othello"
	"arcade/lobby/account"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/deals/dealstest"
	"arcade/lobby/directory"
	"arcade/lobby/export"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// forgotten checks that nothing of a player can be found.
func (h *house) forgotten(id, name, key string) {
	h.t.Helper()
	_, err := h.Player(context.Background(), id)
	h.refused(err, records.ErrNoPlayer)
	_, err = h.PlayerByName(context.Background(), name)
	h.refused(err, records.ErrNoPlayer)
	_, err = h.PlayerByKey(context.Background(), key)
	h.refused(err, records.ErrNoPlayer)
	if list, err := h.store.Matches(context.Background(), id, "", 9); err != nil || len(list) != 0 {
		h.t.Errorf("matches %v, %v", list, err)
	}
	unfinished, err := h.store.Unfinished(context.Background())
	h.must(err)
	for _, m := range unfinished {
		if m.SeatOf(id) >= 0 || m.Invited == id {
			h.t.Errorf("match %s waits for a player who was deleted", m.ID)
		}
	}
	for _, s := range h.dir.Lists().All {
		if s.SeatOf(id) != games.Nobody || s.Invited == id {
			h.t.Errorf("table %s has a player who was deleted", s.ID)
		}
	}
}

func TestForget(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		done := h.start(kim, lee, pairing.Offer{Rated: true})
		h.playOut(done, kim, lee)
		bot := h.create(kim, pairing.Offer{Bot: "greedy", Control: "none"})
		h.must(kim.Do(bot, games.Resign))
		before := h.Rating(t.Context(), "othello", lee.Me().ID)

		seat := h.create(kim, pairing.Offer{})
		challenge := h.create(park, pairing.Offer{Player: kim.Me().ID})
		young := h.start(park, kim, pairing.Offer{Private: true}) // not begun, so aborted
		live := h.start(kim, park, pairing.Offer{Rated: true})
		h.play(live, 6, kim, park)
		days := h.start(kim, park, pairing.Offer{Control: room.OneDay})
		h.play(days, 6, kim, park)
		h.must(park.Say(days, 1, ""))
		h.must(kim.Say(days, 2, ""))

		h.refused(kim.Forget("KIM"), account.ErrOtherName)
		h.refused(kim.Forget(""), account.ErrOtherName)
		h.refused(h.guest().Forget("kim"), account.ErrGuestKey)
		h.refused(h.Forget("SHA256:nobody", "kim"), records.ErrNoPlayer)
		if kim.Ended() != nil || h.live(seat) == nil {
			t.Fatal("a refusal has done something")
		}
		drain(kim)
		h.must(kim.Forget("kim"))

		me := kim.Me().ID
		h.forgotten(me, "kim", "SHA256:kim")
		if kim.Ended() != account.ErrForgotten || !woken(kim) {
			t.Errorf("the visit: %v", kim.Ended())
		}
		h.refused(kim.Watch(done), directory.ErrLeft)
		_, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+3"})
		h.refused(err, directory.ErrLeft)
		for _, id := range []string{seat, challenge, young, bot} {
			h.nothingLeft(id)
		}
		for _, id := range []string{live, days} {
			rec, err := h.store.Match(t.Context(), id)
			h.must(err)
			if rec.Status != store.Done || rec.Reason != games.Resigned || rec.Winner != 1 || !rec.Seats[0].Gone || rec.Seats[0].Name != store.GoneName {
				t.Errorf("match %s: %+v", id, rec)
			}
		}
		// The opponent's screen says so, too.
		s := h.see(park, days)
		if p := s.Seats[0].Person; p != (table.Person{Name: store.GoneName, Gone: true}) || s.Seats[0].Rematch {
			t.Errorf("on the screen: %+v", s.Seats[0])
		}
		if len(s.Chat) != 1 || s.Chat[0].From.Name != "park" {
			t.Errorf("what was said: %v", s.Chat)
		}
		h.refused(park.Rematch(days), games.ErrNotAllowed)

		// The others keep their own records.
		if r := h.Rating(t.Context(), "othello", lee.Me().ID); r != before {
			t.Errorf("lee's rating was %v, is %v", before, r)
		}
		v, err := h.store.VersusOne(t.Context(), "othello", lee.Me().ID, store.Gone)
		h.must(err)
		if resultsOf(v.Tally) != 1 || v.Name != store.GoneName || v.Match != done {
			t.Errorf("lee's tally: %+v", v)
		}
		if list := park.Home().Unseen; len(list) > 0 { // park was at both tables
			for _, m := range list {
				if m.ID != live && m.ID != days {
					t.Errorf("unseen: %v", m.ID)
				}
			}
		}
		f, err := h.Kibo(t.Context(), lee.Me().ID, done)
		h.must(err)
		var file bytes.Buffer
		h.must(kibo.Encode(&file, f))
		if _, err := kibo.Decode(&file); err != nil || f.Seats[0] != (kibo.Seat{Name: store.GoneName, Kind: kibo.Player, Rating: f.Seats[0].Rating}) {
			t.Errorf("kibo: %+v, %v", f.Seats, err)
		}
		if _, err := h.Replay(t.Context(), "", done); err != nil {
			t.Errorf("replay: %v", err)
		}

		// A write that was under way when the player was deleted does not happen.
		late := store.Match{Game: "othello", Status: store.Open, Control: "5+3", Seats: []store.Seat{{Player: me}, {}}}
		_, err = h.CreateTable(late, table.Meeting{})
		h.refused(err, directory.ErrLeft)
		h.refused(h.NewTable(late).Update(late), directory.ErrLeft)
		late.Seats, late.Invited = []store.Seat{{Player: lee.Me().ID}, {}}, me
		_, err = h.CreateTable(late, table.Meeting{})
		h.refused(err, records.ErrNoPlayer)

		// A key that comes again is a new player, who may take the name.
		again := h.enter("kim")
		if !again.First() || again.Me().ID == me || again.Me().Name != "kim" {
			t.Errorf("again: %+v", again.Me())
		}
		kim.Leave()
		h.pass(time.Minute)
		if h.Here(again.Me().ID) != true {
			t.Error("the end of the old visit took the new one away")
		}
	})
}

// A match that cannot be read is deleted with its player.
func TestForgetWithAnUnreadableMatch(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.play(id, 4, kim, lee)
		h.append(id, 4, store.Entry{Kind: "act", Seat: 0, Action: "a1"}) // no legal move
		h = h.kill()
		kim = h.enter("kim")
		if h.live(id) != nil {
			t.Fatal("the match was restored")
		}
		h.must(kim.Forget("kim"))
		h.forgotten(kim.Me().ID, "kim", "SHA256:kim")
		h.nothingLeft(id)
	})
}

// Activity during a deletion leaves no trace of the player.
func TestForgetRace(t *testing.T) {
	for round := range 30 {
		inBubble(t, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			open := h.create(lee, pairing.Offer{})
			id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
			h.play(id, round%5, kim, lee)
			var wg sync.WaitGroup
			quiet := func(err error) {
				for _, ok := range []error{nil, directory.ErrLeft, table.ErrFull, table.ErrNoTable, records.ErrNoPlayer, directory.ErrSuperseded, account.ErrOtherName, games.ErrOver, games.ErrNotAllowed, store.ErrNotFound} {
					if errors.Is(err, ok) || err == nil {
						return
					}
				}
				t.Error(err)
			}
			for _, do := range []func() error{
				func() error { return h.Forget("SHA256:kim", "kim") },
				func() error { return kim.SitDown(open) },
				func() error { _, err := kim.Create(pairing.Offer{Game: "othello", Control: "5+3"}); return err },
				func() error {
					_, err := kim.Create(pairing.Offer{Game: "othello", Control: "none", Bot: "greedy"})
					return err
				},
				func() error {
					_, err := lee.Create(pairing.Offer{Game: "othello", Control: "5+3", Player: kim.Me().ID})
					return err
				},
				func() error { return lee.Do(id, games.Resign) },
				func() error { return kim.SaveSettings(json.RawMessage(`{}`)) },
				func() error { return kim.Rename("kimchi") },
				func() error { return h.Rematch2(lee, kim, id) },
			} {
				wg.Go(func() { quiet(do()) })
			}
			wg.Wait()
			if kim.Ended() == nil { // the new name was first
				h.must(h.Forget("SHA256:kim", "kimchi"))
			}
			h.pass(time.Second)
			h.forgotten(kim.Me().ID, "kim", "SHA256:kim")
		})
	}
}

// Rematch2 asks for a rematch from both sides.
func (h *house) Rematch2(a, b *Visit, id string) error {
	if err := a.Rematch(id); err != nil {
		return err
	}
	return b.Rematch(id)
}

// exported has the parts of an export that these tests use.
type exported struct {
	Format string
	Player struct {
		Name     string
		Settings json.RawMessage
		Keys     []struct{ Key string }
	}
	Games []struct {
		store.Tally
		Rating *struct{ Games int }
	}
	Boards, Favourites []any
	Versus             []struct {
		Opponent string
		store.Tally
	}
	Days []struct{ Day, Match string }

	Matches []exportedMatch
}

type exportedMatch struct {
	ID, Status string
	Hidden     bool
	Kibo       json.RawMessage
}

// export reads a visitor's export.
func (h *house) export(v *Visit) (doc exported) {
	h.t.Helper()
	var b bytes.Buffer
	h.must(h.ExportPlayer(h.t.Context(), &b, v.Key()))
	d := json.NewDecoder(&b)
	h.must(d.Decode(&doc))
	if _, err := d.Token(); err != io.EOF {
		h.t.Errorf("more after the document: %v", err)
	}
	return doc
}

func TestExportPlayer(t *testing.T) {
	g := dealstest.Winnable()
	inBubbleWith(t, config.Config{Games: games.NewRegistry(othello.Game{}, g), Deals: deals.Limits{Share: 0}}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		fresh := h.export(kim)
		if fresh.Format != export.Format || len(fresh.Matches)+len(fresh.Boards)+len(fresh.Versus) != 0 || len(fresh.Games) != 2 || fresh.Games[0].Rating != nil {
			t.Errorf("of a newcomer: %+v", fresh)
		}
		h.must(kim.SaveSettings(json.RawMessage(`{"lang":"ko"}`)))
		var played []string
		for range 3 {
			id := h.start(kim, lee, pairing.Offer{Rated: true})
			h.playOut(id, kim, lee)
			played = append(played, id)
			h.pass(time.Second)
		}
		days := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.play(days, 4, kim, lee)
		h.pass(time.Second)
		seat := h.create(kim, pairing.Offer{})
		h.pass(time.Second)
		run := h.run(kim, pairing.Offer{Game: g.Info().Name})
		h.steps(kim, run, "win")
		h.must(kim.Favour(g.Info().Name, dealID(h.see(kim, run)), true))
		h.pass(time.Second)
		daily := h.run(kim, pairing.Offer{Game: g.Info().Name, Daily: true})
		h.steps(kim, daily, "win")

		doc := h.export(kim)
		if doc.Player.Name != "kim" || string(doc.Player.Settings) != `{"lang":"ko"}` || len(doc.Player.Keys) != 1 || doc.Player.Keys[0].Key != "SHA256:kim" {
			t.Errorf("record %+v", doc.Player)
		}
		if o := doc.Games[0]; resultsOf(o.Tally) != 3 || o.Rating == nil || o.Rating.Games != 3 {
			t.Errorf("othello %+v", o)
		}
		if len(doc.Boards) != 6 || len(doc.Favourites) != 1 {
			t.Errorf("boards %v, favourites %v", doc.Boards, doc.Favourites)
		}
		if len(doc.Versus) != 1 || doc.Versus[0].Opponent != "lee" || resultsOf(doc.Versus[0].Tally) != 3 {
			t.Errorf("versus %+v", doc.Versus)
		}
		byID := map[string]exportedMatch{}
		for _, m := range doc.Matches {
			byID[m.ID] = m
		}
		if len(doc.Matches) != 7 || len(byID) != 7 {
			t.Errorf("%d matches", len(doc.Matches))
		}
		for _, id := range append(played, run, days) {
			f, err := kibo.Decode(bytes.NewReader(byID[id].Kibo))
			if err != nil || f.ID != id {
				t.Errorf("match %s: %v", id, err)
			}
			if id != days {
				if _, err := kibo.Verify(h.cfg.Games, f, nil); err != nil {
					t.Errorf("match %s: %v", id, err)
				}
			} else if f.Seed != nil {
				t.Error("the seed of a match in play is in the export")
			}
		}
		if m := byID[seat]; string(m.Kibo) != "null" || m.Status != "open" {
			t.Errorf("open seat %+v", m)
		}
		// The day's seed is secret until the day is over.
		if m := byID[daily]; !m.Hidden || string(m.Kibo) != "null" {
			t.Errorf("run of the day %+v", m)
		}
		text := func() string {
			var b bytes.Buffer
			h.must(h.ExportPlayer(h.t.Context(), &b, kim.Key()))
			return b.String()
		}
		seed := `"seed":"` + h.seedIn(daily) + `"`
		if strings.Contains(text(), seed) {
			t.Error("the day's seed is in the export")
		}
		if strings.Contains(text(), lee.Me().ID) || strings.Contains(text(), "SHA256:lee") {
			t.Error("another's id or key is in the export")
		}
		h.pass(24 * time.Hour)
		if !strings.Contains(text(), seed) {
			t.Error("the seed of a day that is over is not in the export")
		}
		h.refused(h.ExportPlayer(t.Context(), io.Discard, ""), account.ErrGuestKey)
		h.refused(h.ExportPlayer(t.Context(), io.Discard, "SHA256:nobody"), records.ErrNoPlayer)
		h.must(h.ExportPlayer(t.Context(), again(func() { h.refused(h.ExportPlayer(t.Context(), io.Discard, kim.Key()), table.ErrTooFast) }), kim.Key()))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		h.refused(h.ExportPlayer(ctx, io.Discard, kim.Key()), context.Canceled)
	})
}

// again runs a function in the middle of an export.
type again func()

func (f again) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

// A walk through many matches visits each once, even if open seats are taken down meanwhile.
func TestMatchesPages(t *testing.T) {
	inBubbleWith(t, config.Config{MaxSeats: 500}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		var seats []string
		for range 2*records.MatchPage + 10 {
			h.pass(3 * time.Second)
			seats = append(seats, h.create(kim, pairing.Offer{}))
		}
		n := len(seats)
		last := seats[n-records.MatchPage] // the last of the first page
		seen := map[string]int{}
		for m, err := range h.MatchesOf(t.Context(), kim.Me().ID) {
			h.must(err)
			seen[m.ID]++
			if m.ID == last {
				h.must(kim.Cancel(last))
				h.must(kim.Cancel(seats[n-records.MatchPage+1]))
			}
		}
		for _, id := range seats {
			if seen[id] != 1 {
				t.Errorf("match %s is there %d times", id, seen[id])
			}
		}
		if len(seen) != n {
			t.Errorf("%d matches of %d", len(seen), n)
		}
	})
}

// resultsOf returns the number of results in a tally.
func resultsOf(t store.Tally) int { return t.Won + t.Lost + t.Drawn }
