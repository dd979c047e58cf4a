package sessions

import (
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/games/othello"
)

// quickOthello is Othello whose analyst looks at few positions for each ply, and takes
// as long as the hall says.
type quickOthello struct {
	othello.Game
	judging *atomic.Int64
}

func (g quickOthello) Analyse(setup games.Setup, plies []games.Action, limit games.Limit, tell func(games.Judgement)) ([]games.Judgement, error) {
	limit.Nodes = 2_000
	return g.Game.Analyse(setup, plies, limit, func(j games.Judgement) {
		time.Sleep(time.Duration(g.judging.Load()))
		tell(j)
	})
}

// reviewed is the replay of a finished match with its analysis.
func reviewed(h *hall, moves string, keys ...string) *person {
	p := ended(h, moves, nil)
	p.press("a")
	h.pass(time.Second)
	p.press(keys...)
	return p
}

func init() {
	full := []Size{{80, 24}, {120, 40}}
	pages = append(pages,
		page{name: "review-end", sizes: allSizes, make: func(h *hall) *person { return reviewed(h, fullWhite) }},
		page{name: "review-turn", sizes: full, make: func(h *hall) *person { return reviewed(h, fullBlack, "w") }, deaf: []string{"w"}},
		page{name: "review-miss", sizes: full, make: func(h *hall) *person { return reviewed(h, fullBlack, "n") }},
		page{name: "review-start", make: func(h *hall) *person { return reviewed(h, fullDrawn, "home") }},
		page{name: "review-passes", make: func(h *hall) *person { return reviewed(h, nobodyMoves, "left") }},
		page{name: "review-short", sizes: full, make: func(h *hall) *person { return reviewed(h, whiteGone) }},
		page{name: "review-running", sizes: full, make: func(h *hall) *person {
			h.judging.Store(int64(time.Second))
			p := reviewed(h, fullBlack)
			h.pass(34 * time.Second)
			return p
		}},
	)
	for i, tab := range helpTabs {
		pages = append(pages, page{name: "help-review-" + tab, make: func(h *hall) *person {
			p := reviewed(h, whiteGone, "?")
			for range i {
				p.press("tab")
			}
			return p
		}})
	}
}
