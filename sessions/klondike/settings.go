package klondike

import "arcade/sessions/app"

// The game's settings. Its menu and its form change them.
const (
	// autoUp sends home by themselves the cards that can do no harm there.
	autoUp app.Setting[bool] = "auto_up"
	// autoAll has all cards go home by themselves, where autoUp sends any.
	autoAll app.Setting[bool] = "auto_all"
	// ghostSetting is whose try of a shared deal is shown beside one's own: "own", "none" or
	// "" for the leader's.
	ghostSetting app.Setting[string] = "ghost"
)
