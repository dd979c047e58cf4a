package room

import (
	"time"

	"arcade/games"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/table"
)

// Act plays an action for the visitor's seat in the position after ply actions; ErrStale if the
// match has moved on.
func (v *Participant) Act(id string, ply int, a games.Action) error {
	return v.Route(id, &table.Act{Ply: ply, Action: a})
}

// Do adds an entry of the table's own kinds for the visitor's seat: resign, abort, draw and
// takeback offers and their answers, and claims after the opponent has left.
func (v *Participant) Do(id string, kind games.Kind) error {
	return v.Route(id, &table.Do{Kind: kind})
}

// play carries out a command of a seat in a match that is being played. The table's value accepts it, the room
// stores the entry that it makes, if any, and then announces what has become of the table.
func (v *Participant) play(id string, c table.Command) error {
	began := time.Now()
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	seat := t.Acts(v.Me())
	if seat == games.Nobody {
		return table.ErrNotSeated
	}
	if err := v.MayPlay(); err != nil {
		return err
	}
	if d, ok := c.(*table.Do); ok && t.tables.Draining() && (d.Kind == games.ClaimWin || d.Kind == games.ClaimDraw) {
		return directory.ErrClosing // the absent player cannot come back
	}
	e, due, err := t.Apply(c, seat)
	if err == nil && due {
		err = t.Store(e)
	}
	if err != nil {
		return err
	}
	switch c.(type) {
	case *table.Act:
		t.tables.Config.Acted(t.Rec.Game, config.ByPerson, began)
	case *table.Do:
		t.botAnswers()
	}
	t.Changed()
	return nil
}

// botAnswers answers an offer to a bot: it grants takebacks and plays on.
func (t *Room) botAnswers() {
	for i := range t.Rec.Seats {
		seat := games.Seat(i)
		for _, kind := range t.BotAnswers(seat) {
			t.storeOrLog(games.Entry{Kind: kind, Seat: seat, At: t.Now()}, config.ByTable)
		}
	}
}

// Two at one screen: one visitor plays both seats, always the one on turn. A curtain covers the
// hidden cards until the visitor lifts it for that seat.

// Lift lifts the curtain for the seat on turn, at the visitor's own screen.
func (v *Participant) Lift(id string) error { return v.Route(id, &table.Lift{}) }

// Look records that the visitor saw the best play at its own run. Only the first call counts.
// games.ErrNotAllowed at a match of several seats.
func (v *Participant) Look(id string) error { return v.Route(id, &table.Look{}) }
