package app

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"arcade/sessions/words"
)

// Settings are a person's settings, stored with the player. The zero value of each field means the
// natural choice for the connection.
type Settings struct {
	// Lang is "ko", "en" or "" for the connection's.
	Lang string `json:"lang,omitempty"`
	// Glyphs is "rich", "default" (lines), "safe" (plain) or "" for the measured level.
	Glyphs string `json:"glyphs,omitempty"`
	// Theme is "dark", "light", "contrast", "true" (24 bits), "16", "mono" or "" for the terminal's own.
	Theme string `json:"theme,omitempty"`
	// Vision chooses colours that can be distinguished without red and green.
	Vision bool `json:"vision,omitempty"`
	// Motion is "slow", "normal", "fast", "none" or "" for the default of [App.Pace].
	Motion string `json:"motion,omitempty"`
	// Bell rings on "your turn" while the window is not in focus.
	Bell bool `json:"bell,omitempty"`
	// NoMouse leaves the mouse to the terminal.
	NoMouse bool `json:"no_mouse,omitempty"`
	// Confirm asks once more before a move.
	Confirm bool `json:"confirm,omitempty"`
	// NoHints hides hints such as the dots on legal squares.
	NoHints bool `json:"no_hints,omitempty"`
	// Mute hides others' chat.
	Mute bool `json:"mute,omitempty"`
	// Reader describes events at a table in the message row, in a sentence, for a screen reader.
	Reader bool `json:"reader,omitempty"`
	// Named lets puzzles from the player's matches name the player.
	Named bool `json:"named,omitempty"`

	games map[string]any // the settings of games, see [Setting]
}

// Setting is a game's own setting: the name under which it is stored beside the shell's. The zero value
// of a setting is not stored.
type Setting[T bool | string] string

// Of returns the setting in force.
func (s Setting[T]) Of(a *App) T { return s.In(a.Set) }

// In returns the setting among a person's settings.
func (s Setting[T]) In(all Settings) T {
	v, _ := all.games[string(s)].(T)
	return v
}

// Put changes the setting among a person's settings.
func (s Setting[T]) Put(all *Settings, v T) {
	games := maps.Clone(all.games)
	if games == nil {
		games = map[string]any{}
	}
	var none T
	if games[string(s)] = v; v == none {
		delete(games, string(s))
	}
	all.games = games
}

// own are the names of the shell's settings.
var own = func() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}()

// MarshalJSON writes the settings of the shell and of games as one object.
func (s Settings) MarshalJSON() ([]byte, error) {
	type shell Settings
	raw, err := json.Marshal(shell(s))
	if err != nil || len(s.games) == 0 {
		return raw, err
	}
	all := maps.Clone(s.games)
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Settings) UnmarshalJSON(raw []byte) error {
	type shell Settings
	read := shell{}
	if err := json.Unmarshal(raw, &read); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &read.games); err != nil {
		return err
	}
	for _, name := range own {
		delete(read.games, name)
	}
	*s = Settings(read)
	return nil
}

// Option is a row of the settings page: its alternatives, the one in force, and how to take another. Its
// words are set.ID, and set.ID.VALUE for each alternative.
type Option struct {
	ID     string
	Values []string
	At     func(a *App) int
	Set    func(s *Settings, value string)
	// Below is the ID of the option under which it stands without a blank row between; "" for the end of
	// the page.
	Below string
}

// Choices returns the option of a game's setting with these alternatives. The first is the default, which
// is not stored.
func (s Setting[T]) Choices(id string, values ...string) Option {
	kept := func(value string) (v T) {
		if value == values[0] {
			return v
		}
		switch v := any(&v).(type) {
		case *bool:
			*v = true
		case *string:
			*v = value
		}
		return v
	}
	return Option{
		ID: id, Values: values,
		At: func(a *App) int {
			return max(slices.IndexFunc(values, func(value string) bool { return kept(value) == s.Of(a) }), 0)
		},
		Set: func(all *Settings, value string) { s.Put(all, kept(value)) },
	}
}

// readSettings reads stored settings; unreadable ones count as never set.
func readSettings(raw json.RawMessage) (s Settings) {
	if len(raw) > 0 && json.Unmarshal(raw, &s) != nil {
		return Settings{}
	}
	return s
}

// ChosenLang returns the language, "ko" or "en", in a player's stored settings; "" if none was chosen.
func ChosenLang(raw json.RawMessage) string { return readSettings(raw).Lang }

// NamedInPuzzles reports whether a player's stored settings let puzzles name the player.
func NamedInPuzzles(raw json.RawMessage) bool { return readSettings(raw).Named }

// Change edits the settings, applies them at once and stores them.
func (a *App) Change(edit func(*Settings)) {
	edit(&a.Set)
	a.apply()
	raw, err := json.Marshal(a.Set)
	if err == nil {
		err = a.Visit.SaveSettings(raw)
	}
	if err != nil {
		a.Report("save settings", err)
		a.Warn(a.T("sh.failed"))
	}
}

// Pace returns how fast motion is shown: "slow", "normal", "fast" or "none". By default it is slow on the
// first visit, later normal; over a slow connection nothing moves.
func (a *App) Pace() string {
	switch {
	case a.Set.Motion != "":
		return a.Set.Motion
	case a.term.Far:
		return "none"
	case a.Visit.First():
		return "slow"
	}
	return "normal"
}

// Paced returns the time for which something is shown that usually takes d.
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

// language returns the language in force.
func (a *App) language() words.Lang {
	if a.term.ASCII {
		return words.EN
	}
	switch a.Set.Lang {
	case "ko":
		return words.KO
	case "en":
		return words.EN
	}
	return a.term.Lang
}
