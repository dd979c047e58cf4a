package klondike

import "arcade/games"

// View is everything that the player and every spectator may see. The viewer [games.Everything] also sees
// the hidden cards. It is one flat JSON object, which clients of the protocol read, and so has a field for
// each of its keys.
type View struct {
	// DealID names seed and rules, LayoutID the layout after the deal. Both are hashes, which allow trying
	// out guesses at hidden cards. So in a ranked or daily run they are "" while a card lies face down. A
	// typed seed reveals everything anyway.
	DealID   string `json:"deal_id"`
	LayoutID string `json:"layout_id"`
	// Rules are the options: draw, redeals, recycle, f2t.
	Rules
	// Tableau has the columns, column 1 first, each from the bottom up. FaceDown has the number of
	// face-down cards at the bottom of each.
	Tableau  [Columns][]Face `json:"tableau"`
	FaceDown [Columns]int    `json:"face_down"`
	// Foundation has the piles of hearts, diamonds, clubs and spades, from the ace up.
	Foundation [Suits][]Face `json:"foundation"`
	// Waste is from the bottom up; its last card can be played.
	Waste []Face `json:"waste"`
	// StockCount is the number of cards in the stock. Stock has these cards, the top last, for Everything
	// alone.
	StockCount int    `json:"stock_count"`
	Stock      []Face `json:"stock,omitzero"`
	// RedealsLeft says how often the waste may still be recycled, -1 without limit.
	RedealsLeft int `json:"redeals_left"`
	// Score is never below 0. Moves counts every action, including undo and redo. Undos counts the undos
	// alone.
	Score int `json:"score"`
	Moves int `json:"moves"`
	Undos int `json:"undos"`
	// Legal lists all legal actions in their fixed order; empty once over.
	Legal []games.Action `json:"legal"`
	// Safe lists the moves to a foundation that can do no harm now, which an automatic move would play.
	// Playing one may change the others.
	Safe []games.Action `json:"safe"`
	// Finish is the next step of a win that needs no more thought, "" for none: nothing lies face down, and
	// draws and moves to a foundation suffice.
	Finish  games.Action `json:"finish,omitempty"`
	CanUndo bool         `json:"can_undo"`
	CanRedo bool         `json:"can_redo"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
	// Stuck reports whether only draw and recycle are legal, now and at any later point of the stock. The
	// match goes on all the same.
	Stuck bool `json:"stuck"`
	// Won reports whether all foundations are full, Over whether the match has ended.
	Won  bool `json:"won"`
	Over bool `json:"over"`
}
