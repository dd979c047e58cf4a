// Package lobby is where people meet: who is here, the open seats, the live
// tables with their clocks, and the records of what was played. It has no
// terminal code; sessions and commands ask it, and it wakes them.
//
// Locks are taken in one order: players, then pairing or sharing, then a table's, then solo, then
// rating, then naming, then the lobby's, and those of the packages below last; a
// goroutine holds one table at a time, but for a new one that nobody else can see yet. Nothing here waits for a connection: a watcher is
// told that there is something new and takes the newest snapshot when it can.
package lobby

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/analysis"
	"arcade/lobby/background"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/keyed"
	"arcade/lobby/ledger"
	"arcade/lobby/limit"
	"arcade/lobby/nodes"
	"arcade/lobby/records"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/store"
)

// Config is what a lobby needs. Zero durations and counts take the defaults.
type Config struct {
	Store store.Store
	Games *games.Registry
	Log   *slog.Logger
	// Observer counts what happens; nil for nobody.
	Observer Observer
	// Nodes are those who share the store; nil where there is no other.
	Nodes nodes.Nodes
	// Node is what this node is called among them, whatever is said here; where there are no
	// Nodes, "" or, in tests, a name that keeps matches.
	Node string
	// Grace is how long a player whose connection dropped may stay away before the
	// opponent is offered the game (default 40 s); GraceLeft the same for one who
	// left the table (default 10 s).
	Grace, GraceLeft time.Duration
	// PassNotice is how long a forced action is announced before the table plays it (default 1.5 s).
	PassNotice time.Duration
	// ReadyTime is how long two people have to say that they are ready, for a match or
	// the next round of a series, before it is called off (default 60 s).
	ReadyTime time.Duration
	// Random is what seeds and seats are dealt from (default crypto/rand's reader).
	Random io.Reader
	// BotPause is the least time a bot takes for a move in every game (default: the
	// pace of a game that is [games.Paced], 600 ms in others).
	BotPause time.Duration
	// MaxSeats is how many open seats one player may have (default 5), MaxGames how
	// many unfinished games (default 60).
	MaxSeats, MaxGames int
	// MaxShared is how many matches there may be that programs play (default 5,000).
	MaxShared int
	// ChatLines is how many lines one person may say at a table within ChatTime
	// (default 4 in 8 s).
	ChatLines int
	ChatTime  time.Duration
	// Shared are networks that strangers may share, a school's say: to come from one of
	// them says nothing of who somebody is.
	Shared []netip.Prefix
	// Deals bounds the search of deals in the background.
	Deals deals.Limits
	// Turns is where work is done (default: one with its defaults).
	Turns *turns.Turns
}

// Lobby is safe for use by many goroutines.
type Lobby struct {
	cfg Config
	log *slog.Logger

	dir     *directory.Directory
	gaps    atomic.Uint64 // of mirrors
	asking  sync.Map      // by node: a beat is under way
	front   front
	sitting sitting

	*records.Records
	*account.Accounts
	shelves   records.Shelves // what screens hold open in replays
	runs      *solo.Runs
	fair      *fair.Rules
	thinking  *thinking.Desk
	house     *table.Terms
	deals     *deals.Service
	stocks    atomic.Bool   // this node looks after the stock of deals, of all
	seatCodes limit.Guesses // the wrong codes of open seats

	secret  []byte      // of the store: where the days' seeds come from
	claims  keyed.Mutex // one visit of a person is made its only one at a time
	solo    keyed.Mutex // one run alone is begun at a time by a player
	rating  keyed.Mutex // one finish at a time reads and writes the ratings and statistics of a player
	taking  keyed.Mutex // of a match one at a time finds out whether this node is to keep it; taken before a table's
	sharing sync.Mutex  // one match that a program plays is begun at a time
	pairing sync.Mutex  // one at a time looks for an opponent, or sits down with one
	tasks   *background.Tasks
	turns   *turns.Turns
}

// What the records say, for those who know the lobby alone.
type (
	Replay       = records.Replay
	Run          = records.Run
	RatingInfo   = records.RatingInfo
	Profile      = records.Profile
	GameProfile  = records.GameProfile
	PlayerRecord = store.Player
)

