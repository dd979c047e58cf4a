// Package pairing brings people to tables: offers, quick search, codes, invitations, challenges and
// arenas. It opens tables and takes seats through the rooms, which handle everything at a table.
package pairing

import (
	"sync/atomic"

	"arcade/lobby/arenas"
	"arcade/lobby/limit"
	"arcade/lobby/room"
	"arcade/lobby/tasks"
)

// Desk pairs the people of one node.
type Desk struct {
	*room.Tables
	arenas    *arenas.Service
	solo      tasks.Locks   // a player begins one solo run at a time
	seatCodes limit.Guesses // wrong codes of open seats
}

// NewDesk makes the desk of a node's tables. RunArenas starts its arenas.
func NewDesk(tables *room.Tables) (*Desk, error) {
	d := &Desk{Tables: tables}
	tables.BeginRun = d.Begin
	d.arenas = &arenas.Service{
		Context: d.Tasks.Work(), Store: d.Config.Store, Games: d.Config.Games, House: arenaHouse{d}, Log: d.Log,
		Plans: d.Config.Arenas, Rules: d.Config.ArenaRules, Shared: d.Config.Nodes != nil,
	}
	d.arenas.Init()
	if err := d.arenas.Check(); err != nil {
		return nil, err
	}
	return d, nil
}

// WrongSeatCodes returns the number of wrong codes of open seats since the start.
func (d *Desk) WrongSeatCodes() uint64 { return d.seatCodes.Total() }

// Visitor is a participant who looks for an opponent.
type Visitor struct {
	*room.Participant
	desk     *Desk
	declines atomic.Bool // all challenges
}

// NewVisitor makes the visitor of a participant.
func NewVisitor(d *Desk, p *room.Participant) *Visitor { return &Visitor{Participant: p, desk: d} }
