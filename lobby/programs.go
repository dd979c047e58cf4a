package lobby

import (
	"arcade/games"
	"arcade/lobby/directory"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
)

// A remote bot is a program that plays over a connection of its own. Its account is marked as a
// bot's for good, so everybody can see it. A person with matches stays a person, and only its
// program plays for a bot's account.

// EnterBot is Enter for the program of a bot. A key that is not a bot's yet must ask to become one
// (newBot), and must have no match. ErrGuestBot, ErrHasGames, ErrNewBot.
func (l *Lobby) EnterBot(id directory.Identity, newBot bool) (*Visit, error) {
	if id.Fingerprint == "" {
		return nil, room.ErrGuestBot
	}
	return l.enter(id, true, newBot)
}

// BotSeats lists the public open seats of a game that bots other than the visitor
// offer, oldest first.
func (v *Visit) BotSeats(game string) (list []*table.Summary) {
	me := v.Me()
	for _, s := range v.l.PublicTables(game) {
		if s.Status == store.Open && s.SeatOf(me.ID) == games.Nobody && s.Host().Remote {
			list = append(list, s)
		}
	}
	return list
}

// Mine lists the visitor's tables of a game ("" for all) with a status, oldest first: Open or Live.
func (v *Visit) Mine(game string, status store.Status) (list []*table.Summary) {
	me := v.Me()
	for _, s := range v.l.dir.SummariesOf(me.ID) {
		if (game == "" || s.Game == game) && s.Status == status && s.SeatOf(me.ID) != games.Nobody {
			list = append(list, s)
		}
	}
	return list
}
