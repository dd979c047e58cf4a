package home

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/klondike/solver"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
)

// Only a finished run is queued, and only once. Deleting the account empties the queue, and earlier runs
// do not return.
func TestFinishedTriesAreQueued(t *testing.T) {
	data := t.TempDir()
	o, err := openOwn(t.Context(), data, reg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.close(); err != nil {
			t.Error(err)
		}
	}()
	v, err := o.lobby.Enter(directory.Identity{Fingerprint: ownKey, Login: "kim"})
	if err != nil {
		t.Fatal(err)
	}
	try := func(at int, moves ...games.Action) { // continues the deal in play
		t.Helper()
		id, err := v.Create(pairing.Offer{Game: klondike.Name, Control: "none"})
		for i, m := range moves {
			if err == nil {
				err = v.Act(id, at+i, m)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	queued := func(want int) []string {
		t.Helper()
		if err := o.collect(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		lines, err := o.sender.Pending(-1)
		if err != nil || len(lines) != want {
			t.Fatalf("%d lines wait, want %d: %v %v", len(lines), want, lines, err)
		}
		return lines
	}
	try(0, "draw")
	queued(0) // the deal is in play
	try(1, "draw", "resign")
	<-o.finished
	line := queued(1)[0]
	if s, err := klondike.ReadSV1(line); err != nil || s.Outcome != klondike.GaveUp || s.Moves != 2 || len(s.Solution) > 0 || !strings.HasPrefix(s.Client, "arcade ") {
		t.Errorf("%s: %v", line, err)
	}
	queued(1)
	if err := o.lobby.Forget(ownKey, v.Me().Name); err != nil {
		t.Fatal(err)
	}
	queued(0)
}

// A line about a run names the machine on which it was played, because there is no server.
func TestOwnLinesNameThePlatform(t *testing.T) {
	data := t.TempDir()
	o, err := openOwn(t.Context(), data, reg)
	if err != nil {
		t.Fatal(err)
	}
	v, err := o.lobby.Enter(directory.Identity{Fingerprint: ownKey, Login: "kim"})
	if err == nil {
		var id string
		id, err = v.Create(pairing.Offer{Game: klondike.Name, Control: "none", Seed: "2"})
		for i, m := range []games.Action{"draw", "resign"} {
			if err == nil {
				err = v.Act(id, i, m)
			}
		}
	}
	if err = errors.Join(err, o.close()); err != nil {
		t.Fatal(err)
	}
	play, line := NewPlay(reg), &strings.Builder{}
	play.SetOut(line)
	play.SetArgs([]string{"--data", data, "stats", klondike.Name, "--format", "sv1"})
	err = play.ExecuteContext(t.Context())
	if err != nil || !strings.HasSuffix(line.String(), ";client=arcade;plat="+runtime.GOOS+"\n") {
		t.Errorf("%q %v", line, err)
	}
}

// reg has only the game whose runs are uploaded.
var reg = games.NewRegistry(solver.Game{})
