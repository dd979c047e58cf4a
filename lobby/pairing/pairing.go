// Package pairing brings people to tables: offers, quick search, codes, invitations, challenges and
// arenas. It opens tables and takes seats through the rooms, which handle everything at a table.
package pairing

import (
	"log/slog"
	"sync/atomic"

	"arcade/lobby/account"
	"arcade/lobby/arenas"
	"arcade/lobby/background"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/directory"
	"arcade/lobby/fair"
	"arcade/lobby/keyed"
	"arcade/lobby/limit"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/thinking"
)

// Types of the rooms.
type (
	Person  = room.Person
	Summary = room.Summary
)

// Refusals.
var (
	ErrBadOffer    = room.ErrBadOffer
	ErrFull        = room.ErrFull
	ErrGuessing    = account.ErrGuessing
	ErrGuestDays   = room.ErrGuestDays
	ErrGuestRated  = room.ErrGuestRated
	ErrGuestRecord = room.ErrGuestRecord
	ErrMoving      = room.ErrMoving
	ErrNoCode      = room.ErrNoCode
	ErrNoPlayer    = room.ErrNoPlayer
	ErrNoTable     = room.ErrNoTable
	ErrOwnSeat     = room.ErrOwnSeat
	ErrUnasked     = room.ErrUnasked
)

// Desk pairs the people of one node.
type Desk struct {
	*room.Tables
	cfg       config.Config
	log       *slog.Logger
	dir       *directory.Directory
	runs      *solo.Runs
	fair      *fair.Rules
	thinking  *thinking.Desk
	arenas    *arenas.Service
	deals     *deals.Service
	tasks     *background.Tasks
	solo      keyed.Mutex   // a player begins one solo run at a time
	seatCodes limit.Guesses // wrong codes of open seats
}

// NewDesk makes the desk of a node's tables, from the same components. RunArenas starts its arenas.
func NewDesk(tables *room.Tables, p room.Deps) (*Desk, error) {
	l := &Desk{
		Tables: tables, cfg: p.Config, log: p.Config.Log, dir: p.Directory, runs: p.Runs, fair: p.Fair, thinking: p.Thinking, deals: p.Deals, tasks: p.Tasks,
	}
	tables.BeginRun = l.Begin
	l.arenas = &arenas.Service{
		Context: l.tasks.Work(), Store: l.cfg.Store, Games: l.cfg.Games, House: arenaHouse{l}, Log: l.log,
		Plans: l.cfg.Arenas, Rules: l.cfg.ArenaRules, Shared: l.cfg.Nodes != nil,
	}
	l.arenas.Init()
	if err := l.arenas.Check(); err != nil {
		return nil, err
	}
	return l, nil
}

// WrongSeatCodes returns the number of wrong codes of open seats since the start.
func (l *Desk) WrongSeatCodes() uint64 { return l.seatCodes.Total() }

// Visitor is a participant who looks for an opponent.
type Visitor struct {
	*room.Participant
	l        *Desk
	declines atomic.Bool // all challenges
}

// NewVisitor makes the visitor of a participant.
func NewVisitor(l *Desk, p *room.Participant) *Visitor { return &Visitor{Participant: p, l: l} }
