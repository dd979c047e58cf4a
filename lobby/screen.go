package lobby

import (
	"arcade/games"
	"arcade/lobby/ledger"
)

// Two at one screen: one visitor's hand plays both seats, that of whoever is on turn.
// What is hidden from one of them is behind a curtain until the visitor lifts it for the
// other.

// acts is the seat for which a person acts now: its own, or at one screen that on turn.
func (t *table) acts(p Person) games.Seat {
	seat := t.seatOf(p)
	if seat != games.Nobody && ledger.AtScreen(t.rec) && t.live() {
		return t.m.ToAct()
	}
	return seat
}

// sees is the seat as which a person sees the match: nobody's once two at one screen are
// done, and where something is hidden until the curtain is lifted for the seat that curtain gives.
func (t *table) sees(p Person) (seat, curtain games.Seat) {
	seat = t.acts(p)
	switch {
	case seat == games.Nobody || !ledger.AtScreen(t.rec):
		return seat, games.Nobody
	case !t.live():
		return games.Nobody, games.Nobody
	case t.m.Game.Info().Hidden && t.lifted != seat:
		return games.Nobody, seat
	}
	return seat, games.Nobody
}

// Lift lifts the curtain for whoever is on turn, at the visitor's own screen.
func (v *Visit) Lift(id string) error { return v.deed("lift", id) }

func (v *Visit) lift(id string) error {
	return v.atTable(id, func(t *table, seat games.Seat) error {
		if !ledger.AtScreen(t.rec) {
			return games.ErrNotAllowed
		}
		t.lifted = seat
		return nil
	})
}
