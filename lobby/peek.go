package lobby

import "arcade/games"

// Peek is what everybody may see of a live match that this node keeps; nil where it keeps no
// such match. It costs no more than that view: nothing is watched.
func (l *Lobby) Peek(id string) any {
	t, err := l.table(id)
	if err != nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone || t.m == nil || t.m.Over() || mayWatch(t.rec, games.Nobody) != nil {
		return nil
	}
	return t.m.View(games.Nobody)
}
