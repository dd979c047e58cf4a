// Package pairing brings people to tables: offers, quick search, codes, invitations, challenges
// and arenas. It opens tables and takes seats at the rooms; what happens at a table is theirs.
package pairing

import (
	"log/slog"

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

// What the rooms have.
type (
	Person  = room.Person
	Summary = room.Summary
)

// What is refused.
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
	*room.Hall
	cfg       config.Config
	log       *slog.Logger
	dir       *directory.Directory
	runs      *solo.Runs
	fair      *fair.Rules
	thinking  *thinking.Desk
	arenas    *arenas.Service
	deals     *deals.Service
	tasks     *background.Tasks
	solo      keyed.Mutex   // one run alone is begun at a time by a player
	seatCodes limit.Guesses // the wrong codes of open seats
}

// NewDesk makes the desk of a hall, which is made of the same parts. RunArenas begins its arenas.
func NewDesk(hall *room.Hall, p room.Parts) (*Desk, error) {
	l := &Desk{
		Hall: hall, cfg: p.Config, log: p.Config.Log, dir: p.Directory, runs: p.Runs, fair: p.Fair, thinking: p.Thinking, deals: p.Deals, tasks: p.Tasks,
	}
	hall.BeginRun = l.Begin
	l.arenas = &arenas.Service{
		Store: l.cfg.Store, Games: l.cfg.Games, House: arenaHouse{l}, Log: l.log,
		Plans: l.cfg.Arenas, Rules: l.cfg.ArenaRules, Shared: l.cfg.Nodes != nil,
	}
	l.arenas.Init()
	if err := l.arenas.Check(); err != nil {
		return nil, err
	}
	return l, nil
}

// WrongSeatCodes counts the wrong codes of open seats since the start.
func (l *Desk) WrongSeatCodes() uint64 { return l.seatCodes.Total() }

// Visitor is a participant that looks for an opponent.
type Visitor struct {
	*room.Participant
	l *Desk
}

// NewVisitor makes the visitor of a participant.
func NewVisitor(l *Desk, p *room.Participant) *Visitor { return &Visitor{p, l} }
