package lobby

import (
	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/limit"
	"arcade/lobby/text"
)

// Line is something said at a table.
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
	// Phrases is how many fixed phrases there are.
	Phrases = 8
	// MaxChat is the longest free text, in runes.
	MaxChat = 60
	// chatKept is how many lines a table remembers.
	chatKept = 50
)

// Say says a fixed phrase (1 to Phrases) or, with phrase 0, a short text at a
// table; ErrTooFast. Players hear players while they play; spectators hear all.
func (v *Visit) Say(id string, phrase int, typed string) error {
	return v.deed("say", id, phrase, typed)
}

func (v *Visit) say(id string, phrase int, typed string) error {
	if phrase < 0 || phrase > Phrases {
		return games.ErrNotAllowed
	}
	line := Line{From: v.Me(), Phrase: phrase, At: clock.MS()}
	if phrase == 0 {
		if line.Text = text.Line(typed, MaxChat); line.Text == "" {
			return nil
		}
	}
	t, err := v.lock(id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if _, ok := t.watchers[v]; !ok {
		return ErrNotSeated
	}
	line.Seat = t.seatOf(line.From)
	rate := limit.Rate{Burst: t.l.cfg.ChatLines, In: t.l.cfg.ChatTime}
	said := t.said[line.From.ID]
	if !said.Take(line.At, rate) {
		return ErrTooFast
	}
	for id, list := range t.said { // those who have long been silent may speak: nothing to remember
		if list.Silent(line.At, rate) {
			delete(t.said, id)
		}
	}
	t.said[line.From.ID] = said
	t.chat, t.spoken = append(t.chat, line), t.spoken+1
	if len(t.chat) > chatKept {
		t.chat = append([]Line(nil), t.chat[len(t.chat)-chatKept:]...)
	}
	for w := range t.watchers {
		w.poke()
	}
	t.publish()
	return nil
}

// heard is what a viewer in seat hears.
func (t *table) heard(seat games.Seat) (lines []Line) {
	for _, l := range t.chat {
		if l.Seat != games.Nobody || seat == games.Nobody || !t.live() {
			lines = append(lines, l)
		}
	}
	return lines
}
