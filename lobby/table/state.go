package table

import (
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// State is an owner's publication of a table, in version 1. A newer state replaces an older one. It has
// everything that the log does not have, and the ends of the log and of the chat: what is missing of the log a
// follower reads from the store, where every entry is before it is published. Nodes of older versions leave the
// record out if they have sent it before; such a state can only follow the one before it.
type State struct {
	V     int    `json:"v"`
	ID    string `json:"id"`
	Epoch uint64 `json:"epoch"`
	Rev   uint64 `json:"rev"`
	Whole bool   `json:"whole,omitempty"`
	// Over: the table is gone.
	Over bool `json:"over,omitempty"`
	// Now is the table's time at its owner, in ms; older nodes do not send it.
	Now int64 `json:"now,omitempty"`
	// Rec is the record. Entries are the log's from At on, Chat the lines from Said on.
	Rec     *store.Match  `json:"rec,omitempty"`
	At      int           `json:"at"`
	Entries []store.Entry `json:"entries,omitempty"`
	Said    int           `json:"said"`
	Chat    []Line        `json:"chat,omitempty"`
	Besides Besides       `json:"besides"`
}

// Besides is the part of a table that screens show and the log does not contain.
type Besides struct {
	Away    []Absence  `json:"away"`
	Rematch []bool     `json:"rematch"`
	Here    []bool     `json:"here"`
	Gallery int        `json:"gallery"`
	Met     int64      `json:"met,omitempty"`
	Comes   int64      `json:"comes,omitempty"`
	Unrated bool       `json:"unrated,omitempty"`
	Came    games.Seat `json:"came"`
	Refused []string   `json:"refused,omitempty"`
	Beside  string     `json:"beside,omitempty"`
	Next    string     `json:"next,omitempty"`
	Lifted  games.Seat `json:"lifted"`
	Ended   bool       `json:"ended,omitempty"`
	Quick   bool       `json:"quick,omitempty"`
	Late    bool       `json:"late,omitempty"`
}

// Absence is an [Away] in a state.
type Absence struct {
	Since  int64 `json:"since,omitempty"`
	Grace  int64 `json:"grace,omitempty"` // ms
	Coming bool  `json:"coming,omitempty"`
}

const (
	// StateEntries and StateLines limit the last entries and lines of a published state. More are only needed
	// by a follower that has missed that many.
	StateEntries = 8
	StateLines   = 4
)

// Newest returns the state to publish in a revision.
func (t *Table) Newest(rev uint64) State {
	return t.state(rev, max(len(t.Log)-StateEntries, 0), max(t.ChatTotal-StateLines, 0))
}

// Whole returns the state in a revision with the whole log.
func (t *Table) Whole(rev uint64) State {
	s := t.state(rev, 0, 0)
	s.Whole = true
	return s
}

// state returns the state in a revision, with its log from at on and its chat from line said on.
func (t *Table) state(rev uint64, at, said int) State {
	rec := t.Rec
	s := State{
		V: 1, ID: t.ID, Epoch: t.Rec.Epoch, Rev: rev, Over: t.Gone && t.M == nil, Now: t.Now(), Rec: &rec,
		At: at, Entries: slices.Clone(t.Log[min(at, len(t.Log)):]), Said: max(said, t.ChatTotal-len(t.Chat)),
		Besides: Besides{
			Rematch: slices.Clone(t.Ready), Here: slices.Clone(t.Here), Gallery: t.Gallery, Met: t.MeetingSince, Came: t.GuestSeat,
			Comes: t.Comes, Unrated: t.Unrated, Refused: t.Refused, Beside: t.Beside, Next: t.Next, Lifted: t.Lifted, Ended: t.Ended, Quick: t.Quick, Late: t.Late,
		},
	}
	s.Chat = slices.Clone(t.Chat[len(t.Chat)-(t.ChatTotal-s.Said):])
	for _, a := range t.Away {
		s.Besides.Away = append(s.Besides.Away, Absence{a.Since, a.Grace.Milliseconds(), a.Coming})
	}
	return s
}

// Missing returns the part of the log, from one length to another, that a follower needs before it can show a
// state. from is to if it needs nothing.
func (t *Table) Missing(s State) (from, to int) {
	if s.Over || s.Epoch < t.Rec.Epoch || s.At <= len(t.Log) {
		return 0, 0
	}
	return len(t.Log), s.At
}

// Replace replaces what a table shows, in revision rev or 0 for nothing yet, by an owner's state. ok reports
// whether the table now shows that state or a newer one, changed whether it showed an older one. It is false if
// the state is not enough: see [State] and [Table.Missing]. The error comes from folding.
func (t *Table) Replace(s State, rev uint64) (ok, changed bool, err error) {
	same := s.Epoch == t.Rec.Epoch && rev > 0
	switch {
	case s.Epoch < t.Rec.Epoch && rev == 0: // from a superseded owner, and the table has no state yet
		return false, false, nil
	case s.Epoch < t.Rec.Epoch, same && s.Rev <= rev:
		return true, false, nil // nothing new
	case s.Rec == nil && (!same || s.Rev != rev+1), !s.Over && s.At > len(t.Log):
		return false, false, nil
	case len(s.Besides.Away) != len(t.Away) || len(s.Besides.Rematch) != len(t.Away) || len(s.Besides.Here) != len(t.Away):
		return false, false, nil
	}
	if s.Rec != nil {
		t.Rec = *s.Rec
		t.Control, _ = games.ParseControl(t.Rec.Control)
	}
	log := append(slices.Clip(t.Log[:min(s.At, len(t.Log))]), s.Entries...)
	switch {
	case s.Over || t.Rec.Status == store.Open:
		t.M, t.Log = nil, nil
	case t.M == nil || s.Whole || len(log) < len(t.Log):
		if err := t.Fold(log); err != nil {
			return false, false, err
		}
	default:
		for _, e := range log[len(t.Log):] {
			if _, err := t.M.Add(ledger.FromStore(e)); err != nil {
				t.M = nil
				return false, false, err
			}
		}
		t.Log = log
	}
	if new := s.Said + len(s.Chat) - t.ChatTotal; new > 0 || s.Whole {
		if s.Whole {
			t.Chat, new = nil, len(s.Chat)
		}
		t.Chat = append(t.Chat, s.Chat[len(s.Chat)-min(new, len(s.Chat)):]...)
		t.Chat, t.ChatTotal = slices.Clone(t.Chat[max(len(t.Chat)-ChatKept, 0):]), s.Said+len(s.Chat)
	}
	b := s.Besides
	for i, a := range b.Away {
		t.Away[i] = Away{a.Since, time.Duration(a.Grace) * time.Millisecond, a.Coming}
	}
	copy(t.Ready, b.Rematch)
	copy(t.Here, b.Here)
	t.Gallery, t.MeetingSince, t.GuestSeat, t.Refused, t.Beside, t.Next = b.Gallery, b.Met, b.Came, b.Refused, b.Beside, b.Next
	t.Comes, t.Unrated = b.Comes, b.Unrated
	t.Lifted, t.Ended, t.Quick, t.Late = b.Lifted, b.Ended, b.Quick, b.Late
	if s.Now > 0 {
		t.Clock.Set(time.Duration(s.Now) * time.Millisecond)
	}
	t.Gone = s.Over
	return true, true, nil
}
