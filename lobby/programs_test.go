package lobby

import (
	"errors"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/lobby/account"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// program lets a bot in by the key of the name.
func (h *house) program(name string) *Visit {
	h.t.Helper()
	v, err := h.EnterBot(directory.Identity{Fingerprint: "SHA256:" + name, Login: name, Lang: "en"}, true)
	h.must(err)
	return v
}

// A bot is marked wherever it is named, and the mark is in the record.
func TestBotIsMarked(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gary, kim := h.program("gary"), h.enter("kim")
		if !gary.Me().Remote || kim.Me().Remote || h.Online() != 1 {
			t.Errorf("bot %+v, person %+v, %d people online", gary.Me(), kim.Me(), h.Online())
		}
		for _, p := range h.People() {
			if p.Remote != (p.Name == "gary") {
				t.Errorf("among the people: %+v", p)
			}
		}
		id := h.create(gary, pairing.Offer{Rated: true})
		if s := h.live(id); !s.Host().Remote {
			t.Errorf("the open seat of %+v", s.Host())
		}
		h.must(kim.SitDown(id))
		h.must(gary.Watch(id))
		h.must(kim.Watch(id))
		if s := h.see(kim, id); !s.Seats[0].Remote || s.Seats[1].Remote {
			t.Errorf("at the table: %+v", s.Seats)
		}
		h.play(id, 6, gary, kim)
		gary.Leave()
		gary = h.program("gary") // the account stays a bot's
		h.must(gary.Watch(id))
		h.playOut(id, gary, kim)

		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		if !rec.Seats[0].Remote || rec.Seats[1].Remote || rec.Seats[0].Bot != "" {
			t.Errorf("the record's seats: %+v", rec.Seats)
		}
		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		if !f.Seats[0].Bot || f.Seats[0].Kind != "player" || f.Seats[1].Bot {
			t.Errorf("the kibo's seats: %+v", f.Seats)
		}
		board, err := h.Board(t.Context(), "othello", 0, 9)
		h.must(err)
		if len(board) != 0 {
			t.Errorf("one opponent has made a board: %+v", board)
		}
		for _, v := range []*Visit{kim, gary} {
			if r := h.Rating(t.Context(), "othello", v.Me().ID); r.Games != 1 || r.ByBot != (v == gary) {
				t.Errorf("rating %+v", r)
			}
		}
		var export strings.Builder
		h.must(h.ExportPlayer(t.Context(), &export, "SHA256:kim"))
		if !strings.Contains(export.String(), `"opponent":"gary","bot":true`) {
			t.Errorf("the person's export: %s", export.String())
		}
		profile, err := h.Profile(t.Context(), kim.Me().ID)
		h.must(err)
		if len(profile.Versus) != 1 || !profile.Versus[0].ByBot || profile.Bot {
			t.Errorf("the person's profile: %+v", profile)
		}
		if profile, err = h.Profile(t.Context(), gary.Me().ID); err != nil || !profile.Bot || profile.Versus[0].ByBot {
			t.Errorf("the bot's profile: %+v, %v", profile, err)
		}

		next := h.kill()
		again := next.enter("gary")
		if !again.Me().Remote {
			t.Error("after a restart the account is a person's")
		}
	})
}

// The next round, a rematch and a restart keep the mark.
func TestBotMarkStays(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		gary, kim := h.program("gary"), h.enter("kim")
		id := h.start(gary, kim, pairing.Offer{Game: matgo.Name, Control: "30s"})
		for range 2 {
			h.play(id, 500, gary, kim)
			h.must(gary.Rematch(id))
			h.must(kim.Rematch(id))
			id = h.see(kim, id).Next
			h.must(gary.Watch(id))
			h.must(kim.Watch(id))
			if s := h.see(kim, id); !s.Seats[0].Remote || s.Seats[1].Remote {
				t.Fatalf("round %d: %+v", s.Round, s.Seats)
			}
		}
		h = h.kill()
		if s := h.see(h.enter("kim"), id); !s.Seats[0].Remote || s.Seats[1].Remote {
			t.Errorf("after a restart: %+v", s.Seats)
		}
	})
}

// A key may become a bot's if it has never played as a person.
func TestWhoMayBeABot(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		_, err := h.EnterBot(directory.Identity{}, true)
		h.refused(err, room.ErrGuestBot)

		h.enter("new").Leave() // has only looked around
		for _, name := range []string{"new", "never"} {
			_, err = h.EnterBot(directory.Identity{Fingerprint: "SHA256:" + name, Login: name}, false)
			h.refused(err, account.ErrNewBot)
		}
		if p, err := h.PlayerByKey(t.Context(), "SHA256:new"); err != nil || p.Bot {
			t.Errorf("unasked, a person's account is %+v, %v", p, err)
		}
		if _, err := h.PlayerByKey(t.Context(), "SHA256:never"); !errors.Is(err, records.ErrNoPlayer) {
			t.Errorf("what was refused has made an account: %v", err)
		}
		if v := h.program("new"); !v.Me().Remote {
			t.Error("a key without games is no bot")
		}
		if _, err := h.EnterBot(directory.Identity{Fingerprint: "SHA256:new"}, false); err != nil {
			t.Errorf("a bot that comes again: %v", err)
		}

		kim := h.enter("kim")
		id := h.create(kim, pairing.Offer{Bot: "greedy"})
		_, err = h.EnterBot(directory.Identity{Fingerprint: "SHA256:kim"}, true)
		h.refused(err, account.ErrHasGames)
		if kim.Superseded() {
			t.Error("what was refused has taken the visit over")
		}
		h.must(kim.Watch(id))
		h.play(id, 3, kim)
		h.must(kim.Do(id, games.Resign))
		_, err = h.EnterBot(directory.Identity{Fingerprint: "SHA256:kim"}, true)
		h.refused(err, account.ErrHasGames)
		if p, _ := h.Player(t.Context(), kim.Me().ID); p.Bot {
			t.Error("a person has become a bot")
		}
		h.rated("lee", 1700)
		_, err = h.EnterBot(directory.Identity{Fingerprint: "SHA256:lee"}, true)
		h.refused(err, account.ErrHasGames)
	})
}

