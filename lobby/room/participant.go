package room

import (
	"sync"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/directory"
	"arcade/lobby/limit"
	"arcade/lobby/table"
)

// Participant is a presence that acts at tables: a visit, or the stand-in for a visit on another
// node.
type Participant struct {
	*directory.Presence
	tables *Tables
	// Value is the lobby's value for it.
	Value any

	mu   sync.Mutex
	made *made
}

// NewParticipant makes the participant of a presence that is not in the house yet.
func (ts *Tables) NewParticipant(id directory.Identity, program bool, owner any) *Participant {
	v := &Participant{tables: ts, Value: owner, made: &made{}}
	v.Presence = ts.Directory.New(id, program, v)
	return v
}

// ParticipantOf returns the participant of a presence, nil for none.
func ParticipantOf(p *directory.Presence) *Participant {
	if p == nil {
		return nil
	}
	return p.Value.(*Participant)
}

// made has the times at which a person made tables or changed its name, in any of its windows.
type made struct {
	mu   sync.Mutex
	last limit.Moments
}

// lock finds a table for a visit that may act, and locks it: the caller unlocks.
func (v *Participant) lock(id string) (*Room, error) {
	t, err := v.tables.Room(id)
	if err != nil {
		return nil, err
	}
	t.Mu.Lock()
	err = v.Presence.Act(t.LocalTable, t.Here())
	if err == nil && !t.Here() {
		err = ErrElsewhere
	}
	if err != nil {
		t.Mu.Unlock()
		return nil, err
	}
	return t, nil
}

// MayMake counts a table, seat or name that the visit makes; ErrTooFast, or Over's error.
func (v *Participant) MayMake() error {
	if err := v.Over(); err != nil {
		return err
	}
	made := v.makes()
	made.mu.Lock()
	defer made.mu.Unlock()
	if !made.last.Allow(clock.MS(), MadeRate) {
		return table.ErrTooFast
	}
	return nil
}

// makes returns the visitor's counters.
func (v *Participant) makes() *made {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.made
}

// MayPlay reports whether the visitor may take part in matches here; ErrBotAccount.
func (v *Participant) MayPlay() error {
	if v.Me().Remote && !v.Program {
		return ErrBotAccount
	}
	return nil
}

// ShareCounters shares the counters of another window of the same person.
func (v *Participant) ShareCounters(other *Participant) {
	lately := other.makes()
	v.mu.Lock()
	v.made = lately
	v.mu.Unlock()
}

// AsActive does what brings the visitor to a seat. If another window is the active one, this one takes over, unless
// f fails. Programs, and accounts of programs on a screen, do not take over that way.
func (v *Participant) AsActive(f func() error) error {
	if v.Program || v.MayPlay() != nil {
		return f()
	}
	if v.Active() {
		v.Choose(true)
		return f()
	}
	return v.tables.MakeActive(v, f)
}

// MadeRate limits how often a visit makes a table, sits down or takes a name: each writes to the
// store and may wake other visits.
var MadeRate = limit.Rate{Burst: 30, In: time.Minute}
