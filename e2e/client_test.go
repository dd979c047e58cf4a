package e2e

import (
	"slices"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/games"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/internal/race"
	"arcade/lobby/config"
	"arcade/store"
)

// house and client extend the types of package door with functions that read the games' screens.
type (
	house  struct{ door.House }
	client struct{ *door.Client }
)

// open starts an arcade in this process, which ends with the test. It fills in cfg's games.
func open(t *testing.T, cfg config.Config) *house {
	t.Helper()
	if race.Had {
		t.Skip("it has run with the race detector")
	}
	return inProcess(t, cfg)
}

// inProcess is open for tests that the race detector has not seen.
func inProcess(t *testing.T, cfg config.Config) *house {
	t.Helper()
	cfg.Games = games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}, yut.Game{})
	return &house{*door.Open(t, cfg)}
}

// enter connects with a key, or nil for a guest, and starts a session.
func enter(t testing.TB, addr string, key gossh.Signer, o door.Opts) *client {
	t.Helper()
	return &client{door.Enter(t, addr, key, o)}
}

// visit enters and waits for the home screen.
func visit(t testing.TB, addr string, key gossh.Signer, o door.Opts) *client {
	t.Helper()
	return &client{door.Visit(t, addr, key, o)}
}

func connect(t testing.TB, addr string, key gossh.Signer, o door.Opts) (*client, error) {
	c, err := door.Connect(t, addr, key, o)
	return &client{c}, err
}

// lists waits until the lobby lists exactly these tables of a game. A node lists another node's tables up
// to a second late.
func (h *house) lists(t testing.TB, game string, want ...store.Status) {
	t.Helper()
	for late := time.Now().Add(door.Patience); ; time.Sleep(10 * time.Millisecond) {
		var got []store.Status
		for _, s := range h.Lobby.PublicTables(game) {
			got = append(got, s.Status)
		}
		if slices.Equal(got, want) {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("tables of %s: %v, want %v", game, got, want)
		}
	}
}

// again connects once more with this client's identity.
func (c *client) again(addr, command string) *client {
	c.T.Helper()
	return &client{c.Again(addr, command)}
}
