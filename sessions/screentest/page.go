package screentest

import (
	"slices"

	"arcade/sessions/app"
	"arcade/sessions/client"
)

// Page is a screen in a state: the way there, and the sizes of its golden frames.
type Page struct {
	Name  string
	Make  func(h *Hall) *Person
	Sizes []client.Size // nil for 80x24 alone
	// Rich are the sizes of its golden frames on ui.LevelRich; nil for none. The rules for every screen
	// are checked there in any case.
	Rich []client.Size
	// Deaf are keys of the key bar that change nothing here, each for a reason.
	Deaf []string
	// NamesGlyphs reports whether the screen says which set of symbols is on.
	NamesGlyphs bool
	// Move is a key that moves the focus, to check the bytes of that; "" for none.
	Move string
}

// AllSizes are the smallest size, one between and the smallest of the full layout.
var AllSizes = []client.Size{{Width: 80, Height: 24}, {Width: 100, Height: 30}, {Width: 120, Height: 40}}

// RichSizes are the two sizes for which the layouts of ui.LevelRich are composed.
var RichSizes = []client.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}}

// RoomySizes also have a far larger size, to which layouts grow. Every screen is checked in them on
// ui.LevelRich.
var RoomySizes = append(slices.Clone(RichSizes), client.Size{Width: 200, Height: 60})

// Narrow is the size of a phone held upright.
var Narrow = client.Size{Width: 48, Height: 40}

// HelpPages returns the first parts of the help of the screen that start makes.
func HelpPages(topic string, tabs int, start func(*Hall) *Person) (list []Page) {
	keys := []string{"?"}
	for _, tab := range app.HelpTabs[:tabs] {
		list = append(list, Page{Name: "help-" + topic + "-" + tab, Make: Then(start, keys...)})
		keys = append(keys[:len(keys):len(keys)], "tab")
	}
	return list
}

// Then returns the screen of start, after some keys.
func Then(start func(*Hall) *Person, keys ...string) func(*Hall) *Person {
	return func(h *Hall) *Person {
		p := start(h)
		p.Press(keys...)
		return p
	}
}

// ThenAsked is Then, once the question of the keys can be answered.
func ThenAsked(start func(*Hall) *Person, keys ...string) func(*Hall) *Person {
	return func(h *Hall) *Person {
		p := Then(start, keys...)(h)
		h.Pass(BeforeAnswer)
		return p
	}
}
