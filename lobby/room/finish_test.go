package room

import (
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/table"
	"arcade/store"
)

// dealt is a game that its deal ends, as four cards of a month can end a round of Matgo.
type dealt struct{ othello.Game }

func (g dealt) Start(s games.Setup) (games.Position, error) {
	p, err := g.Game.Start(s)
	return over{p}, err
}

type over struct{ games.Position }

func (over) ToAct() games.Seat { return games.Nobody }
func (over) Result() *games.Result {
	return &games.Result{Winner: games.Nobody, Reason: games.Finished}
}

// A match that its deal has ended is stored as done, however it began. If the store fails in that moment, the timer
// stores it later, also at a node that adopts it.
func TestFinishDealt(t *testing.T) {
	for name, begin := range map[string]func(h *hall, ts *Tables) *Room{
		"a match of two": func(h *hall, ts *Tables) *Room { return h.open(ts, kim, lee) },
		"a seat that is taken": func(h *hall, ts *Tables) *Room {
			v := h.enter(ts, kim)
			t := h.open(ts, kim)
			h.Must(v.Watch(t.ID))
			h.Must(h.enter(ts, lee).SitLocked(t.ID, false))
			h.Must(v.Ready(t.ID))
			return t
		},
		"one that is adopted": func(h *hall, ts *Tables) *Room {
			id := h.open(ts, kim, lee).ID
			ts.Directory.Close(ts.Tasks.End)
			again := h.node("a")
			h.Refused(again.Adopt(h.stored(id)), errAway)
			t, err := again.Room(id)
			h.Must(err)
			return t
		},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(h *hall) {
				h.game = dealt{}
				h.store.full.Store(true)
				t := begin(h, h.node("a"))
				time.Sleep(10 * time.Second)
				t.Locked(func() {
					if t.Rec.Status != store.Live || t.Retry.Failed < 3 || t.Rec.Seats[0].Player != "kim" || t.Rec.Seats[1].Player != "lee" {
						h.Errorf("while the store is full: %s, %+v, failed %d times", t.Rec.Status, t.Rec.Seats, t.Retry.Failed)
					}
				})
				h.store.full.Store(false)
				time.Sleep(time.Minute / 2)
				if rec := h.stored(t.ID); rec.Status != store.Done || rec.Reason != games.Finished || rec.Entries != 0 {
					h.Errorf("stored later: %+v", rec)
				}
				t.Locked(func() {
					if t.Rec.Status != store.Done || t.Retry.Failed > 0 {
						h.Errorf("the table: %s, failed %d times", t.Rec.Status, t.Retry.Failed)
					}
				})
			})
		})
	}
}

// The end was stored, and the answer was lost: the table learns of it.
func TestFinishDealtWithoutAnAnswer(t *testing.T) {
	inHall(t, func(h *hall) {
		h.game = dealt{}
		h.store.full.Store(true)
		ts := h.node("a")
		v := h.enter(ts, kim)
		t := h.open(ts, kim, lee)
		h.Must(v.Watch(t.ID))
		rec := t.Rec
		rec.Status, rec.Ended, rec.Reason, rec.Winner = store.Done, t.Now(), games.Finished, -1
		rec.Result = []byte(`{"winner":-1,"reason":"finished"}`)
		h.Must(h.store.Store.Finish(h.Context(), store.Finish{Match: rec}))
		time.Sleep(time.Minute / 2)
		if s, err := v.Table(t.ID); err != nil || s.Status != store.Done || s.Result == nil {
			h.Errorf("%+v, %v", s, err)
		}
	})
}

// A match that is over before its people come to it waits for those who are in the house: its deal has ended it, or the
// first to come ends it. It does not wait for ever.
func TestFinishedWaitsForItsPeople(t *testing.T) {
	inHall(t, func(h *hall) {
		h.game = dealt{}
		a := h.node("a")
		first, second := h.enter(a, kim), h.enter(a, lee)
		id := h.open(a, kim, lee).ID
		for _, v := range []*Participant{first, second} {
			h.Must(v.Watch(id))
			if s, err := v.Table(id); err != nil || s.Status != store.Done || s.Result == nil {
				h.Fatalf("%s sees %+v, %v", v.Me().Name, s, err)
			}
			v.Unwatch(id)
		}
		h.Refused(first.Watch(id), table.ErrNoTable) // both have seen it
		h.Refused(second.Watch(id), table.ErrNoTable)

		id = h.open(a, kim, lee).ID
		time.Sleep(a.Config.Grace - time.Second)
		h.Must(first.Watch(id))
		first.Unwatch(id)
		time.Sleep(2 * time.Second)
		h.Refused(first.Watch(id), table.ErrNoTable) // the second has not come in its time
		if _, err := a.Room(id); err == nil {
			h.Error("the table is still in memory")
		}
	})
}
