package klondike

import "arcade/games"

// Events of an action. The first event has the action's kind.
type (
	// EventDraw: cards came from the stock.
	EventDraw struct {
		N int `json:"n"`
	}
	// EventRecycle: the waste became the stock again.
	EventRecycle struct {
		N int `json:"n"`
	}
	// EventMove: cards were moved on the table.
	EventMove struct {
		// Card is the lowest card moved.
		Card Card `json:"card"`
		// From and To are a column's digit, "w" or a foundation's letter.
		From string `json:"from"`
		N    int    `json:"n"`
		// Points is the change of the score.
		Points int    `json:"points"`
		To     string `json:"to"`
	}
	// EventFlip: a move turned a card up.
	EventFlip struct {
		Card   Card `json:"card"`
		Column int  `json:"column"`
	}
	// EventUndo: an action was taken back.
	EventUndo struct {
		Action games.Action `json:"action"`
	}
	// EventRedo: an undone action was played again; the events of its move follow.
	EventRedo struct{}
	// EventResign: the player gave up.
	EventResign struct{}
	// EventWon: all cards are on the foundations.
	EventWon struct{}
)

func (EventDraw) Kind() string    { return "draw" }
func (EventRecycle) Kind() string { return "recycle" }
func (EventMove) Kind() string    { return "move" }
func (EventFlip) Kind() string    { return "flip" }
func (EventUndo) Kind() string    { return "undo" }
func (EventRedo) Kind() string    { return "redo" }
func (EventResign) Kind() string  { return "resign" }
func (EventWon) Kind() string     { return "won" }
