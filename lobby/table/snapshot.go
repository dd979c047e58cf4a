package table

import (
	"encoding/json"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// SeatInfo is one seat of a table as everybody may see it.
type SeatInfo struct {
	Person
	// Rating and Provisional are a player's when it sat down; zero for guests and bots.
	Rating      float64 `json:",omitzero"`
	Provisional bool    `json:",omitzero"`
	// Change is what the match did to the rating, once it is over, and Nth which of the
	// day's opponents with provisional ratings the other one was, of whom the n-th counts
	// 1/n²; 0 for none of them.
	Change float64 `json:",omitzero"`
	Nth    int     `json:",omitzero"`
	// Left is the remaining time in ms at the moment Now of the snapshot, Running that it is passing.
	Left    int64 `json:",omitzero"`
	Running bool  `json:",omitzero"`
	// Away is since when the player is gone (ms since 1970), 0 when present, and
	// AwayUntil when the opponent is offered the game, 0 where it never is.
	Away, AwayUntil int64 `json:",omitzero"`
	// Stepped reports whether the player left the table and was not cut off; Here that
	// the player looks at the table now.
	Stepped, Here bool `json:",omitzero"`
	// Rematch reports whether the player is ready for the match of a meeting or the next
	// round, or has asked for another match.
	Rematch bool `json:",omitzero"`
	// Lapses is how often in a row the player has not decided in time.
	Lapses int `json:",omitzero"`
}

// Snapshot is a table as one viewer may see it, at one moment. It has as many fields as
// screens show of a table: each is read by itself.
type Snapshot struct {
	ID, Game string
	// Rules is the version of the game's rules, Options are the game's own, without a
	// deal that nobody is to know yet.
	Rules   int
	Options json.RawMessage
	Status  store.Status
	Control games.Control
	Rated   bool
	// Casual is why a match that was offered as rated is not, or, while it is Open, why it
	// would not be ([ledger.OneNetwork], [ledger.TooOften]); "" for all others.
	Casual  string
	Private bool
	// Code lets a friend in; only the host sees it. Invited is the challenged player's id.
	Code, Invited string
	Quick         bool
	// Again reports whether the open seat asks for another match: it stays while its host is away.
	Again   bool
	Created int64
	Ended   int64 // 0 until then
	Seats   []SeatInfo
	// Own is the viewer's seat, games.Nobody for a spectator; You is the seat for which it plays
	// and sees: at one screen the seat on turn, and Nobody once it is over or behind a curtain.
	// Curtain is the seat for which the curtain will be lifted, Nobody for none.
	Own, You, Curtain games.Seat
	// Shared is [games.Screen] where two people play at one screen.
	Shared games.Shared
	// ToAct, View, Legal, Plies and Result are the match's; View is nil while open.
	// Legal is for the seat on turn only.
	ToAct  games.Seat
	View   any
	Legal  []games.Action
	Plies  []games.Ply
	Result *games.Result
	// Moving reports whether nothing can be done for a moment: the match is being moved to
	// another node, or this one is cut off.
	Moving bool
	// Late reports whether the table called the match off, since a first decision did not come.
	Late bool
	// ForcedAt is when the table plays the forced action (ms since 1970), 0 where there is none.
	ForcedAt int64
	// DrawOffer and Takeback are the seats whose offer or request stands, or games.Nobody.
	DrawOffer, Takeback                      games.Seat
	CanDraw, CanTakeback, CanAbort, CanClaim bool
	// Watchers counts the spectators.
	Watchers int
	Chat     []Line
	// Next is the id of the rematch, or the next round, once it has begun. Waits is set while the
	// match, or the next round, waits for everybody to be ready, ReadyBy until when it waits for
	// that (ms since 1970), 0 for as long as it takes.
	Next    string
	Waits   bool
	ReadyBy int64
	// Round counts the rounds of a series from 1, 0 for a match that is none.
	Round int
	// Arena is the id of the arena in which it is played, "" for none.
	Arena string
	// HeldUntil is the moment before which nobody may act, because everybody is being
	// shown something (ms since 1970), 0 for none.
	HeldUntil int64
	// Daily is the day (YYYY-MM-DD, UTC) whose run this is, "" for none. In a Seeded run the player
	// typed the seed; in a Hinted run it saw what the best play is.
	Daily  string
	Seeded bool
	Hinted bool `json:"Looked"`
	// Rested is for how long the time of a run has stood still, in ms, and Resting since
	// when it does now (ms since 1970), 0 where it runs.
	Rested, Resting int64
	// SeedHash is the SHA-256 of the seed, Seed itself is shown to the player who typed it, and to
	// all when the match is over; a daily run's only when its day is over too.
	SeedHash, Seed string
	Now            int64
}

// Snapshot is the table as a person may see it, moving where nothing can be done there for a
// moment. ErrPrivate, ErrHidden.
func (t *Table) Snapshot(me Person, moving bool) (*Snapshot, error) {
	own := t.SeatOf(me)
	seat, curtain := t.Sees(me)
	if err := MayWatch(t.Rec, own); err != nil {
		return nil, err
	}
	now := t.Now()
	shown := ledger.Veil(t.Terms.Games, t.Rec, clock.MS())
	s := &Snapshot{
		ID: t.ID, Game: t.Rec.Game, Rules: t.Rec.Rules, Options: slices.Clone(shown.Options), Status: t.Rec.Status, Control: t.Control, Rated: t.Rec.Rated,
		Casual: t.Rec.Casual, Private: t.Rec.Private, Invited: t.Rec.Invited, Quick: t.Quick, Again: t.AsksAgain(),
		Created: t.Rec.Created, Ended: t.Rec.Ended, Own: own, You: seat, Curtain: curtain, Shared: games.Shared(t.Rec.Shared), ToAct: games.Nobody,
		DrawOffer: games.Nobody, Takeback: games.Nobody, Next: t.Next, Chat: t.Heard(own),
		Round: t.Rec.Round, Arena: t.Rec.Arena, Waits: t.Meets() || t.Waits(), ReadyBy: t.ReadyBy(),
		SeedHash: t.SeedHash, Daily: t.Rec.Daily, Seeded: t.Rec.Seeded, Watchers: t.Gallery, Now: now,
		Moving: moving && t.Rec.Status != store.Done,
	}
	if t.Rec.Seeded && own != games.Nobody {
		s.Seed = t.Rec.Seed
	}
	if own != games.Nobody {
		s.Code = t.Rec.Code
	}
	for i, rec := range t.Rec.Seats {
		info := SeatInfo{
			Person: PersonIn(rec), Rating: rec.Rating, Change: rec.Change, Nth: rec.Nth,
			Provisional: Provisional(rec), Rematch: t.Rematch[i], Here: t.Here[i],
		}
		if a := t.Away[i]; a.Shown(now) != 0 && t.Rec.Status != store.Done {
			info.Away = a.Since
			info.Stepped = a.Grace == t.Terms.GraceLeft
			if t.AwayMatters() && t.Forfeits(games.Seat(i)) {
				info.AwayUntil = a.Until()
			}
		}
		if t.M != nil {
			info.Left, info.Running = t.M.Left(games.Seat(i), now)
			info.Lapses = t.M.Lapses(games.Seat(i))
		}
		s.Seats = append(s.Seats, info)
	}
	if t.M == nil {
		return s, nil
	}
	viewer := seat
	s.Result, s.Late = t.M.Result(), t.Late
	if s.Result != nil {
		s.Seed = shown.Seed
		if s.Result.Reason != games.Aborted { // the day's deal may be begun again
			viewer = games.Everything
		}
	}
	s.Hinted = t.M.Hinted()
	s.Rested, s.Resting = t.M.Rested()
	s.View, s.Plies = t.M.View(viewer), slices.Clone(t.M.Plies())
	s.ToAct, s.HeldUntil = t.M.ToAct(), t.M.Held()
	if s.ToAct == seat {
		s.Legal = t.M.Legal()
	}
	if t.M.ForcedNow() && !ledger.ByClient(t.Rec) {
		s.ForcedAt = t.ForcedAt()
	}
	s.DrawOffer, s.Takeback = t.M.DrawOffer(), t.M.TakebackRequest()
	if own != games.Nobody {
		s.CanDraw, s.CanTakeback = t.M.CanOfferDraw(seat) && t.M.Len() < MaxLog, t.M.CanAskTakeback(seat) && t.M.Len() < MaxLog
		if ledger.AtScreen(t.Rec) {
			s.CanDraw, s.CanTakeback = false, t.M.CanUndo() && t.Live() && !t.M.Game.Info().Hidden && t.M.Len() < MaxLog
		}
		s.CanAbort, s.CanClaim = t.MayAbort(), t.Claimable(seat, now)
	}
	return s, nil
}

// Provisional reports whether a seat's rating is not settled.
func Provisional(s store.Seat) bool {
	return s.Player != "" && ledger.Provisional(store.Rating{Rating: s.Rating, Deviation: s.Deviation})
}
