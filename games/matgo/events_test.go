package matgo_test

import (
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/matgo"
)

// The JSON of rare events. The logs hold the JSON of all others.
func TestSeldomEvents(t *testing.T) {
	january := matgo.MonthSet(1).Cards()
	for want, fact := range map[string]games.Fact{
		`"president","seat":0,"values":{"cards":["01k","01p","01q","01t"],"choice":"stop","month":1}`: matgo.EventPresident{Cards: january, Choice: "stop", Month: 1},
		`"president","seat":0,"values":{"choice":"hold"}`:                                             matgo.EventPresident{Choice: "hold"},
		`"kung","seat":0,"values":{"cards":["01k","01p","01q","01t"],"floor":"01k","month":1}`:        matgo.EventKung{Cards: january, Floor: january[0], Month: 1},
		`"hold","seat":0,"values":{"cards":["b2"]}`:                                                   matgo.EventHold{Cards: []matgo.Card{matgo.BonusDouble}},
		`"release","seat":0,"values":{"cards":["b2"]}`:                                                matgo.EventRelease{Cards: []matgo.Card{matgo.BonusDouble}},
		`"ttak","seat":0,"values":{"count":2,"month":1}`:                                              matgo.EventTtak{Count: 2, Month: 1},
		`"ssul","seat":0,"values":{"count":2}`:                                                        matgo.EventSsul{Count: 2},
		`"yeon_ppuk","seat":0,"values":{"count":2}`:                                                   matgo.EventYeonPpuk{Count: 2},
		`"president_chain","seat":0,"values":{"month":1}`:                                             matgo.EventPresidentChain{Month: 1},
		`"steal_failed","seat":0,"values":{"why":"none"}`:                                             matgo.EventStealFailed{Why: "none"},
		`"stock_empty","seat":0`:                                                                      matgo.EventStockEmpty{},
	} {
		equal(t, "event", gametest.JSON(t, games.Event{Fact: fact}), `{"kind":`+want+`}`)
	}
}
