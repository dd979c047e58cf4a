package spoken

import (
	"strings"

	"arcade/lobby/ledger"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/profile"
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
		s.fail(room.ErrGuestRecord)
		return
	case name != "":
		p, err := a.House.Lobby.PlayerByName(a.Ctx, name)
		if err != nil {
			s.say(a.T("wd.no.player", "p", name))
			return
		}
		id = p.ID
	}
	data, err := a.House.Lobby.Profile(a.Ctx, id)
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
			said = append(said, a.T("wd.record", "g", title, "a", t.Won, "b", t.Lost, "c", t.Drawn, "r", s.rating(g.Ratings[0].Rating.Rating, g.Ratings[0].Provisional)))
			for _, r := range g.Ratings[1:] {
				said = append(said, title+", "+play.GameOf(g.Game).Board(a, r.Game)+": "+s.rating(r.Rating.Rating, r.Provisional))
			}
		}
	}
	if d, err := a.House.Lobby.Streak(a.Ctx, id); err == nil && d.Longest > 0 {
		said = append(said, a.T("wd.streak", "n", d.Length, "m", d.Longest), profile.Said(a, data, d.Longest))
	} else {
		said = append(said, profile.Said(a, data, 0))
	}
	for _, v := range data.Versus[:min(len(data.Versus), versusTold)] {
		said = append(said, a.T("wd.versus", "p", a.OpponentName(v), "g", a.T("game."+v.Game), "a", v.Won, "b", v.Lost, "c", v.Drawn))
	}
	s.say(said...)
}

// rating is a rating in words.
func (s *Session) rating(r float64, provisional bool) string {
	said := s.App.Rating(r, false)
	if provisional {
		said += ", " + s.App.T("wd.provisional")
	}
	return said
}

// ranksTold is how many rows of a leaderboard are told.
const ranksTold = 10

// leaderboard tells the best of a game: "GAME", with "today" or "yesterday" for a game alone. With
// flags it is the house's command.
func (s *Session) leaderboard(rest string) {
	a := s.App
	game, day, _ := s.cutGame(rest)
	g, err := a.House.Lobby.Game(game)
	switch {
	case strings.Contains(rest, "--"):
		s.command("leaderboard " + rest)
		return
	case err != nil:
		s.say(a.T("wd.which.board"))
		return
	}
	if g.Info().Seats > 1 {
		for _, pool := range a.House.Lobby.Pools(game) {
			s.ratings(game, pool)
		}
		return
	}
	when := ""
	switch strings.ToLower(day) {
	case "today", "오늘":
		day, when = a.House.Lobby.Today(), a.T("solo.daily")
	case "yesterday", "어제":
		day, when = records.DayBefore(a.House.Lobby.Today()), a.T("board.yesterday")
	default:
		day = ""
	}
	for _, b := range a.House.Lobby.Boards(game) {
		s.scores(game, ledger.BoardName(game, b, day), b, when)
	}
}

// ratings tells the highest ratings of a name in a game for two.
func (s *Session) ratings(game, pool string) {
	a := s.App
	rows, err := a.House.Lobby.Board(a.Ctx, pool, 0, ranksTold)
	if err != nil {
		s.fail(err)
		return
	}
	said := []string{a.T("game." + game)}
	if pool != game {
		said[0] += ", " + play.GameOf(game).Board(a, pool)
	}
	for i, r := range rows {
		said = append(said, a.T("wd.rank", "i", i+1, "p", a.WholeName(r.Name, r.ByBot), "s", s.rating(r.Rating.Rating, r.Provisional)))
	}
	s.ranks(said)
}

// scores tells the best of a board of points, and the player's place there; when is the day of a day's
// board.
func (s *Session) scores(game, board, name, when string) {
	a := s.App
	rows, err := a.House.Lobby.Scores(a.Ctx, board, 0, ranksTold)
	if err != nil {
		s.fail(err)
		return
	}
	said := []string{a.T("game."+game) + ", " + play.GameOf(game).Board(a, name)}
	if when != "" {
		said[0] += ", " + when
	}
	for i, r := range rows {
		said = append(said, a.T("wd.rank", "i", i+1, "p", a.WholeName(r.Name, r.ByBot), "s", play.GameOf(game).Score(a, name, when != "", r)))
	}
	if marked, err := a.House.Lobby.Marked(a.Ctx, board, ranksTold); err == nil {
		for _, r := range marked {
			said = append(said, a.WholeName(r.Name, r.ByBot)+", "+play.GameOf(game).Score(a, name, true, r)+", "+a.T("mark.end", "why", a.T("mark."+ledger.MarkOf(r.Board))))
		}
	}
	if _, place, of, err := a.House.Lobby.ScoreOf(a.Ctx, board, s.visit.Me().ID); err == nil && place > ranksTold {
		said = append(said, a.T("wd.you")+": "+a.T("wd.place", "n", place, "of", of))
	}
	s.ranks(said)
}

// ranks says the rows of a leaderboard below its title.
func (s *Session) ranks(said []string) {
	if len(said) == 1 {
		said[0] += ": " + s.App.T("wd.no.ranks")
	}
	s.say(said...)
}
