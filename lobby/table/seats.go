package table

import "arcade/store"

// PersonIn returns the person on a seat of a record.
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

// Person is a player, guest or bot as others see it at a table.
type Person struct {
	ID   string `json:",omitzero"`
	Name string `json:",omitzero"`
	// Guest: the person has no key. Bot is the name of a bot of the house, "" for all others.
	Guest bool   `json:",omitzero"`
	Bot   string `json:",omitzero"`
	// Remote: a program with an account, which plays over its connection.
	Remote bool `json:",omitzero"`
	// Gone: the player deleted its data; it has no id.
	Gone bool `json:",omitzero"`
}
