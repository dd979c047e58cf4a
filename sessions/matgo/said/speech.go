// Package said speaks Matgo, for players who do not see the table.
package said

import (
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
)

// Speech is the game in words.
var Speech = play.Speech{
	Sample: "wd.sample.matgo", Board: spokenTable, Choice: spokenChoice, Read: readCard, Event: spokenPly, Score: spokenScore,
	Ask: spokenAsk, Instead: instead, End: spokenEnd,
}

// spokenTable returns the floor, the own hand, the stock, and each side's captures.
func spokenTable(a *app.App, s *play.Scene) []string {
	view, ok := s.View.(*matgo.View)
	if !ok {
		return nil
	}
	var said []string
	if view.Rules != "" {
		said = append(said, a.T("mg.said.rules"))
	}
	said = append(said, a.T("mg.said.floor", "c", tell.Full(a, view.Floor...)))
	for _, pile := range view.Piles {
		all := append(slices.Clone(pile.Cards), pile.Bonus...)
		said = append(said, a.T("mg.said.pile", "m", pile.Month, "q", play.SpokenSeat(a, s, games.Seat(pile.Seat)), "c", tell.Full(a, all...)))
	}
	said = append(said, a.T("mg.said.stock", "n", view.StockCount))
	for seat := range view.Hands {
		who := play.SpokenSeat(a, s, games.Seat(seat))
		if view.Hands[seat] != nil {
			said = append(said, a.T("mg.said.hand", "p", who, "c", tell.Full(a, view.Hands[seat]...)))
		} else {
			said = append(said, a.T("mg.said.hidden", "p", who, "n", view.HandCounts[seat]))
		}
		if n := view.Passes[seat]; n > 0 {
			said = append(said, a.T("mg.said.passes", "p", who, "n", n))
		}
		won := view.Sides[seat].Captured
		for _, pile := range [][]matgo.Card{won.Kwang, won.Yeol, won.Tti} {
			if len(pile) > 0 {
				said = append(said, a.T("mg.said.won", "p", who, "c", tell.Full(a, pile...)))
			}
		}
	}
	return append(said, spokenScore(a, s)...)
}

// spokenScore returns the points of both sides, their junk and their goes.
func spokenScore(a *app.App, s *play.Scene) (said []string) {
	view, ok := s.View.(*matgo.View)
	if !ok {
		return nil
	}
	for seat, side := range view.Sides {
		said = append(said, a.T("mg.said.score", "p", play.SpokenSeat(a, s, games.Seat(seat)), "n", side.Points.Total+side.Go, "pi", side.PiCount, "go", side.Go, "x", side.Multiplier.Total, "gold", gold(s, view, games.Seat(seat))))
	}
	return said
}

// gold returns a seat's gold: once the round is over, after the settlement.
func gold(s *play.Scene, view *matgo.View, seat games.Seat) int {
	if s.Result != nil {
		return results.Gold(s, view, seat)
	}
	return view.Sides[seat].Gold
}

// spokenChoice returns an action in words, for a card with its possible taking.
func spokenChoice(a *app.App, s *play.Scene, act games.Action) string {
	var floor []matgo.Card
	if view, ok := s.View.(*matgo.View); ok {
		floor = view.Floor
	}
	word, rest, _ := strings.Cut(string(act), " ")
	c, ok := matgo.ParseCard(rest)
	switch {
	case word == "play" && ok:
		var takes []matgo.Card
		for _, f := range floor {
			if !c.Bonus() && !f.Bonus() && f.Month() == c.Month() {
				takes = append(takes, f)
			}
		}
		if len(takes) == 0 {
			return tell.Full(a, c)
		}
		return a.T("mg.said.takes", "c", tell.Full(a, c), "f", tell.Full(a, takes...))
	case word == "take" && ok:
		return a.T("mg.said.take", "c", tell.Full(a, c))
	}
	m, _ := matgo.ParseMove(act)
	if word := map[matgo.Verb]string{matgo.Shake: "mg.do.shake.word", matgo.Bomb: "mg.do.bomb.word", matgo.UseKung: "mg.do.kung.word"}[m.Verb]; word != "" {
		return a.T("mg.said.declare", "what", a.T(word), "m", a.T("mg.said.month", "n", int(m.Arg)))
	}
	return tell.ActionText(a, act)
}

// readCard finds a card that is typed as in a sentence of the screens, such as "3띠".
func readCard(a *app.App, s *play.Scene, typed string) games.Action {
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, " ", "")) }
	for _, act := range s.Legal {
		_, rest, _ := strings.Cut(string(act), " ")
		c, ok := matgo.ParseCard(rest)
		if ok && (plain(hwatu.Name(a, c)) == plain(typed) || plain(hwatu.FullName(a, c)) == plain(typed) || plain(tell.Full(a, c)) == plain(typed)) {
			return act
		}
		if plain(tell.ActionText(a, act)) == plain(typed) || plain(spokenChoice(a, s, act)) == plain(typed) {
			return act
		}
	}
	return ""
}

// spokenPly returns a ply in words: the card, then the effects.
func spokenPly(a *app.App, s *play.Scene, ply int) (said []string) {
	p := s.Plies[ply]
	if m, ok := matgo.ParseMove(p.Action); ok && m.Verb == matgo.Take {
		said = append(said, a.T("mg.said.picked", "p", play.SpokenSeat(a, s, p.Seat), "c", tell.Full(a, matgo.Card(m.Arg))))
	}
	for _, e := range p.Events {
		switch f := e.Fact.(type) {
		case matgo.EventPlay:
			said = append(said, tell.Played(a, s, p.Seat, f.Card, tell.Full))
		case matgo.EventMatch:
			if len(f.Captured) == 0 {
				said = append(said, a.T("mg.said.lies", "c", tell.Full(a, f.Card)))
			} else {
				said = append(said, tell.Takes(a, s, e.Seat, f.Captured, tell.Full))
			}
		case matgo.EventFlip:
			said = append(said, tell.Flipped(a, f.Card, tell.Full))
		}
		if text, _ := tell.Event(a, s, e, tell.Full); text != "" {
			said = append(said, text)
		}
	}
	if list := tell.Stolen(p.Events); len(list) > 0 {
		said = append(said, tell.Steals(a, s, p.Seat, list, tell.Full))
	}
	if len(said) == 0 {
		said = append(said, play.SpokenSeat(a, s, p.Seat)+": "+tell.ActionText(a, p.Action))
	}
	return said
}
