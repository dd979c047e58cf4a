package klondike

import (
	"strings"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/thinking"
	"arcade/sessions/app"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
)

// speech is Klondike's play in words. Foundations are called home, as in the log.
var speech = play.Speech{
	Sample: "wd.sample.klondike", Board: spokenTable, Column: spokenColumn, Choice: spokenChoice, Read: readMove, Event: spokenPly, Hint: spokenHint,
	Finish: func(s *play.Scene) games.Action {
		view, _ := s.View.(klondike.View)
		return view.Finish
	},
	Score: func(a *app.App, s *play.Scene) []string {
		view, ok := s.View.(klondike.View)
		if !ok {
			return nil
		}
		return []string{a.T("kl.said.score", "s", view.Score, "n", view.Moves), spokenHome(a, view)}
	},
	Runs: func(a *app.App) (list []play.SpokenRun) {
		for _, draw := range []int{1, 3} {
			r := klondike.Standard()
			r.Draw = draw
			list = append(list, play.SpokenRun{Name: a.T("kl.said.draw", "n", draw), Offer: pages.DealOffer(r)})
		}
		return list
	},
}

// spokenCard returns a card in words, such as "7 of hearts".
func spokenCard(a *app.App, c klondike.Card) string {
	return a.T("kl.said.card", "r", a.T("kl.said.rank."+strings.ToLower(c.Rank().String())), "s", a.T("kl.said.suit."+app.Itoa(int(c.Suit()))))
}

// spokenSpot names a spot: the card, where it lies, and how many cards it takes along.
func spokenSpot(a *app.App, view klondike.View, at spot) string {
	place := ""
	switch at.zone {
	case onStock:
		return a.T("kl.stock") + ", " + a.T("kl.said.cards", "n", view.StockCount)
	case onWaste:
		place = a.T("kl.waste")
	case onHome:
		place = a.T("kl.said.foundation", "s", a.T("kl.said.suit."+app.Itoa(at.n)))
	case inColumn:
		place = a.T("kl.said.place", "n", at.n+1)
	}
	card, ok := cardAt(view, at)
	switch {
	case ok:
		place = spokenCard(a, card) + ", " + place
	case at.zone == inColumn && at.i < len(view.Tableau[at.n]):
		return a.T("kl.said.facedown") + ", " + place
	default:
		return place + ", " + a.T("kl.said.empty")
	}
	if n := len(view.Tableau[at.n]) - 1 - at.i; at.zone == inColumn && n > 0 {
		place += ", " + a.T("kl.said.below", "n", n)
	}
	return place
}

// spokenTable returns the foundations, the waste and the stock, then the columns.
func spokenTable(a *app.App, s *play.Scene) []string {
	view, ok := s.View.(klondike.View)
	if !ok {
		return nil
	}
	waste := a.T("kl.said.none")
	if n := len(view.Waste); n > 0 {
		waste = spokenCard(a, view.Waste[n-1].Card)
	}
	said := []string{spokenHome(a, view), a.T("kl.said.stock", "c", waste, "n", view.StockCount)}
	for i := range klondike.Columns {
		said = append(said, spokenColumn(a, s, app.Itoa(i+1)))
	}
	return said
}

// spokenHome returns the top card of each foundation.
func spokenHome(a *app.App, view klondike.View) string {
	var tops []string
	for suit, pile := range view.Foundation {
		if n := len(pile); n > 0 {
			tops = append(tops, spokenCard(a, pile[n-1].Card))
		} else {
			tops = append(tops, a.T("kl.said.suit."+app.Itoa(suit))+" "+a.T("kl.said.none"))
		}
	}
	return a.T("kl.said.home", "c", strings.Join(tops, ", "))
}

// spokenColumn returns a column from the free card down to the covered ones.
func spokenColumn(a *app.App, s *play.Scene, name string) string {
	view, ok := s.View.(klondike.View)
	if !ok || len(name) != 1 || name[0] < '1' || name[0] > '7' {
		return ""
	}
	i := int(name[0] - '1')
	var cards []string
	for at := len(view.Tableau[i]) - 1; at >= view.FaceDown[i]; at-- {
		cards = append(cards, spokenCard(a, view.Tableau[i][at].Card))
	}
	if len(cards) == 0 {
		cards = append(cards, a.T("kl.said.none"))
	}
	said := a.T("kl.said.column", "n", i+1, "c", strings.Join(cards, ", "))
	if down := view.FaceDown[i]; down > 0 {
		said += ", " + a.T("kl.said.down", "n", down)
	}
	return said
}

// spokenChoice returns a move in words, with its card.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	view, _ := s.View.(klondike.View)
	switch act {
	case "undo", "redo", "resign":
		return a.T("kl.said." + string(act))
	}
	m, ok := klondike.ParseMove(string(act))
	if !ok {
		return string(act)
	}
	switch m.Kind {
	case klondike.Draw:
		return a.T("kl.said.drawing")
	case klondike.Recycle:
		return a.T("kl.said.recycle")
	}
	from, to, _ := strings.Cut(string(act), ">")
	to, _, _ = strings.Cut(to, "*")
	if card, ok := movedCard(view, m, from); ok {
		return a.T("kl.said.move", "c", spokenCard(a, card), "a", spokenPlace(a, from), "b", spokenPlace(a, to))
	}
	return a.T("kl.said.way", "a", spokenPlace(a, from), "b", spokenPlace(a, to))
}

// spokenPlace returns the name of a place in a sentence.
func spokenPlace(a *app.App, p string) string {
	if len(p) == 1 && p[0] >= '1' && p[0] <= '7' {
		return a.T("kl.said.place", "n", p)
	}
	return placeName(a, p)
}

