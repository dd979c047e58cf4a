package app

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby/room"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// ClockText returns a remaining time: 9:12, 0:07.3 below ten seconds, 23h 10m above an hour.
func (a *App) ClockText(ms int64) string { return clockText(ms, a.T) }

// clockText is ClockText with a function for the texts of keys.
func clockText(ms int64, say func(key string, args ...any) string) string {
	ms = max(ms, 0)
	switch s := int(ms / 1000); {
	case ms < 10_000:
		return fmt.Sprintf("0:%02d.%d", s, ms%1000/100)
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	case s < 100*3600:
		return say("clock.hours", "h", s/3600, "m", fmt.Sprintf("%02d", s%3600/60))
	default:
		return say("clock.days", "d", s/86400, "h", fmt.Sprintf("%02d", s%86400/3600))
	}
}

// Took returns a time that has passed: 3:42, above an hour 1:02:33.
func Took(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Game returns the name of a game under options: with the rules that they choose, if those have a name of their own.
func (a *App) Game(name string, options json.RawMessage) string {
	return words.Game(a.Lang, name, games.RulesIn(options))
}

// ShortGame is Game for a narrow column.
func (a *App) ShortGame(name string, options json.RawMessage) string {
	return a.Short(words.GameKey(name, games.RulesIn(options)))
}

// Itoa returns a number in digits.
func Itoa(n int) string { return strconv.Itoa(n) }

// Plies returns the progress of a match.
func (a *App) Plies(n int) string { return If(n == 0, a.T("tb.begins"), a.T("tb.ply", "n", n)) }

// Control returns a time control's notation in words.
func (a *App) Control(notation string) string {
	c, err := games.ParseControl(notation)
	if err != nil {
		return notation
	}
	return a.Terms(c)
}

// Terms returns a time control in words.
func (a *App) Terms(c games.Control) string {
	switch {
	case c.Untimed():
		return a.T("ctl.none")
	case c.String() == room.OneDay:
		return a.T("ctl.day")
	case c.Correspondence():
		return a.T("ctl.days", "n", int(c.PerMove/86400_000))
	case c.PerMove > 0:
		return a.T("ctl.move", "n", int(c.PerMove/1000))
	}
	return a.T("ctl.clock", "m", int(c.Base/60_000), "s", int(c.Increment/1000))
}

// Place returns the path in the top bar.
func (a *App) Place(parts ...string) string {
	s := "ARCADE"
	for _, p := range parts {
		if p != "" {
			s += " / " + p
		}
	}
	return s
}

// Facts returns the visitor's name and, where others may be, the number of people, for the top bar of the
// shell's screens.
func (a *App) Facts() string {
	if a.House.Alone {
		return a.PersonName(a.Visit.Me())
	}
	return a.PersonName(a.Visit.Me()) + "   " + a.T("sh.online", "n", a.House.Lobby.Online())
}

// keyNames has the displayed names of keys that are not single characters, and the key that a click on
// them presses, if it is one key.
var keyNames = map[string]struct {
	name string // a catalogue key for a word
	key  ui.Key
}{
	"enter": {"Enter", "enter"}, "esc": {"Esc", "esc"}, "space": {"Space", "space"}, "tab": {"Tab", "tab"},
	"home": {"Home", "home"}, "end": {"End", "end"}, "left": {"<", "left"}, "right": {">", "right"},
	"arrows": {"name.arrows", ""}, "updown": {"name.updown", "down"}, "leftright": {"name.leftright", "right"},
	"digits": {"1-8", ""},
}

// keySigns are the signs on the caps of keys whose names are words.
var keySigns = map[string]string{"arrows": "←↑↓→", "updown": "↑↓", "leftright": "←→", "left": "←", "right": "→"}

// Keyed returns a text after the key that chooses it. A finger has no keys.
func (a *App) Keyed(key, text string) string {
	if a.Touched() {
		return text
	}
	return key + " " + text
}

// Items makes key-bar items from keys and the catalogue keys of their labels.
func (a *App) Items(pairs ...string) []ui.KeyItem {
	list := make([]ui.KeyItem, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, a.item(pairs[i], pairs[i+1]))
	}
	return list
}

// item makes the item of a key and the catalogue key of its label.
func (a *App) item(key, label string) ui.KeyItem {
	item := ui.KeyItem{Name: key, Key: ui.Key(key), Label: a.T(label)}
	if n, ok := keyNames[key]; ok {
		item.Name, item.Key, item.Sign = n.name, n.key, keySigns[key]
		if strings.Contains(n.name, ".") {
			item.Name = a.T(n.name)
		}
	}
	return item
}

// RatedWord returns whether a table is rated, and the reason if one that was offered as rated is not
// ([table.Snapshot.Casual]).
func (a *App) RatedWord(rated bool, casual string) string {
	if casual != "" {
		return a.T("tb.unrated") + " (" + a.T("casual."+casual) + ")"
	}
	return a.T(If(rated, "tb.rated", "tb.unrated"))
}
