// Package pairing brings people to tables: offers, quick search, codes, invitations, challenges and
// arenas. It opens tables and takes seats through the rooms, which handle everything at a table.
package pairing

import (
	"sync/atomic"

	"arcade/lobby/arenas"
	"arcade/lobby/keyed"
	"arcade/lobby/limit"
	"arcade/lobby/room"
)

// Desk pairs the people of one node.
type Desk struct {
	*room.Tables
	arenas    *arenas.Service
	solo      keyed.Mutex   // a player begins one solo run at a time
	seatCodes limit.Guesses // wrong codes of open seats
}

// NewDesk makes the desk of a node's tables. RunArenas starts its arenas.
func NewDesk(tables *room.Tables) (*Desk, error) {
	l := &Desk{Tables: tables}
	tables.BeginRun = l.Begin
	l.arenas = &arenas.Service{
		Context: l.Tasks.Work(), Store: l.Config.Store, Games: l.Config.Games, House: arenaHouse{l}, Log: l.Log,
		Plans: l.Config.Arenas, Rules: l.Config.ArenaRules, Shared: l.Config.Nodes != nil,
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
