package table

import (
	"slices"

	"arcade/games"
	"arcade/lobby/limit"
)

// Line is a line of chat at a table.
type Line struct {
	From Person
	// Seat is the speaker's seat, games.Nobody for a spectator.
	Seat games.Seat
	// Phrase is the number of a fixed phrase, from 1; 0 means Text.
	Phrase int
	Text   string
	At     int64
}

const (
	// Phrases is the number of fixed phrases.
	Phrases = 8
	// MaxChat limits a free text, in runes.
	MaxChat = 60
	// ChatKept is the number of lines that a table keeps.
	ChatKept = 50
)

// VisibleChat returns the lines that a viewer in seat may read.
func (t *Table) VisibleChat(seat games.Seat) (lines []Line) {
	for _, l := range t.Chat {
		if l.Seat != games.Nobody || seat == games.Nobody || !t.Live() {
			lines = append(lines, l)
		}
	}
	return lines
}

// Say adds a line of chat. It returns ErrTooFast above the rate.
func (t *Table) Say(line Line, rate limit.Rate) error {
	said := t.ChatTimes[line.From.ID]
	if !said.Allow(line.At, rate) {
		return ErrTooFast
	}
	for id, list := range t.ChatTimes { // the rate forgets people who have long been silent
		if list.Silent(line.At, rate) {
			delete(t.ChatTimes, id)
		}
	}
	t.ChatTimes[line.From.ID] = said
	t.Chat, t.ChatTotal = append(t.Chat, line), t.ChatTotal+1
	if len(t.Chat) > ChatKept {
		t.Chat = append([]Line(nil), t.Chat[len(t.Chat)-ChatKept:]...)
	}
	return nil
}

// Silence removes a person's lines.
func (t *Table) Silence(person string) {
	t.Chat = slices.DeleteFunc(t.Chat, func(l Line) bool { return l.From.ID == person })
	delete(t.ChatTimes, person)
}