// movedCard returns the card that a move takes, the lowest of several.
func movedCard(view klondike.View, m klondike.Move, from string) (klondike.Card, bool) {
	pile, n := view.Waste, 1
	switch {
	case from >= "1" && from <= "7":
		pile, n = view.Tableau[from[0]-'1'], max(int(m.N), 1)
	case from != "w":
		pile = view.Foundation[m.From%klondike.Suits]
	}
	if len(pile) < n {
		return 0, false
	}
	return pile[len(pile)-n].Card, true
}

// spokenHint returns an advised move, its reason, and its certainty. If the card must be drawn first, it
// says the number of draws.
func spokenHint(a *app.App, s *play.Scene, h thinking.Advice) []string {
	view, _ := s.View.(klondike.View)
	last := h.Way[len(h.Way)-1]
	m, _ := klondike.ParseMove(string(last))
	if !h.Proven && (m.Kind == klondike.Draw || m.Kind == klondike.Recycle) {
		return []string{a.T("kl.said.hint.none")}
	}
	sure := a.T(app.If(h.Proven, "kl.said.hint.proven", "kl.said.hint.sensible"))
	if n := len(h.Way) - 1; n > 0 {
		from, to, _ := strings.Cut(string(last), ">")
		to, _, _ = strings.Cut(to, "*")
		way := a.T("kl.said.way", "a", spokenPlace(a, from), "b", spokenPlace(a, to))
		return []string{a.T("kl.said.hint.turns", "n", n, "m", way), sure}
	}
	said := spokenChoice(a, s, last)
	if m.Kind != klondike.Draw && m.Kind != klondike.Recycle {
		said += ", " + reasonFor(a, view, m)
	}
	return []string{a.T("wd.hint", "m", said), sure}
}

// cardMove finds the move of a card that is typed by its name, with its target if there are several; "" if
// it means no move or more than one.
func cardMove(a *app.App, s *play.Scene, typed string) (found games.Action) {
	view, _ := s.View.(klondike.View)
	for _, act := range s.Legal {
		m, ok := klondike.ParseMove(string(act))
		from, to, way := strings.Cut(string(act), ">")
		card, moves := movedCard(view, m, from)
		if !ok || !way || !moves {
			continue
		}
		to, _, _ = strings.Cut(to, "*")
		name := strings.ToLower(spokenCard(a, card))
		rest, named := strings.CutPrefix(strings.ToLower(typed), name)
		rest = strings.Join(placeWords(a, rest), " ")
		switch {
		case !named || rest != "" && rest != to:
		case found != "":
			return ""
		default:
			found = act
		}
	}
	return found
}

// placeWords returns the places of a text in the notation of moves, without the words between them, such as
// "7열에서 2열로" or "column 7 to column 2".
func placeWords(a *app.App, typed string) (words []string) {
	names := strings.NewReplacer(strings.ToLower(a.T("kl.waste")), "w", strings.ToLower(a.T("kl.home")), "f", "waste", "w", "home", "f", "up", "f", ",", " ")
	for _, word := range strings.Fields(names.Replace(strings.ToLower(typed))) {
		for _, joint := range []string{"에서", "으로", "로", "열"} {
			word = strings.TrimSuffix(word, joint)
		}
		if word != "" && word != "to" && word != "column" {
			words = append(words, word)
		}
	}
	return words
}

// readMove finds the move that is typed as "7 to 2", "waste to home" or "7 2", or by its card.
func readMove(a *app.App, s *play.Scene, typed string) games.Action {
	if act := cardMove(a, s, typed); act != "" {
		return act
	}
	words := placeWords(a, typed)
	if len(words) != 2 {
		return ""
	}
	for _, act := range s.Legal {
		from, to, ok := strings.Cut(string(act), ">")
		to, _, _ = strings.Cut(to, "*")
		if ok && from == words[0] && to == words[1] {
			return act
		}
	}
	if isPlace(words[0]) && isPlace(words[1]) { // a move that the engine refuses with its reason
		return games.Action(words[0] + ">" + words[1])
	}
	return ""
}

// isPlace reports whether a word is a place that a card can leave or reach.
func isPlace(p string) bool {
	return p == "w" || p == "f" || len(p) == 1 && p[0] >= '1' && p[0] <= '7'
}

// spokenPly returns a ply in words: the moved cards, and a turned one. The drawn card is known for the last
// ply only.
func spokenPly(a *app.App, s *play.Scene, ply int) (said []string) {
	p := s.Plies[ply]
	for _, e := range p.Events {
		switch f := e.Fact.(type) {
		case klondike.EventUndo:
			return []string{undoneText(a, f)}
		case klondike.EventRedo:
			said = append(said, a.T("kl.said.redone"))
		case klondike.EventDraw:
			text := a.T("kl.said.drew")
			if view, _ := s.View.(klondike.View); ply == len(s.Plies)-1 && len(view.Waste) > 0 {
				text = a.T("kl.said.flip", "c", spokenCard(a, view.Waste[len(view.Waste)-1].Card))
			}
			said = append(said, text)
		case klondike.EventRecycle:
			said = append(said, a.T("kl.recycle"))
		case klondike.EventMove:
			said = append(said, a.T("kl.said.move", "c", spokenCard(a, f.Card), "a", spokenPlace(a, f.From), "b", spokenPlace(a, f.To)))
		case klondike.EventFlip:
			said = append(said, a.T("kl.said.flip", "c", spokenCard(a, f.Card)))
		}
	}
	return said
}