// A bot's key opens a screen to look at, not to play from.
func TestBotOnAScreen(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gary, kim := h.program("gary"), h.enter("kim")
		id := h.start(gary, kim, pairing.Offer{})
		screen := h.enter("gary")
		if gary.Over() != nil || screen.Over() != nil {
			t.Fatal("the program, or its screen, was thrown out")
		}
		h.must(screen.Watch(id))
		open := h.create(kim, pairing.Offer{})
		_, err := screen.Create(pairing.Offer{Game: "othello", Control: "5+3"})
		h.refused(err, room.ErrBotAccount)
		h.refused(screen.SitDown(open), room.ErrBotAccount)
		_, err = screen.JoinCode(t.Context(), h.see(kim, open).Code)
		h.refused(err, room.ErrBotAccount)
		h.refused(screen.Act(id, 0, "d3"), room.ErrBotAccount)
		h.refused(screen.Do(id, games.Resign), room.ErrBotAccount)
		h.refused(screen.Rematch(id), room.ErrBotAccount)
		_, _, err = screen.Quick("othello", nil, "5+3")
		h.refused(err, table.ErrUnasked)
		if gary.Over() != nil || h.see(kim, id).Seats[0].Away != 0 {
			t.Error("the screen has taken over from the program")
		}
		gary.Leave()
		if s := h.see(kim, id); s.Seats[0].Away == 0 && s.Seats[0].Remote {
			h.pass(h.Lobby.cfg.Grace + time.Second) // counts as gone, like its program
		}
		if s := h.see(kim, id); s.Status == store.Live {
			t.Error("a match that no program has come to goes on")
		}
	})
}

// Bots do not take people's seats unasked, and people are not paired with them.
func TestBotsWaitToBeAsked(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gary, hal, kim := h.program("gary"), h.program("hal"), h.enter("kim")
		open := h.create(kim, pairing.Offer{})
		h.refused(gary.SitDown(open), table.ErrUnasked)
		quick, _ := h.search(kim)
		h.refused(gary.SitDown(quick), table.ErrUnasked)
		h.refused(third(gary.Quick("othello", nil, "5+3")), table.ErrUnasked)
		h.refused(third(gary.Play("othello", nil, "5+3", "greedy")), table.ErrUnasked)
		bots := h.create(gary, pairing.Offer{Rated: true})
		lee := h.enter("lee")
		if id, _ := h.search(lee); id == bots {
			t.Error("quick pairing gives a bot's seat")
		}
		h.pass(2 * time.Minute)
		if s := h.live(bots); s == nil || s.Status != store.Open {
			t.Error("the bot's seat was paired")
		}

		h.must(gary.Cancel(bots))
		park := h.enter("park")
		challenge := h.create(park, pairing.Offer{Player: gary.Me().ID})
		h.sit(challenge, gary, park)
		code := h.create(h.enter("choi"), pairing.Offer{Private: true})
		_, err := hal.JoinCode(t.Context(), h.see(h.enter("choi"), code).Code)
		h.must(err)
		bots = h.create(gary, pairing.Offer{})
		if list := hal.BotSeats("othello"); len(list) != 1 || list[0].ID != bots || len(gary.BotSeats("othello")) != 0 {
			t.Errorf("%d seats of other bots", len(list))
		}
		h.must(hal.SitDown(bots)) // programs are always ready
		if s := h.live(bots); s.Status != store.Live {
			t.Errorf("two bots: %+v", s)
		}
	})
}

// Tables of bots alone come last among the tables to watch, and no player must look at a bot's results.
func TestBotsAmongThemselves(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gary, hal, kim := h.program("gary"), h.program("hal"), h.enter("kim")
		bots := h.start(gary, hal, pairing.Offer{})
		h.pass(time.Second)
		people := h.start(h.enter("lee"), h.enter("park"), pairing.Offer{})
		h.must(h.enter("choi").Watch(bots))
		list := kim.Home().Live
		if len(list) != 2 || list[0].ID != people || list[1].ID != bots {
			t.Errorf("to watch: %v", list)
		}
		h.play(bots, 6, gary, hal)
		gary.Leave()
		h.must(hal.Do(bots, games.Resign))
		if list, err := h.store.Unseen(t.Context(), gary.Me().ID); err != nil || len(list) != 0 {
			t.Errorf("unseen %v, %v", list, err)
		}
	})
}

// A snapshot has the match's set-up, but never its seed during play.
func TestSnapshotSetup(t *testing.T) {
	withMatgo(t, func(t *testing.T, h *house) {
		id, kim, _ := h.round(pairing.Offer{})
		s := h.see(kim, id)
		if s.Rules != (matgobots.Game{}).Info().Rules || !strings.Contains(string(s.Options), `"carry":1`) || s.Seed != "" {
			t.Errorf("rules %d, options %s, seed %q", s.Rules, s.Options, s.Seed)
		}
	})
}
