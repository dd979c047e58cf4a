package commands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade/games"
	klondike "arcade/games/klondike/solver"
	matgo "arcade/games/matgo/bots"
	"arcade/games/othello"
	finder "arcade/games/puzzles"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby/puzzles"
	"arcade/server/exec"
	"arcade/sessions/play"
	"arcade/sessions/puzzle"
	"arcade/sessions/words"
)

// Every choice that a puzzle lists answers it, right or wrong, by its number, its words and its notation.
func TestPuzzleChoices(t *testing.T) {
	all := []games.Game{othello.Game{}, klondike.Game{}, stones.Game{}, yut.Game{}, matgo.Game{}}
	reg := games.NewRegistry(all...)
	for _, g := range all {
		name := g.Info().Name
		t.Run(name, func(t *testing.T) {
			list, err := finder.Prepared(name)
			if err != nil {
				t.Fatal(err)
			}
			made := list[0]
			l := openLobby(t, reg)
			if _, err := l.Puzzles.Add(name, puzzles.IDOf(name, made.Puzzle), puzzles.New(g.(games.Puzzler), made.Setup, made.Plies, "", made.Puzzle, time.Now().UnixMilli())); err != nil {
				t.Fatal(err)
			}
			step := made.Puzzle.Line[0]
			sit, err := l.Puzzles.Next(puzzles.Who{}, name)
			if err != nil {
				t.Fatal(err)
			}
			_, told, err := puzzle.Told(l, words.EN, sit)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range step.Options {
				ways := []string{fmt.Sprintf("%d.", i+1), puzzle.Option(words.EN, name, o.Action), string(o.Action), told[i][0] + ": " + told[i][1]}
				if first := slices.IndexFunc(told, func(o [2]string) bool { return o[1] == told[i][1] }); first == i { // two cards may have the same words
					ways = append(ways, told[i][1])
				}
				if !play.GameOf(name).Digits {
					ways = append(ways, fmt.Sprint(i+1))
				}
				for way, typed := range ways {
					var out, errs strings.Builder
					call := &exec.Call{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Lang: "en", SSH: "ssh arcade.example"}
					call.Identity.Fingerprint = fmt.Sprintf("SHA256:%022d%021d", i, way)
					_, err := exec.Route(t.Context(), call, All(l, reg, nil), []string{"puzzle", name, "--json", "--answer", typed})
					var got puzzleForm
					if err == nil {
						err = json.Unmarshal([]byte(out.String()), &got)
					}
					right := o.Action == step.Action
					if err != nil || got.Played != o.Action || (got.State == puzzles.Wrong) == right || right && got.State == puzzles.Asked && got.Step == 0 {
						t.Errorf("%q for %s: %v, %s, step %d, played %q", typed, o.Action, err, got.State, got.Step, got.Played)
					}
				}
			}
		})
	}
}
