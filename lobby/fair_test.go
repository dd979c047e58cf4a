package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/kibo"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/games/matgo"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/ledger"
	"arcade/lobby/pairing"
	"arcade/lobby/solo"
	"arcade/store"
)

// told returns all views of a match, by kind: to the player of the seat, and to a
// stranger.
func (h *house) told(id string, mine, other *Visit) map[string]string {
	h.t.Helper()
	all := map[string]string{}
	say := func(what string, v any, err error) {
		h.t.Helper()
		text, failed := json.Marshal(v)
		h.must(failed)
		all[what] = fmt.Sprint(string(text), err)
	}
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	for who, v := range map[string]*Visit{"player": mine, "stranger": other} {
		viewer := v.Me().ID
		s, err := v.Table(id)
		say("the table of the "+who, s, err)
		say("the home of the "+who, v.Home(), nil)
		r, err := h.Replay(h.t.Context(), viewer, id)
		say("the replay of the "+who, r, err)
		if r != nil {
			say("the end of the replay of the "+who, r.View(len(r.Plies)), nil)
		}
		f, err := h.Kibo(context.Background(), viewer, id)
		say("the kibo of the "+who, f, err)
		ply, status, err := h.LastWinnable(context.Background(), viewer, id)
		say("the last chance for the "+who, fmt.Sprint(ply, status), err)
		ghost, err := h.Ghost(h.t.Context(), viewer, id, deals.Leader)
		say("the ghost for the "+who, ghost, err)
		favourites, err := v.Favourites(rec.Game)
		say("the favourites of the "+who, favourites, err)
	}
	list, err := h.Matches(context.Background(), mine.Me().ID, "", 99)
	say("the player's matches", list, err)
	recent, err := h.Recent(context.Background(), "", 99)
	say("the recent matches", recent, err)
	say("the tables", h.PublicTables(rec.Game), nil)
	stats, err := h.Stats(context.Background(), rec.Game, mine.Me().ID)
	say("the statistics", stats, err)
	var export bytes.Buffer
	err = h.ExportPlayer(context.Background(), &export, "SHA256:"+mine.Me().Name)
	say("the export", json.RawMessage(export.Bytes()), err)
	for _, format := range []string{"sv1", "json"} {
		var lines []string
		_, err := h.RunLines(h.t.Context(), mine.Me().ID, rec.Game, format, "", "", func(line string) error { lines = append(lines, line); return nil })
		say("the lines as "+format, lines, err)
	}
	for _, b := range h.Boards(rec.Game) {
		say("board "+b, h.board(ledger.BoardName(rec.Game, b, rec.Daily)), nil)
	}
	g, err := h.Game(rec.Game)
	h.must(err)
	if d, ok := g.(games.Dealer); ok { // for a visitor who guessed the ID
		deal, err := d.Deal(ledger.Setup(rec))
		h.must(err)
		info, err := h.Deals().Deal(rec.Game, deal.ID, nil)
		info.ID = ""
		say("what is known of the deal", info, err)
	}
	return all
}

// traces returns texts that would reveal the seed of a match or its hidden cards.
func (h *house) traces(id string) map[string]string {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	list := map[string]string{}
	for i := 0; i+16 <= len(rec.Seed); i += 4 { // whole or in part, and as a number
		part, ok := new(big.Int).SetString(rec.Seed[i:i+16], 16)
		if !ok {
			h.t.Fatalf("seed %q", rec.Seed)
		}
		list[fmt.Sprint("the seed from digit ", i)], list[fmt.Sprint("the number from digit ", i)] = rec.Seed[i:i+16], part.String()
	}
	if rec.Game == klondike.Name {
		s, err := klondike.ReadSetup(ledger.Setup(rec))
		h.must(err)
		list["the Deal ID"], list["the Layout ID"] = s.DealID(), klondike.LayoutID(s.Deck)
		cards := strings.Split(klondike.DeckText(s.Deck), ",")
		for i := range cards[2:] {
			list[fmt.Sprint("the deck from card ", i+1)] = strings.Join(cards[i:i+3], ",")
		}
	}
	return list
}

