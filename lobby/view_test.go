package lobby

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/store"
)

// whisper is a game of secrets: each seat has its own word from the seed, and says "hm" twice. Everything
// is open at the end.
type whisper struct{}

func (whisper) Info() games.Info {
	return games.Info{Name: "whisper", Seats: 2, Hidden: true, Rules: 1}
}
func (whisper) Bots() []games.Bot { return nil }
func (whisper) Start(s games.Setup) (games.Position, error) {
	return &whispers{words: [2]string{"black-" + s.Seed[:8], "white-" + s.Seed[8:16]}}, nil
}

type whispers struct {
	words [2]string
	said  int
}

func (p *whispers) ToAct() games.Seat {
	if p.said == 4 {
		return games.Nobody
	}
	return games.Seat(p.said % 2)
}

func (p *whispers) Legal() []games.Action {
	if p.said == 4 {
		return nil
	}
	return []games.Action{"hm"}
}

func (p *whispers) Apply(a games.Action) ([]games.Event, error) {
	if p.said == 4 || a != "hm" {
		return nil, &games.IllegalError{Action: a, Reason: games.ReasonNotation}
	}
	p.said++
	return nil, nil
}

func (p *whispers) View(s games.Seat) any {
	switch {
	case s == games.Everything:
		return p.words[:]
	case s >= 0:
		return p.words[s : s+1]
	}
	return []string{}
}

func (p *whispers) Result() *games.Result {
	if p.said == 4 {
		return &games.Result{Reason: games.Finished, Winner: games.Nobody}
	}
	return nil
}

func inWhispers(t *testing.T, f func(t *testing.T, h *house)) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(whisper{})}, f)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestNobodySeesWhatTheSeatMayNot(t *testing.T) {
	inWhispers(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		id := h.start(kim, lee, pairing.Offer{Game: "whisper", Control: "none"})
		h.must(park.Watch(id))
		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		black, white := "black-"+rec.Seed[:8], "white-"+rec.Seed[8:16]
		sees := func(v *Visit) [3]bool {
			s := asJSON(t, h.see(v, id))
			return [3]bool{strings.Contains(s, black), strings.Contains(s, white), strings.Contains(s, rec.Seed)}
		}
		for i := range 4 {
			for v, want := range map[*Visit][3]bool{kim: {true, false, false}, lee: {false, true, false}, park: {}} {
				if got := sees(v); got != want {
					t.Fatalf("ply %d: %s sees black's word, white's, the seed: %v, want %v", i, v.Me().Name, got, want)
				}
			}
			for _, viewer := range []string{"", kim.Me().ID, lee.Me().ID, park.Me().ID} {
				if _, err := h.Replay(t.Context(), viewer, id); err != table.ErrHidden {
					t.Fatalf("replay of a match in play: %v", err)
				}
				if _, err := h.Kibo(t.Context(), viewer, id); err != table.ErrHidden {
					t.Fatalf("kibo of a match in play: %v", err)
				}
			}
			for viewer, want := range map[string][2]bool{"": {}, kim.Me().ID: {true, false}, lee.Me().ID: {false, true}, park.Me().ID: {}} {
				r, err := h.SoFar(h.t.Context(), viewer, id)
				h.must(err)
				text := asJSON(t, r.Match) + asJSON(t, r.Result)
				for ply := range len(r.Plies) + 1 {
					text += asJSON(t, r.View(ply))
				}
				if got := [2]bool{strings.Contains(text, black), strings.Contains(text, white)}; got != want || strings.Contains(text, rec.Seed) || len(r.Plies) != i {
					t.Fatalf("ply %d: the replay so far shows %q black's word and white's: %v, want %v", i, viewer, got, want)
				}
			}
			if s := h.see(park, id); s.SeedHash != kibo.SeedHash(rec.Seed) || s.Seed != "" || s.Legal != nil || s.Code != "" {
				t.Fatalf("a spectator's snapshot: %+v", s)
			}
			h.must([]*Visit{kim, lee}[i%2].Act(id, i, "hm"))
		}
		for _, v := range []*Visit{kim, lee, park} {
			if got := sees(v); got != [3]bool{true, true, true} {
				t.Errorf("after the end %s sees %v", v.Me().Name, got)
			}
			if s := h.see(v, id); kibo.SeedHash(s.Seed) != s.SeedHash {
				t.Error("the seed does not have the hash")
			}
		}
		r, err := h.Replay(t.Context(), "", id)
		h.must(err)
		if len(r.Plies) != 4 || !strings.Contains(asJSON(t, r.View(0)), white) {
			t.Errorf("replay %+v", r)
		}
	})
}

