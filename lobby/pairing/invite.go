package pairing

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/table"
	"arcade/store"
)

// Invitation is a match that waits for a visitor's answer, wherever the visitor is. It is read from the
// tables, which also keep who has declined.
type Invitation struct {
	Why
	ID, Game, Control string
	Options           json.RawMessage // of the game
	// Rated reports whether a match with the visitor would count.
	Rated bool
	// From is the person who waits there. Until is the end of the invitation (ms since 1970), 0 if it ends
	// when From goes.
	From  table.Person
	Until int64
}

// Why is the reason of an invitation.
type Why int

const (
	// Paired means that an arena which the visitor has joined has an opponent.
	Paired Why = iota
	// Coming means that the other player has sat down at the visitor's seat for anybody, and that the
	// visitor comes there at Until unless it declines.
	Coming
	// Found means that the other player has sat down with the visitor and waits for the visitor to be
	// ready.
	Found
	// NextRound means that the other player is ready for the next round.
	NextRound
	// Challenged means that the other player has challenged the visitor.
	Challenged
	// Both means that the other player looks for an opponent too, perhaps on other terms.
	Both
	// Again means that the other player has asked for a rematch, at a table that the visitor has not
	// left.
	Again
)

// InviteTime limits an invitation, in ms.
const InviteTime = 60_000

// Invitations lists the invitations that wait for the visitor's answer, the most urgent first.
func (v *Visitor) Invitations() (list []Invitation) {
	if v.declines.Load() {
		if _, err := v.declineChallenges(); err != nil {
			v.desk.Log.Error("decline challenges", "err", err)
		}
	}
	me, now := v.Me(), clock.MS()
	own := v.desk.Directory.SummariesOf(me.ID)
	list = v.searchInvitations(own, me, now)
	for _, s := range own {
		if i, ok := invitationAt(s, me.ID); ok && i.Until > now {
			i.Rated = s.Rated && v.Uncounted(s) == ""
			list = append(list, i)
		}
	}
	if i, ok := v.paired(now); ok {
		list = append(list, i)
	}
	if i, ok := v.rematchInvitation(); ok {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b Invitation) int { return cmp.Compare(a.Why, b.Why) })
	return list
}

// invitationAt returns the invitation at one of a person's own tables: a challenge, or a match that waits for the
// person to be ready.
func invitationAt(s *table.Summary, me string) (i Invitation, ok bool) {
	i = Invitation{ID: s.ID, Game: s.Game, Options: s.Options, Control: s.Control}
	seat := s.SeatOf(me)
	switch {
	case seat == games.Nobody && s.Invited == me && s.Status == store.Open && !s.Meets && !s.Days && !slices.Contains(s.Refused, me):
		i.Why, i.From, i.Until = Challenged, s.Host(), s.Created+InviteTime
		return i, true
	case seat == games.Nobody, s.ReadyBy == 0, len(s.Seats) != 2, s.Seats[seat].Rematch:
		return i, false
	}
	i.From, i.Until = s.Seats[1-seat].Person, s.ReadyBy
	switch {
	case s.Status == store.Open:
		if i.Why = Found; s.Comes {
			i.Why = Coming
		}
		return i, true
	case s.Waits:
		i.Why = NextRound
		return i, s.Seats[1-seat].Rematch
	}
	return i, false
}

// mostSearching limits the invitations to the seats of others who look for an opponent too: one is shown at a time.
const mostSearching = 3

// searchInvitations returns the invitations to the first seats of those who look for an opponent in the same games as
// the visitor, whose own tables own has.
func (v *Visitor) searchInvitations(own []*table.Summary, me table.Person, now int64) (list []Invitation) {
	since := map[string]int64{}   // by ratings: start of the visitor's search for anybody
	looked := map[string]string{} // the game of the ratings
	for _, s := range own {
		if s.Status == store.Open && s.SeatOf(me.ID) != games.Nobody && s.Listed() && !s.Days {
			pool := v.desk.pool(s.Game, s.Options)
			since[pool], looked[pool] = max(since[pool], s.Created), s.Game
		}
	}
	for _, pool := range slices.Sorted(maps.Keys(since)) {
		game := looked[pool]
		for _, s := range v.desk.Directory.Lists().Seats(game) {
			if len(list) == mostSearching {
				return list
			}
			from, until := s.Host(), max(s.Created, since[pool])+InviteTime
			switch {
			case v.desk.pool(game, s.Options) != pool:
			case until <= now, s.Days, s.Invited != "", s.SeatOf(me.ID) != games.Nobody, slices.Contains(s.Refused, me.ID):
			case s.Rated && !s.Quick && me.Guest, !s.Listed(), from.Remote, !v.desk.Directory.Here(from.ID):
			default:
				counts := s.Rated && v.Uncounted(s) == ""
				list = append(list, Invitation{Why: Both, ID: s.ID, Game: game, Options: s.Options, Control: s.Control, Rated: counts, From: from, Until: until})
			}
		}
	}
	return list
}