// Nothing shown of a ranked or daily run in play reveals its seed, or a card that has not been seen yet.
func TestNothingTellsOfWhatIsHidden(t *testing.T) {
	for _, game := range []string{klondike.Name, yut.Name, stones.Name} {
		for _, o := range []pairing.Offer{{}, {Daily: true}} {
			t.Run(fmt.Sprint(game, " daily ", o.Daily), func(t *testing.T) {
				inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
					kim, lee := h.enter("kim"), h.enter("lee")
					o.Game = game
					id, err := kim.Create(o)
					h.must(err)
					look := func() {
						t.Helper()
						traces := h.traces(id)
						for what, text := range h.told(id, kim, lee) {
							for of, trace := range traces {
								if strings.Contains(text, trace) {
									t.Errorf("%s tells %s (%s): %.300s", what, of, trace, text)
								}
							}
							for _, c := range h.unseen(id) {
								if strings.Contains(text, `"`+c+`:`) || strings.Contains(text, `"`+c+`"`) {
									t.Errorf("%s tells of %s: %.300s", what, c, text)
								}
							}
						}
					}
					for turn := range 3 {
						h.must(kim.Watch(id))
						_ = lee.Watch(id) // only its player may watch the day's run
						look()
						for range 3 + 9*turn { // forward only: undone cards have been seen
							s := h.see(kim, id)
							if s.Status == store.Done { // chance has ended it, so nothing is hidden
								return
							}
							legal := slices.DeleteFunc(s.Legal, func(a games.Action) bool { return a == "undo" || a == "resign" })
							if wait := max(s.ForcedAt, s.HeldUntil); wait > s.Now {
								h.pass(time.Duration(wait-s.Now) * time.Millisecond)
							}
							if len(legal) == 0 { // a deal may have no way on
								break
							}
							if game != stones.Name || len(s.Plies) < 3 { // which cannot end it
								h.must(kim.Act(id, len(s.Plies), legal[h.rand.IntN(len(legal))]))
							}
						}
						if h.see(kim, id).Status == store.Done {
							return
						}
						look()
						h = h.kill()
						kim, lee = h.enter("kim"), h.enter("lee")
					}
					// Afterwards the seed is shown, and everything that was hidden with it; the day's after
					// its day.
					h.must(kim.Watch(id))
					h.must(kim.Do(id, games.Resign))
					if o.Daily {
						seed := h.seedIn(id)
						for what, text := range h.told(id, kim, lee) {
							if strings.Contains(text, seed) {
								t.Errorf("on its day %s tells the seed: %.300s", what, text)
							}
						}
						h.pass(24 * time.Hour)
					}
					f, err := h.Kibo(t.Context(), "", id)
					h.must(err)
					m, err := kibo.Verify(h.cfg.Games, f, nil)
					if err != nil || *f.Seed != h.seedIn(id) || !kibo.FromSeed(m.Game, m.Setup) {
						t.Errorf("afterwards: %v, seed %q", err, *f.Seed)
					}
				})
			})
		}
	}
}

// A daily run that was aborted may begin again: no hidden card is shown.
func TestWhatIsCalledOffStaysHidden(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		id, err := kim.Create(pairing.Offer{Game: klondike.Name, Daily: true})
		h.must(err)
		h.must(kim.Watch(id))
		unseen := h.unseen(id)
		h.must(kim.Do(id, games.Abort))
		text, err := json.Marshal(h.see(kim, id).View)
		h.must(err)
		if len(unseen) < 21 {
			t.Fatalf("%d cards lie face down", len(unseen))
		}
		for _, c := range unseen {
			if strings.Contains(string(text), `"`+c+`:`) || strings.Contains(string(text), `"`+c+`"`) {
				t.Fatalf("it tells of %s: %s", c, text)
			}
		}
	})
}

