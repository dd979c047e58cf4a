package room

import (
	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/limit"
	"arcade/lobby/table"
	"arcade/lobby/text"
)

// Say sends a fixed phrase (1 to [table.Phrases]) or, with phrase 0, a short text to a table; ErrTooFast.
// Players see players' lines while they play; spectators see all.
func (v *Participant) Say(id string, phrase int, typed string) error {
	return v.Route(id, &table.Say{Phrase: phrase, Text: typed})
}

func (v *Participant) say(id string, phrase int, typed string) error {
	if phrase < 0 || phrase > table.Phrases {
		return games.ErrNotAllowed
	}
	line := table.Line{From: v.Me(), Phrase: phrase, At: clock.MS()}
	if phrase == 0 {
		if line.Text = text.Line(typed, table.MaxChat); line.Text == "" {
			return nil
		}
	}
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.Mu.Unlock()
	if _, ok := t.Watchers[v.Presence]; !ok {
		return table.ErrNotSeated
	}
	line.Seat = t.SeatOf(line.From)
	if err := t.Table.Say(line, limit.Rate{Burst: t.tables.Config.ChatLines, In: t.tables.Config.ChatTime}); err != nil {
		return err
	}
	for w := range t.Watchers {
		w.Poke()
	}
	t.publish()
	return nil
}
