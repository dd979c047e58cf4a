package lobby

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/records"
	"arcade/store"
)

// importStart is the start of the first try in files of these tests, a year before their clock.
const importStart = 900_000_000_000

// his returns a file of the owner's program with tries that begin a minute after each other, written "SEED OUTCOME"
// and a "*" for a favourite.
func his(first int64, tries ...string) []byte {
	var list []string
	for i, t := range tries {
		var seed uint64
		var outcome string
		fmt.Sscan(t, &seed, &outcome)
		begin := first + int64(i)*60_000
		list = append(list, fmt.Sprintf(`{"dealId":%q,"seed":"%d","startedAt":%d,"finishedAt":%d,"durationMs":9000,"moveCount":%d,"outcome":%q,"isFavorite":%t}`,
			klondike.DealID(seed, klondike.Standard()), seed, begin, begin+9000, 60+i, strings.TrimSuffix(outcome, "*"), strings.Contains(t, "*")))
	}
	return []byte(`{"version":"1.0","stats":[` + strings.Join(list, ",\n") + `]}`)
}

// TestImport also holds that nothing which others see comes from a file: no board, tally, rating or statistics.
func TestImport(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(solver.Game{}), Deals: deals.Limits{Stock: -1}}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		me, ctx := kim.Me().ID, t.Context()
		for _, v := range []*Visit{kim, lee} {
			id, err := v.Create(pairing.Offer{Game: klondike.Name, Seed: "2"})
			h.must(err)
			h.must(v.Watch(id))
			for at, a := range solver.Solve(klondike.Deck(2), klondike.Standard(), games.Limit{}).Moves {
				h.must(v.Act(id, at, a))
				h.pass(time.Second)
			}
		}
		open := func() (list []any) { // what others see of kim
			ids := []string{klondike.DealID(2, klondike.Standard()), klondike.DealID(42, klondike.Standard())}
			rows, err := h.store.ScoresOf(ctx, me, "", 99)
			h.must(err)
			tally, err := h.store.Tally(ctx, klondike.Name, me)
			h.must(err)
			stats, err := h.Stats(ctx, klondike.Name, me)
			h.must(err)
			profile, err := h.Profile(ctx, me)
			h.must(err)
			list = append(list, rows, tally, string(stats), profile)
			for _, id := range ids {
				scores, _, err := h.DealScores(ctx, klondike.Name, id, me)
				h.must(err)
				tally, err := h.Deals().Tally(klondike.Name, id)
				h.must(err)
				list = append(list, scores, tally)
			}
			for _, board := range []string{"draw1", "draw1/" + h.Today(), "draw1/" + h.ThisWeek()} {
				scores, err := h.Scores(ctx, klondike.Name+"/"+board, 0, 99)
				h.must(err)
				list = append(list, scores)
			}
			return list
		}
		before := open()
		file := his(importStart, "2 win", "42 win*", "42 resign")
		if done, err := h.Deals().Import(ctx, me, klondike.Name, file); err != nil || done != (deals.Import{Read: 3, New: 3, Stars: 1}) {
			t.Fatalf("%+v, %v", done, err)
		}
		if after := open(); !reflect.DeepEqual(after, before) {
			t.Errorf("others see\n%+v, before it was\n%+v", after, before)
		}
		own := func(v *Visit) klondike.Stats {
			raw, err := h.OwnStats(ctx, klondike.Name, v.Me().ID)
			h.must(err)
			s, err := klondike.ReadStats(raw)
			h.must(err)
			return s
		}
		if mine, other := own(kim), own(lee); len(mine.History) != 4 || mine.Sets[0].Games != 4 || mine.Sets[0].BestTime != 9000 || len(other.History) != 1 {
			t.Errorf("kim has %+v, lee %+v", mine, other)
		}

		stored := func() (all []store.Note) {
			for _, space := range []string{"klondike/imported/" + me, "klondike/fav/" + me, "klondike/deals", "klondike/layouts"} {
				list, err := h.store.Notes(ctx, space, "", 99)
				h.must(err)
				all = append(all, list...)
			}
			return all
		}
		once := stored()
		h.pass(time.Hour)
		if done, err := h.Deals().Import(ctx, me, klondike.Name, file); err != nil || done != (deals.Import{Read: 3}) || !reflect.DeepEqual(stored(), once) {
			t.Errorf("again: %+v, %v; stored is %v, was %v", done, err, stored(), once)
		}
		var malformed *games.ImportError
		_, err := h.Deals().Import(ctx, me, klondike.Name, his(importStart, "7 win", "8 draw"))
		if !errors.As(err, &malformed) || malformed.Line != 2 || malformed.Try != 2 || !reflect.DeepEqual(stored(), once) {
			t.Errorf("a malformed file: %v; stored is %v", err, stored())
		}
		// A deal of the file can be played as one that was begun here.
		run, err := kim.Create(pairing.Offer{Game: klondike.Name, Seed: klondike.DealID(42, klondike.Standard())})
		if h.must(err); h.seedIn(run) != "42" {
			t.Errorf("by its ID: %s", h.seedIn(run))
		}
		var doc bytes.Buffer
		h.must(h.ExportPlayer(ctx, &doc, kim.Key()))
		if text := doc.String(); strings.Count(text, `"time":9000`) != 3 || !strings.Contains(text, `"started":"900000060000","rules":"draw1","outcome":"win","at":900000069000`) {
			t.Errorf("exported: %s", text)
		}
		h.checked()

		h.must(h.Forget(kim.Key(), "kim"))
		if left, err := h.store.Notes(ctx, "klondike/imported/"+me, "", 9); len(left) > 0 || err != nil {
			t.Errorf("after deleting the player: %v, %v", left, err)
		}
		_, err = h.Deals().Import(ctx, me, klondike.Name, file)
		h.refused(err, records.ErrNoPlayer)
		_, err = h.Deals().Import(ctx, lee.Me().ID, "othello", file)
		h.refused(err, games.ErrUnknownGame)
	})
}