// unseen returns the face-down cards of a run of Klondike.
func (h *house) unseen(id string) (cards []string) {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	if rec.Game != klondike.Name {
		return nil
	}
	m, err := ledger.Load(h.t.Context(), h.store, h.cfg.Games, rec)
	h.must(err)
	v := m.View(games.Everything).(klondike.View)
	seen := map[string]bool{}
	for _, p := range m.Plies() { // cards turned to the waste may be in the stock again
		if p.Action == "recycle" {
			return nil
		}
	}
	for _, pile := range append(slices.Clone(v.Tableau[:]), v.Stock) {
		for _, f := range pile {
			if !f.Up && !seen[f.Card.String()] {
				cards = append(cards, f.Card.String())
			}
		}
	}
	return cards
}

// The hands and the stock of matgo come from a seed that is secret during the round, and so is the next
// round's.
func TestNothingTellsOfMatgo(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: true})
		for range 6 {
			if h.see(kim, id).Result != nil { // a round of three ppuk is short
				return
			}
			traces := h.traces(id)
			for what, text := range h.told(id, kim, h.guest()) {
				for of, trace := range traces {
					if strings.Contains(text, trace) {
						t.Errorf("%s tells %s (%s): %.300s", what, of, trace, text)
					}
				}
			}
			h.play(id, 2, kim, lee)
		}
	})
}

// An unfinished ranked run is found again by its rules, however they are written, and so is the next deal:
// after leaving, a restart, and without a move.
func TestLeavingDealsNothingElse(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim := h.enter("kim")
		begin := func(game, options string) string {
			t.Helper()
			id, err := kim.Create(pairing.Offer{Game: game, Options: []byte(options)})
			h.must(err)
			h.must(kim.Watch(id))
			return id
		}
		one, three := begin(klondike.Name, ``), begin(klondike.Name, `{"draw":3}`)
		if one == three {
			t.Fatal("other rules are the same run")
		}
		board := begin(yut.Name, ``)
		before := asJSON(t, h.see(kim, one).View)
		for range 3 {
			for _, id := range []string{one, three, board} {
				h.refused(kim.Do(id, games.Abort), games.ErrNotAllowed)
				if h.see(kim, id).CanAbort {
					t.Error("a ranked run may be called off")
				}
				h.refused(kim.Rematch(id), games.ErrNotAllowed)
			}
			kim.Leave()
			h.pass(time.Hour)
			h = h.kill()
			kim = h.enter("kim")
			for _, options := range []string{``, `{}`, `{"draw":1}`, `{"f2t":true,"recycle":"reverse","redeals":-1}`} {
				if begin(klondike.Name, options) != one {
					t.Errorf("%s deals another", options)
				}
			}
			if begin(klondike.Name, `{"redeals":-1,"draw":3}`) != three || begin(yut.Name, `{}`) != board {
				t.Error("another deal")
			}
		}
		if got := asJSON(t, h.see(kim, one).View); got != before {
			t.Errorf("%s, was %s", got, before)
		}
		h.must(kim.Do(one, games.Resign))
		next := begin(klondike.Name, ``)
		if h.seedIn(next) == h.seedIn(one) {
			t.Error("the same seed again")
		}
		h.must(kim.Rematch(one))
		if h.see(kim, one).Next != next {
			t.Error("another one is another deal than the unfinished run")
		}
		// A player's own deck is never a ranked deal, whatever the offer says.
		deck := []byte(`{"deck":"` + klondike.DeckText(klondike.Deck(2)) + `"}`)
		_, err := kim.Create(pairing.Offer{Game: klondike.Name, Options: deck})
		h.refused(err, solo.ErrBadOffer)
		_, err = kim.Create(pairing.Offer{Game: klondike.Name, Options: deck, Daily: true})
		h.refused(err, solo.ErrBadOffer)
		own, err := kim.Create(pairing.Offer{Game: klondike.Name, Options: deck, Seed: "0"})
		h.must(err)
		h.must(kim.Watch(own))
		if s := h.see(kim, own); !s.Seeded || s.View.(klondike.View).DealID != klondike.DeckDealID(klondike.Deck(2), klondike.Standard()) {
			t.Errorf("a deck of one's own: %+v", s)
		}
	})
}

