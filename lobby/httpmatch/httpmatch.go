// Package httpmatch has the matches that programs play over HTTP for all their people.
package httpmatch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"arcade/games"
	"arcade/games/rng"
	"arcade/lobby/clock"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/names"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/lobby/turns"
	"arcade/store"
)

// The tables of these matches have no seats with keys and no ratings, and do nothing by themselves until
// they are removed. Until then the match is not settled, so even its end can be undone.

const (
	// sharedPerAddress limits the matches of one address.
	sharedPerAddress = 100
	// maxSharedName limits a person's name, in cells: as for a player's.
	maxSharedName = 12
)

// Programs begins the matches that programs play, parks them and ends them.
type Programs struct {
	*room.Tables
	sharing sync.Mutex // one match begins at a time; guards tally
	tally   tally
}

// New returns the programs of a node's tables.
func New(tables *room.Tables) *Programs { return &Programs{Tables: tables} }

// SharedOffer is a program's request for a match.
type SharedOffer struct {
	Game string
	// How is [games.Client] or [games.ClientPasses].
	How games.Shared
	// Names are the people's names, by seat.
	Names []string
	// Bot is the bot on BotSeat, which is games.Nobody if there is none.
	Bot     string
	BotSeat games.Seat
}

// Share begins a match for a program at an address or in a network. It returns the UUID by which the
// program plays it, which spectators never see. It fails with ErrTooMany or ErrBadOffer.
func (ps *Programs) Share(o SharedOffer, from string) (id string, err error) {
	g, err := ps.Config.Games.Game(o.Game)
	if err != nil {
		return "", err
	}
	rec := store.Match{
		Game: o.Game, Rules: g.Info().Rules, Seed: ps.RandomSeed(), Control: solo.NoClock, Shared: string(o.How),
		Seats: make([]store.Seat, g.Info().Seats), Status: store.Live, Winner: -1,
		From: ps.Fair.Code("address " + from), Code: ps.uuid(),
	}
	if len(rec.Seats) != 2 || len(o.Names) != 2 || !ledger.ByClient(rec) || o.BotSeat != games.Nobody && games.FindBot(g, o.Bot) == nil {
		return "", solo.ErrBadOffer
	}
	for i := range rec.Seats {
		if games.Seat(i) == o.BotSeat {
			rec.Seats[i] = store.Seat{Bot: o.Bot, Name: o.Bot}
			continue
		}
		name, err := ps.sharedName(o.Names[i], "Player "+strconv.Itoa(i+1))
		if err != nil {
			return "", err
		}
		rec.Seats[i] = store.Seat{Guest: names.GuestID(), Name: name}
	}
	if err := ps.Thinking.Deal(&rec, nil, nil); err != nil {
		return "", err
	}
	ps.sharing.Lock()
	defer ps.sharing.Unlock()
	if ps.Draining() {
		return "", directory.ErrClosing
	}
	if err := ps.makeRoom(rec.From); err != nil {
		return "", err
	}
	rec.Created = clock.MS()
	rec.Started = rec.Created
	t, err := ps.CreateTable(rec, table.Meeting{})
	if err != nil {
		return "", err
	}
	defer t.Mu.Unlock()
	if err := errors.Join(t.Fold(nil), ps.NoteShared(t.Rec)); err != nil {
		return "", errors.Join(err, t.Delete())
	}
	t.Changed()
	return rec.Code, nil
}

// webMark follows a person's name that is taken in the arcade. No player's name can contain it.
const webMark = " (web)"

// sharedName returns the name of a person at a program's match: the program's choice as far as it fits,
// or usual. It is marked if a player, a guest who is here, a bot or the house has that name.
func (ps *Programs) sharedName(name, usual string) (string, error) {
	name = cmp.Or(strings.TrimSpace(text.Clean(name, maxSharedName)), usual)
	marked := text.Clean(name, maxSharedName-len(webMark)) + webMark
	if likeBot(name) {
		return marked, nil
	}
	clean, err := names.Clean(name)
	if err != nil { // no account can have this name
		return name, nil
	}
	taken := names.LikeGuest(clean) || ps.Config.ReservedNames().Has(clean)
	if !taken {
		_, err := ps.PlayerByName(ps.Tasks.Work(), clean)
		if _, here := ps.Directory.GuestNamed(clean); here || err == nil {
			taken = true
		} else if err != nil && !errors.Is(err, records.ErrNoPlayer) {
			return "", err
		}
	}
	if taken {
		return marked, nil
	}
	return name, nil
}

// likeBot reports whether a name ends like a bot's on the screens, such as "Random bot".
func likeBot(name string) bool {
	key := names.Key(name)
	return strings.HasSuffix(key, "bot") || strings.HasSuffix(key, "봇")
}

