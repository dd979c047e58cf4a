package duel

import (
	"arcade/games"
	"arcade/games/rng"
	"arcade/games/stones"
)

// Bots lists the bots of the solo game, each playing its own run.
func (Game) Bots() (list []games.Bot) {
	for _, b := range (stones.Game{}).Bots() {
		list = append(list, bot{b})
	}
	return list
}

type bot struct{ games.Bot }

// Choose needs a [View] with something to play. Otherwise it returns "".
func (b bot) Choose(view any, r *rng.Source) games.Action {
	v, ok := view.(View)
	if !ok || v.ToAct < 0 || int(v.ToAct) >= len(v.Runs) {
		return ""
	}
	return b.Bot.Choose(v.Runs[v.ToAct], r)
}