// A match that ended at the table (here by resigning) is open too.
func TestReplayAfterResigning(t *testing.T) {
	inWhispers(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Game: "whisper", Control: "none"})
		h.must(kim.Act(id, 0, "hm"))
		h.must(lee.Do(id, games.Resign))
		r, err := h.Replay(t.Context(), "", id)
		h.must(err)
		if r.Result == nil || r.Result.Reason != games.Resigned || len(r.Plies) != 1 || asJSON(t, r.View(1)) == "[]" {
			t.Errorf("replay %+v", r)
		}
	})
}

func TestPrivateTables(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee, park := h.enter("kim"), h.enter("lee"), h.enter("park")
		id := h.create(kim, pairing.Offer{Private: true})
		code := h.see(kim, id).Code
		strangers := func(status store.Status) {
			t.Helper()
			h.refused(park.Watch(id), table.ErrPrivate)
			_, err := park.Table(id)
			h.refused(err, table.ErrPrivate)
			h.refused(park.SitDown(id), table.ErrPrivate)
			for _, viewer := range []string{"", park.Me().ID, "x"} {
				_, err := h.Replay(t.Context(), viewer, id)
				h.refused(err, table.ErrPrivate)
				_, err = h.Kibo(t.Context(), viewer, id)
				h.refused(err, table.ErrPrivate)
			}
			if len(h.PublicTables("")) != 0 || len(park.Home().Live) != 0 {
				t.Error("it is listed")
			}
			for _, p := range h.People() {
				if p.Table != "" {
					t.Errorf("%s is shown at a private table", p.Name)
				}
			}
			if list, _ := h.Recent(t.Context(), "", 5); len(list) != 0 {
				t.Error("it is among the recent matches")
			}
		}
		h.must(kim.Watch(id))
		strangers(store.Open)
		h.must(second(lee.JoinCode(t.Context(), code)))
		h.must(lee.Watch(id))
		h.refused(park.Watch(id), table.ErrPrivate)
		h.must(lee.Ready(id))
		h.must(kim.Ready(id))
		h.play(id, 4, kim, lee)
		h.refused(park.Watch(id), table.ErrPrivate)
		_, err := park.Table(id)
		h.refused(err, table.ErrPrivate)
		h.refused(park.SitDown(id), table.ErrFull)
		h.refused(park.Say(id, 1, ""), table.ErrNotSeated)
		h.must(kim.Do(id, games.Resign))
		for _, v := range []*Visit{kim, lee} {
			f, err := h.Kibo(t.Context(), v.Me().ID, id)
			h.must(err)
			if f.ID != id {
				t.Error("another match")
			}
			if _, err := h.Replay(t.Context(), v.Me().ID, strings.ToLower(id)); err != nil {
				t.Error(err)
			}
		}
		_, err = h.Kibo(t.Context(), "", id)
		h.refused(err, table.ErrPrivate)
		if list, _ := h.Recent(t.Context(), "", 5); len(list) != 0 {
			t.Error("it is among the recent matches")
		}
	})
}

func TestCodeIsForPlayersOnly(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, park := h.enter("kim"), h.enter("park")
		id := h.create(kim, pairing.Offer{})
		h.must(park.Watch(id))
		code := h.see(kim, id).Code
		if s := h.see(park, id); code == "" || s.Code != "" || strings.Contains(asJSON(t, s), code) {
			t.Error("a stranger reads the code")
		}
		if s := asJSON(t, h.PublicTables("")); strings.Contains(s, code) {
			t.Error("the list shows the code")
		}
		_, err := h.Kibo(t.Context(), "", id)
		h.refused(err, table.ErrPrivate) // an open seat has no log
	})
}

func TestSpectatorsAreCounted(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, lee := h.midgame(pairing.Offer{})
		a, b := h.guest(), h.enter("park")
		h.must(a.Watch(id))
		h.must(b.Watch(id))
		h.must(b.Watch(id))
		h.pass(directory.ListsTime)
		if s := h.see(kim, id); s.Watchers != 2 || h.live(id).Watchers != 2 {
			t.Errorf("%d spectators", s.Watchers)
		}
		other := h.enter("park") // another window reads
		h.must(other.Watch(id))
		if s := h.see(kim, id); s.Watchers != 2 {
			t.Errorf("%d spectators, one of them in two windows", s.Watchers)
		}
		other.Leave()
		b.Unwatch(id)
		a.Unwatch(id)
		lee.Unwatch(id)
		if s := h.see(kim, id); s.Watchers != 0 {
			t.Errorf("%d spectators", s.Watchers)
		}
		if s := h.see(b, id); s.You != games.Nobody || s.CanAbort || s.CanClaim || s.CanDraw || s.CanTakeback || s.Legal != nil {
			t.Errorf("a spectator may %+v", s)
		}
		if list := b.Home().Live; len(list) != 1 || list[0].ID != id {
			t.Errorf("live tables %v", list)
		}
		if n := b.Home().Counts["othello"]; n != (directory.GameCount{Live: 1}) {
			t.Errorf("counts %+v", n)
		}
	})
}

