package spoken

import (
	"strings"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/review"
	"arcade/store"
)

// replay is a match that is read again.
type replay struct {
	data  *records.Replay
	scene play.Scene
	at    int
	you   games.Seat // of a match that is in play, the player's seat
	sum   bool       // the end of its analysis was announced
}

// open opens the replay of a match at its beginning.
func (s *Session) open(id string) {
	a := s.App
	if id == "" && s.at != nil { // the one that was played here
		id = s.at.id
	}
	id = strings.ToUpper(id)
	data, err := a.House.Lobby.Replay(s.ctx, s.visit.Me().ID, id)
	if store.ErrIs(err, table.ErrHidden) { // in play, with hidden hands: as the player has seen it
		data, err = a.House.Lobby.SoFar(s.ctx, s.visit.Me().ID, id)
	}
	if err == nil {
		err = s.visit.Hold(data)
	}
	if err != nil {
		s.fail(err)
		return
	}
	s.stand()
	s.close()
	s.menu, s.quiz = menu{}, nil
	s.back = &replay{data: data, you: games.Seat(data.Match.SeatOf(s.visit.Me().ID))}
	s.back.scene.Match, s.back.scene.Game, s.back.scene.Whole = data.Match.ID, data.Match.Game, data
	s.say(a.T("wd.replay", "g", a.Game(data.Match.Game, data.Match.Options), "n", len(data.Plies)))
	s.page(0)
}

// close closes the replay, if one is open.
func (s *Session) close() {
	if s.back != nil {
		if v := s.back.scene.Review; v != nil {
			v.Close()
		}
		s.visit.Drop(s.back.data)
		s.back = nil
	}
}

// page goes to a ply and says what was played there.
func (s *Session) page(ply int) {
	r, a := s.back, s.App
	r.at = min(max(ply, 0), len(r.data.Plies))
	r.scene.Show(r.data, r.at, r.you)
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
		s.say(play.SpokenReason(a, r.data.Match.Game, r.scene.Seats, r.you, r.scene.View, r.data.Result))
	}
	if r.scene.Review != nil {
		page, names := play.SpokenReview(a, &r.scene)
		s.say(review.SaidPly(a, page, names)...)
	}
}

// analyse begins the analysis of the replay's match, or says how far it has come. Its end is
// announced.
func (s *Session) analyse() {
	r, a := s.back, s.App
	if r.scene.Review == nil {
		if r.data.Result == nil || len(r.data.Plies) == 0 || !a.House.Lobby.CanAnalyse(r.data.Match.Game) {
			s.say(a.T("wd.no.analysis"))
			return
		}
		work, err := s.visit.Analyse(r.data)
		if err != nil {
			s.fail(err)
			return
		}
		r.scene.Review = review.Begin(work, r.data.Plies)
	}
	r.sum = r.scene.Review.Over
	page, names := play.SpokenReview(a, &r.scene)
	s.say(review.SaidSum(a, page, names)...)
}

// follow announces the end of the analysis.
func (s *Session) follow() {
	r := s.back
	if r.scene.Review == nil {
		return
	}
	r.scene.Review.Follow()
	if r.scene.Review.Over && !r.sum {
		s.analyse()
	}
}

// options says what could have been chosen at the ply in view.
func (s *Session) options() {
	if s.back.scene.Review == nil {
		s.analyse()
		return
	}
	page, _ := play.SpokenReview(s.App, &s.back.scene)
	if said := review.SaidOptions(s.App, page); len(said) > 0 {
		s.say(said...)
		return
	}
	s.page(s.back.at)
}

// miss goes to the next miss, swing to the ply that turned the match. Both say the analysis where
// none is known.
func (s *Session) miss() {
	if v := s.back.scene.Review; v != nil && v.Next(s.back.at) > 0 {
		s.page(v.Next(s.back.at))
		return
	}
	s.analyse()
}

func (s *Session) swing() {
	if v := s.back.scene.Review; v != nil && v.Turn > 0 {
		s.page(v.Turn)
		return
	}
	s.analyse()
}

// atReplay obeys a line that was typed at a replay.
func (s *Session) atReplay(typed string) bool {
	word, rest, _ := strings.Cut(typed, " ")
	if n, ok := number(typed); ok {
		s.page(n)
		return true
	}
	do, ok := replayCommands[alias(word)]
	if ok {
		do(s, rest)
	}
	return ok
}

// speech is the game of the replay in words.
func (r *replay) speech() *play.Speech { return &play.GameOf(r.data.Match.Game).Speech }

func (s *Session) boardThen(string) {
	if f := s.back.speech().Board; f != nil {
		s.say(f(s.App, &s.back.scene)...)
	}
}

func (s *Session) rowThen(name string) {
	s.say(partOf(s.App, &s.back.scene, s.back.speech().Row, name))
}

func (s *Session) columnThen(name string) {
	s.say(partOf(s.App, &s.back.scene, s.back.speech().Column, name))
}

func (s *Session) scoreThen(string) {
	if f := s.back.speech().Score; f != nil {
		s.say(f(s.App, &s.back.scene)...)
	}
}
