package table

import "arcade/store"

// PersonIn is who sits on a seat of a record.
func PersonIn(s store.Seat) Person {
	switch {
	case s.Player != "":
		return Person{ID: s.Player, Name: s.Name, Remote: s.Remote}
	case s.Guest != "":
		return Person{ID: s.Guest, Name: s.Name, Guest: true}
	case s.Bot != "":
		return Person{ID: "bot:" + s.Bot, Name: s.Bot, Bot: s.Bot}
	case s.Gone:
		return Person{Name: s.Name, Gone: true}
	}
	return Person{}
}

// Person is somebody who can sit at a table, as others see them.
type Person struct {
	ID   string `json:",omitzero"`
	Name string `json:",omitzero"`
	// Guest has no key; Bot is the name of a bot of the house in its game, "" for all others.
	Guest bool   `json:",omitzero"`
	Bot   string `json:",omitzero"`
	// Remote is a bot with an account: a program plays over its connection.
	Remote bool `json:",omitzero"`
	// Gone is a player whose data were deleted since; it has no id.
	Gone bool `json:",omitzero"`
}