// old stores a run in play as it was before deals came from 128 secret bits.
func (h *house) old(v *Visit, id, seed, daily string) {
	h.t.Helper()
	rec := store.Match{
		ID: id, Game: klondike.Name, Rules: 1, Seed: seed, Seats: []store.Seat{{Player: v.Me().ID, Name: v.Me().Name}},
		Control: "none", Daily: daily, Status: store.Live, Created: clock.MS(), Started: clock.MS(), Winner: -1,
	}
	h.must(h.store.CreateMatch(context.Background(), rec))
	h.must(h.deals.Learn(rec))
}

// win plays a run to its end by its whole deck. It returns false if it finds no way.
func (h *house) win(v *Visit, id string) bool {
	h.t.Helper()
	rec, err := h.store.Match(context.Background(), id)
	h.must(err)
	start, err := klondike.ReadSetup(ledger.Setup(rec))
	h.must(err)
	o := solver.Solve(start.Deck, start.Rules, games.Limit{Nodes: 500_000})
	h.must(v.Watch(id))
	for i, a := range o.Moves {
		h.must(v.Act(id, i, a))
	}
	return len(o.Moves) > 0
}

// A ranked run and a daily one that began with a seed of 64 bits end under their old rules. Their rows are
// marked, others are not, and the whole past still agrees.
func TestOldRunsEndAsTheyBegan(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		h.old(kim, "OLD00001", "2", "")
		var day string // a day whose open deal can be won
		for day = h.Today(); ; day = h.Today() {
			seed, err := klondike.ParseSeed(ledger.OpenSeed(h.secret, klondike.Game{}, day))
			h.must(err)
			if len(solver.Solve(klondike.Deck(seed), klondike.Standard(), games.Limit{Nodes: 500_000}).Moves) > 0 {
				break
			}
			h.pass(24 * time.Hour)
		}
		h.old(lee, "OLD00002", ledger.OpenSeed(h.secret, klondike.Game{}, day), day)
		h.old(kim, "OLD00003", ledger.OpenSeed(h.secret, klondike.Game{}, day), day)
		h = h.kill()
		kim, lee = h.enter("kim"), h.enter("lee")
		for _, c := range []struct {
			v    *Visit
			o    pairing.Offer
			want string
		}{{kim, pairing.Offer{}, "OLD00001"}, {lee, pairing.Offer{Daily: true}, "OLD00002"}, {kim, pairing.Offer{Daily: true}, "OLD00003"}} {
			c.o.Game = klondike.Name
			if id, err := c.v.Create(c.o); id != c.want || err != nil {
				t.Errorf("%+v: %s, %v", c.o, id, err)
			}
		}
		h.win(kim, "OLD00001")
		h.win(lee, "OLD00002")
		for _, board := range []string{"klondike/draw1", "klondike/draw1/" + day} {
			if rows := h.board(board); len(rows) != 1 || !strings.Contains(string(rows[0].Detail), `"guessable":true`) {
				t.Errorf("%s: %+v", board, rows)
			}
		}
		_, err := lee.Create(pairing.Offer{Game: klondike.Name, Daily: true})
		h.refused(err, solo.ErrDailyDone)

		park := h.enter("park")
		id, err := park.Create(pairing.Offer{Game: klondike.Name, Daily: true})
		h.must(err)
		if h.seedIn(id) != h.daySeed(klondike.Game{}, day) {
			t.Errorf("the new run of the day has the seed %s", h.seedIn(id))
		}
		for won := false; !won; {
			id, err := park.Create(pairing.Offer{Game: klondike.Name})
			h.must(err)
			if won = h.win(park, id); !won {
				h.must(park.Do(id, games.Resign))
			}
			h.pass(time.Minute)
		}
		if rows := h.board("klondike/draw1"); len(rows) != 2 || strings.Count(string(rows[0].Detail)+string(rows[1].Detail), "guessable") != 1 {
			t.Errorf("%+v", rows)
		}
		h.shut()
		if findings, _ := checkFile(t, h.path); len(findings) > 0 {
			t.Errorf("%+v", findings)
		}
	})
}

