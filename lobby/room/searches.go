package room

import (
	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

// EndSearches takes down a person's seats that look for anybody, but for the one at
// the table but, and takes it away from the meetings to which it has come.
func (l *Hall) EndSearches(person, but string) {
	l.endSearchesHere(person, but)
	l.endSearchesElsewhere(person, but)
}

func (l *Hall) endSearchesHere(person, but string) {
	for _, s := range l.dir.Lists().Open {
		if s.ID == but || s.SeatOf(person) == games.Nobody {
			continue
		}
		if t, err := l.Table(s.ID); err == nil {
			t.Locked(func() {
				seat := ledger.SeatOf(t.Rec, person)
				switch {
				case t.Gone || t.Rec.Status != store.Open || seat == games.Nobody:
				case t.Meets() && (t.Quick || seat == t.Came):
					_ = t.part(seat)
				case t.Quick:
					_ = t.Drop() // logged; it is tried again when its host goes
				}
			})
		}
	}
}

// endBeside does so for a table, whose lock is held, by the side: it holds one at a time.
func (t *Room) endBeside(next string) {
	if t.People() == 1 && len(t.Rec.Seats) > 1 {
		t.l.tasks.Spawn("seats beside", func() { t.l.endBeside(t.ID, next) })
	}
}

// endBeside takes down the seats that were open beside a match with a bot, or leaves
// them beside the round that follows it. Where somebody has come they stay.
func (l *Hall) endBeside(match, next string) {
	for _, s := range l.dir.Lists().Open {
		if s.Beside != match {
			continue
		}
		if t, err := l.Table(s.ID); err == nil {
			t.Locked(func() {
				switch t.Beside = next; {
				case t.Gone || t.Rec.Status != store.Open:
				case next == "" && !t.Meets():
					_ = t.Drop()
				default:
					t.Changed()
				}
			})
		}
	}
}
