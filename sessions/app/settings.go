package app

import (
	"encoding/json"
	"time"

	"arcade/sessions/words"
)

// Settings are a person's own, kept with the player. The zero value of each
// field means what is natural for the connection.
type Settings struct {
	// Lang is "ko", "en" or "" for the connection's.
	Lang string `json:"lang,omitempty"`
	// Glyphs is "default", "safe" or "" for what the terminal was measured to fit.
	Glyphs string `json:"glyphs,omitempty"`
	// Theme is "dark", "light", "16", "mono" or "" for what the terminal says of itself.
	Theme string `json:"theme,omitempty"`
	// Vision takes colours that are told apart without red and green.
	Vision bool `json:"vision,omitempty"`
	// Motion is "slow", "normal", "fast", "none" or "" for what [App.Pace] says.
	Motion string `json:"motion,omitempty"`
	// Bell rings on "your turn" while the window is away.
	Bell bool `json:"bell,omitempty"`
	// NoMouse leaves the mouse to the terminal.
	NoMouse bool `json:"no_mouse,omitempty"`
	// Confirm asks once more before a move.
	Confirm bool `json:"confirm,omitempty"`
	// NoHints hides what helps to choose, such as the dots on legal squares.
	NoHints bool `json:"no_hints,omitempty"`
	// AutoUp sends home by themselves the cards that can do no harm there.
	AutoUp bool `json:"auto_up,omitempty"`
	// Ghost is whose try of a shared deal is shown beside one's own: "own", "none" or
	// "" for the leader's.
	Ghost string `json:"ghost,omitempty"`
	// Mute hides what others say.
	Mute bool `json:"mute,omitempty"`
}

// readSettings reads what was kept; what cannot be read is as if never set.
func readSettings(raw json.RawMessage) (s Settings) {
	if len(raw) > 0 && json.Unmarshal(raw, &s) != nil {
		return Settings{}
	}
	return s
}

// Change edits the settings, applies them at once and keeps them.
func (a *App) Change(edit func(*Settings)) {
	edit(&a.Set)
	a.apply()
	raw, err := json.Marshal(a.Set)
	if err == nil {
		err = a.Visit.SaveSettings(raw)
	}
	if err != nil {
		a.Log.Error("save settings", "err", err)
		a.Warn(a.T("sh.failed"))
	}
}

// Pace is how fast motion is shown: "slow", "normal", "fast" or "none". Who has not chosen
// sees it slowly on the first visit, later at the normal pace.
func (a *App) Pace() string {
	switch {
	case a.Set.Motion != "":
		return a.Set.Motion
	case a.Visit.First():
		return "slow"
	}
	return "normal"
}

// Paced is how long something is shown that usually takes d.
func (a *App) Paced(d time.Duration) time.Duration {
	switch a.Pace() {
	case "slow":
		return 2 * d
	case "fast":
		return d / 2
	case "none":
		return 0
	}
	return d
}

// language is the one in force.
func (a *App) language() words.Lang {
	switch a.Set.Lang {
	case "ko":
		return words.KO
	case "en":
		return words.EN
	}
	return a.term.Lang
}
