package lobby

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/ledger"
	"arcade/lobby/records"
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
	// Stepped tells that the player left the table and was not cut off; Here that
	// the player looks at the table now.
	Stepped, Here bool `json:",omitzero"`
	// Rematch tells that the player is ready for the match of a meeting or the next
	// round, or has asked for another match.
	Rematch bool `json:",omitzero"`
	// Lapses is how often in a row the player has not decided in time.
	Lapses int `json:",omitzero"`
}

// Snapshot is a table as one viewer may see it, at one moment.
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
	Created       int64
	Ended         int64 // 0 until then
	Seats         []SeatInfo
	// Own is the viewer's seat, games.Nobody for a spectator; You the one for which it plays
	// and sees: at one screen that of whoever is on turn, and nobody's once it is over or
	// while there is a curtain. Curtain is for whom that will be lifted, Nobody for none.
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
	// Moving tells that nothing can be done for a moment: the match is being moved to
	// another node, or this one is cut off.
	Moving bool
	// Late tells that the table called the match off, since a first decision did not come.
	Late bool
	// ForcedAt is when the table plays the forced action (ms since 1970), 0 where there is none.
	ForcedAt int64
	// DrawOffer and Takeback are the seats whose offer or request stands, or games.Nobody.
	DrawOffer, Takeback                      games.Seat
	CanDraw, CanTakeback, CanAbort, CanClaim bool
	// Watchers counts the spectators.
	Watchers int
	Chat     []Line
	// Next is the id of the rematch, or the next round, once it has begun. Waits tells
	// that the match, or the next round, begins when everybody is ready, ReadyBy until
	// when it waits for that (ms since 1970), 0 for as long as it takes.
	Next    string
	Waits   bool
	ReadyBy int64
	// Round counts the rounds of a series from 1, 0 for a match that is none.
	Round int
	// HeldUntil is the moment before which nobody may act, because everybody is being
	// shown something (ms since 1970), 0 for none.
	HeldUntil int64
	// Daily is the day (YYYY-MM-DD, UTC) whose run this is, "" for none; Seeded
	// tells that the player typed the seed, Looked that it saw what the best play is.
	Daily          string
	Seeded, Looked bool
	// Rested is for how long the time of a run has stood still, in ms, and Resting since
	// when it does now (ms since 1970), 0 where it runs.
	Rested, Resting int64
	// SeedHash is the SHA-256 of the seed, Seed itself is shown to the player who
	// typed it, to all when the match is over, and that of a daily run when its day is over too.
	SeedHash, Seed string
	Now            int64
}

// Table takes the newest snapshot of a table for the visitor.
func (v *Visit) Table(id string) (*Snapshot, error) {
	t, err := v.l.find(id)
	if err != nil {
		return nil, err
	}
	me := v.Me()
	s, listed, err := t.seen(me)
	if err == nil && s.Casual == "" {
		s.Casual = v.l.foretold(listed, me.ID) // which asks the store
	}
	return s, err
}

// seen is the table as a person may see it, but for what the store says besides, and as the
// lists have it at that moment.
func (t *table) seen(me Person) (s *Snapshot, listed *Summary, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone && (t.m == nil || !t.m.Over()) { // taken down, or over, while one waited for it
		return nil, nil, ErrNoTable
	}
	if listed = t.summary.Load(); listed == nil { // a mirror that has heard nothing yet
		return nil, nil, ErrMoving
	}
	s, err = t.snapshot(me)
	return s, listed, err
}

