package spoken

import (
	"strings"

	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// versusTold is how many opponents a profile names.
const versusTold = 10

// profile says what is known of a player, by name; of the visitor where none is typed.
func (s *Session) profile(name string) {
	a, me := s.App, s.visit.Me()
	id := me.ID
	switch {
	case name == "" && me.Guest:
		s.fail(lobby.ErrGuestRecord)
		return
	case name != "":
		p, err := a.House.Lobby.PlayerByName(name)
		if err != nil {
			s.say(a.T("wd.no.player", "p", name))
			return
		}
		id = p.ID
	}
	data, err := a.House.Lobby.Profile(id)
	if err != nil {
		s.fail(err)
		return
	}
	said := []string{data.Name + ", " + a.T("prof.since", "d", app.Day(data.Created))}
	for _, g := range data.Games {
		title, t := a.T("game."+g.Game), g.Tally
		switch {
		case play.GameOf(g.Game).Alone():
			said = append(said, title+": "+strings.ReplaceAll(play.RunsOf(a, g.Game, id), "   ", ", "))
		case t != (store.Tally{}):
			said = append(said, a.T("wd.record", "g", title, "a", t.Won, "b", t.Lost, "c", t.Drawn, "r", a.Rating(g.Rating.Rating.Rating, g.Rating.Provisional)))
		}
	}
	if d, err := a.House.Lobby.Streak(id); err == nil && d.Longest > 0 {
		said = append(said, a.T("prof.streak", "n", d.Length, "m", d.Longest))
	}
	for _, v := range data.Versus[:min(len(data.Versus), versusTold)] {
		said = append(said, a.T("wd.versus", "p", a.OpponentName(v), "g", a.T("game."+v.Game), "a", v.Won, "b", v.Lost, "c", v.Drawn))
	}
	s.say(said...)
}
