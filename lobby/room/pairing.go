package room

import (
	"encoding/json"

	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/ledger"
	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/store"
)

// Pairing where the seats are at several nodes. A seat's keeper decides who gets it, under
// the table's lock and by the store's epoch, so that no two do. That nobody is seated
// twice needs no lease either: a match begins when both have said so, each by a visit, of
// which it has one, and one that has sat down takes what else it has open down before it
// can say so anywhere again. What is left is that two sit down at each other's seats at one
// moment, and each takes down the other's: so a node that sends a visitor to another
// node's seat lets nobody sit down with it meanwhile, but for one of two who go to each other.

// SitDown has the visitor take a seat, wherever that is kept.
func (v *Participant) SitDown(id string, byCode bool) error {
	l, me := v.l, v.Me().ID
	_, s, far := l.dir.Far(id)
	if _, err := l.Table(id); err == nil || !far {
		return v.Command(id, &table.Take{ByCode: byCode})
	}
	host := s.Host().ID
	if !l.sitting.Go(me, host) {
		return ErrTooFast
	}
	defer l.sitting.Done(me)
	if l.together(me, host) { // it was faster
		return ErrFull
	}
	if err := v.Command(id, &table.Take{ByCode: byCode}); err != nil {
		return err
	}
	l.EndSearches(me, id)
	return nil
}

// goesElsewhere reports whether a person who is the host of a seat here is just sitting down at
// another node's, and that it is for another to give way.
func (l *Hall) goesElsewhere(host, other string) bool {
	to, goes := l.sitting.With(host)
	return goes && (to != other || other > host)
}

// AskMeetings finds out which of the meetings that other nodes show of a person there still are.
func (l *Hall) AskMeetings(person string) {
	for _, s := range l.dir.OwnSummaries(person) {
		if _, _, far := l.dir.Far(s.ID); !far || !s.Meets {
			continue
		}
		_, _ = l.Find(s.ID)
	}
}

// together reports whether two are at an open table here.
func (l *Hall) together(one, other string) bool {
	for _, t := range l.TablesOf(one) {
		t.Mu.Lock()
		meet := t.Meets() && ledger.SeatOf(t.Rec, one) != games.Nobody && ledger.SeatOf(t.Rec, other) != games.Nobody
		t.Mu.Unlock()
		if meet {
			return true
		}
	}
	return false
}

// endSearchesElsewhere takes down what somebody has open at other nodes, as far as they show it.
func (l *Hall) endSearchesElsewhere(person, but string) {
	asked := map[string]bool{}
	for _, s := range l.dir.OwnSummaries(person) {
		node, _, far := l.dir.Far(s.ID)
		if far && !asked[node] && s.ID != but && s.Status == store.Open {
			asked[node] = true
			l.cfg.Nodes.Send(node, replica.Searches, replica.SearchForm{V: directory.RowVersion, Person: person, But: but})
		}
	}
}

// EndedSearches takes down what somebody has open here who has sat down elsewhere.
func (l *Hall) EndedSearches(_ string, body json.RawMessage) {
	var q replica.SearchForm
	if err := json.Unmarshal(body, &q); err != nil {
		l.log.Warn("what cannot be read of a search", "err", err)
		return
	}
	l.tasks.Spawn("search", func() { l.endSearchesHere(q.Person, q.But) }) // it waits for the store; what else is sent does not
}
