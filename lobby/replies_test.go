package lobby

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/pairing"
	"arcade/lobby/replies"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// A player's prepared replies are played as soon as their line occurs, even with the player away and
// through a kill. Other lines play nothing, and after the match no replies are left.
func TestReplies(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.must(kim.Act(id, 0, "d3"))
		line := []games.Action{"c3", "c4", "c5", "b2"} // lee, kim, lee, kim
		set := func(ply int, lines ...[]games.Action) error {
			return kim.SetReplies(t.Context(), id, replies.Lines{Ply: ply, Lines: lines})
		}
		h.refused(set(0, line), table.ErrStale)
		h.refused(set(1, line[:3]), replies.ErrBad)
		h.refused(set(1, []games.Action{"a1", "a2"}), replies.ErrBad)
		h.refused(lee.SetReplies(t.Context(), id, replies.Lines{Ply: 1, Lines: [][]games.Action{line}}), replies.ErrBad)
		park := h.enter("park")
		h.refused(park.SetReplies(t.Context(), id, replies.Lines{Ply: 1}), table.ErrNotSeated)
		blitz := h.start(park, h.enter("choi"), pairing.Offer{})
		h.refused(park.SetReplies(t.Context(), blitz, replies.Lines{}), games.ErrNotAllowed)

		h.must(set(1, line))
		if l, err := kim.Replies(id); err != nil || len(l.Lines) != 1 {
			t.Fatalf("%+v, %v", l, err)
		}
		if l, err := lee.Replies(id); err != nil || len(l.Lines) != 0 {
			t.Fatalf("the opponent sees %+v, %v", l, err)
		}
		h.checked()
		kim.Leave()
		plies := func() (list []string) {
			for _, p := range h.see(lee, id).Plies {
				list = append(list, string(p.Action))
			}
			return list
		}
		h.must(lee.Act(id, 1, "c3"))
		h.pass(time.Second)
		if got := strings.Join(plies(), " "); got != "d3 c3 c4" {
			t.Fatalf("after the first move: %s", got)
		}
		h = h.kill()
		lee = h.enter("lee")
		h.must(lee.Act(id, 3, "c5"))
		h.pass(time.Second)
		if got := strings.Join(plies(), " "); got != "d3 c3 c4 c5 b2" {
			t.Fatalf("after a kill: %s", got)
		}
		kim = h.enter("kim")
		s := h.see(lee, id)
		h.must(lee.Act(id, 5, s.Legal[0]))
		h.pass(time.Second)
		if n := len(plies()); n != 6 {
			t.Errorf("%d plies: something was played that nobody prepared", n)
		}
		h.must(kim.Do(id, games.Resign))
		h.pass(time.Second)
		if list, err := h.store.Notes(t.Context(), replies.Prepared.In(kim.Me().ID).Name, "", 9); err != nil || len(list) > 0 {
			t.Errorf("after the match: %v, %v", list, err)
		}
		h.checked()
	})
}

// A reply prepared for a move that was taken back is not played after another one.
func TestReplyToAMoveTakenBack(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.must(kim.Act(id, 0, "d3"))
		h.must(kim.SetReplies(t.Context(), id, replies.Lines{Ply: 1, Lines: [][]games.Action{{"c3", "f5"}}}))
		h.must(kim.Do(id, games.AskTakeback))
		h.must(lee.Do(id, games.GrantTakeback))
		h.must(kim.Act(id, 0, "c4"))
		h.must(lee.Act(id, 1, "c3"))
		h.pass(time.Second)
		if n := len(h.see(lee, id).Plies); n != 2 {
			t.Errorf("%d plies: the reply was prepared for other moves", n)
		}
		h.checked()
	})
}

// full is a store whose disk is full from the second action on.
type full struct {
	store.Store
	writes atomic.Int64
}

func (s *full) Append(ctx context.Context, id string, epoch uint64, at int, e ...store.Entry) error {
	if s.writes.Add(1) > 1 {
		return errDisk
	}
	return s.Store.Append(ctx, id, epoch, at, e...)
}

// A prepared reply that cannot be stored waits as every write does.
func TestReplyOnAFullDisk(t *testing.T) {
	disk := &full{}
	inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
		kim, lee := h.enter("kim"), h.enter("lee")
		id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
		h.must(kim.Act(id, 0, "d3"))
		h.must(kim.SetReplies(t.Context(), id, replies.Lines{Ply: 1, Lines: [][]games.Action{{"c3", "c4"}}}))
		disk.writes.Store(0)
		h.must(lee.Act(id, 1, "c3"))
		h.pass(2 * time.Second)
		if n := disk.writes.Load(); n > 4 {
			t.Errorf("%d writes in 2 s", n)
		}
		disk.writes.Store(-100)
		h.pass(5 * time.Second)
		if s := h.see(lee, id); len(s.Plies) != 3 {
			t.Errorf("%d actions: the reply is not played", len(s.Plies))
		}
	}, func(s store.Store) store.Store { disk.Store = s; return disk })
}

// unread is a store that fails to read the prepared replies, as often as it is told.
type unread struct {
	store.Store
	fails atomic.Int64
}

func (s *unread) Note(ctx context.Context, space, key string) (json.RawMessage, error) {
	if strings.HasPrefix(space, replies.Prepared.In("").Name) && s.fails.Add(-1) >= 0 {
		return nil, errDisk
	}
	return s.Store.Note(ctx, space, key)
}

// A prepared reply that could not be read is read again, once or for as long as it takes.
func TestReplyThatWasNotRead(t *testing.T) {
	for _, fails := range []int64{1, 4} {
		disk := &unread{}
		inBubbleWith(t, config.Config{}, func(t *testing.T, h *house) {
			kim, lee := h.enter("kim"), h.enter("lee")
			id := h.start(kim, lee, pairing.Offer{Control: room.OneDay})
			h.must(kim.Act(id, 0, "d3"))
			h.must(kim.SetReplies(t.Context(), id, replies.Lines{Ply: 1, Lines: [][]games.Action{{"c3", "c4"}}}))
			h.pass(time.Second)
			disk.fails.Store(fails)
			h.must(lee.Act(id, 1, "c3"))
			h.pass(10 * time.Second)
			if n := disk.fails.Load(); n >= 0 {
				t.Fatalf("%d reads are left that would fail", n)
			}
			if s := h.see(lee, id); len(s.Plies) != 3 {
				t.Errorf("after %d failed reads: %d actions, the reply is not played", fails, len(s.Plies))
			}
			h.checked()
		}, func(s store.Store) store.Store { disk.Store = s; return disk })
	}
}
