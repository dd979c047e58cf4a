package klondike

import "arcade/games"

// View is what the player and every spectator may see. The viewer
// [games.Everything] sees the cards that are hidden from them, too. It is one flat JSON object, which clients of
// the protocol read, and so has a field for each of its keys.
type View struct {
	// DealID names seed and rules, LayoutID what lay on the table after the deal. Both
	// are hashes, by which guesses at what is hidden could be tried: in a ranked or daily
	// run they are "" while a card lies face down. A typed seed tells everything anyway.
	DealID   string `json:"deal_id"`
	LayoutID string `json:"layout_id"`
	// Rules are the options: draw, redeals, recycle, f2t.
	Rules
	// Tableau are the columns, column 1 first, each from the bottom up; FaceDown is
	// how many cards at the bottom of each lie face down.
	Tableau  [Columns][]Face `json:"tableau"`
	FaceDown [Columns]int    `json:"face_down"`
	// Foundation are the piles of hearts, diamonds, clubs and spades, from the ace up.
	Foundation [Suits][]Face `json:"foundation"`
	// Waste is from the bottom up; its last card can be played.
	Waste []Face `json:"waste"`
	// StockCount is how many cards the stock has; Stock are they, the top last, for
	// Everything alone.
	StockCount int    `json:"stock_count"`
	Stock      []Face `json:"stock,omitzero"`
	// RedealsLeft is how often the waste may still be recycled, -1 without limit.
	RedealsLeft int `json:"redeals_left"`
	// Score is never below 0. Moves counts every action, undo and redo too; Undos
	// the undos alone.
	Score int `json:"score"`
	Moves int `json:"moves"`
	Undos int `json:"undos"`
	// Legal are all legal actions in their fixed order; empty once over.
	Legal []games.Action `json:"legal"`
	// Safe are the moves to a foundation that can do no harm now: what an automatic
	// move would play. Playing one may change the others.
	Safe []games.Action `json:"safe"`
	// Finish is the next step of a way to win that needs no thought any more, "" for none:
	// nothing lies face down, and draws and moves to a foundation are enough.
	Finish  games.Action `json:"finish,omitempty"`
	CanUndo bool         `json:"can_undo"`
	CanRedo bool         `json:"can_redo"`
	// Last is the last action, "" before the first.
	Last games.Action `json:"last"`
	// Stuck reports whether nothing but draw and recycle can be done, now and at any
	// later point of the stock. The match goes on all the same.
	Stuck bool `json:"stuck"`
	// Won reports whether all foundations are full, Over that the match has ended.
	Won  bool `json:"won"`
	Over bool `json:"over"`
}
