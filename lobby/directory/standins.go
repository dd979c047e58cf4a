package directory

import (
	"slices"
	"time"

	"arcade/lobby/clock"
	"arcade/lobby/table"
)

// StandIn returns the presence that acts here for a visit on another node, under that node's name
// for it; start and owner are called for a new one, with the lock held.
func (d *Directory) StandIn(node string, start func(node string) int64, name string, me table.Person, id Identity, program bool, owner func(*Presence) any) *Presence {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.standIns[me.ID] {
		if p.Node == node && p.name == name {
			p.me.Name, p.me.Remote = me.Name, me.Remote
			return p
		}
	}
	p := &Presence{
		d: d, ID: me.ID, Identity: id, Program: program, Since: time.Now(), Node: node, Start: start(node),
		guarded: guarded{name: name, me: me, shown: clock.MS()},
	}
	p.Value = owner(p)
	d.standIns[me.ID] = append(d.standIns[me.ID], p)
	return p
}

// StandDown ends a stand-in. It reports whether the person has no other presence anywhere; last says so
// for the visit's own node.
func (d *Directory) StandDown(p *Presence, last bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	p.gone = true
	d.standIns[p.ID] = slices.DeleteFunc(d.standIns[p.ID], func(o *Presence) bool { return o == p })
	if len(d.standIns[p.ID]) == 0 {
		delete(d.standIns, p.ID)
	}
	// The row of its own node may be a second old.
	far := d.far.visits[p.ID]
	return last && d.visits[p.ID] == nil && len(d.standIns[p.ID]) == 0 && (far == nil || far.node == p.Node)
}

// RefreshStandIns records that the node of some stand-ins has named them: their visits watch a table.
func (d *Directory) RefreshStandIns(list []*Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range list {
		p.shown = clock.MS()
	}
}

// standInTime is the time, in ms, for which a stand-in lives although its node does not show the visit.
const standInTime = 10_000

// StandInsGone returns the stand-ins whose node is gone, or no longer shows their visit. While this node may not own
// matches (mayOwn), it does not know what others show. A gone
// node counts as a dropped connection. A visit that ended after its table sends the owner no message.
func (d *Directory) StandInsGone(mayOwn bool, gone func(node string, start int64) bool) (list []*Presence) {
	now := clock.MS()
	d.mu.Lock()
	defer d.mu.Unlock()
	for person, all := range d.standIns {
		far := d.far.visits[person]
		for _, p := range all {
			p.prune()
			if !mayOwn || far != nil && far.node == p.Node && far.Since < p.Since.UnixMilli()+standInTime {
				p.shown = now
			}
			if now-p.shown > standInTime || gone(p.Node, p.Start) {
				list = append(list, p)
			}
		}
	}
	return list
}