// Of more tries than there is room for the latest stay, and of more favourites the latest tries'.
func TestImportLimits(t *testing.T) {
	inBubbleWith(t, config.Config{Games: games.NewRegistry(klondike.Game{}), Deals: deals.Limits{Stock: -1}}, func(t *testing.T, h *house) {
		me, ctx := h.enter("kim").Me().ID, t.Context()
		var tries []string
		for i := range deals.MaxImported + 2 {
			tries = append(tries, fmt.Sprint(i%(deals.MaxFavourites+3), " win*"))
		}
		file := his(importStart, tries...)
		for _, want := range []deals.Import{
			{Read: deals.MaxImported + 2, New: deals.MaxImported, Left: 2, Stars: deals.MaxFavourites, Unstarred: 3},
			{Read: deals.MaxImported + 2, Left: 2, Unstarred: 3},
		} {
			if done, err := h.Deals().Import(ctx, me, klondike.Name, file); err != nil || done != want {
				t.Fatalf("%+v, %v, want %+v", done, err, want)
			}
		}
		oldest := func() int64 {
			list, err := h.Deals().ImportedTries(me, klondike.Name)
			h.must(err)
			least := list[0].Started
			for _, t := range list {
				least = min(least, t.Started)
			}
			if len(list) != deals.MaxImported {
				t.Errorf("%d tries", len(list))
			}
			return (least - importStart) / 60_000
		}
		if oldest() != 2 {
			t.Errorf("the oldest is %d", oldest())
		}
		if done, err := h.Deals().Import(ctx, me, klondike.Name, his(importStart*101/100, "9 win")); err != nil || done != (deals.Import{Read: 1, New: 1, Left: 1}) || oldest() != 3 {
			t.Errorf("a later one: %+v, %v, the oldest is %d", done, err, oldest())
		}
		h.checked()
	})
}

// One file comes at two nodes at once, twice at each.
func TestImportAtTwoNodes(t *testing.T) {
	onTwoNodes(t, func(t *testing.T, a, b *house) {
		me := a.enter("kim").Me().ID
		file := his(importStart, "2 win*", "42 win", "42 resign")
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if _, err := []*house{a, b}[i%2].Deals().Import(t.Context(), me, klondike.Name, file); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		tries, err := a.Deals().ImportedTries(me, klondike.Name)
		a.must(err)
		stars, err := b.Deals().Favourites(me, klondike.Name)
		if a.must(err); len(tries) != 3 || len(stars) != 1 {
			t.Errorf("%d tries, %d favourites", len(tries), len(stars))
		}
		a.checked()
	})
}
