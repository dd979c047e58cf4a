package room

import (
	"encoding/json"

	"arcade/lobby/directory"
	"arcade/lobby/replica"
	"arcade/store"
)

// goesElsewhere reports whether a person who is the host of a seat here is just sitting down at
// another node's, and that it is for another to give way.
func (l *Hall) goesElsewhere(host, other string) bool {
	to, goes := l.Sitting.With(host)
	return goes && (to != other || other > host)
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