// New opens the lobby on a store and takes up every unfinished match where it stood.
func New(cfg Config) (*Lobby, error) {
	cfg.Grace = cmp.Or(cfg.Grace, 40*time.Second)
	cfg.GraceLeft = cmp.Or(cfg.GraceLeft, 10*time.Second)
	cfg.PassNotice = cmp.Or(cfg.PassNotice, 1500*time.Millisecond)
	cfg.ReadyTime = cmp.Or(cfg.ReadyTime, time.Minute)
	cfg.ChatTime = cmp.Or(cfg.ChatTime, 8*time.Second)
	cfg.ChatLines = cmp.Or(cfg.ChatLines, 4)
	cfg.MaxSeats = cmp.Or(cfg.MaxSeats, 5)
	cfg.MaxGames = cmp.Or(cfg.MaxGames, 60)
	cfg.MaxShared = cmp.Or(cfg.MaxShared, 5000)
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	if cfg.Nodes != nil {
		cfg.Node = cfg.Nodes.Name()
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	l := &Lobby{
		cfg: cfg, log: cfg.Log, tasks: background.New(cfg.Log),
		turns: cmp.Or(cfg.Turns, turns.New(turns.Limits{})),
	}
	var err error
	if l.secret, err = cfg.Store.Secret(); err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	l.dir = directory.NewDirectory(host{l}, l.tasks, cfg.Nodes, cfg.Node, cfg.Log)
	l.thinking = &thinking.Desk{Games: cfg.Games, Store: cfg.Store, Log: cfg.Log, Tasks: l.tasks, Turns: l.turns, NewSeed: l.randomSeed, Draining: l.dir.Draining}
	l.fair = &fair.Rules{Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Directory: l.dir, Secret: l.secret, Shared: cfg.Shared}
	l.deals = deals.New(host{l}, cfg.Store, cfg.Games, cfg.Log, cfg.Deals)
	l.Records = records.New(records.Config{
		Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Turns: l.turns, Deals: l.deals,
		Desk: analysis.New(host{l}, cfg.Store, cfg.Log, l.turns), Here: l.dir.Here,
	})
	l.house = &table.Terms{Games: cfg.Games, GraceLeft: cfg.GraceLeft, PassNotice: cfg.PassNotice, ReadyTime: cfg.ReadyTime}
	l.runs = &solo.Runs{
		Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Deals: l.deals, Records: l.Records,
		Secret: l.secret, Code: l.fair.Code, NewSeed: l.randomSeed, Node: cfg.Node,
	}
	l.Accounts = account.New(account.Config{
		Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Deals: l.deals, Records: l.Records, House: host{l},
		Code: l.fair.Code, Node: cfg.Node,
	})
	if err := l.recover(); err != nil {
		return nil, err
	}
	if cfg.Nodes != nil {
		l.joinNodes()
		l.answers(cfg.Nodes)
		l.tasks.Go(l.mind)
		l.tasks.Go(func() { cfg.Nodes.Hold(l.tasks.Context(), "sweep", l.sweep) })
	}
	l.tasks.Go(l.deals.Run)
	l.tasks.Go(func() { l.runs.EndDays(l.tasks.Context()) })
	return l, nil
}

// restorers is how many matches are taken up at a time: each is a write, and they share
// a disk sync.
const restorers = 64

// sideBySide does something for each of a list, restorers at a time.
func sideBySide[T any](list []T, do func(i int, one T)) {
	var all sync.WaitGroup
	places := make(chan struct{}, restorers)
	for i, one := range list {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			do(i, one)
		})
	}
	all.Wait()
}

// recover takes up the unfinished matches of the store that are not another node's. A match whose log does
// not fold, or makes its game panic, is left alone in the store and reported.
func (l *Lobby) recover() error {
	list, err := l.cfg.Store.Unfinished()
	if errors.Is(err, store.ErrDamaged) {
		l.log.Error("matches not restored", "err", err)
	} else if err != nil {
		return fmt.Errorf("unfinished matches: %w", err)
	}
	sideBySide(list, func(_ int, rec store.Match) {
		if !l.mayTake(rec) {
			return
		}
		if err := l.resume(rec); err != nil && !store.ErrIs(err, store.ErrFenced, store.ErrFinished) { // another was faster
			l.log.Error("match not restored", "match", rec.ID, "game", rec.Game, "err", err)
		}
	})
	return nil
}