// snapshot is seen for who holds the lock.
func (t *table) snapshot(me Person) (*Snapshot, error) {
	own := t.seatOf(me)
	seat, curtain := t.sees(me)
	if err := records.MayWatch(t.rec, own); err != nil {
		return nil, err
	}
	now := t.now()
	shown := t.l.Veiled(t.rec)
	s := &Snapshot{
		ID: t.id, Game: t.rec.Game, Rules: t.rec.Rules, Options: slices.Clone(shown.Options), Status: t.rec.Status, Control: t.control, Rated: t.rec.Rated,
		Casual: t.rec.Casual, Private: t.rec.Private, Invited: t.rec.Invited, Quick: t.quick,
		Created: t.rec.Created, Ended: t.rec.Ended, Own: own, You: seat, Curtain: curtain, Shared: games.Shared(t.rec.Shared), ToAct: games.Nobody,
		DrawOffer: games.Nobody, Takeback: games.Nobody, Next: t.next, Chat: t.heard(own),
		Round: t.rec.Round, Waits: t.meets() || t.waits(), ReadyBy: t.readyBy(),
		SeedHash: t.seedHash, Daily: t.rec.Daily, Seeded: t.rec.Seeded, Watchers: t.gallery, Now: now,
		Moving: t.rec.Status != store.Done && (t.moving || !t.l.keeping()),
	}
	if t.rec.Seeded && own != games.Nobody {
		s.Seed = t.rec.Seed
	}
	if own != games.Nobody {
		s.Code = t.rec.Code
	}
	for i, rec := range t.rec.Seats {
		info := SeatInfo{
			Person: personIn(rec), Rating: rec.Rating, Change: rec.Change, Nth: rec.Nth,
			Provisional: provisional(rec), Rematch: t.rematch[i], Here: t.here[i],
		}
		if a := t.away[i]; a.shown(now) != 0 && t.rec.Status != store.Done {
			info.Away = a.since
			info.Stepped = a.grace == t.l.cfg.GraceLeft
			if t.awayMatters() && t.forfeits(games.Seat(i)) {
				info.AwayUntil = a.until()
			}
		}
		if t.m != nil {
			info.Left, info.Running = t.m.Left(games.Seat(i), now)
			info.Lapses = t.m.Lapses(games.Seat(i))
		}
		s.Seats = append(s.Seats, info)
	}
	if t.m == nil {
		return s, nil
	}
	viewer := seat
	s.Result, s.Late = t.m.Result(), t.late
	if s.Result != nil {
		s.Seed = shown.Seed
		if s.Result.Reason != games.Aborted { // the day's deal may be begun again
			viewer = games.Everything
		}
	}
	s.Looked = t.m.Looked()
	s.Rested, s.Resting = t.m.Rested()
	s.View, s.Plies = t.m.View(viewer), slices.Clone(t.m.Plies())
	s.ToAct, s.HeldUntil = t.m.ToAct(), t.m.Held()
	if s.ToAct == seat {
		s.Legal = t.m.Legal()
	}
	if t.m.ForcedNow() && !ledger.ByClient(t.rec) {
		s.ForcedAt = t.forcedAt()
	}
	s.DrawOffer, s.Takeback = t.m.DrawOffer(), t.m.TakebackRequest()
	if own != games.Nobody {
		s.CanDraw, s.CanTakeback = t.m.CanOfferDraw(seat) && t.m.Len() < maxLog, t.m.CanAskTakeback(seat) && t.m.Len() < maxLog
		if ledger.AtScreen(t.rec) {
			s.CanDraw, s.CanTakeback = false, t.m.CanUndo() && t.live() && !t.m.Game.Info().Hidden && t.m.Len() < maxLog
		}
		s.CanAbort, s.CanClaim = t.mayAbort(), t.claimable(seat, now)
	}
	return s, nil
}

// provisional tells that a seat's rating is not settled.
func provisional(s store.Seat) bool {
	return s.Player != "" && records.RatingOf(store.Rating{Rating: s.Rating, Deviation: s.Deviation}).Provisional
}

// Summary is a table as the lists show it. It is never changed once made.
type Summary struct {
	ID, Game string
	Status   store.Status
	Seats    []SeatInfo
	Control  string `json:",omitzero"`
	// Days tells that it is played over days.
	Days    bool   `json:",omitzero"`
	Rated   bool   `json:",omitzero"`
	Private bool   `json:",omitzero"`
	Invited string `json:",omitzero"`
	Created int64
	// ToAct is the seat on turn, Plies how many actions stand, Watchers how many look on.
	ToAct    games.Seat
	Plies    int `json:",omitzero"`
	Watchers int `json:",omitzero"`
	// Deadline is when the seat on turn runs out of time (ms since 1970), 0 where no clock runs.
	Deadline int64 `json:",omitzero"`
	// Since is when the time of a run in which it runs on began, were it to have run ever
	// since (ms since 1970); 0 for any other match, and while it stands still.
	Since int64 `json:",omitzero"`
	// Daily is the day whose run this is, "" for none; Seeded and Looked are as in [Snapshot].
	Daily  string `json:",omitzero"`
	Seeded bool   `json:",omitzero"`
	Looked bool   `json:",omitzero"`

	// Meets tells that nobody can sit down any more, and the match has not begun:
	// its people are asked whether they are ready.
	Meets bool `json:",omitzero"`

	quick   bool       // whoever looks for an opponent may be seated there
	came    games.Seat // who has come to the host of a meeting
	waits   bool       // the next round of a series is to come
	readyBy int64
	refused []string // who has declined the open seat
	beside  string
	options json.RawMessage
	seed    string
	from    string // the code of the network that an open seat was offered from, or of a client's address
	screen  bool   // two people at one screen play it
	client  bool   // a program plays it
	idle    bool   // of such a match: there is nothing to watch
	lastAt  int64  // ms, of the last entry; 0 while open
}

// SeatOf is the seat of the person with id, games.Nobody where it has none.
func (s *Summary) SeatOf(person string) games.Seat {
	return games.Seat(slices.IndexFunc(s.Seats, func(i SeatInfo) bool { return person != "" && i.ID == person }))
}

