package app

import (
	"slices"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Command is one action of a key on a screen. A screen lists the commands that work now; the key bar, the
// Space menu and the router read the list.
type Command struct {
	Key  ui.Key   // as the key bar names it
	Name string   // in place of Key in the key bar, for a row of keys: "1-4"; a click on it does nothing
	Also []ui.Key // other keys for the same
	Bar  string   // the catalogue key of its label in the key bar, "" if it is not there
	Menu string   // the same in the Space menu
	Off  bool     // not possible now: the key bar omits it, the menu greys it, the key says the reason
	Do   func(*App)
	// Turn replaces Do for a pair of keys: by is -1 for back, 1 for on.
	Turn func(a *App, by int)
	// Each replaces Do for a row of keys, listed in Also: it gets the key.
	Each func(a *App, key ui.Key)
}

// The commands at the end of most lists. The router handles help.
var (
	MenuKey = Command{Key: "space", Bar: "key.menu"}
	HelpKey = Command{Key: "?", Bar: "key.help"}
	BackKey = Command{Key: "esc", Also: []ui.Key{"q", "backspace"}, Bar: "key.back", Do: (*App).Pop}
)

// turns has the two keys of a pair, by the pair's name in the key bar.
var turns = map[ui.Key][]ui.Key{"leftright": {"left", "right"}, "updown": {"up", "down"}, "tab": {"shift+tab", "tab"}}

// To returns the action of a command that opens a screen.
func To[S Screen](open func(*App) S) func(*App) {
	return func(a *App) { a.Push(open(a)) }
}

// TextIf returns text if ok, else "".
func TextIf(ok bool, text string) string { return If(ok, text, "") }

// If returns one or other, by first.
func If[T any](first bool, one, other T) T {
	if first {
		return one
	}
	return other
}

// Keys returns the keys of the command; of a pair the one that goes back first.
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

// Run runs the command of a key; it returns false if there is none.
func (a *App) Run(list []Command, key ui.Key) (ok bool) {
	for _, c := range list {
		if do := c.on(key); do != nil {
			do(a)
			return true
		}
	}
	return false
}

// Means reports whether a key has a command in a list.
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

// Bar returns the key bar of some commands: of those with these keys, in their order, or of all if there are none.
func (a *App) Bar(list []Command, keys ...ui.Key) []ui.KeyItem {
	n := len(keys)
	if n == 0 {
		n = len(list)
	}
	items := make([]ui.KeyItem, 0, n)
	for i := range n {
		if len(keys) > 0 {
			i = slices.IndexFunc(list, func(c Command) bool { return c.Key == keys[i] })
		}
		if i >= 0 && list[i].Bar != "" && !list[i].Off {
			items = append(items, a.keyItem(&list[i]))
		}
	}
	return items
}

// keyItem returns a command's item in the key bar.
func (a *App) keyItem(c *Command) ui.KeyItem {
	item := a.item(string(c.Key), c.Bar)
	if c.Name != "" {
		item.Name = c.Name
	}
	if c.Each != nil { // a row of keys
		item.Key = ""
	}
	item.Quiet, item.Listed = c.Bar == "key.menu", c.Menu != ""
	return item
}

// Buttons returns the commands that are in the menu and not in the key bar, as keys for the page itself.
func (a *App) Buttons(list []Command) (keys kit.Keys) {
	for _, c := range list {
		if c.Menu != "" && c.Bar == "" && !c.Off {
			keys = append(keys, a.Items(string(c.Key), c.Menu)...)
		}
	}
	return keys
}

// Fill adds commands with a menu label to a menu.
func (q *Ask) Fill(a *App, list []Command) {
	q.Lettered = true
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

// newMenu shows a screen's commands by number, so that players need no letters.
func newMenu(c commander) Screen {
	return &LazyAsk{Build: func(a *App, q *Ask) {
		q.Title, q.Width = a.T("menu.title"), 36
		q.Fill(a, c.Commands(a))
	}}
}

// MenuOn opens a page's menu with a key, for a page whose Space means something else.
func MenuOn(key ui.Key, p Composed) Command {
	return Command{Key: key, Bar: MenuKey.Bar, Do: func(a *App) { a.Push(newMenu(p)) }}
}

// hasMenu reports whether some commands have a menu label.
func hasMenu(list []Command) bool {
	return slices.ContainsFunc(list, func(c Command) bool { return c.Menu != "" })
}
