package lobby

import (
	"fmt"
	"path/filepath"
	"testing"

	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/store/bolt"
)

// BenchmarkInvitations measures what each screen asks twice a second, with 1,000 open seats in the house: for a
// visitor without a seat, and for one that waits at a seat of its own. Nothing else changes meanwhile.
func BenchmarkInvitations(b *testing.B) {
	st, err := bolt.Open(filepath.Join(b.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	l, err := New(config.Config{Store: st, Games: games.NewRegistry(othello.Game{}, matgobots.Game{})})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	enter := func(name, game string) *Visit {
		v, err := l.Enter(directory.Identity{Fingerprint: name, Lang: "en"})
		if err == nil && game != "" {
			_, err = v.Create(pairing.Offer{Game: game, Control: "5+3", Seat: games.Nobody})
		}
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
	for i := range 1000 {
		enter(fmt.Sprint(i), []string{"othello", "matgo"}[i%2])
	}
	for _, c := range []struct{ name, game string }{{"looking", ""}, {"waiting", "othello"}} {
		v := enter(c.name, c.game)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				v.Invitations()
			}
		})
		v.Leave()
	}
}