// hostSeat is the seat of who waits at an open table.
func (s *Summary) hostSeat() SeatInfo {
	for n, i := range s.Seats {
		if i.ID != "" && !(s.Meets && games.Seat(n) == s.came) {
			return i
		}
	}
	return SeatInfo{}
}

// People counts the seats held by people, the two at one screen as one.
func (s *Summary) People() (n int) {
	if s.screen {
		return 1
	}
	for _, i := range s.Seats {
		if i.ID != "" && i.Bot == "" {
			n++
		}
	}
	return n
}

// Host is who opened the table.
func (s *Summary) Host() Person { return s.hostSeat().Person }

// summarise renews what the lists show; the table's lock is held.
func (t *table) summarise() {
	s := &Summary{
		ID: t.id, Game: t.rec.Game, Status: t.rec.Status, Control: t.rec.Control, Rated: t.rec.Rated,
		Private: t.rec.Private, quick: t.quick, Invited: t.rec.Invited, Created: t.rec.Created, ToAct: games.Nobody,
		Days: t.days(), Meets: t.meets(), came: t.came, waits: t.waits(), refused: slices.Clone(t.refused), beside: t.beside,
		Daily: t.rec.Daily, Seeded: t.rec.Seeded, options: t.rec.Options, seed: t.rec.Seed,
		from: t.rec.From, client: ledger.ByClient(t.rec), screen: ledger.AtScreen(t.rec),
	}
	now := t.now()
	wall := clock.MS() - now // what lists compare with
	if by := t.readyBy(); by != 0 {
		s.readyBy = by + wall
	}
	for i, rec := range t.rec.Seats {
		s.Seats = append(s.Seats, SeatInfo{
			Person: personIn(rec), Rating: rec.Rating, Provisional: provisional(rec), Away: t.away[i].shown(now), Rematch: t.rematch[i],
		})
	}
	if t.keeper == "" { // whose mirror has it from there
		clear(t.here)
		t.gallery = 0
	}
	for v := range t.watchers {
		if at := ledger.SeatOf(t.rec, v.me.ID); t.keeper != "" {
			break
		} else if at == games.Nobody {
			t.gallery++
		} else {
			t.here[at] = true
			if ledger.AtScreen(t.rec) {
				t.here[1-at] = true
			}
		}
	}
	s.Watchers = t.gallery
	if t.m != nil {
		s.ToAct, s.Plies, s.Looked, s.lastAt = t.m.ToAct(), len(t.m.Plies()), t.m.Looked(), t.m.LastAt()
		s.idle = s.client && (t.m.Over() || now >= t.idleAt())
		if rested, resting := t.m.Rested(); len(t.rec.Seats) == 1 && t.live() && resting == 0 && s.Plies > 0 {
			s.Since = t.m.Plies()[0].At + rested + wall
		}
		if left, running := t.m.Left(s.ToAct, now); running {
			s.Deadline = now + left + wall
		}
	}
	t.summary.Store(s)
}

// summaries lists every table in memory, and those that other nodes show, oldest first. The list is shared by all
// who ask until something changes: it must not be written to.
func (l *Lobby) summaries() []*Summary { return l.shared().all }

// shared are the lists that all who ask share.
func (l *Lobby) shared() *lists {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.lists; c != nil && (!c.moved || time.Since(c.at) < listsTime) {
		return c
	}
	if l.byAge == nil {
		l.byAge = slices.SortedFunc(maps.Values(l.tables), byAge)
	}
	list := make([]*Summary, 0, len(l.byAge))
	for _, t := range l.byAge { // a table changes with each move, its place here never
		if s := t.summary.Load(); s != nil {
			list = append(list, s)
		}
	}
	if far := l.farSummaries(l.far.byAge); len(far) > 0 {
		list = append(list, far...)
		slices.SortFunc(list, summariesByAge)
	}
	l.lists = &lists{all: list, at: time.Now()}
	for _, s := range list {
		if s.Status == store.Open || s.waits {
			l.lists.open = append(l.lists.open, s)
		}
	}
	return l.lists
}

// listsTime is how long the shared lists stay as they are where only moves were made:
// shorter than the time after which those are told who look at them.
const listsTime = 100 * time.Millisecond

// stale drops the shared lists, or where only moves were made lets them grow old; the
// lobby's lock is held.
func (l *Lobby) stale(old, s *Summary, n News) {
	if old == nil || old.Status != s.Status || n&^Moves != 0 || s.Status == store.Open || s.waits || old.waits {
		l.lists = nil
	} else if l.lists != nil {
		l.lists.moved = true
	}
}

// SeatsOf are the seats of a record as lists and replays show them: without clocks.
func SeatsOf(rec store.Match) []SeatInfo {
	list := make([]SeatInfo, len(rec.Seats))
	for i, s := range rec.Seats {
		list[i] = SeatInfo{
			Person: personIn(s), Rating: s.Rating, Provisional: provisional(s), Change: s.Change,
		}
	}
	return list
}