// rematchInvitation returns the invitation to a rematch, if there is one.
func (v *Visitor) rematchInvitation() (i Invitation, ok bool) {
	t, follower := v.desk.Directory.Table(v.At())
	if t == nil {
		t = follower
	}
	if t == nil {
		return i, false
	}
	s := t.Listed()
	if s == nil || s.Status != store.Done || s.Waits || len(s.Seats) != 2 {
		return i, false
	}
	seat := s.SeatOf(v.Me().ID)
	if seat == games.Nobody || s.Seats[seat].Rematch || !s.Seats[1-seat].Rematch {
		return i, false
	}
	return Invitation{Why: Again, ID: s.ID, Game: s.Game, Options: s.Options, Control: s.Control, Rated: s.Rated, From: s.Seats[1-seat].Person}, true
}

// paired returns the invitation to a match of an arena, if there is one.
func (v *Visitor) paired(now int64) (i Invitation, ok bool) {
	t, m, ok := v.desk.arenas.Paired(v.Me().ID)
	if !ok || m.Until <= now {
		return i, false
	}
	return Invitation{Why: Paired, ID: t.ID, Game: t.Game, Options: t.Options, Control: t.Control, From: v.desk.ArenaPerson(m.Opponent), Until: m.Until}, true
}

// Accept accepts an invitation and returns the id of the table to go to. It is the visitor's own table if
// the other player has sat down there at the same time.
func (v *Visitor) Accept(i Invitation) (id string, err error) {
	err = v.AsActive(func() (err error) {
		id, err = v.accept(i)
		return err
	})
	return id, err
}

func (v *Visitor) accept(i Invitation) (string, error) {
	if i.Why == Paired {
		return "", v.SitInArena(i.ID)
	}
	s, me := v.desk.Directory.Summary(i.ID), v.Me().ID
	switch {
	case s != nil && s.SeatOf(me) == games.Nobody:
		err := v.sitDown(s.ID, false, func() bool { return i.Why != Both || v.desk.seeks(me, i.Game) })
		if !missed(err) || i.Why != Both {
			return s.ID, err
		}
	case s != nil && s.Status == store.Done:
		return s.ID, v.Rematch(s.ID)
	case s != nil:
		return s.ID, v.Ready(s.ID)
	}
	if i.Why == Both {
		for _, own := range v.desk.Directory.SummariesOf(me) {
			if own.Meets && own.SeatOf(me) != games.Nobody && own.SeatOf(i.From.ID) != games.Nobody {
				return own.ID, v.Ready(own.ID)
			}
		}
	}
	return "", table.ErrFull // it was taken, or withdrawn
}

// Decline declines an invitation.
func (v *Visitor) Decline(i Invitation) error {
	switch i.Why {
	case Paired:
		return v.LeaveArena(i.ID)
	case NextRound:
		return v.Route(i.ID, &table.LeaveSeries{})
	case Coming, Found, Challenged:
		return v.Cancel(i.ID)
	}
	return v.Route(i.ID, &table.Refuse{})
}

// DeclineAll declines the challenges that wait for the visitor, and returns their number. Those that come later in
// the visit are declined too, until [Visitor.AcceptChallenges]; their senders hear it like any other answer.
func (v *Visitor) DeclineAll() (n int, err error) {
	v.declines.Store(true)
	return v.declineChallenges()
}

// AcceptChallenges ends the effect of DeclineAll.
func (v *Visitor) AcceptChallenges() { v.declines.Store(false) }

// DeclinesAll reports whether the visitor declines all challenges.
func (v *Visitor) DeclinesAll() bool { return v.declines.Load() }

// Invites lists the challenges to the visitor.
func (v *Visitor) Invites() (list []*table.Summary) {
	me := v.Me()
	for _, s := range v.desk.Directory.SummariesOf(me.ID) {
		if s.Status == store.Open && !s.Meets && s.Invited != "" && s.Invited == me.ID {
			list = append(list, s)
		}
	}
	return list
}

// declineChallenges declines all challenges that wait, and returns their number.
func (v *Visitor) declineChallenges() (n int, err error) {
	for _, s := range v.Invites() {
		switch err := v.Cancel(s.ID); {
		case err == nil:
			n++
		case !store.ErrIs(err, table.ErrNoTable): // a challenge that was withdrawn meanwhile is not a failure
			return n, err
		}
	}
	return n, nil
}

// Others lists the open seats of a game besides the visitor's own: seats of people first, then
// correspondence seats, oldest first.
func (v *Visitor) Others(game string) (list []*table.Summary) {
	me := v.Me()
	for _, s := range v.desk.Directory.Lists().Seats(game) {
		if s.Listed() && s.SeatOf(me.ID) == games.Nobody && (s.Days || v.desk.Directory.Here(s.Host().ID)) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *table.Summary) int {
		return cmp.Or(table.FalseFirst(a.Days, b.Days), table.FalseFirst(a.Host().Remote, b.Host().Remote))
	})
	return list
}
