package matgo

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
)

// The JSON of what seldom happens: the logs hold that of all else.
func TestSeldomEvents(t *testing.T) {
	january := MonthSet(1).Cards()
	for want, fact := range map[string]games.Fact{
		`"president","seat":0,"values":{"cards":["01k","01p","01q","01t"],"choice":"stop","month":1}`: EventPresident{january, "stop", 1},
		`"president","seat":0,"values":{"choice":"hold"}`:                                             EventPresident{Choice: "hold"},
		`"kung","seat":0,"values":{"cards":["01k","01p","01q","01t"],"floor":"01k","month":1}`:        EventKung{january, january[0], 1},
		`"hold","seat":0,"values":{"cards":["b2"]}`:                                                   EventHold{[]Card{BonusDouble}},
		`"release","seat":0,"values":{"cards":["b2"]}`:                                                EventRelease{[]Card{BonusDouble}},
		`"ttak","seat":0,"values":{"count":2,"month":1}`:                                              EventTtak{2, 1},
		`"ssul","seat":0,"values":{"count":2}`:                                                        EventSsul{2},
		`"yeon_ppuk","seat":0,"values":{"count":2}`:                                                   EventYeonPpuk{2},
		`"president_chain","seat":0,"values":{"month":1}`:                                             EventPresidentChain{1},
		`"steal_failed","seat":0,"values":{"why":"none"}`:                                             EventStealFailed{"none"},
		`"stock_empty","seat":0`:                                                                      EventStockEmpty{},
	} {
		equal(t, "event", gametest.JSON(t, games.Event{Fact: fact}), `{"kind":`+want+`}`)
	}
}
