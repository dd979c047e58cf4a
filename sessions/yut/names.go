package yut

import (
	"strings"

	"arcade/games/yut"
	"arcade/sessions/app"
)

var tokenKeys = [...]string{"yt.none", yut.Do: "yt.do", yut.Gae: "yt.gae", yut.Geol: "yt.geol", yut.Yut: "yt.yut", yut.Mo: "yt.mo"}

// tokenName returns a token's name.
func tokenName(a *app.App, t yut.Token) string { return a.T(tokenKeys[t]) }

// stick returns a stick's name by its id, relic a relic's.
func stick(a *app.App, id string) string {
	e, _ := yut.FindStick(id)
	return e.Name.In(a.Lang.String())
}

func relic(a *app.App, id string) string {
	e, _ := yut.FindRelic(id)
	return e.Name.In(a.Lang.String())
}

// shortStick returns a stick's name without the word for a stick.
func shortStick(a *app.App, id string) string {
	name := stick(a, id)
	for _, word := range []string{" 윷가락", " Stick"} {
		name = strings.TrimSuffix(name, word)
	}
	return name
}

// count returns " x2" for a token that the hand has twice, "" for once.
func count(hand []yut.Token, t yut.Token) string {
	n := 0
	for _, have := range hand {
		if have == t {
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return " x" + app.Itoa(n)
}

// way returns a move's target in words: the way at a fork, the place, and what is there.
func way(a *app.App, view yut.View, m yut.Move, fork bool) string {
	text := spot(a, m.To)
	if fork {
		key := "yt.way.out"
		switch m.First {
		case yut.A1, yut.B1:
			key = "yt.way.in"
		case yut.A3:
			key = "yt.way.a"
		case yut.B3:
			key = "yt.way.b"
		}
		text = a.T(key) + " > " + text
	}
	for _, s := range view.Special {
		if s.Node == m.To {
			text += " " + a.T(map[yut.Kind]string{yut.Stick: "yt.at.stick", yut.Refresh: "yt.at.refresh"}[s.Kind])
		}
	}
	for _, s := range view.Stacks {
		if s.Node == m.To {
			text += " " + a.T("yt.at.stack", "k", s.Pieces+m.Pieces)
		}
	}
	return text
}
