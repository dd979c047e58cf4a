package spoken

import (
	"errors"
	"strings"
	"unicode"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// atTable obeys a line that was typed at a table. Moves come first: in some games a letter or
// "stop" is a move.
func (s *Session) atTable(typed string) bool {
	if s.at.mine() {
		if act := s.read(typed); act != "" {
			s.choose(act)
			return true
		}
	}
	word, rest, _ := strings.Cut(typed, " ")
	do, ok := tableCommands[alias(word)]
	switch {
	case ok:
		do(s, strings.TrimSpace(rest))
	case s.at.mine():
		return s.refused(typed)
	default:
		if _, ok = number(typed); ok {
			s.notYours()
		}
	}
	return ok
}

// notYours says why nothing can be played now.
func (s *Session) notYours() {
	if s.at.snap.Result != nil {
		s.fail(games.ErrOver)
		return
	}
	s.say(s.App.T("wd.not.yours"))
}

// refused says why a move that was typed cannot be played; false for text that is not a move.
func (s *Session) refused(typed string) bool {
	err := s.visit.Act(s.at.id, len(s.at.snap.Plies), games.Action(strings.ToLower(ui.Latin(typed))))
	switch games.ReasonOf(err) {
	case "", games.ReasonNotation:
		return err == nil
	}
	s.say(play.SpokenRefusal(s.App, s.at.snap.Game, err))
	return true
}

// read finds the legal action that was typed: its notation, its number, or its name.
func (s *Session) read(typed string) games.Action {
	t := s.at
	plain := strings.ToLower(ui.Latin(typed))
	for _, act := range t.snap.Legal {
		if string(act) == plain || string(act) == typed || string(act)+"." == typed { // as it is listed where digits are moves
			return act
		}
	}
	if n, ok := number(typed); ok && n <= len(t.snap.Legal) && !play.GameOf(t.snap.Game).Digits {
		return t.snap.Legal[n-1]
	}
	for _, act := range t.snap.Legal { // as it was said
		if letters(play.SpokenChoice(s.App, &t.scene, act)) == letters(typed) {
			return act
		}
	}
	if read := play.GameOf(t.snap.Game).Speech.Read; read != nil {
		return read(s.App, &t.scene, typed)
	}
	return ""
}

// letters is a text without blanks and signs, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// choose plays an action. It asks first if the action gives the run up, or loses a shake or a bomb.
func (s *Session) choose(act games.Action) {
	if act == "resign" {
		s.giveUp(func() { s.act(act) })
		return
	}
	a, t := s.App, s.at
	if instead := play.GameOf(t.snap.Game).Speech.Instead; instead != nil {
		if question, others := instead(a, &t.scene, act); len(others) > 0 {
			var items []item
			for _, other := range others {
				items = append(items, item{play.SpokenChoice(a, &t.scene, other), func() { s.settle(other) }})
			}
			s.list(question, append(items, item{play.SpokenChoice(a, &t.scene, act), func() { s.settle(act) }}))
			s.menu.no, s.menu.yes = len(items)+1, 1
			return
		}
	}
	s.act(act)
}

// settle plays the answer to a question and closes the question.
func (s *Session) settle(act games.Action) {
	s.menu = menu{}
	s.act(act)
}

// act plays an action.
func (s *Session) act(act games.Action) {
	if err := s.visit.Act(s.at.id, len(s.at.snap.Plies), act); err != nil {
		s.say(play.SpokenRefusal(s.App, s.at.snap.Game, err))
	}
}

func (s *Session) board(string) {
	if b := play.GameOf(s.at.snap.Game).Speech.Board; b != nil && s.at.snap.View != nil {
		s.say(b(s.App, &s.at.scene)...)
		return
	}
	s.choices("")
}

func (s *Session) row(name string) {
	s.say(partOf(s.App, &s.at.scene, play.GameOf(s.at.snap.Game).Speech.Row, name))
}

func (s *Session) column(name string) {
	s.say(partOf(s.App, &s.at.scene, play.GameOf(s.at.snap.Game).Speech.Column, name))
}

// partOf is one row or column in words.
func partOf(a *app.App, scene *play.Scene, of func(*app.App, *play.Scene, string) string, name string) string {
	if of != nil && scene.View != nil {
		if said := of(a, scene, strings.ToLower(ui.Latin(name))); said != "" {
			return said
		}
	}
	return a.T("wd.no.part")
}

func (s *Session) lastMove(string) {
	for ply := s.at.told - 1; ply >= 0; ply-- { // some plies have no sentence
		if said := play.SpokenPly(s.App, &s.at.scene, ply); len(said) > 0 {
			s.say(said...)
			return
		}
	}
	s.say(s.App.T("wd.nothing.yet"))
}

// choices lists what may be played, numbered. Where digits are moves the move is the number.
func (s *Session) choices(string) {
	t := s.at
	if !t.mine() {
		s.notYours()
		return
	}
	s.say(s.numbered()...)
}

// numbered are the choices with their numbers.
func (s *Session) numbered() (said []string) {
	for i := range s.at.snap.Legal {
		said = append(said, s.choice(i))
	}
	return said
}

// choice is one of the choices, with its number.
func (s *Session) choice(i int) string {
	t := s.at
	act, n := t.snap.Legal[i], app.Itoa(i+1)
	if play.GameOf(t.snap.Game).Digits {
		n = string(act)
	}
	return n + ". " + play.SpokenChoice(s.App, &t.scene, act)
}

func (s *Session) clocks(string) {
	t, a := s.at, s.App
	if len(t.snap.Seats) < 2 || t.snap.Control.Untimed() {
		if len(t.snap.Seats) == 1 && play.GameOf(t.snap.Game).Timed {
			t.scene.At = t.now()
			s.say(app.Took(t.scene.Elapsed()))
			return
		}
		s.say(a.T("wd.no.clock"))
		return
	}
	var said []string
	for i := range t.snap.Seats {
		said = append(said, a.T("wd.clock", "p", play.SpokenSeat(a, &t.scene, games.Seat(i)), "t", a.ClockText(t.left(games.Seat(i)))))
	}
	s.say(said...)
}

func (s *Session) score(string) {
	if f := play.GameOf(s.at.snap.Game).Speech.Score; f != nil && s.at.snap.View != nil {
		s.say(f(s.App, &s.at.scene)...)
		return
	}
	s.say(s.App.Plies(len(s.at.snap.Plies)))
}

func (s *Session) who(string) {
	t, a := s.at, s.App
	var said []string
	for i, seat := range t.snap.Seats {
		name := a.SeatName(seat)
		if side := play.SpokenSide(a, t.snap.Game, games.Seat(i)); side != "" {
			name = side + ": " + name
		}
		said = append(said, name)
	}
	said = append(said, a.T("wd.watchers", "n", t.snap.Watchers))
	s.say(said...)
}

func (s *Session) speak(typed string) {
	if typed == "" {
		return
	}
	if !play.Heard(s.at.snap) {
		s.say(s.App.T("wd.no.ears"))
		return
	}
	if err := s.visit.Say(s.at.id, 0, typed); err != nil {
		s.fail(err)
	} else if text.Drops(typed) {
		s.say(s.App.T("field.signs"))
	}
}

// ask makes an entry of the table's own kinds.
func (s *Session) ask(kind games.Kind) {
	if err := s.visit.Do(s.at.id, kind); err != nil {
		s.fail(err)
	}
}

func (s *Session) takeback(string) { s.ask(games.AskTakeback) }
func (s *Session) draw(string)     { s.ask(games.OfferDraw) }

// resign asks once more before it gives the match up. What may still be called off is.
func (s *Session) resign(string) {
	if s.at.snap.Result != nil {
		s.fail(games.ErrOver)
		return
	}
	kind := games.Resign
	if s.at.snap.CanAbort {
		kind = games.Abort
	}
	s.giveUp(func() { s.ask(kind) })
}

// giveUp asks before it gives the match up.
func (s *Session) giveUp(do func()) {
	t, a := s.at, s.App
	s.confirm(a.T("wd.resign"), a.T("wd.resign.no"), func() { s.say(a.T("wd.goes.on", "n", len(t.snap.Plies))) }, a.T("wd.resign.yes"), do)
}

func (s *Session) claim(string) { s.ask(games.ClaimWin) }

// yes and no answer what the other asks, or else an invitation.
func (s *Session) yes(rest string) {
	if isAll(rest) {
		s.accept(rest)
		return
	}
	switch s.at.asked {
	case "wd.draw.asked":
		s.ask(games.AcceptDraw)
	case "wd.back.asked":
		s.ask(games.GrantTakeback)
	default:
		s.accept("")
	}
}

func (s *Session) no(rest string) {
	if isAll(rest) {
		s.decline(rest)
		return
	}
	switch s.at.asked {
	case "wd.draw.asked":
		s.ask(games.DeclineDraw)
	case "wd.back.asked":
		s.ask(games.DeclineTakeback)
	default:
		s.decline("")
	}
}

// rematch asks for another match, or begins another run of the same kind.
func (s *Session) rematch(string) {
	t := s.at
	if again := play.GameOf(t.snap.Game).Again; again != nil && len(t.snap.Seats) == 1 {
		if t.snap.Result != nil {
			s.begin(again(s.App, t.snap))
		}
		return
	}
	asked, err := "res.asked", error(nil)
	if own := t.snap.Own; own != games.Nobody && len(t.snap.Seats) == 2 && t.snap.Result != nil && t.snap.Seats[1-own].Bot == "" && !t.snap.Seats[1-own].Here {
		asked = "res.later"
		_, err = s.visit.AskAgain(t.id)
	} else {
		err = s.visit.Rematch(t.id)
	}
	if err != nil {
		s.fail(err)
		return
	}
	if other := t.other(); asked == "res.asked" && other != nil && (other.Bot != "" || other.Rematch) {
		return // it begins
	}
	s.say(s.App.T(asked))
}

// other is the other player's seat at a table for two, nil for none.
func (t *sitting) other() *table.SeatInfo {
	if t.snap.Own == games.Nobody || len(t.snap.Seats) != 2 {
		return nil
	}
	return &t.snap.Seats[1-t.snap.Own]
}

func (s *Session) ready(string) {
	err := s.visit.Ready(s.at.id)
	if err == nil && s.at.snap.Status == store.Live { // which the house allows, and nothing follows
		err = games.ErrNotAllowed
	}
	if err != nil {
		s.fail(err)
		return
	}
	if s.look(); s.at != nil && s.at.snap.Waits {
		s.say(s.App.T("wd.ready", "p", s.App.Opponent(s.at.snap)))
	}
}

// hint says an advised move. The first one of a run that counts asks before it takes the run off
// the ranks.
func (s *Session) hint(string) {
	t, a := s.at, s.App
	g, err := a.House.Lobby.Game(t.snap.Game)
	if t.mine() && play.NoHints(a, t.snap.Daily) {
		s.say(a.T("err.day_lasts"))
		return
	}
	if _, hints := g.(games.Hinter); err == nil && hints && t.mine() && len(t.snap.Seats) == 1 && !t.snap.Seeded && !t.snap.Hinted {
		s.confirm(a.T("wd.hint.ask"), a.T("wd.resign.no"), func() { s.say(s.prompt()...) }, a.T("wd.hint.take"), s.advise)
		return
	}
	s.advise()
}

// advise says an advised move.
func (s *Session) advise() {
	t, a := s.at, s.App
	h, err := s.visit.Hint(s.ctx, t.id)
	switch {
	case errors.Is(err, games.ErrNotAllowed), err == nil && len(h.Way) == 0:
		s.say(a.T("wd.no.hint"))
	case err != nil:
		s.fail(err)
	case play.GameOf(t.snap.Game).Speech.Hint != nil:
		s.say(play.GameOf(t.snap.Game).Speech.Hint(a, &t.scene, h)...)
	default:
		s.say(a.T("wd.hint", "m", play.SpokenChoice(a, &t.scene, h.Way[0])))
	}
}

// finish plays the moves that need no thought, and says how many they were.
func (s *Session) finish(string) {
	t, a := s.at, s.App
	next, n := play.GameOf(t.snap.Game).Speech.Finish, 0
	for next != nil && t.mine() {
		act := next(&t.scene)
		if act == "" {
			break
		}
		if err := s.visit.Act(t.id, len(t.snap.Plies), act); err != nil {
			s.fail(err)
			return
		}
		n++
		snap, err := s.visit.Table(t.id)
		if err != nil {
			break
		}
		t.take(a, snap)
		t.told = len(snap.Plies)
	}
	s.say(a.T(app.If(n > 0, "wd.finished", "wd.finish.none"), "n", n))
}

// goHome goes back to the hall. An own open seat is taken down; a match goes on.
func (s *Session) goHome(string) { s.leaving(s.toHall) }

// leaving leaves the table by do. It asks before the player leaves a person with whom the match is on.
func (s *Session) leaving(do func()) {
	if !s.keepsWaiting() {
		do()
		return
	}
	t, a := s.at, s.App
	risk := a.T(app.If(t.snap.Private, "away.text2.friend", "away.text2"))
	s.confirm(a.T("wd.leave", "text", risk), a.T("wd.resign.no"), func() { s.say(a.T("wd.goes.on", "n", len(t.snap.Plies))) }, a.T("wd.leave.yes"), do)
}

// keepsWaiting reports whether another person waits at the table for the player's moves.
func (s *Session) keepsWaiting() bool {
	if !s.plays() || s.at.snap.Control.Correspondence() {
		return false
	}
	other := s.at.other()
	return other != nil && other.Bot == ""
}

// toHall goes back to the hall.
func (s *Session) toHall() {
	if t := s.at; t.snap.Status == store.Open && t.snap.Own != games.Nobody {
		if err := s.visit.Cancel(t.id); err != nil {
			s.fail(err)
		}
	}
	s.stand()
	s.hall()
}
