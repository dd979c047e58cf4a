package lobby

import (
	"arcade/games"
	"arcade/store"
)

// A remote bot is a program that plays over a connection of its own. Its account is
// a bot's for good, so that everybody can be told: whoever has matches as a person
// stays one, and a bot's account takes part in matches by its program alone.

// EnterBot lets the program of a bot in, as Enter does a person. A key whose account
// is none of a bot's yet has to say that it shall be (newBot), and must have no match:
// without one it has no rating or tally either. ErrGuestBot, ErrHasGames, ErrNewBot.
func (l *Lobby) EnterBot(id Identity, newBot bool) (*Visit, error) {
	if id.Fingerprint == "" {
		return nil, ErrGuestBot
	}
	return l.enter(id, true, newBot)
}

// BotSeats lists the public open seats of a game that bots other than the visitor
// offer, oldest first.
func (v *Visit) BotSeats(game string) (list []*Summary) {
	me := v.Me()
	for _, s := range v.l.Tables(game) {
		if s.Status == store.Open && s.SeatOf(me.ID) == games.Nobody && s.Host().Remote {
			list = append(list, s)
		}
	}
	return list
}

// Mine lists the visitor's tables of a game ("" for all) that are in a status, oldest
// first: Open or Live.
func (v *Visit) Mine(game string, status store.Status) (list []*Summary) {
	me := v.Me()
	for _, s := range v.l.dir.OwnSummaries(me.ID) {
		if (game == "" || s.Game == game) && s.Status == status && s.SeatOf(me.ID) != games.Nobody {
			list = append(list, s)
		}
	}
	return list
}
