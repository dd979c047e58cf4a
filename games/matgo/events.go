package matgo

import "arcade/games"

// Events of an action, in the order in which a turn produces them. Events carry only public information.
// The seat of an event is the acting seat; a source is "hand" or "flip".
type (
	// EventPresident: a seat stopped or held with a president.
	EventPresident struct {
		// Cards and Month belong to a stop; a hold hides them.
		Cards []Card `json:"cards,omitempty"`
		// Choice is "stop" or "hold".
		Choice string `json:"choice"`
		Month  int    `json:"month,omitempty"`
	}
	// EventKung: all four cards of a month were captured.
	EventKung struct {
		Cards []Card `json:"cards"`
		// Floor is the card that was on the floor.
		Floor Card `json:"floor"`
		Month int  `json:"month"`
	}
	// EventKungPass: a kung was passed.
	EventKungPass struct{}
	// EventShake: a seat shows cards of a month to all.
	EventShake struct {
		Cards []Card `json:"cards"`
		Month int    `json:"month"`
	}
	// EventBomb: a seat captured all four cards of a month, instead of playing a card.
	EventBomb struct {
		Cards []Card `json:"cards"`
		// Floor is the card that was on the floor.
		Floor Card `json:"floor"`
		// Last reports whether the hand is empty now.
		Last  bool `json:"last"`
		Month int  `json:"month"`
	}
	// EventPass: a seat passed because only its hand is empty.
	EventPass struct{}
	// EventPlay: a card left the hand.
	EventPlay struct {
		Card Card `json:"card"`
		// Last reports whether it was the last one.
		Last bool `json:"last"`
	}
	// EventFlip: a card came from the stock.
	EventFlip struct {
		Card Card `json:"card"`
		// Left is the number of cards left in the stock.
		Left int `json:"left"`
	}
	// EventAside: the flipped card is a bonus card; another one is flipped.
	EventAside struct {
		Card Card `json:"card"`
	}
	// EventStockEmpty: the stock had no card to flip.
	EventStockEmpty struct{}
	// EventBonusPlay: a bonus card of the hand was captured, and a card was drawn for it.
	EventBonusPlay struct {
		Card Card `json:"card"`
		// Left is the number of cards left in the stock.
		Left int `json:"left"`
	}
	// EventPile: a ppuk leaves the month's three cards on the floor.
	EventPile struct {
		Cards []Card `json:"cards"`
		// Bonus are the bonus cards in the pile.
		Bonus []Card `json:"bonus"`
		Month int    `json:"month"`
	}
	// EventPileTaken: a pile was taken.
	EventPileTaken struct {
		Month int `json:"month"`
		// Owner is the seat whose ppuk it was.
		Owner games.Seat `json:"owner"`
	}
	// EventGukjinTurned: the loser's gukjin turned into pi, because the loser would have had a pi bak. The
	// event's seat is the loser.
	EventGukjinTurned struct{}
	// EventAsk: the seat must answer a question.
	EventAsk struct {
		// Card comes from Source and takes one of Choices from the floor. Only a take has these three.
		Card    *Card  `json:"card,omitempty"`
		Choices []Card `json:"choices,omitempty"`
		// Phase is the question: AskTake, AskGukjin or AskGo.
		Phase  Phase  `json:"phase"`
		Source string `json:"source,omitempty"`
	}
	// EventMatch: a card was played or flipped to the floor.
	EventMatch struct {
		// Captured has the card and the cards that it took; empty if it stays on the floor.
		Captured []Card `json:"captured"`
		Card     Card   `json:"card"`
		// Chosen is the floor card that it took, if the seat had a choice.
		Chosen *Card `json:"chosen,omitempty"`
		// Matches is the number of floor cards of its month, 0 to 3.
		Matches int    `json:"matches"`
		Source  string `json:"source"`
		// Tag is "normal", "jjob", "ddadak", "ppuk" or "ttak".
		Tag string `json:"tag"`
	}
	// EventBonus: bonus cards are captured, and each steals.
	EventBonus struct {
		Cards []Card `json:"cards"`
	}
	// EventHold: a ppuk holds bonus cards back.
	EventHold struct {
		Cards []Card `json:"cards"`
	}
	// EventRelease: held bonus cards, or the ones in a pile, are captured, and each steals.
	EventRelease struct {
		Cards []Card `json:"cards"`
	}
	// EventTtak and the events below have the seat's counter after the event.
	EventTtak struct {
		Count int `json:"count"`
		Month int `json:"month"`
	}
	EventPpuk struct {
		Count int `json:"count"`
		Month int `json:"month"`
	}
	EventJjob struct {
		Count int `json:"count"`
		Month int `json:"month"`
	}
	EventDdadak struct {
		Count int `json:"count"`
		Month int `json:"month"`
	}
	EventSsul struct {
		Count int `json:"count"`
	}
	EventJabbeok struct {
		Count int `json:"count"`
	}
	EventYeonPpuk struct {
		Count int `json:"count"`
	}
	// EventFirstPpuk: the seat made a ppuk on its first turn.
	EventFirstPpuk struct{}
	// EventPresidentChain: the seat captured the fourth card of a held president, which counts as a shake
	// and a bomb.
	EventPresidentChain struct {
		Month int `json:"month"`
	}
	// EventSteal: the seat takes a pi from its opponent.
	EventSteal struct {
		Card Card `json:"card"`
	}
	// EventStealFailed: a steal found no pi.
	EventStealFailed struct {
		// Why is "gukjin" (the opponent's gukjin is now a yeol for good) or "none" (the opponent has no
		// pi).
		Why string `json:"why"`
	}
	// EventGold: the opponent pays at once.
	EventGold struct {
		// Amount is less than Due if the opponent has no more.
		Amount int `json:"amount"`
		Due    int `json:"due"`
	}
	// EventSet: the seat has points that it did not have before the turn.
	EventSet struct {
		// Points are the set's points.
		Points int `json:"points"`
		// Set is "kwang3", "kwang3_rain", "kwang4", "kwang5", "hongdan", "cheongdan",
		// "chodan" or "godori".
		Set string `json:"set"`
	}
	// EventGukjin: the gukjin counts as "yeol" or "pi".
	EventGukjin struct {
		Mode string `json:"mode"`
	}
	// EventGo: the seat plays on.
	EventGo struct {
		Count int `json:"count"`
		// Points exclude the go bonus.
		Points int `json:"points"`
	}
	// EventStop: the seat ends the round.
	EventStop struct {
		// Base is points + go.
		Base int `json:"base"`
	}
	// EventRoundEnd: the round ended; the event's seat is the winner, -1 for a nagari.
	EventRoundEnd struct {
		Outcome *Outcome `json:"outcome"`
	}
)

