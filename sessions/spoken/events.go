package spoken

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// limits are the remaining times that are announced, in ms, the longest first. Each is announced
// once: in a match, or in each decision where decisions have a time of their own.
func limits(c games.Control) (list []int64) {
	for _, limit := range []int64{c.Base / 2, 60_000, 10_000} {
		if limit < max(c.Base, c.PerMove) && (len(list) == 0 || limit < list[len(list)-1]) && limit > 0 {
			list = append(list, limit)
		}
	}
	return list
}

// due is when the next limit of time is reached, 0 for never.
func (t *sitting) due() time.Duration {
	if t.snap == nil || t.snap.You == games.Nobody || t.snap.Result != nil || !t.snap.Seats[t.snap.You].Running {
		return 0
	}
	left := t.left(t.snap.You)
	for _, limit := range limits(t.snap.Control) {
		if limit < left && (t.low == 0 || limit < t.low) {
			return time.Duration(left-limit+1) * time.Millisecond
		}
	}
	return 0
}

// reached notes the lowest limit that the time left has reached, and reports whether it is new.
func (t *sitting) reached(left int64) bool {
	for _, limit := range slices.Backward(limits(t.snap.Control)) {
		if left <= limit {
			fresh := t.low == 0 || limit < t.low
			if fresh {
				t.low = limit
			}
			return fresh
		}
	}
	return false
}

// time says that the player's own time is low.
func (s *Session) time() {
	t, a := s.at, s.App
	if t.snap.Status != store.Live || t.snap.Result != nil || t.snap.You == games.Nobody || !t.snap.Seats[t.snap.You].Running {
		return
	}
	seconds := (t.left(t.snap.You) + 999) / 1000
	switch {
	case !t.reached(t.left(t.snap.You)):
	case t.low == t.snap.Control.Base/2:
		s.say(a.T("wd.half", "t", a.ClockText(1000*seconds)))
	default:
		s.say(a.T("wd.low", "n", seconds))
	}
}

// talk tells what others have said since an older snapshot.
func (s *Session) talk(old *table.Snapshot) {
	t, a := s.at, s.App
	if old == nil || a.Set.Mute {
		return
	}
	for _, l := range app.NewLines(old.Chat, t.snap.Chat) {
		if l.From.ID != s.visit.Me().ID {
			s.say(a.T("wd.says", "p", a.PersonName(l.From), "text", a.Spoken(l)))
		}
	}
}

// presence tells who has gone and who is back.
func (s *Session) presence(old *table.Snapshot) {
	t, a := s.at, s.App
	if old == nil || old.Status != store.Live || t.snap.Status != store.Live || t.snap.Control.Correspondence() {
		return
	}
	for i, seat := range t.snap.Seats {
		if games.Seat(i) == t.snap.You || seat.ID == "" {
			continue
		}
		switch was := old.Seats[i].Away; {
		case was == 0 && seat.Away != 0:
			s.say(play.SpokenGone(a, seat))
		case was != 0 && seat.Away == 0:
			s.say(a.T("sh.back", "p", a.SeatName(seat)))
		}
	}
	if t.snap.CanClaim && !old.CanClaim {
		s.say(a.T("wd.claim"))
	}
}

// offers tells of a question that the other has asked, and of the answer to one's own.
func (s *Session) offers() {
	t, a := s.at, s.App
	you, theirs, own := t.snap.You, "", ""
	if you != games.Nobody && t.snap.Result == nil && len(t.snap.Seats) == 2 {
		theirs = asked(t.snap, 1-you, "wd.draw.asked", "wd.back.asked")
		own = asked(t.snap, you, "wd.draw.sent", "wd.back.sent")
	}
	if theirs != "" && theirs != t.asked {
		s.drop()
		s.say(a.T(theirs, "p", a.Opponent(t.snap)))
	}
	switch {
	case own != "" && own != t.sent:
		s.say(a.T(own))
	case own == "" && t.sent != "" && t.snap.Result == nil && t.turn == len(t.snap.Plies):
		s.say(a.T("tb.declined", "p", a.Opponent(t.snap)))
	}
	t.asked, t.sent = theirs, own
}

// asked is the key for what a seat asks, "" for nothing.
func asked(s *table.Snapshot, seat games.Seat, draw, back string) string {
	switch seat {
	case s.DrawOffer:
		return draw
	case s.Takeback:
		return back
	}
	return ""
}

// after tells what the other does once the match is over.
func (s *Session) after(old *table.Snapshot) {
	t, a := s.at, s.App
	if old == nil || old.Result == nil || t.snap.Own == games.Nobody || t.snap.Waits || t.snap.Next != "" {
		return
	}
	for i, seat := range t.snap.Seats {
		was, p := old.Seats[i], a.SeatName(seat)
		switch {
		case games.Seat(i) == t.snap.Own:
			if was.Rematch && !seat.Rematch {
				s.say(a.T("res.declined", "p", a.Opponent(t.snap)))
			}
		case seat.Rematch && !was.Rematch:
			s.say(a.T("res.wants", "p", p))
		case was.Here && !seat.Here && seat.Bot == "" && !t.snap.Control.Correspondence():
			s.say(a.T("res.gone", "p", p))
		}
	}
}

// notices says the house's notices.
func (s *Session) notices() { s.say(s.App.Notices()...) }

// invitations announces each invitation when it comes, and when it comes again.
func (s *Session) invitations() {
	a := s.App
	list := s.visit.Invitations()
	if s.asked != nil && !slices.ContainsFunc(list, func(i pairing.Invitation) bool { return i.ID == s.asked.ID }) {
		s.asked = nil
	}
	before := s.invited
	s.invited = nil
	for _, i := range list {
		if s.at != nil && s.at.id == i.ID {
			continue // the table says so itself
		}
		s.invited = append(s.invited, i.ID)
		if slices.Contains(before, i.ID) {
			continue
		}
		s.asked = &i
		s.drop()
		key := "wd.invited"
		switch i.Why {
		case pairing.Challenged:
			key = "wd.challenge"
		case pairing.Coming:
			key = "wd.coming"
		}
		s.say(a.T(key, "text", a.Invited(i, s.terms(control(i.Control)))))
	}
}

// opposite reports whether the player sits at a match in play with another person.
func (s *Session) opposite() bool {
	other := (*table.SeatInfo)(nil)
	if s.plays() {
		other = s.at.other()
	}
	return other != nil && other.Bot == ""
}

// calls goes to a match of the player's that has begun elsewhere, and announces that the player
// is on turn at a table where it does not sit.
func (s *Session) calls() {
	a := s.App
	for id := s.visit.Call(); id != ""; id = s.visit.Call() {
		if s.at == nil || s.at.id != id && !s.opposite() {
			s.sit(id)
		}
	}
	home, me := s.visit.Home(), s.visit.Me().ID
	now := map[string]int{}
	for _, t := range slices.Concat(home.Turn, home.Resume) {
		if len(t.Seats) < 2 || t.ToAct != t.SeatOf(me) || s.at != nil && s.at.id == t.ID {
			continue
		}
		now[t.ID] = t.Plies
		if plies, ok := s.turns[t.ID]; (!ok || plies != t.Plies) && s.turns != nil {
			s.say(a.T("wd.turn", "g", a.Game(t.Game, t.Options), "p", s.others(t)))
		}
	}
	s.turns = now
}
