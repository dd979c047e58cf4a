package lobby

// ownTables are the tables of this node that concern a person, oldest first.
func (l *Lobby) ownTables(person string) []*room { return rooms(l.dir.Own(person)) }
