package matgo

// Kinds of events, in the order in which a turn brings them about. All that they
// carry is open to every viewer. The seat of an event is the one that acts; cards
// are ids, "source" is "hand" or "flip".
const (
	// EventPresident: stopped or held with a president. "choice" is "stop" or
	// "hold"; a stop also has "month" and "cards", a hold hides them.
	EventPresident = "president"
	// EventKung: "month", "cards" (all four: captured), "floor" (the one that lay there).
	EventKung = "kung"
	// EventKungPass: a kung was passed.
	EventKungPass = "kung_pass"
	// EventShake: "month", "cards": shown to all.
	EventShake = "shake"
	// EventBomb: "month", "cards" (all four: captured), "floor". It takes the place of a play.
	EventBomb = "bomb"
	// EventPass: the hand is empty and the other's is not.
	EventPass = "pass"
	// EventPlay: "card" leaves the hand; "last" tells that it was the last one.
	EventPlay = "play"
	// EventFlip: "card" comes from the stock, "left" are the cards left in it.
	EventFlip = "flip"
	// EventAside: the flipped "card" is a bonus; one more is flipped.
	EventAside = "aside"
	// EventStockEmpty: there was no card to flip.
	EventStockEmpty = "stock_empty"
	// EventAsk: "phase" is what the seat is asked for, "take", "gukjin" or "go". A
	// take has "source", "card" and "choices".
	EventAsk = "ask"
	// EventMatch: what a played or flipped card did. "source", "card", "matches"
	// (floor cards of its month: 0 to 3), "captured" (the card and what it took; empty:
	// it lies on the floor), "tag" ("normal", "jjob", "ddadak", "ppuk" or "ttak") and
	// "chosen" (the floor card, where the seat had to choose).
	EventMatch = "match"
	// EventBonus: bonus "cards" are captured, each steals.
	EventBonus = "bonus"
	// EventHold: bonus "cards" are held by a ppuk.
	EventHold = "hold"
	// EventRelease: held bonus "cards" come in, each steals.
	EventRelease = "release"
	// The counters; each has "count", the counter after it. Ttak, ppuk, jjob and ddadak have "month".
	EventTtak     = "ttak"
	EventPpuk     = "ppuk"
	EventJjob     = "jjob"
	EventDdadak   = "ddadak"
	EventSsul     = "ssul"
	EventJabbeok  = "jabbeok"
	EventYeonPpuk = "yeon_ppuk"
	// EventFirstPpuk: a ppuk on the seat's first turn.
	EventFirstPpuk = "first_ppuk"
	// EventPresidentChain: the fourth of a held president captured: a shake and a bomb ("month").
	EventPresidentChain = "president_chain"
	// EventSteal: the pi "card" comes from the other.
	EventSteal = "steal"
	// EventStealFailed: "why" is "gukjin" (it is a fixed yeol of the other now) or "none" (it has no pi).
	EventStealFailed = "steal_failed"
	// EventGold: "amount" is paid by the other at once, less than "due" where it has no more.
	EventGold = "gold"
	// EventSet: points that the seat did not have before the turn: "set" is "kwang3",
	// "kwang3_rain", "kwang4", "kwang5", "hongdan", "cheongdan", "chodan" or "godori";
	// "points" is what it counts.
	EventSet = "set"
	// EventGukjin: "mode" is "yeol" or "pi".
	EventGukjin = "gukjin"
	// EventGo: "count" and "points" (without the go bonus).
	EventGo = "go"
	// EventStop: "base" (points + go).
	EventStop = "stop"
	// EventRoundEnd: "outcome" is the [Outcome]. Its seat is the winner, -1 for a nagari.
	EventRoundEnd = "round_end"
)
