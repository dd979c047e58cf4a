package table

import (
	"arcade/games"
	"arcade/lobby/ledger"
)

// Acts is the seat for which a person acts now: its own, or at one screen that on turn.
func (t *Table) Acts(p Person) games.Seat {
	seat := t.SeatOf(p)
	if seat != games.Nobody && ledger.AtScreen(t.Rec) && t.Live() {
		return t.M.ToAct()
	}
	return seat
}

// Sees is the seat as which a person sees the match: nobody's once two at one screen are
// done, and where something is hidden until the curtain is lifted for the seat that curtain gives.
func (t *Table) Sees(p Person) (seat, curtain games.Seat) {
	seat = t.Acts(p)
	switch {
	case seat == games.Nobody || !ledger.AtScreen(t.Rec):
		return seat, games.Nobody
	case !t.Live():
		return games.Nobody, games.Nobody
	case t.M.Game.Info().Hidden && t.Lifted != seat:
		return games.Nobody, seat
	}
	return seat, games.Nobody
}
