package pages

import (
	"slices"

	"arcade/sessions/app"
	"arcade/sessions/profile"
	"arcade/store"
)

// newProfile returns a player's page, with its commands.
func newProfile(id string) app.Screen {
	return profile.New(id, profile.Ways{Own: ownCommands, Challenge: newChallengeGames})
}

// ownCommands returns the commands for the own account.
func ownCommands(a *app.App) []app.Command {
	list := []app.Command{
		{Key: "u", Menu: "name.title", Do: app.To(newRename)},
		{Key: "v", Bar: "key.games", Menu: "key.games", Do: app.To(newMatches)},
	}
	if !a.House.Alone { // such a house needs no key
		list = append(list, app.Command{Key: "a", Menu: "acc.keys", Do: app.To(newKeysPage)})
	}
	return append(list,
		app.Command{Key: "x", Menu: "acc.export", Do: app.To(newExport)},
		app.Command{Key: "d", Menu: "acc.delete", Do: app.To(newErase)})
}

// newSetupFor returns the form of a new table with a player to challenge.
func newSetupFor(a *app.App, game string, to store.Player) *Setup {
	s := newSetup(a, game)
	s.to = to
	who := s.Row("who")
	who.At = slices.Index(who.Values, "player")
	s.update(a)
	return s
}
