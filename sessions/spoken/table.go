package spoken

import (
	"errors"
	"time"

	"arcade/games"
	"arcade/lobby/names"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// sitting is a table at which the player sits or looks on, and what was told of it.
type sitting struct {
	id    string
	snap  *table.Snapshot
	came  time.Time // when snap did
	scene play.Scene
	told  int    // plies
	asked string // the other's question that stands, sent one's own; "" for none
	sent  string
	turn  int // the ply for which the turn was announced, -1 for none
	// search has found the person at this table, nil for none.
	search *play.Search
	low    int64 // the lowest limit of time that was announced, in ms, 0 for none
	ended  bool  // the end was told
}

// sit goes to a table.
func (s *Session) sit(id string) {
	s.close()
	s.stand()
	if err := s.visit.Watch(id); err != nil {
		s.fail(err)
		return
	}
	s.menu, s.quiz = menu{}, nil
	s.at = &sitting{id: id, turn: -1}
	s.look()
}

// stand leaves the table, if the player is at one. The match goes on.
func (s *Session) stand() {
	if s.at == nil {
		return
	}
	s.visit.Unwatch(s.at.id)
	if s.at.mine() && s.turns != nil {
		s.turns[s.at.id] = len(s.at.snap.Plies) // it was told there
	}
	s.at = nil
}

// now is the table's time, in ms since 1970.
func (t *sitting) now() int64 { return t.snap.Now + time.Since(t.came).Milliseconds() }

// left is a seat's remaining time, in ms.
func (t *sitting) left(seat games.Seat) int64 {
	s := t.snap.Seats[seat]
	if s.Running {
		return max(s.Left-max(t.now()-max(t.snap.Now, t.snap.HeldUntil), 0), 0)
	}
	return max(s.Left, 0)
}

// mine reports whether the player is to act.
func (t *sitting) mine() bool { return t.snap != nil && t.snap.Status == store.Live && t.scene.Mine() }

// look takes the newest snapshot and tells what has happened.
func (s *Session) look() {
	t, a := s.at, s.App
	snap, err := s.visit.Table(t.id)
	if errors.Is(err, room.ErrMoving) && t.snap != nil {
		return // for a moment
	}
	if err != nil {
		if t.snap != nil && t.snap.Result != nil {
			return // the house has forgotten the table; what was told stands
		}
		s.stand()
		if q := t.search; q != nil && t.snap != nil && t.snap.Comes {
			s.search(*q, a.Opponent(t.snap))
			return
		}
		s.fail(err)
		return
	}
	old := t.snap
	t.take(a, snap)
	if old == nil {
		s.arrive()
	}
	s.meeting(old)
	s.plies(old)
	s.talk(old)
	s.presence(old)
	s.offers()
	s.after(old)
	if snap.Result != nil && !t.ended {
		s.end()
	}
	if snap.Next != "" && (snap.Own != games.Nobody || snap.Result != nil) {
		s.sit(snap.Next)
		return
	}
	s.turn()
	s.time()
}

// take makes a snapshot the present one.
func (t *sitting) take(a *app.App, snap *table.Snapshot) {
	t.snap, t.came = snap, time.Now()
	t.scene.Follow(snap, a)
	t.scene.Match, t.scene.At, t.scene.Left = t.id, snap.Now, t.left
}

// arrive says where the player is.
func (s *Session) arrive() {
	t, a := s.at, s.App
	said := []string{a.T("wd.at", "g", a.Game(t.snap.Game, t.snap.Options))}
	if t.snap.Own == games.Nobody {
		said = append(said, a.T("wd.watching"))
	}
	for i, seat := range t.snap.Seats {
		if len(t.snap.Seats) < 2 || seat.ID == "" {
			continue
		}
		name := play.SpokenSeat(a, &t.scene, games.Seat(i))
		if side := play.SpokenSide(a, t.snap.Game, games.Seat(i)); side != "" {
			name += ", " + side
		}
		said = append(said, name)
	}
	if len(t.snap.Seats) > 1 {
		said = append(said, s.terms(t.snap.Control)+", "+a.RatedWord(t.snap.Rated, t.snap.Casual))
	} else if t.snap.Casual != "" && t.snap.Status == store.Live {
		said = append(said, a.T("mark.begin"))
	}
	if t.snap.Seeded && t.snap.Seed != "" && len(t.snap.Plies) == 0 {
		said = append(said, a.T("wd.seed", "s", t.snap.Seed))
	}
	s.say(said...)
	t.told = len(t.snap.Plies)
	if t.snap.You != games.Nobody && t.snap.Status == store.Live {
		t.reached(t.left(t.snap.You)) // do not announce a limit that lies behind
	}
	if t.told > 0 && t.snap.Result == nil {
		s.say(a.T("wd.goes.on", "n", t.told))
		s.say(play.SpokenPly(a, &t.scene, t.told-1)...)
	}
}

// meeting announces an open seat and the person who comes to it.
func (s *Session) meeting(old *table.Snapshot) {
	t, a := s.at, s.App
	switch {
	case t.snap.Status != store.Open:
		if old != nil && old.Status == store.Open {
			s.say(a.T("wd.begins"))
			if t.snap.Casual != "" {
				s.say(a.T("sh.casual", "why", a.T("casual."+t.snap.Casual)))
			}
		}
	case t.snap.Waits && (old == nil || !old.Waits):
		ready := t.snap.Own != games.Nobody && t.snap.Seats[t.snap.Own].Rematch
		key := app.If(ready, "wd.ready", "wd.came")
		if t.snap.Comes {
			key = app.If(ready, "wd.comes", "wd.guest.here")
		}
		s.say(a.T(key, "p", a.Opponent(t.snap), "n", app.Seconds(t.snap.ReadyBy-t.now())))
	case !t.snap.Waits && old != nil && old.Waits:
		s.say(a.T("meet.left", "p", a.Opponent(old)))
	case old == nil && t.snap.Private && t.snap.Code != "":
		s.say(a.T("wd.code", "ssh", a.House.SSH, "code", t.snap.Code))
		if page := a.House.Page("/join/" + names.ShowCode(t.snap.Code)); page != "" {
			s.say(a.T("wd.code.web", "page", page))
		}
	case old == nil && t.snap.Invited != "":
		if p, err := a.House.Lobby.Player(a.Ctx, t.snap.Invited); err == nil {
			s.say(a.T("wd.challenged", "p", a.NameWithMark(p.Name, p.Bot)))
		}
	case old == nil:
		s.say(a.T("wd.waits"))
	}
}

// plies tells what was played since the last time, and what was taken back.
func (s *Session) plies(old *table.Snapshot) {
	t, a := s.at, s.App
	n := len(t.snap.Plies)
	if n < t.told {
		t.told, t.turn = n, -1
		s.say(a.T("wd.taken.back", "n", n))
	}
	for ; t.told < n; t.told++ {
		s.say(play.SpokenPly(a, &t.scene, t.told)...)
	}
}

// end tells how the match came out.
func (s *Session) end() {
	t, a := s.at, s.App
	t.ended = true
	s.drop()
	s.say(play.SpokenEnd(a, t.snap, &t.scene)...)
	if t.snap.Own == games.Nobody {
		return
	}
	if err := s.visit.Seen(t.id); err != nil {
		a.Report("seen", err)
	}
	switch {
	case t.snap.Arena != "" && play.Kept(t.snap):
		s.say(a.T("wd.arena.next"))
	case !play.Kept(t.snap):
		s.say(a.T("wd.not.kept"))
	default:
		s.say(a.T(app.If(len(t.snap.Seats) > 1, "wd.rematch", "wd.another")))
	}
}

// prompt says that it is the player's turn: with the choice where there is one, the question and its
// answers where there is a question, and how many choices there are otherwise.
func (s *Session) prompt() []string {
	t, a := s.at, s.App
	alone := len(t.snap.Seats) == 1
	if len(t.snap.Legal) == 1 {
		return []string{a.T(app.If(alone, "wd.only", "wd.your.only"), "m", s.choice(0))}
	}
	speech := &play.GameOf(t.snap.Game).Speech
	if speech.Ask != nil {
		if said := speech.Ask(a, &t.scene); len(said) > 0 {
			return append(said, s.numbered()...)
		}
	}
	said := []string{a.T(app.If(alone, "wd.choices", "wd.your.turn"), "n", len(t.snap.Legal))}
	if speech.Finish != nil && speech.Finish(&t.scene) != "" {
		said = append(said, a.T("wd.finish"))
	}
	return said
}

// turn says whose turn it is, once for each position, and that time is low.
func (s *Session) turn() {
	t, a := s.at, s.App
	n := len(t.snap.Plies)
	if t.snap.Status != store.Live || t.snap.Result != nil {
		return
	}
	if t.turn != n {
		t.turn = n
		if t.snap.Control.PerMove > 0 {
			t.low = 0
		}
		switch {
		case t.mine():
			s.drop()
			s.say(s.prompt()...)
		case t.snap.ToAct == t.snap.You: // what the table plays for the player is told once it is played
		case t.snap.ToAct >= 0 && t.snap.Seats[t.snap.ToAct].Bot == "":
			s.say(a.T("wd.their.turn", "p", a.SeatName(t.snap.Seats[t.snap.ToAct])))
		}
	}
}
