package lab

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/games/matgo/bots"
	"arcade/games/matgo/sim"
	"arcade/sessions/words"
)

// modelName matches the names that an installed model may have.
var modelName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,11}$`)

// modelDeals is the number of deals of the evaluation set that measure an installed model.
const modelDeals = 1000

// Model is a Matgo model that is installed at the tables, and its measured strength.
type Model struct {
	Name     string
	bot      games.Bot
	strength sim.PairedReport // against the sensible bot
}

// ReadModels reads the models of a folder: policy-NAME.json with value-NAME.json, and nets NAME.bin. It
// measures each. A damaged model is an error.
func ReadModels(dir string) (list []Model, err error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	taken := games.BotNames(bots.Game{})
	for _, e := range entries {
		base := e.Name()
		name, isPolicy := strings.CutPrefix(strings.TrimSuffix(base, ".json"), "policy-")
		isPolicy = isPolicy && strings.HasSuffix(base, ".json")
		if !isPolicy {
			var isNet bool
			if name, isNet = strings.CutSuffix(base, ".bin"); !isNet {
				continue
			}
		}
		switch {
		case !modelName.MatchString(name):
			return nil, fmt.Errorf("%s: bad name %q: want 1 to 12 small letters, digits and hyphens, beginning with a letter", filepath.Join(dir, base), name)
		case slices.Contains(taken, name) || words.Has("bot."+name):
			return nil, fmt.Errorf("%s: a bot %q exists already", filepath.Join(dir, base), name)
		}
		taken = append(taken, name)
		c, err := modelContestant(name, filepath.Join(dir, base))
		if err != nil {
			return nil, err
		}
		m := Model{Name: name, bot: c.Bot()}
		if m.strength, err = measure(c); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// measure plays a model against the sensible bot.
func measure(c bots.Contestant) (r sim.PairedReport, err error) {
	sensible, err := bots.FindContestant("sensible")
	if err != nil {
		return r, err
	}
	rounds, err := sim.NewSimulationOf("", [2]bots.Contestant{c, sensible}, sim.LogNone)
	if err != nil {
		return r, err
	}
	return rounds.PlayPairs(0, modelDeals).Report(rounds), nil
}

// About returns the description of a model, for a table.
func (m *Model) About() (ko, en string) {
	p := m.strength.PointsPerRound.Mean
	return fmt.Sprintf("똑똑봇을 상대로 판당 %+.1f점 (%d판)", p, 2*modelDeals), fmt.Sprintf("%+.1f points a round against Clever bot (%d rounds)", p, 2*modelDeals)
}

// Install adds the models to the bots of Matgo, with their names for the screens. It must be called once,
// before the first session. house has the games without the models.
func Install(models []Model, house []games.Game) (*games.Registry, error) {
	if len(models) == 0 {
		return games.NewRegistry(house...), nil
	}
	type entry struct {
		Max int    `json:"max"`
		KO  string `json:"ko"`
		EN  string `json:"en"`
	}
	catalogue := map[string]entry{}
	var more []games.Bot
	for i := range models {
		m := &models[i]
		ko, en := m.About()
		catalogue["bot."+m.Name] = entry{12, m.Name, m.Name}
		catalogue["bot.about."+m.Name] = entry{62, ko, en}
		more = append(more, m.bot)
	}
	raw, err := json.Marshal(catalogue)
	if err != nil {
		return nil, err
	}
	words.Add("models", raw)
	var list []games.Game
	for _, e := range house {
		if g, ok := e.(bots.Game); ok {
			e = g.With(more...)
		}
		list = append(list, e)
	}
	return games.NewRegistry(list...), nil
}
