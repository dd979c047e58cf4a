package screentest

import (
	"os"
	"path/filepath"
	"sync"

	"arcade/games"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/store"
)

// standIns are made once: tests run at the same time, and all read the list of games.
var standIns sync.Once

// standIn registers a game whose view is not in the test's package: with its words and a blank view. So
// the tests of one game need the view of no other.
func standIn(g games.Game) {
	info := g.Info()
	if play.All[info.Name] != nil {
		return
	}
	catalogue, err := os.ReadFile(filepath.Join(root(), "sessions", info.Name, "words.json"))
	if err != nil {
		panic(err)
	}
	one := &play.Game{
		Name: info.Name, Words: catalogue, View: func() play.View { return blank{} }, Versus: play.Versus{Control: "5+3", Controls: []string{"5+3"}},
		Ending: func(any) string { return "" }, Outcome: func(*app.App, store.Match, int) string { return "-" },
	}
	if info.Seats == 1 {
		one.Form = func(a *app.App) app.Screen { return a.House.Places.Home(a) }
		one.Stats = func(a *app.App, _ string) app.Screen { return a.House.Places.Home(a) }
		one.On = func(*table.Snapshot) string { return "" }
		one.Again = func(_ *app.App, s *table.Snapshot) pairing.Offer { return pairing.Offer{Game: s.Game} }
		one.Board = func(_ *app.App, name string) string { return name }
		one.Score = func(*app.App, string, bool, store.Score) string { return "-" }
	}
	play.Add(one)
}

// root returns the module's folder, above the test's.
func root() string {
	dir := "."
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if up, err := filepath.Abs(dir); err != nil || up == filepath.Dir(up) {
			panic("no go.mod above the test")
		}
		dir = filepath.Join(dir, "..")
	}
}

// blank is the view of a game that stands in.
type blank struct{ play.Defaults }

func (blank) Update(*play.Scene)                           {}
func (blank) Draw(*app.App, *ui.Canvas, *play.Scene)       {}
func (blank) Click(*app.App, *play.Table, any)             {}
func (blank) Commands(*app.App, *play.Table) []app.Command { return nil }
func (blank) Prompt(*app.App, *play.Scene) string          { return "-" }
