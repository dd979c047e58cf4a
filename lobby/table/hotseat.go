package table

import (
	"arcade/games"
	"arcade/lobby/ledger"
)

// Acts returns the seat for which a person acts now: its own, or at one screen the seat on turn.
func (t *Table) Acts(p Person) games.Seat {
	seat := t.SeatOf(p)
	if seat != games.Nobody && ledger.AtScreen(t.Rec) && t.Live() {
		return t.M.ToAct()
	}
	return seat
}

// Sees returns the seat as which a person sees the match. At one screen that is Nobody after the
// end, and while a curtain covers hidden cards: curtain is then the seat for which it lifts.
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
