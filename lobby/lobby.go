// Package lobby is the facade that sessions and commands ask: visits (the windows of people, see windows.go),
// offers, quick pairing, lists, and the operator's view. The packages below it have the tables, the records, the accounts and the
// directory. It has no terminal code: it wakes a session, and the session reads the newest state
// when it can draw. Package room documents the order of locks.
package lobby

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"arcade/games"
	"arcade/lobby/account"
	"arcade/lobby/analysis"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/httpmatch"
	"arcade/lobby/names"
	"arcade/lobby/nodes"
	"arcade/lobby/pairing"
	"arcade/lobby/puzzles"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/tasks"
	"arcade/lobby/thinking"
	"arcade/lobby/turns"
	"arcade/lobby/upkeep"
)

// Lobby is safe for concurrent use.
type Lobby struct {
	*room.Tables
	*pairing.Desk
	*httpmatch.Programs
	*upkeep.Upkeep
	Puzzles  *puzzles.Book
	cfg      config.Config
	log      *slog.Logger
	dir      *directory.Directory
	runs     *solo.Runs
	fair     *fair.Rules
	thinking *thinking.Desk
	deals    *deals.Service
	tasks    *tasks.Tasks
	turns    *turns.Turns
	reserved names.Reserved
	front    front
	shelves  records.Shelves // the replays open on screens
	stocks   atomic.Bool     // this node maintains the stock of deals for all
	claims   tasks.Locks     // held while another window of a person becomes the active one
	secret   []byte          // the store's secret, from which the days' seeds come
}

// New opens the lobby on a store and restores every unfinished match.
func New(cfg config.Config) (*Lobby, error) {
	cfg = cfg.WithDefaults()
	l := &Lobby{
		cfg: cfg, log: cfg.Log, tasks: tasks.New(cfg.Log),
		turns: cmp.Or(cfg.Turns, turns.New(turns.Limits{})),
	}
	newSeed := func() string { return l.RandomSeed() }
	var err error
	if l.secret, err = cfg.Store.Secret(l.tasks.Work()); err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	l.dir = directory.NewDirectory(host{l}, l.tasks, cfg.Nodes, cfg.Node, cfg.Log)
	l.thinking = &thinking.Desk{Games: cfg.Games, Store: cfg.Store, Log: cfg.Log, Tasks: l.tasks, Turns: l.turns, NewSeed: newSeed, Draining: l.dir.Draining}
	l.fair = &fair.Rules{Context: l.tasks.Work(), Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Directory: l.dir, Secret: l.secret, Shared: cfg.Shared}
	l.deals = deals.New(l.tasks.Work(), host{l}, cfg.Store, cfg.Games, cfg.Log, cfg.Deals)
	all := records.New(records.Config{
		Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Turns: l.turns, Deals: l.deals,
		Desk: analysis.New(host{l}, cfg.Store, cfg.Log, l.turns), Here: l.dir.Here,
	})
	l.runs = &solo.Runs{
		Context: l.tasks.Work(), Store: cfg.Store, Games: cfg.Games, Log: cfg.Log, Deals: l.deals, Records: all,
		Secret: l.secret, Code: l.fair.Code, Networks: l.fair.NetworksOf, NewSeed: newSeed, Node: cfg.Node,
	}
	l.reserved = cfg.ReservedNames()
	accounts := account.New(account.Config{
		Context: l.tasks.Work(), Store: cfg.Store, Games: cfg.Games, Records: all, House: host{l},
		Code: l.fair.Code, Node: cfg.Node, Reserved: l.reserved,
	})
	l.Puzzles = puzzles.NewBook(l.tasks.Work(), host{l}, accounts.HoldDeletions, cfg.Store, cfg.Games, cfg.Log, cfg.Puzzles, l.secret)
	l.Tables = room.NewTables(room.Deps{
		Config: cfg, Log: cfg.Log, Records: all, Accounts: accounts, Directory: l.dir, Solo: l.runs, Fair: l.fair, Thinking: l.thinking,
		DealNotes: l.deals, Tasks: l.tasks, Turns: l.turns,
	})
	l.MakeActive = l.makeActive
	l.Programs, l.Upkeep = httpmatch.New(l.Tables), upkeep.New(l.Tables)
	if l.Desk, err = pairing.NewDesk(l.Tables); err != nil {
		return nil, err
	}
	if err := l.Recover(); err != nil {
		return nil, err
	}
	if cfg.Nodes != nil {
		l.joinNodes()
		l.Answers(cfg.Nodes)
		l.tasks.Go(l.WatchNodes)
		l.tasks.Go(func() { cfg.Nodes.Hold(l.tasks.Context(), "sweep", l.Sweep) })
	}
	if err := l.Puzzles.Begin(); err != nil {
		return nil, err
	}
	l.RunArenas()
	l.tasks.Go(l.deals.Run)
	l.tasks.Go(l.Puzzles.Run)
	l.tasks.Go(func() { l.runs.EndDays(l.tasks.Context()) })
	l.tasks.Go(func() { l.SweepParked(l.tasks.Context()) })
	return l, nil
}

// Close stops clocks and bots and ends all visits. Acknowledged actions are stored already; after
// Close returns nothing is written to a match.
func (l *Lobby) Close() {
	if !l.dir.Close(l.tasks.End) {
		return
	}
	l.StopTables()
	l.tasks.Wait()
	l.Records.Wait()
}

// Closing reports whether Close has been called.
func (l *Lobby) Closing() bool { return l.tasks.Closing() }

// Nodes are the nodes that share the store; nil for a single node.
func (l *Lobby) Nodes() nodes.Nodes { return l.cfg.Nodes }

// Games lists the arcade's games.
func (l *Lobby) Games() []games.Game { return l.cfg.Games.Games() }

// Game finds a game by name; games.ErrUnknownGame.
func (l *Lobby) Game(name string) (games.Game, error) { return l.cfg.Games.Game(name) }

// Exhibit plays a match between bots for spectators: see [thinking.Desk.Exhibit].
func (l *Lobby) Exhibit(ctx context.Context, game string, bots []string, last *records.Replay) (*records.Replay, error) {
	return l.thinking.Exhibit(ctx, game, bots, last)
}
