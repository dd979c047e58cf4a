package room

import (
	"maps"
	"sync"
	"time"

	"arcade/lobby/table"
)

// Refused is a visitor's command at a table that was not carried out.
type Refused struct {
	At time.Time
	// Player is the visitor's id, a guest's too. Match is the table's id.
	Player, Match string
	// What is the command's name, with the action of a move. Why is the reason, in English.
	What, Why string
}

// Refusals are kept in memory for RefusedTime, and refusedMost of them at most.
const (
	RefusedTime = 24 * time.Hour
	refusedMost = 5000
)

// refusals are the last refused commands of this node's visitors, in order.
type refusals struct {
	mu     sync.Mutex
	list   []Refused
	counts map[string]uint64 // by reason, since the start
}

// add keeps a refused command, and counts it by a reason.
func (rs *refusals) add(r Refused, reason string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.counts == nil {
		rs.counts = map[string]uint64{}
	}
	rs.counts[reason]++
	n := max(0, len(rs.list)+1-refusedMost)
	for n < len(rs.list) && r.At.Sub(rs.list[n].At) > RefusedTime {
		n++
	}
	rs.list = append(rs.list[n:], r)
}

// Refused returns the refused commands of this node's visitors for which match is true, in order.
func (ts *Tables) Refused(match func(Refused) bool) (list []Refused) {
	ts.refusals.mu.Lock()
	defer ts.refusals.mu.Unlock()
	for _, r := range ts.refusals.list {
		if match(r) && time.Since(r.At) < RefusedTime {
			list = append(list, r)
		}
	}
	return list
}

// RefusedCounts counts the refused commands of this node's visitors by the name of the reason, see [WireErrors];
// "other", always there, for an illegal action and whatever has no name.
func (ts *Tables) RefusedCounts() map[string]uint64 {
	ts.refusals.mu.Lock()
	defer ts.refusals.mu.Unlock()
	counts := map[string]uint64{"other": 0}
	maps.Copy(counts, ts.refusals.counts)
	return counts
}

// refusedBy keeps a refused command of a visitor. Coming to a table that is over is no refusal, and what ends of
// itself, such as watching, is not worth a line.
func (ts *Tables) refusedBy(v *Participant, id string, c table.Command, err error) {
	what, _ := encode(c)
	switch c := c.(type) {
	case *table.Watch, *table.Unwatch, *table.Leave:
		return
	case *table.Act:
		what += " " + string(c.Action)
	case *table.Do:
		what += " " + string(c.Kind)
	}
	reason := "other"
	if list := WireErrors.NamesOf(err); len(list) > 0 {
		reason = list[0]
	}
	ts.refusals.add(Refused{At: time.Now(), Player: v.ID, Match: id, What: what, Why: err.Error()}, reason)
}