func (EventPresident) Kind() string      { return "president" }
func (EventKung) Kind() string           { return "kung" }
func (EventKungPass) Kind() string       { return "kung_pass" }
func (EventShake) Kind() string          { return "shake" }
func (EventBomb) Kind() string           { return "bomb" }
func (EventPass) Kind() string           { return "pass" }
func (EventPlay) Kind() string           { return "play" }
func (EventFlip) Kind() string           { return "flip" }
func (EventAside) Kind() string          { return "aside" }
func (EventStockEmpty) Kind() string     { return "stock_empty" }
func (EventBonusPlay) Kind() string      { return "bonus_play" }
func (EventPile) Kind() string           { return "pile" }
func (EventPileTaken) Kind() string      { return "pile_taken" }
func (EventGukjinTurned) Kind() string   { return "gukjin_turned" }
func (EventAsk) Kind() string            { return "ask" }
func (EventMatch) Kind() string          { return "match" }
func (EventBonus) Kind() string          { return "bonus" }
func (EventHold) Kind() string           { return "hold" }
func (EventRelease) Kind() string        { return "release" }
func (EventTtak) Kind() string           { return "ttak" }
func (EventPpuk) Kind() string           { return "ppuk" }
func (EventJjob) Kind() string           { return "jjob" }
func (EventDdadak) Kind() string         { return "ddadak" }
func (EventSsul) Kind() string           { return "ssul" }
func (EventJabbeok) Kind() string        { return "jabbeok" }
func (EventYeonPpuk) Kind() string       { return "yeon_ppuk" }
func (EventFirstPpuk) Kind() string      { return "first_ppuk" }
func (EventPresidentChain) Kind() string { return "president_chain" }
func (EventSteal) Kind() string          { return "steal" }
func (EventStealFailed) Kind() string    { return "steal_failed" }
func (EventGold) Kind() string           { return "gold" }
func (EventSet) Kind() string            { return "set" }
func (EventGukjin) Kind() string         { return "gukjin" }
func (EventGo) Kind() string             { return "go" }
func (EventStop) Kind() string           { return "stop" }
func (EventRoundEnd) Kind() string       { return "round_end" }
