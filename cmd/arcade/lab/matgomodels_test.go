package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/games/matgo/bots"
	"arcade/games/rng"
	"arcade/internal/race"
	"arcade/sessions/words"
)

// installed makes names unique, because a name can be installed only once.
var installed atomic.Int64

// The models of a folder play at the tables under their names, with their measured strength. Damaged
// models are refused.
func TestServeModels(t *testing.T) {
	if race.On {
		t.Skip("sums alone, in one goroutine")
	}
	dir := t.TempDir()
	if _, err := stageOf(filepath.Join(dir, "made"), 0, 300).play(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprint("v", installed.Add(1))
	folder := filepath.Join(dir, "models")
	copyTo := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, "made", "stage-0", from))
		if err == nil {
			err = os.MkdirAll(folder, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	copyTo("policy.json", "policy-"+name+".json")
	copyTo("value.json", "value-"+name+".json")
	copyTo("run.json", "notes.txt")
	models, err := ReadModels(folder)
	if err != nil || len(models) != 1 || models[0].strength.Deals != modelDeals || models[0].strength.PointsPerRound.Mean > -20 {
		t.Fatalf("%v: %+v", err, models)
	}
	reg, err := Install(models, []games.Game{bots.Game{}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := reg.Game(matgo.Name)
	if err != nil {
		t.Fatal(err)
	}
	bot := games.FindBot(g, name)
	if bot == nil || len(g.Bots()) != len(bots.Game{}.Bots())+1 {
		t.Fatalf("bots %v", games.BotNames(g))
	}
	if about := words.T(words.EN, "bot.about."+name); !strings.Contains(about, "points a round against Clever bot") || !strings.HasPrefix(about, "-") {
		t.Errorf("it says of itself %q", about)
	}
	p, err := g.Start(games.Setup{Game: matgo.Name, Seed: "models"})
	if err != nil {
		t.Fatal(err)
	}
	for r := rng.New("x"); p.Result() == nil; {
		if _, err := p.Apply(bot.Choose(p.View(p.ToAct()), r)); err != nil {
			t.Fatal(err)
		}
	}
	copyTo("value.json", "policy-bad.json")
	if _, err := ReadModels(folder); err == nil || !strings.Contains(err.Error(), "policy-bad.json is damaged or another kind of model") {
		t.Errorf("a damaged one: %v", err)
	}
	for bad, want := range map[string]string{"policy-Big Name.json": "want 1 to 12", "policy-master.json": "already", "net.bin": "weights of a net"} {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		from := "policy.json"
		if bad == "net.bin" {
			from = "samples.bin"
		}
		copyTo(from, bad)
		if _, err := ReadModels(folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
	if _, err := ReadModels(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there")
	}
}
