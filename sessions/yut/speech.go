package yut

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// speech has Yut Run in words.
var speech = play.Speech{
	Board: spokenBoard, Choice: spokenChoice, Event: spokenPly, Ask: spokenOffer,
	Score: func(a *app.App, s *play.Scene) []string {
		view, _ := s.View.(yut.View)
		return []string{a.T("yt.said.score", "t", view.Turn, "n", view.Finished, "of", yut.Pieces)}
	},
}

// spokenBoard returns the turn, the pieces, the nodes before them, and the hand.
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
		line := a.T("yt.said.piece", "at", spot(a, stack.Node), "n", stack.Pieces)
		if kind := special(a, view, stack.Node); kind != "" {
			line += ", " + kind
		}
		said = append(said, line)
	}
	for _, sp := range view.Special {
		if !slices.ContainsFunc(view.Stacks, func(st yut.Stack) bool { return st.Node == sp.Node }) {
			said = append(said, spot(a, sp.Node)+", "+special(a, view, sp.Node))
		}
	}
	if names := tokens(a, view.Hand); names != "" {
		said = append(said, a.T("yt.said.hand", "c", names))
	}
	var relics []string
	for _, c := range view.Relics {
		relics = append(relics, relic(a, c.ID))
	}
	said = append(said, spokenOdds(a, view.Odds), spokenSticks(a, view))
	if len(relics) > 0 {
		said = append(said, a.T("yt.said.relics", "c", strings.Join(relics, ", ")))
	}
	return said
}

// spokenOdds returns the chances of a throw.
func spokenOdds(a *app.App, odds yut.Odds) string {
	var list []string
	for i, p := range odds {
		list = append(list, tokenName(a, yut.Token(i+1))+" "+app.Itoa(app.Percent(p))+"%")
	}
	return a.T("yt.said.odds", "c", strings.Join(list, ", "))
}

// spokenSticks returns the sticks with the chances of their backs.
func spokenSticks(a *app.App, view yut.View) string {
	var list []string
	for _, c := range view.Sticks {
		list = append(list, stick(a, c.ID)+" "+a.T("yt.offer.back", "n", c.Back))
	}
	return a.T("yt.said.sticks", "c", strings.Join(list, ", "))
}

// special returns the effect of a special node in words, "" for an ordinary node.
func special(a *app.App, view yut.View, n yut.Node) string {
	for _, sp := range view.Special {
		if sp.Node == n {
			return strings.Trim(a.T("yt.at."+sp.Kind.String()), "()")
		}
	}
	return ""
}

// spokenOffer returns the offered stick or relics with their effects.
func spokenOffer(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(yut.View)
	switch {
	case view.Offer != nil:
		e, _ := yut.FindStick(view.Offer.ID)
		return []string{a.T("yt.said.offer", "c", e.Name.In(a.Lang.String()), "x", e.Text.In(a.Lang.String()), "n", view.Offer.Back)}
	case view.Reward != nil:
		return []string{a.T("yt.reward.title")}
	}
	return nil
}

// tokens returns the names of throws.
func tokens(a *app.App, list []yut.Token) string {
	var names []string
	for _, t := range list {
		names = append(names, tokenName(a, t))
	}
	return strings.Join(names, ", ")
}

// spokenChoice returns an action in words, with its result.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	view, _ := s.View.(yut.View)
	for _, m := range view.Moves {
		if m.Action == act {
			said := a.T("yt.said.move", "r", tokenName(a, m.Token), "a", spot(a, m.From), "b", spot(a, m.To), "n", m.Pieces)
			for _, stack := range view.Stacks {
				if stack.Node == m.To {
					said += ", " + a.T("yt.said.joins", "n", stack.Pieces)
				}
			}
			if kind := special(a, view, m.To); kind != "" {
				said += ", " + kind
			}
			return said
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
		e, _ := yut.FindRelic(view.Reward.Relics[slot[0]-'1'])
		return a.T("yt.said.relic", "c", e.Name.In(a.Lang.String())) + ", " + e.Text.In(a.Lang.String())
	}
	return string(act)
}
