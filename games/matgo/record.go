package matgo

import "arcade/games"

// recorder writes the effects of an action as events. It is nil in a playout, which must not pay for
// events: a method here checks for nil before any costly event is made.
type recorder struct {
	events []games.Event
	// known has each seat's points at the last event about sets.
	known [2]Points
}

// ShowTime is the time for which all players are shown shaken and bombed cards, in ms.
const ShowTime = 2000

// tell writes a fact of the seat on turn, unless the recorder is nil. The type parameter avoids allocating
// the fact before that check.
func tell[F games.Fact](r *recorder, s *State, f F) {
	if r != nil {
		r.add(s, f, 0)
	}
}

func (r *recorder) add(s *State, f games.Fact, hold int64) {
	r.events = append(r.events, games.Event{Seat: games.Seat(s.Seat), Fact: f, Hold: hold})
}

// source returns "hand" or "flip".
func source(flip bool) string {
	if flip {
		return "flip"
	}
	return "hand"
}

func (r *recorder) presidentStop(s *State) {
	if r != nil {
		month := s.PresidentMonth()
		r.add(s, EventPresident{Choice: "stop", Month: month, Cards: MonthSet(month).Cards()}, 0)
	}
}

func (r *recorder) shake(s *State, month int, cards Set) {
	if r != nil {
		r.add(s, EventShake{cards.Cards(), month}, ShowTime)
	}
}

func (r *recorder) kung(s *State, month int, floor Card) {
	if r != nil {
		r.add(s, EventKung{MonthSet(month).Cards(), floor, month}, 0)
	}
}

func (r *recorder) bomb(s *State, month int, floor Card) {
	if r != nil {
		r.add(s, EventBomb{MonthSet(month).Cards(), floor, s.Turn.Last, month}, ShowTime)
	}
}

func (r *recorder) ask(s *State) {
	if r == nil {
		return
	}
	ask := EventAsk{Phase: s.Phase}
	if s.Phase == AskTake {
		card := s.Turn.Card
		ask.Source, ask.Card, ask.Choices = source(s.Turn.Flip), &card, s.Turn.Choices.Cards()
	}
	r.add(s, ask, 0)
}

func (r *recorder) match(s *State, c Card, flip bool, take Set, matches int, chosen bool, tag string) {
	if r == nil {
		return
	}
	m := EventMatch{Source: source(flip), Card: c, Matches: matches, Captured: []Card{}, Tag: tag}
	if take != 0 {
		m.Captured = (take | c.Bit()).Cards()
	}
	if chosen {
		first := take.First()
		m.Chosen = &first
	}
	r.add(s, m, 0)
}

func (r *recorder) bonus(s *State, cards Set) {
	if r != nil {
		r.add(s, EventBonus{cards.Cards()}, 0)
	}
}

func (r *recorder) pile(s *State, month int, bonus Set) {
	if r != nil {
		r.add(s, EventPile{s.Floor.Month(month).Cards(), bonus.Cards(), month}, 0)
	}
}

func (r *recorder) pileTaken(s *State, month, owner int) {
	if r != nil {
		r.add(s, EventPileTaken{month, games.Seat(owner)}, 0)
	}
}

func (r *recorder) gukjinTurned(s *State) {
	if r != nil {
		r.events = append(r.events, games.Event{Seat: games.Seat(1 - s.Seat), Fact: EventGukjinTurned{}})
	}
}

func (r *recorder) hold(s *State, cards Set) {
	if r != nil {
		r.add(s, EventHold{cards.Cards()}, 0)
	}
}

func (r *recorder) release(s *State, cards Set) {
	if r != nil {
		r.add(s, EventRelease{cards.Cards()}, 0)
	}
}

// sets writes the points that the seat on turn did not have before.
func (r *recorder) sets(s *State) {
	if r == nil {
		return
	}
	was, is := r.known[s.Seat], s.Points(int(s.Seat))
	r.known[s.Seat] = is
	told := func(set string, was, is int) {
		if is > was {
			r.add(s, EventSet{is, set}, 0)
		}
	}
	kwang, _, _, _ := s.CountKinds(int(s.Seat))
	name := "kwang" + string(rune('0'+kwang))
	if kwang == 3 && is.Kwang == s.Rules.Kwang3Rain {
		name = "kwang3_rain"
	}
	told(name, was.Kwang, is.Kwang)
	told("hongdan", was.Hongdan, is.Hongdan)
	told("cheongdan", was.Cheongdan, is.Cheongdan)
	told("chodan", was.Chodan, is.Chodan)
	told("godori", was.Godori, is.Godori)
}

func (r *recorder) stop(s *State) {
	if r != nil {
		r.add(s, EventStop{s.Score(int(s.Seat)) + s.Sides[s.Seat].Goes}, 0)
	}
}

func (r *recorder) end(s *State) {
	if r != nil {
		r.events = append(r.events, games.Event{Seat: games.Seat(s.End.Winner), Fact: EventRoundEnd{s.outcome()}})
	}
}
