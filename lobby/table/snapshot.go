package table

import (
	"encoding/json"
	"slices"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/store"
)

// SeatInfo is one seat of a table as all visitors see it.
type SeatInfo struct {
	Person
	// Rating and Provisional are a player's at the time of sitting down; zero for guests and bots.
	Rating      float64 `json:",omitzero"`
	Provisional bool    `json:",omitzero"`
	// Change is the change of the rating by the finished match. Limited reports whether the rating's
	// reach kept a part of it back.
	Change  float64 `json:",omitzero"`
	Limited bool    `json:",omitzero"`
	// Left is the remaining time in ms at the snapshot's Now; Running: the clock runs.
	Left    int64 `json:",omitzero"`
	Running bool  `json:",omitzero"`
	// Away is the time since which the player is gone (ms since 1970), 0 if present. At AwayUntil the
	// opponent may claim the game, 0 for never.
	Away, AwayUntil int64 `json:",omitzero"`
	// Stepped: the player left the table and was not cut off. Here: the player watches the table
	// now.
	Stepped, Here bool `json:",omitzero"`
	// Rematch: the player is ready for the match of a meeting or the next round, or has asked for
	// a rematch.
	Rematch bool `json:",omitzero"`
	// Lapses is the number of timeouts in a row.
	Lapses int `json:",omitzero"`
}

// Snapshot is a table as one viewer may see it at one moment. It has many fields because screens show many
// independent facts of a table.
type Snapshot struct {
	ID, Game string
	// Rules is the version of the game's rules. Options are the game's own, without a deal that is
	// still secret.
	Rules   int
	Options json.RawMessage
	Status  store.Status
	Control games.Control
	Rated   bool
	// Casual is the reason why a match offered as rated is not rated, or would not be ([ledger.OneNetwork],
	// [ledger.TooOften]); "" for all others.
	Casual  string
	Private bool
	// Code lets a friend in; only the host sees it. Invited is the challenged player's id.
	Code, Invited string
	Quick         bool
	// Again: the open seat asks for a rematch, and stays while its host is away.
	Again   bool
	Created int64
	Ended   int64 // 0 until then
	Seats   []SeatInfo
	// Own is the viewer's seat, games.Nobody for a spectator. You is the seat for which the viewer
	// plays and sees: at one screen the seat on turn, and Nobody behind a curtain or after the end.
	// Curtain is the seat for which the curtain lifts next, Nobody for none.
	Own, You, Curtain games.Seat
	// Shared is [games.Screen] if two people play at one screen.
	Shared games.Shared
	// ToAct, View, Legal, Plies and Result are the match's; View is nil while open. Only the seat
	// on turn has Legal.
	ToAct  games.Seat
	View   any
	Legal  []games.Action
	Plies  []games.Ply
	Result *games.Result
	// Moving: no command is possible for a moment, because the match moves to another node or this
	// node is cut off.
	Moving bool
	// Unsaved: that is so because the store does not answer.
	Unsaved bool
	// Late: the table called the match off because the first decision did not come.
	Late bool
	// ForcedAt is the time at which the table plays the forced action (ms since 1970), 0 for none.
	ForcedAt int64
	// DrawOffer and Takeback are the seats with a pending offer or request, or games.Nobody.
	DrawOffer, Takeback                      games.Seat
	CanDraw, CanTakeback, CanAbort, CanClaim bool
	// Watchers counts the spectators.
	Watchers int
	Chat     []Line
	// Next is the id of the rematch or next round once it has begun. Waits: the match or the next
	// round waits until all players are ready, at most until ReadyBy (ms since 1970, 0 for no
	// limit).
	Next    string
	Waits   bool
	ReadyBy int64
	// Comes: the host of the meeting comes at ReadyBy without being asked whether it is ready.
	Comes bool `json:",omitzero"`
	// Round counts the rounds of a series from 1; 0 outside a series.
	Round int
	// Arena is the id of the match's arena, "" for none. FirstBy is the time (ms) until which the seat on
	// turn must make its first action there, 0 for no limit.
	Arena   string
	FirstBy int64 `json:",omitzero"`
	// HeldUntil is the moment before which no seat may act, because the players are being shown
	// something (ms since 1970), 0 for none.
	HeldUntil int64
	// Daily is the day (YYYY-MM-DD, UTC) of a daily run, "" for none. In a Seeded run the player
	// typed the seed; in a Hinted run it saw the best play.
	Daily  string
	Seeded bool
	Hinted bool `json:"Looked"`
	// Rested is the total time, in ms, for which a run's time has stood still. Resting is the time since
	// which it stands still now (ms since 1970), 0 if it runs.
	Rested, Resting int64
	// SeedHash is the SHA-256 of the seed. Seed is shown to the player who typed it, and to all
	// after the match; a daily run's only after its day.
	SeedHash, Seed string
	Now            int64
}

// Snapshot returns the table as a person may see it; moving becomes its Moving while the match is
// unfinished. ErrPrivate, ErrHidden.
func (t *Table) Snapshot(me Person, moving bool) (*Snapshot, error) {
	own := t.SeatOf(me)
	seat, curtain := t.Sees(me)
	if err := MayWatch(t.Rec, own); err != nil {
		return nil, err
	}
	now := t.Now()
	shown := ledger.Veil(t.Terms.Games, t.Rec, clock.MS())
	s := &Snapshot{
		ID: t.ID, Game: t.Rec.Game, Rules: t.Rec.Rules, Options: slices.Clone(shown.Options), Status: t.Rec.Status, Control: t.Control, Rated: t.Rated(),
		Casual: t.Rec.Casual, Private: t.Rec.Private, Invited: t.Rec.Invited, Quick: t.Quick, Again: t.AsksRematch(),
		Created: t.Rec.Created, Ended: t.Rec.Ended, Own: own, You: seat, Curtain: curtain, Shared: games.Shared(t.Rec.Shared), ToAct: games.Nobody,
		DrawOffer: games.Nobody, Takeback: games.Nobody, Next: t.Next, Chat: t.VisibleChat(own),
		Round: t.Rec.Round, Arena: t.Rec.Arena, FirstBy: t.FirstBy(), Waits: t.Meets() || t.Waits(), ReadyBy: t.ReadyBy(), Comes: t.Comes != 0,
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
			Person: PersonIn(rec), Rating: rec.Rating, Change: rec.Change, Limited: rec.Limited,
			Provisional: Provisional(rec), Rematch: t.Ready[i], Here: t.Here[i],
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
		if s.Result.Reason != games.Aborted && !ledger.DealHidden(t.Rec, clock.MS()) { // after an abort, the day's deal may be begun again
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
		asks := t.M.Len() < MaxLog && !t.hasQuestion(seat)
		s.CanDraw, s.CanTakeback = asks && t.M.CanOfferDraw(seat), asks && t.M.CanAskTakeback(seat)
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
