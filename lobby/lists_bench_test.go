package lobby

import (
	"fmt"
	"path/filepath"
	"testing"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/store/bolt"
)

// Every visitor with a list on screen asks for it after every change.
func BenchmarkHome(b *testing.B) {
	st, err := bolt.Open(filepath.Join(b.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	l, err := New(config.Config{Store: st, Games: games.NewRegistry(othello.Game{})})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	var v *Visit
	for i := range 500 {
		if v, err = l.Enter(directory.Identity{Fingerprint: fmt.Sprint(i), Lang: "en"}); err != nil {
			b.Fatal(err)
		}
		id, err := v.Create(pairing.Offer{Game: "othello", Control: "5+3", Bot: "greedy"})
		if err == nil {
			err = v.Watch(id)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		v.Home()
	}
}
