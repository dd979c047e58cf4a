package app

import (
	"slices"

	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Command is one thing that a key does on a screen. A screen lists the commands that work now; the
// key bar, the Space menu and the router read the list.
type Command struct {
	Key  ui.Key   // as the key bar names it
	Name string   // in place of Key in the key bar, for a row of keys: "1-4"; a click on it does nothing
	Also []ui.Key // other keys that do the same
	Bar  string   // the catalogue key of its label in the key bar, "" where it is not there
	Menu string   // the same in the Space menu
	Off  bool     // cannot be done now: the key bar leaves it out, the menu greys it, the key says why
	Do   func(*App)
	// Turn takes the place of Do for a pair of keys: back with -1, on with 1.
	Turn func(a *App, by int)
	// Each takes its place for a row of keys, those in Also: it is told which.
	Each func(a *App, key ui.Key)
}

// The commands that end most lists. Help is the router's.
var (
	MenuKey = Command{Key: "space", Bar: "key.menu"}
	HelpKey = Command{Key: "?", Bar: "key.help"}
	BackKey = Command{Key: "esc", Also: []ui.Key{"q", "backspace"}, Bar: "key.back", Do: (*App).Pop}
)

// turns are the two keys of a pair, by the name that the key bar has for it.
var turns = map[ui.Key][]ui.Key{"leftright": {"left", "right"}, "updown": {"up", "down"}, "tab": {"shift+tab", "tab"}}

// To returns the action of a command that opens a screen.
func To[S Screen](open func(*App) S) func(*App) {
	return func(a *App) { a.Push(open(a)) }
}

// When is a text, or its key, that is there only when ok.
func When(ok bool, text string) string { return Either(ok, text, "") }

// Either is one thing or another, such as a key of the catalogue.
func Either[T any](first bool, one, other T) T {
	if first {
		return one
	}
	return other
}

// Keys are the keys that do something: of a pair the one that goes back first.
func (c Command) Keys() []ui.Key {
	switch {
	case c.Turn != nil:
		return turns[c.Key]
	case c.Each != nil:
		return c.Also
	case c.Do != nil:
		return append([]ui.Key{c.Key}, c.Also...)
	}
	return nil
}

// on returns the command's action for a key, nil if it is not the command's key.
func (c Command) on(key ui.Key) func(*App) {
	at := slices.Index(c.Keys(), key)
	switch {
	case at < 0 || key == "":
		return nil
	case c.Turn != nil:
		return func(a *App) { c.Turn(a, 2*at-1) }
	case c.Each != nil:
		return func(a *App) { c.Each(a, key) }
	}
	return c.Do
}

// Run does the command of a key; false where there is none.
func (a *App) Run(list []Command, key ui.Key) (ok bool) {
	for _, c := range list {
		if do := c.on(key); do != nil {
			do(a)
			return true
		}
	}
	return false
}

// Means reports whether a key does something in a list.
func Means(list []Command, key ui.Key) bool {
	return slices.ContainsFunc(list, func(c Command) bool { return c.on(key) != nil })
}

// Pick returns the commands with these keys, in their order. It skips keys without a command.
func Pick(list []Command, keys ...ui.Key) (picked []Command) {
	for _, key := range keys {
		if i := slices.IndexFunc(list, func(c Command) bool { return c.Key == key }); i >= 0 {
			picked = append(picked, list[i])
		}
	}
	return picked
}

// Bar is the key bar of some commands.
func (a *App) Bar(list []Command) (items []ui.KeyItem) {
	for _, c := range list {
		if c.Bar != "" && !c.Off {
			item := a.Items(string(c.Key), c.Bar)[0]
			if c.Name != "" {
				item.Name, item.Key = c.Name, ""
			}
			item.Quiet = c.Bar == "key.menu"
			items = append(items, item)
		}
	}
	return items
}

// Fill adds to a menu what commands have in it.
func (q *Ask) Fill(a *App, list []Command) {
	for _, c := range list {
		if c.Menu != "" {
			do := c.Do
			if c.Turn != nil {
				do = func(a *App) { c.Turn(a, 1) }
			}
			q.Add(!c.Off, c.Key, words.Capital(a.T(c.Menu)), do)
		}
	}
}

// newMenu shows what a screen's commands are, to be chosen by number, so that nothing
// needs a letter.
func newMenu(c commander) Screen {
	return &LazyAsk{Build: func(a *App, q *Ask) {
		q.Title, q.Width = a.T("menu.title"), 36
		q.Fill(a, c.Commands(a))
	}}
}

// hasMenu reports whether some commands are to be shown by Space.
func hasMenu(list []Command) bool {
	return slices.ContainsFunc(list, func(c Command) bool { return c.Menu != "" })
}
