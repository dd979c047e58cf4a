package matgo

import "arcade/games"

// recorder writes what an action brings about as events. All methods do nothing
// on a nil recorder, so that a playout pays nothing for them.
type recorder struct {
	events []games.Event
	// known are the points that each seat had when its sets were last told.
	known [2]Points
}

// showTime is how long shaken and bombed cards are shown to all, in ms.
const showTime = 2000

func (r *recorder) add(s *State, kind string, values map[string]any) {
	e := games.Event{Kind: kind, Seat: games.Seat(s.seat), Values: values}
	if kind == EventShake || kind == EventBomb {
		e.Hold = showTime
	}
	r.events = append(r.events, e)
}

// source is "hand" or "flip".
func source(flip bool) string {
	if flip {
		return "flip"
	}
	return "hand"
}

func (r *recorder) plain(s *State, kind string) {
	if r != nil {
		r.add(s, kind, nil)
	}
}

func (r *recorder) president(s *State, choice string) {
	if r == nil {
		return
	}
	values := map[string]any{"choice": choice}
	if choice == "stop" {
		month := s.presidentMonth()
		values["month"], values["cards"] = month, monthSet(month).Cards()
	}
	r.add(s, EventPresident, values)
}

func (r *recorder) shake(s *State, month int, cards Set) {
	if r != nil {
		r.add(s, EventShake, map[string]any{"month": month, "cards": cards.Cards()})
	}
}

func (r *recorder) four(s *State, kind string, month int, floor Card) {
	if r == nil {
		return
	}
	values := map[string]any{"month": month, "cards": monthSet(month).Cards(), "floor": floor}
	if kind == EventBomb {
		values["last"] = s.turn.last
	}
	r.add(s, kind, values)
}

func (r *recorder) play(s *State, c Card) {
	if r != nil {
		r.add(s, EventPlay, map[string]any{"card": c, "last": s.turn.last})
	}
}

func (r *recorder) flip(s *State, c Card) {
	if r != nil {
		r.add(s, EventFlip, map[string]any{"card": c, "left": Cards - s.next})
	}
}

func (r *recorder) aside(s *State, c Card) {
	if r != nil {
		r.add(s, EventAside, map[string]any{"card": c})
	}
}

func (r *recorder) ask(s *State) {
	if r == nil {
		return
	}
	values := map[string]any{"phase": s.phase}
	if s.phase == AskTake {
		values["source"], values["card"] = source(s.turn.flip), s.turn.card
		values["choices"] = s.turn.choices.Cards()
	}
	r.add(s, EventAsk, values)
}

func (r *recorder) match(s *State, c Card, flip bool, take Set, matches int, chosen bool, tag string) {
	if r == nil {
		return
	}
	captured := []Card{}
	if take != 0 {
		captured = (take | c.bit()).Cards()
	}
	values := map[string]any{
		"source": source(flip), "card": c, "matches": matches, "captured": captured, "tag": tag,
	}
	if chosen {
		values["chosen"] = take.First()
	}
	r.add(s, EventMatch, values)
}

func (r *recorder) count(s *State, kind string, month, count int) {
	if r == nil {
		return
	}
	values := map[string]any{"count": count}
	if month != 0 {
		values["month"] = month
	}
	r.add(s, kind, values)
}

func (r *recorder) bonus(s *State, kind string, cards Set) {
	if r != nil {
		r.add(s, kind, map[string]any{"cards": cards.Cards()})
	}
}

func (r *recorder) chain(s *State) {
	if r != nil {
		r.add(s, EventPresidentChain, map[string]any{"month": s.sides[s.seat].president})
	}
}

func (r *recorder) steal(s *State, c Card) {
	if r != nil {
		r.add(s, EventSteal, map[string]any{"card": c})
	}
}

func (r *recorder) stealFailed(s *State, why string) {
	if r != nil {
		r.add(s, EventStealFailed, map[string]any{"why": why})
	}
}

func (r *recorder) gold(s *State, due, paid int) {
	if r != nil {
		r.add(s, EventGold, map[string]any{"due": due, "amount": paid})
	}
}

// sets tells of points that the seat on turn did not have before.
func (r *recorder) sets(s *State) {
	if r == nil {
		return
	}
	was, is := r.known[s.seat], s.Points(int(s.seat))
	r.known[s.seat] = is
	told := func(set string, was, is int) {
		if is > was {
			r.add(s, EventSet, map[string]any{"set": set, "points": is})
		}
	}
	kwang, _, _, _ := s.tally(int(s.seat))
	name := "kwang" + string(rune('0'+kwang))
	if kwang == 3 && is.Kwang == s.rules.Kwang3Rain {
		name = "kwang3_rain"
	}
	told(name, was.Kwang, is.Kwang)
	told("hongdan", was.Hongdan, is.Hongdan)
	told("cheongdan", was.Cheongdan, is.Cheongdan)
	told("chodan", was.Chodan, is.Chodan)
	told("godori", was.Godori, is.Godori)
}

func (r *recorder) gukjin(s *State) {
	if r != nil {
		r.add(s, EventGukjin, map[string]any{"mode": s.sides[s.seat].gukjin.String()})
	}
}

func (r *recorder) goes(s *State) {
	if r != nil {
		d := &s.sides[s.seat]
		r.add(s, EventGo, map[string]any{"count": d.goes, "points": d.goBase})
	}
}

func (r *recorder) stop(s *State) {
	if r != nil {
		r.add(s, EventStop, map[string]any{"base": s.points(int(s.seat)) + s.sides[s.seat].goes})
	}
}

func (r *recorder) end(s *State) {
	if r == nil {
		return
	}
	r.add(s, EventRoundEnd, map[string]any{"outcome": s.outcome()})
	r.events[len(r.events)-1].Seat = games.Seat(s.end.winner)
}
