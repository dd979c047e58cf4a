package lobby

import (
	"arcade/games"
	"arcade/lobby/table"
)

// Peek returns what everybody may see of a live match that this node keeps; nil where it keeps
// no such match. It costs no more than that view: nothing is watched.
func (l *Lobby) Peek(id string) any {
	t, err := l.table(id)
	if err != nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Gone || t.M == nil || t.M.Over() || table.MayWatch(t.Rec, games.Nobody) != nil {
		return nil
	}
	return t.M.View(games.Nobody)
}
