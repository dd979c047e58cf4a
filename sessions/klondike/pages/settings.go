package pages

import "arcade/sessions/app"

// The game's settings. Its menu and its form change them.
const (
	// AutoUp sends cards home by themselves if that can do no harm.
	AutoUp app.Setting[bool] = "auto_up"
	// AutoAll sends all cards home by themselves, if AutoUp is on.
	AutoAll app.Setting[bool] = "auto_all"
	// GhostSetting selects the ghost on a shared deal: "own", "none" or "" for the leader's try.
	GhostSetting app.Setting[string] = "ghost"
)

// Ghosts has the values of the setting.
var Ghosts = []string{"", "own", "none"}

// GhostChoice returns one of them in words.
func GhostChoice(a *app.App, value string) string {
	switch value {
	case "own":
		return a.T("kl.ghost.mine")
	case "none":
		return a.T("kl.ghost.none")
	}
	return a.T("kl.ghost.leader")
}