// SharedAt returns the node that owns the match with a UUID, "" for this node. It takes over a match
// without an owner. It fails with ErrNoTable or ErrMoving.
func (ps *Programs) SharedAt(id string) (node string, err error) {
	id = strings.ToLower(id)
	if ps.Directory.ByCode(id) != nil || ps.Config.Nodes == nil {
		return "", nil
	}
	match, found, err := room.SharedMatches.Get(ps.Tasks.Work(), ps.Config.Store, id)
	if err != nil {
		return "", err
	} else if !found {
		return "", table.ErrNoTable
	}
	rec, err := ps.Config.Store.Match(ps.Tasks.Work(), match)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", table.ErrNoTable
	case err != nil:
		return "", err
	case !ps.MayAdopt(rec):
		return rec.Owner, nil
	}
	if err := ps.AdoptByID(rec.ID); errors.Is(err, store.ErrFenced) { // another node was faster
		return "", room.ErrMoving
	} else if err != nil {
		return "", err
	}
	return "", nil
}

func (ps *Programs) uuid() string {
	b := ps.Random()
	b[6], b[8] = b[6]&0x0F|0x40, b[8]&0x3F|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// tally is the number of programs' matches, in all and by address. A new match counts at once. A removed
// match counts until the next walk over all matches, so most new matches need no walk.
type tally struct {
	at  time.Time // of the last walk
	all int
	of  map[string]int
}

// tallyTime is the longest time between two walks while matches begin.
const tallyTime = 2 * time.Second

// makeRoom makes room for one more match of an address, given by its code. If there are too many, it
// removes the one that has been over longest, or parks an idle one. Otherwise it removes a match of an
// address that has more than this one. It fails with ErrTooMany. ps.sharing is held.
func (ps *Programs) makeRoom(from string) error {
	if n := &ps.tally; clock.Now().Sub(n.at) < tallyTime && n.of[from] < sharedPerAddress && n.all < ps.Config.MaxShared {
		n.all++
		n.of[from]++
		return nil
	}
	var mine, all []*table.Summary
	ps.tally = tally{clock.Now(), 1, map[string]int{from: 1}}
	for _, t := range ps.Rooms() {
		if s := t.Shown.Load(); s != nil && s.Client {
			ps.tally.all++
			ps.tally.of[s.From]++
			all = append(all, s)
			if s.From == from {
				mine = append(mine, s)
			}
		}
	}
	switch {
	case len(mine) >= sharedPerAddress:
		if ps.clearOver(mine) == nil {
			return nil
		}
		return ps.parkIdle(mine)
	case len(all) >= ps.Config.MaxShared:
		if ps.clearOver(all) == nil || ps.parkIdle(all) == nil {
			return nil
		}
		return ps.clearCrowd(all, len(mine))
	}
	return nil
}

// clearOver removes the match that has been over longest.
func (ps *Programs) clearOver(list []*table.Summary) error {
	return ps.clearFirst(list, func(s *table.Summary) bool { return s.ToAct == games.Nobody }, (*games.Match).Over, (*room.Room).Delete)
}

// clearCrowd removes a match of the address that has most, if that is more than one and more than mine. A
// match without a move goes first, otherwise the one that has stood still longest.
func (ps *Programs) clearCrowd(list []*table.Summary, mine int) error {
	of, most := map[string]int{}, max(mine, 1)
	for _, s := range list {
		of[s.From]++
		most = max(most, of[s.From])
	}
	if most == max(mine, 1) {
		return room.ErrTooMany
	}
	crowd := func(s *table.Summary) bool { return of[s.From] == most }
	unmoved := func(m *games.Match) bool { return len(m.Plies()) == 0 }
	if ps.clearFirst(list, func(s *table.Summary) bool { return crowd(s) && s.Plies == 0 }, unmoved, (*room.Room).Delete) == nil {
		return nil
	}
	return ps.clearFirst(list, crowd, func(*games.Match) bool { return true }, (*room.Room).Delete)
}

// clearFirst removes, with out, the match that has stood still longest. known selects the candidates by
// their summaries, now by their matches.
func (ps *Programs) clearFirst(list []*table.Summary, known func(*table.Summary) bool, now func(*games.Match) bool, out func(*room.Room) error) error {
	list = slices.DeleteFunc(slices.Clone(list), func(s *table.Summary) bool { return !known(s) })
	slices.SortFunc(list, func(a, b *table.Summary) int { return cmp.Compare(a.LastAt, b.LastAt) })
	for _, s := range list {
		t, err := ps.Room(s.ID)
		if err != nil { // it is gone already
			return nil
		}
		done := false
		t.Locked(func() {
			done = t.Gone || now(t.M) && out(t) == nil
		})
		if done {
			return nil
		}
	}
	return room.ErrTooMany
}

// SharedMatch is a match while a program may change it; see [Programs.Shared].
type SharedMatch struct {
	programs *Programs
	t        *room.Room
}

// Shared runs f on the match with a UUID that this node owns, while nobody else can change the match. It
// fails with ErrNoTable or ErrMoving.
func (ps *Programs) Shared(id string, f func(*SharedMatch) error) error {
	t, err := ps.locked(strings.ToLower(id))
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if !t.Here() {
		return room.ErrMoving
	}
	if !ledger.ByClient(t.Rec) {
		return table.ErrNoTable
	}
	m := &SharedMatch{ps, t}
	if err := m.force(); err != nil { // a kill may have prevented them
		return err
	}
	return f(m)
}

// locked returns the locked table of the match with a UUID. It resumes a parked match, also one that is
// parked while locked waits for the lock.
func (ps *Programs) locked(id string) (*room.Room, error) {
	for range 4 { // a match that has just come back may be parked again
		t := room.RoomOf(ps.Directory.ByCode(id))
		if t == nil {
			if err := ps.unpark(id); err != nil {
				return nil, err
			}
			continue
		}
		if t.Mu.Lock(); !t.Gone {
			return t, nil
		}
		t.Mu.Unlock()
	}
	return nil, room.ErrMoving
}

// ID returns the match's ID, by which everybody may watch it.
func (m *SharedMatch) ID() string { return m.t.ID }

// Name returns the name on a seat.
func (m *SharedMatch) Name(seat games.Seat) string { return m.t.Rec.Seats[seat].Name }

// Bot returns the bot on a seat, "" for none.
func (m *SharedMatch) Bot(seat games.Seat) string { return m.t.Rec.Seats[seat].Bot }

// Match returns the present match. The caller must not change or keep it.
func (m *SharedMatch) Match() *games.Match { return m.t.M }

// add adds an entry of the program or of its bot.
func (m *SharedMatch) add(e games.Entry, by config.Actor) error {
	t, asked := m.t, time.Now()
	if t.M.Len() >= table.MaxLog {
		return table.ErrLogEnds
	}
	e.At = t.Now()
	if err := t.Store(e); err != nil {
		return err
	}
	if e.Action != "" {
		m.programs.Config.Acted(t.Rec.Game, by, asked)
	}
	t.Changed()
	return nil
}

// Act plays an action for the seat on turn, and then the forced actions unless the program plays those
// itself.
func (m *SharedMatch) Act(a games.Action) error { return m.act(a, config.ByPerson) }

func (m *SharedMatch) act(a games.Action, by config.Actor) error {
	if m.t.M.Over() {
		return games.ErrOver
	}
	if err := m.add(games.Entry{Kind: games.Act, Seat: m.t.M.ToAct(), Action: a}, by); err != nil {
		return err
	}
	return m.force()
}

// force plays forced actions unless the program does.
func (m *SharedMatch) force() error {
	for games.Shared(m.t.Rec.Shared) != games.ClientPasses {
		a, ok := m.t.M.Forced()
		if !ok {
			break
		}
		if err := m.add(games.Entry{Kind: games.Act, Seat: m.t.M.ToAct(), Action: a}, config.ByTable); err != nil {
			return err
		}
	}
	return nil
}

// Undo takes back the last action and the forced ones after it.
func (m *SharedMatch) Undo() error {
	return m.add(games.Entry{Kind: games.Undo, Seat: games.Nobody}, config.ByPerson)
}

// Think lets the bot on turn choose and play. Meanwhile the match is unlocked; if it has moved on, Think
// plays nothing and returns nil. It fails with ErrStale if the match was parked or deleted meanwhile.
func (m *SharedMatch) Think(ctx context.Context) error {
	t := m.t
	if a, ok := t.M.Forced(); ok {
		return m.act(a, config.ByBot)
	}
	seat, at := t.M.ToAct(), t.M.Len()
	bot := games.FindBot(t.M.Game, m.Bot(seat))
	view, source, limit := t.M.View(seat), rng.Derive(t.Rec.Seed, "bot "+strconv.Itoa(at)), t.Limit(seat, at)
	ctx, cancel := context.WithCancel(turns.ByOr(ctx, turns.Payer{From: t.Rec.From}))
	defer cancel()
	defer context.AfterFunc(m.programs.Tasks.Context(), cancel)()
	t.Mu.Unlock()
	a := t.Choose(at, func() games.Action { return m.programs.Thinking.Choose(ctx, bot, view, source, limit) })
	t.Mu.Lock()
	switch {
	case t.Gone:
		return table.ErrStale
	case !t.Live() || t.M.Len() != at:
		return nil
	case a == "":
		return cmp.Or(ctx.Err(), errors.New("the bot chose nothing"))
	}
	return m.act(a, config.ByBot)
}