// A guess at a secret deal, by its ID or by its cards, gets the same answer as an unknown deal.
// Otherwise a player could guess the last hidden cards until the answer differs.
func TestGuessesAreNotAnswered(t *testing.T) {
	inBubbleWith(t, config.Config{Games: allGames()}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		daily, err := kim.Create(pairing.Offer{Game: klondike.Name, Daily: true})
		h.must(err)
		ranked, err := kim.Create(pairing.Offer{Game: klondike.Name})
		h.must(err)
		rec, err := h.store.Match(t.Context(), daily)
		h.must(err)
		start, err := klondike.ReadSetup(ledger.Setup(rec))
		h.must(err)
		// Another player's try of the day is over, and on the board of the deal.
		won, err := lee.Create(pairing.Offer{Game: klondike.Name, Daily: true})
		h.must(err)
		h.must(lee.Watch(won))
		row := store.Score{Board: deals.Board(klondike.Name, start.DealID()), Player: lee.Me().ID, Name: "lee", Match: won, At: clock.MS()}
		rec, err = h.store.Match(t.Context(), won)
		h.must(err)
		rec.Status, rec.Ended, rec.Winner, rec.Reason, rec.Result = store.Done, clock.MS(), 0, games.Finished, json.RawMessage(`{}`)
		h.must(h.store.Finish(t.Context(), store.Finish{Match: rec, Outcomes: []store.Outcome{{Player: lee.Me().ID, Scores: []store.Score{row}}}}))

		answers := func(deck [klondike.Cards]klondike.Card) string {
			t.Helper()
			id := klondike.DeckDealID(deck, klondike.Standard())
			var said []string
			say := func(v any, err error) {
				said = append(said, strings.ReplaceAll(fmt.Sprint(asJSON(t, v), err), id, "ID"))
			}
			ask := func() {
				_, err := kim.Create(pairing.Offer{Game: klondike.Name, Seed: id})
				say(nil, err)
				info, err := h.Deals().Deal(klondike.Name, id, nil)
				info.Options = nil
				say(info, err)
				say(nil, kim.Favour(klondike.Name, id, true))
				board := deals.Board(klondike.Name, id)
				say(len(h.board(board)), nil)
				_, place, of, err := h.ScoreOf(t.Context(), board, kim.Me().ID)
				say([]int{place, of}, err)
			}
			ask()
			own, err := kim.Create(pairing.Offer{Game: klondike.Name, Seed: "0", Options: []byte(`{"deck":"` + klondike.DeckText(deck) + `"}`)})
			h.must(err)
			ask()
			ghost, err := h.Ghost(t.Context(), kim.Me().ID, own, deals.Leader)
			say(ghost, err)
			h.must(kim.Watch(own))
			h.must(kim.Do(own, games.Resign))
			_ = kim.Favour(klondike.Name, id, false)
			return strings.Join(said, "\n")
		}
		want := answers(klondike.Deck(77)) // a deal that no player has been dealt
		for _, id := range []string{daily, ranked} {
			rec, err := h.store.Match(t.Context(), id)
			h.must(err)
			s, err := klondike.ReadSetup(ledger.Setup(rec))
			h.must(err)
			if got := answers(s.Deck); got != want {
				t.Errorf("the right cards:\n%s\nothers:\n%s", got, want)
			}
		}
	})
}
