package pages

import "arcade/sessions/app"

// The game's settings. Its menu and its form change them.
const (
	// AutoUp sends home by themselves the cards that can do no harm there.
	AutoUp app.Setting[bool] = "auto_up"
	// AutoAll has all cards go home by themselves, where autoUp sends any.
	AutoAll app.Setting[bool] = "auto_all"
	// GhostSetting is whose try of a shared deal is shown beside one's own: "own", "none" or
	// "" for the leader's.
	GhostSetting app.Setting[string] = "ghost"
)

// Ghosts are the values of the setting.
var Ghosts = []string{"", "own", "none"}

// GhostChoice is one of them in words.
func GhostChoice(a *app.App, value string) string {
	switch value {
	case "own":
		return a.T("kl.ghost.mine")
	case "none":
		return a.T("kl.ghost.none")
	}
	return a.T("kl.ghost.leader")
}
