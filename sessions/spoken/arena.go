package spoken

import (
	"errors"
	"strings"
	"time"

	"arcade/lobby/arenas"
	"arcade/lobby/directory"
	"arcade/lobby/table"
	"arcade/store"
)

// arenaTold is how many places of an arena are told.
const arenaTold = 5

// standing is an arena in which the player takes part, and what was told of it.
type standing struct {
	id    string
	end   int64
	games int // matches that have scored
}

// arenaCommands are what may follow "arena".
var arenaCommands = map[string]func(s *Session, id string) error{
	"join":  func(s *Session, id string) error { return s.visit.JoinArena(id) },
	"leave": func(s *Session, id string) error { return s.visit.LeaveArena(id) },
}

// arenaAliases are other names of them.
var arenaAliases = map[string]string{"들어가기": "join", "나가기": "leave", "쉬기": "leave", "pause": "leave"}

// arenaPage tells of an arena, or joins or leaves it: "", "join" or "leave", for the one that runs
// or comes next, or its id. With flags it is the house's command.
func (s *Session) arenaPage(rest string) {
	if strings.Contains(rest, "--") {
		s.command("arena " + rest)
		return
	}
	word, id, _ := strings.Cut(rest, " ")
	if name, ok := arenaAliases[word]; ok {
		word = name
	}
	do := arenaCommands[word]
	if do == nil {
		id = rest
	}
	if id == "" && s.standing != nil {
		id = s.standing.id
	}
	if t, ok := s.App.House.Lobby.NextArena(); id == "" && ok {
		id = t.ID
	}
	if id == "" {
		s.say(s.App.T("arena.list.none"))
		return
	}
	if do != nil {
		if err := do(s, id); err != nil {
			s.failArena(err)
			return
		}
	}
	s.tellArena(id)
}

// failArena says why an arena has refused something.
func (s *Session) failArena(err error) {
	if errors.Is(err, store.ErrNotFound) {
		s.say(s.App.T("wd.arena.unknown"))
		return
	}
	s.fail(err)
}

// tellArena says how an arena stands, and the player's part in it.
func (s *Session) tellArena(id string) {
	a := s.App
	p, mine, err := a.House.Lobby.Arena(id, s.visit.Me().ID)
	if err != nil {
		s.failArena(err)
		return
	}
	s.takePart(p, mine)
	var when string
	switch p.Phase {
	case arenas.Soon:
		when = a.T("arena.starts", "t", a.ClockText(p.Start-p.Now))
	case arenas.Live:
		when = a.T("arena.left", "t", a.ClockText(p.End-p.Now))
	case arenas.Over:
		when = a.T("arena.over")
	}
	said := []string{a.T("wd.arena", "g", a.Game(p.Game, p.Options), "c", s.terms(control(p.Control)), "when", when, "n", p.Players)}
	if r := p.Row(s.visit.Me().ID); r != nil {
		said = append(said, a.T("wd.arena.mine", "n", r.Place, "of", len(p.Rows), "k", r.Points))
	}
	switch {
	case p.Phase == arenas.Over:
	case mine.In:
		said = append(said, a.T("wd.arena.in"))
	default:
		said = append(said, a.T("wd.arena.out"))
	}
	for _, r := range p.Rows[:min(len(p.Rows), arenaTold)] {
		who := a.PersonName(table.Person{ID: r.ID, Name: r.Name, Guest: r.Guest, Bot: r.Bot, Gone: r.Name == store.GoneName})
		said = append(said, a.T("wd.rank", "i", r.Place, "p", who, "s", a.T("arena.points", "n", r.Points)))
	}
	s.say(said...)
}

// takePart notes that the player is in an arena, or is not any more.
func (s *Session) takePart(p *arenas.Page, mine arenas.Mine) {
	switch {
	case mine.In && p.Phase != arenas.Over && (s.standing == nil || s.standing.id != p.ID):
		s.standing = &standing{id: p.ID, end: p.End}
		if r := p.Row(s.visit.Me().ID); r != nil {
			s.standing.games = len(r.Games)
		}
	case !mine.In && s.standing != nil && s.standing.id == p.ID && mine.Match == "":
		s.standing = nil
	}
	s.lookAt()
}

// lookAt has the visit woken for what it tells of beside its tables and its own affairs: the arena
// that it is in. Of the lists nothing is told unasked.
func (s *Session) lookAt() {
	sight := directory.Sight{Changes: directory.Own}
	if s.standing != nil {
		sight.Changes |= directory.Arenas
	}
	s.visit.SetSight(sight)
}

// arenas announces the points of the player's matches in an arena, and how it came out.
func (s *Session) arenas() {
	if s.standing == nil {
		return
	}
	a, me := s.App, s.visit.Me().ID
	p, mine, err := a.House.Lobby.Arena(s.standing.id, me)
	if err != nil {
		s.standing = nil
		s.lookAt()
		return
	}
	r := p.Row(me)
	if r != nil && len(r.Games) > s.standing.games {
		s.standing.games = len(r.Games)
		s.say(a.T("wd.arena.scored", "m", r.Games[len(r.Games)-1], "k", r.Points, "n", r.Place, "of", len(p.Rows)))
	}
	if p.Phase == arenas.Over {
		said := a.T("arena.msg.over")
		if r != nil {
			said += ". " + a.T("arena.msg.place", "n", r.Place, "of", len(p.Rows))
		}
		s.say(said)
		s.standing = nil
		s.lookAt()
		return
	}
	s.takePart(p, mine)
}

// dueArena is when the arena that the player is in ends, 0 for none.
func (s *Session) dueArena() time.Duration {
	if s.standing == nil {
		return 0
	}
	return max(time.Until(time.UnixMilli(s.standing.end)), 0) + time.Millisecond
}

// findArena notes the arena in which the player takes part already.
func (s *Session) findArena() {
	s.lookAt()
	if t, ok := s.App.House.Lobby.NextArena(); ok {
		if p, mine, err := s.App.House.Lobby.Arena(t.ID, s.visit.Me().ID); err == nil {
			s.takePart(p, mine)
		}
	}
}