// After a restart no visitor has opened the match yet: the counts equal what there is to watch.
func TestCountsAreOneTruth(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		h.midgame(pairing.Offer{})
		h.create(h.enter("park"), pairing.Offer{})
		h = h.kill()
		want := directory.GameCount{Open: 1} // and nothing to watch
		if n := h.Counts()["othello"]; n != want {
			t.Errorf("counted %+v, want %+v", n, want)
		}
		if n := h.enter("choi").Home().Counts["othello"]; n != want {
			t.Errorf("on the home screen %+v, want %+v", n, want)
		}
	})
}

func TestKiboOfARunningGameHasNoSeed(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		id, kim, _ := h.midgame(pairing.Offer{Rated: true})
		f, err := h.Kibo(t.Context(), "", id)
		h.must(err)
		rec, err := h.store.Match(t.Context(), id)
		h.must(err)
		if f.Seed != nil || f.Result != nil || strings.Contains(asJSON(t, f), rec.Seed) || f.SeedHash != kibo.SeedHash(rec.Seed) {
			t.Errorf("%+v", f)
		}
		if _, err := kibo.Verify(h.Lobby.cfg.Games, f, nil); err != kibo.ErrInPlay {
			t.Error(err)
		}
		r, err := h.Replay(t.Context(), "", id)
		h.must(err)
		if r.Result != nil || len(r.Plies) != 4 {
			t.Errorf("replay %+v", r)
		}
		if asJSON(t, r.View(4)) != asJSON(t, h.see(kim, id).View) {
			t.Error("the replay's last view is not the table's")
		}
	})
}

// Every kind of end gives an export that anybody can verify, and that survives writing and reading.
func TestEveryFinishedGameVerifies(t *testing.T) {
	ends := map[string]func(h *house, id string, kim, lee *Visit){
		"played out": func(h *house, id string, kim, lee *Visit) { h.playOut(id, kim, lee) },
		"resigned":   func(h *house, id string, kim, lee *Visit) { h.must(kim.Do(id, games.Resign)) },
		"agreed": func(h *house, id string, kim, lee *Visit) {
			h.must(kim.Do(id, games.OfferDraw))
			h.must(lee.Do(id, games.AcceptDraw))
		},
		"flag": func(h *house, id string, kim, lee *Visit) { h.pass(time.Hour) },
		"claimed": func(h *house, id string, kim, lee *Visit) {
			lee.Leave()
			h.pass(time.Minute)
			h.must(kim.Do(id, games.ClaimWin))
		},
		"taken back": func(h *house, id string, kim, lee *Visit) {
			h.must(kim.Do(id, games.AskTakeback))
			h.must(lee.Do(id, games.GrantTakeback))
			h.play(id, 3, kim, lee)
			h.must(lee.Do(id, games.Resign))
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				id, kim, lee := h.midgame(pairing.Offer{Rated: name != "taken back"})
				h.pass(1234 * time.Millisecond)
				end(h, id, kim, lee)
				f, err := h.Kibo(t.Context(), "", id)
				h.must(err)
				var b bytes.Buffer
				h.must(kibo.Encode(&b, f))
				read, err := kibo.Decode(&b)
				h.must(err)
				m, err := kibo.Verify(h.Lobby.cfg.Games, read, nil)
				h.must(err)
				if s := h.see(kim, id); asJSON(t, m.Result()) != asJSON(t, s.Result) {
					t.Errorf("verified %+v, seen %+v", m.Result(), s.Result)
				}
			})
		})
	}
}

func TestRecordsOfNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		for _, id := range []string{"", "NONE", "\x00", strings.Repeat("x", 1<<16)} {
			_, err := h.Replay(t.Context(), "", id)
			h.refused(err, table.ErrNoTable)
			_, err = h.Kibo(t.Context(), "", id)
			h.refused(err, table.ErrNoTable)
		}
		_, err := h.Profile(t.Context(), "nobody")
		h.refused(err, records.ErrNoPlayer)
		_, err = h.PlayerByKey(t.Context(), "SHA256:nobody")
		h.refused(err, records.ErrNoPlayer)
		if place, of, err := h.Rank(t.Context(), "othello", "nobody"); place != 0 || of != 0 || err != nil {
			t.Errorf("rank %d of %d, %v", place, of, err)
		}
		if r := h.Rating(t.Context(), "othello", "nobody"); r.Rating.Rating != 1500 || !r.Provisional {
			t.Errorf("rating %+v", r)
		}
		h.must(h.guest().Seen("NONE"))
	})
}
