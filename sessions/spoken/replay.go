package spoken

import (
	"strings"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
)

// replay is a finished match that is read again.
type replay struct {
	data  *lobby.Replay
	scene play.Scene
	at    int
}

// open opens the replay of a match at its beginning.
func (s *session) open(id string) {
	a := s.App
	data, err := a.House.Lobby.Replay(s.ctx, s.visit.Me().ID, strings.ToUpper(id))
	if err == nil {
		err = s.visit.Hold(data)
	}
	if err != nil {
		s.fail(err)
		return
	}
	s.stand()
	s.close()
	s.menu = nil
	s.back = &replay{data: data}
	s.back.scene.Match, s.back.scene.Game, s.back.scene.Whole = data.Match.ID, data.Match.Game, data
	s.say(a.T("wd.replay", "g", a.T("game."+data.Match.Game), "n", len(data.Plies)))
	s.page(0)
}

// close closes the replay, if one is open.
func (s *session) close() {
	if s.back != nil {
		s.visit.Drop(s.back.data)
		s.back = nil
	}
}

// page goes to a ply and says what was played there.
func (s *session) page(ply int) {
	r, a := s.back, s.App
	r.at = min(max(ply, 0), len(r.data.Plies))
	r.scene.Show(r.data, r.at, games.Nobody)
	switch {
	case r.at == 0:
		s.say(a.T("wd.start"))
	default:
		said := play.SpokenPly(a, &r.scene, r.at-1)
		if len(said) == 0 {
			said = []string{play.SpokenChoice(a, &r.scene, r.data.Plies[r.at-1].Action)}
		}
		said[0] = app.Itoa(r.at) + ". " + said[0]
		s.say(said...)
	}
	if r.at == len(r.data.Plies) && r.data.Result != nil {
		s.say(play.ReasonText(a, r.data.Match.Game, r.scene.Seats, r.scene.View, r.data.Result))
	}
}

// atReplay obeys a line that was typed at a replay.
func (s *session) atReplay(typed string) bool {
	r, a := s.back, s.App
	speech := play.GameOf(r.data.Match.Game).Speech
	word, rest, _ := strings.Cut(typed, " ")
	if n, ok := number(typed); ok {
		s.page(n)
		return true
	}
	switch alias(word) {
	case "n":
		s.page(r.at + 1)
	case "p":
		s.page(r.at - 1)
	case "first":
		s.page(0)
	case "last":
		s.page(len(r.data.Plies))
	case "b":
		if speech.Board != nil {
			s.say(speech.Board(a, &r.scene)...)
		}
	case "r":
		s.say(partOf(a, &r.scene, speech.Row, rest))
	case "c":
		s.say(partOf(a, &r.scene, speech.Column, rest))
	case "l":
		s.page(r.at)
	case "s":
		if speech.Score != nil {
			s.say(speech.Score(a, &r.scene)...)
		}
	default:
		return false
	}
	return true
}