// resume takes over one unfinished match and takes it up, or drops it where nobody can
// come back to it.
func (l *Lobby) resume(rec store.Match) error {
	defer l.tasks.Guard("match " + rec.ID + " at the start")
	if !l.tasks.Starts() {
		return ErrClosing
	}
	defer l.tasks.Done()
	defer l.taking.Lock(rec.ID)()
	if known, err := l.takeUp(rec); known {
		return err
	}
	defer l.Naming()()
	rec, err := l.takeOver(rec)
	if err != nil {
		return err
	}
	if !ledger.Kept(rec) || rec.Status == store.Open && ledger.Full(rec) { // the record of what was called off, cut short
		return l.cfg.Store.DeleteMatch(rec.ID, rec.Epoch)
	}
	if err := store.Again(func() error { return l.runs.Note(rec) }); err != nil && !errors.Is(err, solo.ErrRunning) {
		return err
	}
	return l.restore(rec)
}

// restore puts one unfinished match back on its table.
func (l *Lobby) restore(rec store.Match) error {
	t := l.newTable(rec)
	t.mu.Lock()
	defer t.mu.Unlock()
	if rec.Status == store.Live {
		entries, err := l.cfg.Store.Entries(rec.ID, 0, -1)
		if err != nil {
			return err
		}
		if err := t.Fold(entries); err != nil {
			return err
		}
	}
	client := ledger.ByClient(rec)
	if err := errors.Join(t.goOn(), l.noteShared(rec)); err != nil {
		return err
	}
	for i, s := range rec.Seats {
		if s.Bot == "" && !s.Empty() && !client {
			t.Away[i] = table.Away{Since: t.Now(), Grace: l.cfg.Grace}
		}
	}
	code := ""
	if rec.Status == store.Open || client {
		code = rec.Code
	}
	l.dir.Restore(t, code)
	t.changed()
	return nil
}

// Close stops clocks and bots and sends everybody away. What was acknowledged
// is in the store already; once Close has returned nothing more is written to a match.
func (l *Lobby) Close() {
	if !l.dir.Close(l.tasks.End) {
		return
	}
	for _, t := range l.allTables() { // taking each lock waits for what is under way
		t.mu.Lock()
		t.timer.Stop()
		t.mu.Unlock()
	}
	l.tasks.Wait()
	l.Records.Wait()
}

// Closing reports whether Close has been called.
func (l *Lobby) Closing() bool { return l.tasks.Closing() }

// Nodes are those who share the store; nil where there is no other.
func (l *Lobby) Nodes() nodes.Nodes { return l.cfg.Nodes }

// Games lists the arcade's games.
func (l *Lobby) Games() []games.Game { return l.cfg.Games.Games() }

// Game finds a game by name; games.ErrUnknownGame.
func (l *Lobby) Game(name string) (games.Game, error) { return l.cfg.Games.Game(name) }

// Exhibit plays a match between bots, for somebody to watch: see [thinking.Desk.Exhibit].
func (l *Lobby) Exhibit(ctx context.Context, game string, bots []string, last *Replay) (*Replay, error) {
	return l.thinking.Exhibit(ctx, game, bots, last)
}

// table finds a table that is in memory; ErrNoTable.
func (l *Lobby) table(id string) (*room, error) {
	if own, _ := l.dir.Table(id); own != nil {
		return roomOf(own), nil
	}
	return nil, ErrNoTable
}

// either is the table of this node with an id, or else the follower, nil for none.
func (l *Lobby) either(id string) *room {
	own, follower := l.dir.Table(id)
	if own == nil {
		own = follower
	}
	return roomOf(own)
}

// roomOf is a table of the directory, nil for none.
func roomOf(t directory.Table) *room {
	r, _ := t.(*room)
	return r
}

// rooms are tables of the directory.
func rooms(list []directory.Table) []*room {
	all := make([]*room, len(list))
	for i, t := range list {
		all[i] = roomOf(t)
	}
	return all
}

// allTables are the tables in memory.
func (l *Lobby) allTables() []*room {
	return rooms(l.dir.Tables())
}
