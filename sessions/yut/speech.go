package yut

import (
	"strings"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// speech is Yut Run in words.
var speech = play.Speech{
	Board: spokenBoard, Choice: spokenChoice, Event: spokenPly,
	Score: func(a *app.App, s *play.Scene) []string {
		view, _ := s.View.(yut.View)
		return []string{a.T("yt.said.score", "t", view.Turn, "n", view.Finished, "of", yut.Pieces)}
	},
}

// spokenBoard is the turn, the pieces, what they may meet, and what is carried.
func spokenBoard(a *app.App, s *play.Scene) []string {
	view, ok := s.View.(yut.View)
	if !ok {
		return nil
	}
	said := []string{
		a.T("yt.said.score", "t", view.Turn, "n", view.Finished, "of", yut.Pieces),
		a.T("yt.said.home", "n", view.Home),
	}
	for _, stack := range view.Stacks {
		said = append(said, a.T("yt.said.piece", "at", spot(a, stack.Node), "n", stack.Pieces))
	}
	for _, sp := range view.Special {
		said = append(said, spot(a, sp.Node)+", "+strings.Trim(a.T("yt.at."+sp.Kind.String()), "()"))
	}
	if names := tokens(a, view.Hand); names != "" {
		said = append(said, a.T("yt.said.hand", "c", names))
	}
	var sticks, relics []string
	for _, c := range view.Sticks {
		sticks = append(sticks, stick(a, c.ID))
	}
	for _, c := range view.Relics {
		relics = append(relics, relic(a, c.ID))
	}
	said = append(said, a.T("yt.said.sticks", "c", strings.Join(sticks, ", ")))
	if len(relics) > 0 {
		said = append(said, a.T("yt.said.relics", "c", strings.Join(relics, ", ")))
	}
	return said
}

// tokens are the names of throws.
func tokens(a *app.App, list []yut.Token) string {
	var names []string
	for _, t := range list {
		names = append(names, tokenName(a, t))
	}
	return strings.Join(names, ", ")
}

// spokenChoice is an action in words, with what it leads to.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	view, _ := s.View.(yut.View)
	for _, m := range view.Moves {
		if m.Action == act {
			return a.T("yt.said.move", "r", tokenName(a, m.Token), "a", spot(a, m.From), "b", spot(a, m.To), "n", m.Pieces)
		}
	}
	word, slot, _ := strings.Cut(string(act), " ")
	switch {
	case act == "throw":
		return a.T("yt.said.throw")
	case act == "start":
		return a.T("yt.key.start")
	case act == "stick discard" && view.Offer != nil:
		return a.T("yt.said.discard", "c", stick(a, view.Offer.ID))
	case word == "stick" && view.Offer != nil && slot >= "1" && slot <= "4":
		return a.T("yt.said.swap", "i", slot, "a", stick(a, view.Sticks[slot[0]-'1'].ID), "b", stick(a, view.Offer.ID))
	case word == "relic" && view.Reward != nil && slot >= "1" && int(slot[0]-'1') < len(view.Reward.Relics):
		return a.T("yt.said.relic", "c", relic(a, view.Reward.Relics[slot[0]-'1']))
	}
	return string(act)
}
