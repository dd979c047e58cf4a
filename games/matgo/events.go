package matgo

// What an action brings about, in the order in which a turn does. All that events carry
// is open to every viewer. The seat of an event is the one that acts; a source is "hand"
// or "flip".
type (
	// EventPresident: stopped or held with a president.
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
		// Floor is the one that lay there.
		Floor Card `json:"floor"`
		Month int  `json:"month"`
	}
	// EventKungPass: a kung was passed.
	EventKungPass struct{}
	// EventShake: cards of a month are shown to all.
	EventShake struct {
		Cards []Card `json:"cards"`
		Month int    `json:"month"`
	}
	// EventBomb: all four cards of a month were captured, in place of a play.
	EventBomb struct {
		Cards []Card `json:"cards"`
		// Floor is the one that lay there.
		Floor Card `json:"floor"`
		// Last reports whether the hand is empty now.
		Last  bool `json:"last"`
		Month int  `json:"month"`
	}
	// EventPass: the hand is empty and the other's is not.
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
		// Left are the cards left in the stock.
		Left int `json:"left"`
	}
	// EventAside: the flipped card is a bonus; one more is flipped.
	EventAside struct {
		Card Card `json:"card"`
	}
	// EventStockEmpty: there was no card to flip.
	EventStockEmpty struct{}
	// EventAsk: the seat is asked.
	EventAsk struct {
		// Card is the one that takes one of Choices from the floor; it comes from Source.
		// Only a take has these.
		Card    *Card  `json:"card,omitempty"`
		Choices []Card `json:"choices,omitempty"`
		// Phase is what for: AskTake, AskGukjin or AskGo.
		Phase  Phase  `json:"phase"`
		Source string `json:"source,omitempty"`
	}
	// EventMatch: what a played or flipped card did.
	EventMatch struct {
		// Captured are the card and what it took; empty where it lies on the floor.
		Captured []Card `json:"captured"`
		Card     Card   `json:"card"`
		// Chosen is the floor card that it took where the seat had to choose.
		Chosen *Card `json:"chosen,omitempty"`
		// Matches are the floor cards of its month, 0 to 3.
		Matches int    `json:"matches"`
		Source  string `json:"source"`
		// Tag is "normal", "jjob", "ddadak", "ppuk" or "ttak".
		Tag string `json:"tag"`
	}
	// EventBonus: bonus cards are captured, each steals.
	EventBonus struct {
		Cards []Card `json:"cards"`
	}
	// EventHold: bonus cards are held by a ppuk.
	EventHold struct {
		Cards []Card `json:"cards"`
	}
	// EventRelease: held bonus cards come in, each steals.
	EventRelease struct {
		Cards []Card `json:"cards"`
	}
	// EventTtak and the events below it have the seat's counter after them.
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
	// EventFirstPpuk: a ppuk on the seat's first turn.
	EventFirstPpuk struct{}
	// EventPresidentChain: the fourth of a held president captured: a shake and a bomb.
	EventPresidentChain struct {
		Month int `json:"month"`
	}
	// EventSteal: a pi comes from the other.
	EventSteal struct {
		Card Card `json:"card"`
	}
	// EventStealFailed: none came.
	EventStealFailed struct {
		// Why is "gukjin" (it is a fixed yeol of the other now) or "none" (it has no pi).
		Why string `json:"why"`
	}
	// EventGold: the other pays at once.
	EventGold struct {
		// Amount is less than Due where it has no more.
		Amount int `json:"amount"`
		Due    int `json:"due"`
	}
	// EventSet: points that the seat did not have before the turn.
	EventSet struct {
		// Points are what the set counts.
		Points int `json:"points"`
		// Set is "kwang3", "kwang3_rain", "kwang4", "kwang5", "hongdan", "cheongdan",
		// "chodan" or "godori".
		Set string `json:"set"`
	}
	// EventGukjin: what the gukjin counts as, "yeol" or "pi".
	EventGukjin struct {
		Mode string `json:"mode"`
	}
	// EventGo: the seat plays on.
	EventGo struct {
		Count int `json:"count"`
		// Points are those without the go bonus.
		Points int `json:"points"`
	}
	// EventStop: the seat ends the round.
	EventStop struct {
		// Base is points and go.
		Base int `json:"base"`
	}
	// EventRoundEnd: its seat is the winner, -1 for a nagari.
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
