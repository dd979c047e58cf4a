package puzzles

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"arcade/games"
	finder "arcade/games/puzzles"
	"arcade/store/notes"
)

// Checker compares the notes of puzzles with each other and with the games: a position read again has the
// same answers, and ratings follow from the attempts.
type Checker struct {
	games *games.Registry
	found func(id, problem string)
	all   map[string]*checked // by game
	days  map[string]OfDay    // the puzzle of each day
}

// checked has the stored records of a game's puzzles.
type checked struct {
	puzzles  map[string]Record
	players  map[string]Player
	attempts map[string][]stamped // by puzzle, the attempts that changed it
	open     map[string]Open      // by key
	own      map[string][]stamped // by player
	tried    map[string]int       // by puzzle, including attempts without effect
	index    map[string]bool
	prepared map[string]finder.Made // by puzzle, those that the program brings along
}

// stamped is an attempt with its note.
type stamped struct {
	Attempt
	key string
}

// NewChecker makes a Checker that calls found for each mismatch.
func NewChecker(g *games.Registry, found func(id, problem string)) *Checker {
	return &Checker{games: g, found: found, all: map[string]*checked{}, days: map[string]OfDay{}}
}

// Note takes a note of a store, and reports whether it belongs to puzzles.
func (c *Checker) Note(name, key string, value json.RawMessage) bool {
	var err error
	if name == days.Name {
		var of OfDay
		if err = games.DecodeStrict(value, &of); err == nil {
			c.days[key] = of
		}
	} else {
		game, ok := strings.CutSuffix(name, space(""))
		if !ok || games.As[games.Puzzler](c.games, game) == nil {
			return false
		}
		g := c.all[game]
		if g == nil {
			g = &checked{map[string]Record{}, map[string]Player{}, map[string][]stamped{}, map[string]Open{}, map[string][]stamped{}, map[string]int{}, map[string]bool{}, map[string]finder.Made{}}
			c.all[game] = g
			list, err := finder.Prepared(game)
			for _, m := range list {
				g.prepared[IDOf(game, m.Puzzle)] = m
			}
			if err != nil {
				c.found(name, err.Error())
			}
		}
		err = g.read(name, key, value)
	}
	if err != nil {
		c.found(name+"/"+key, "damaged: "+err.Error())
	}
	return true
}

// read reads one note.
func (g *checked) read(name, key string, value json.RawMessage) error {
	kind := notes.Find(name, key)
	if kind == nil {
		return nil
	}
	args, _ := kind.Match(name, key)
	switch kind {
	case puzzles.Info:
		return decode(g.puzzles, args[1], value)
	case players.Info:
		return decode(g.players, args[1], value)
	case opened.Info:
		return decode(g.open, key, value)
	case streams.Info:
		g.index[args[1]+"/"+args[2]] = true
	case attempts.Info, gone.Info:
		var t Attempt
		if err := games.DecodeStrict(value, &t); err != nil {
			return err
		}
		puzzle := args[1]
		if kind == attempts.Info {
			puzzle = args[2]
			if t.Own > 0 {
				g.own[args[1]] = append(g.own[args[1]], stamped{t, key})
			}
		}
		g.tried[puzzle]++
		if t.Nth > 0 {
			g.attempts[puzzle] = append(g.attempts[puzzle], stamped{t, key})
		}
	default:
		return kind.Check(value)
	}
	return nil
}

// decode reads a note into a map.
func decode[T any](all map[string]T, key string, value json.RawMessage) error {
	var v T
	err := games.DecodeStrict(value, &v)
	all[key] = v
	return err
}

// begun checks the puzzles that players have open, and the days' puzzles.
func (c *Checker) begun(game string, g *checked) {
	for _, key := range slices.Sorted(maps.Keys(g.open)) {
		o := g.open[key]
		if r, ok := g.puzzles[o.Puzzle]; !ok || o.Step < 0 || o.Step >= len(r.Puzzle.Line) || !r.Puzzle.Line[o.Step].Answer() {
			c.found(space(game)+"/"+key, fmt.Sprintf("there is no answer %d to find in a puzzle %q", o.Step, o.Puzzle))
		}
	}
	for _, day := range slices.Sorted(maps.Keys(c.days)) {
		of := c.days[day]
		if r, ok := g.puzzles[of.Puzzle]; of.Game == game && (!ok || r.Day != "" && r.Day != day) {
			c.found(days.Name+"/"+day, fmt.Sprintf("the puzzle of the day is %q, of the day %q", of.Puzzle, r.Day))
		}
	}
}

// End compares everything that was taken. An error is ctx's.
func (c *Checker) End(ctx context.Context) error {
	for _, game := range slices.Sorted(maps.Keys(c.all)) {
		g := c.all[game]
		c.begun(game, g)
		for _, id := range slices.Sorted(maps.Keys(g.puzzles)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.puzzle(game, g, id)
		}
		for id := range g.attempts {
			if _, ok := g.puzzles[id]; !ok {
				c.found(space(game)+"/"+id, "there are attempts at it, and no such puzzle")
			}
		}
		for _, player := range slices.Sorted(maps.Keys(g.players)) {
			c.player(game, g, player)
		}
		for key := range g.index {
			c.found(space(game)+"/"+streams.In(game).Prefix+key, "no puzzle has this place in the streams")
		}
	}
	return nil
}

// puzzle checks one puzzle and its ratings.
func (c *Checker) puzzle(game string, g *checked, id string) {
	r, at := g.puzzles[id], space(game)+"/"+puzzles.In(game).Prefix+id
	if m, ok := g.prepared[id]; !ok || !r.holds(m) { // a test has proved those
		if err := Prove(games.As[games.Puzzler](c.games, game), game, id, r); err != nil {
			c.found(at, err.Error())
		}
	}
	if key := place(id, r.Rating); g.index[key] == (r.Day != "") {
		c.found(at, "its place in the streams is not as its rating and day say")
	}
	delete(g.index, place(id, r.Rating))
	rating := fresh(prior(r.Puzzle))
	list := g.attempts[id]
	slices.SortFunc(list, func(a, b stamped) int { return a.Nth - b.Nth })
	for i, t := range list {
		if t.Nth != i+1 || !same(t.Puzzle, rating) {
			c.found(space(game)+"/"+t.key, fmt.Sprintf("it is the %d. attempt at the puzzle, which was %+v by then, not %+v", i+1, rating, t.Puzzle))
		}
		_, rating = t.Rate()
	}
	if !same(rating, r.Rating) {
		c.found(at, fmt.Sprintf("its rating is %+v, by the attempts %+v", r.Rating, rating))
	}
	if r.Tried < g.tried[id] || r.Solved > r.Tried || r.Clean > r.Solved {
		c.found(at, fmt.Sprintf("it was tried %d times and solved %d times; there are %d attempts", r.Tried, r.Solved, g.tried[id]))
	}
}

// holds reports whether a record has a puzzle as it was made.
func (r Record) holds(m finder.Made) bool {
	m.Puzzle.Key = ""
	own, err := json.Marshal(finder.Made{Setup: r.Setup, Plies: r.Plies, Puzzle: r.Puzzle})
	made, err2 := json.Marshal(m)
	return err == nil && err2 == nil && bytes.Equal(own, made)
}

// player checks a player's rating.
func (c *Checker) player(game string, g *checked, id string) {
	rating, list := fresh(1500), g.own[id]
	slices.SortFunc(list, func(a, b stamped) int { return a.Own - b.Own })
	for i, t := range list {
		if t.Own != i+1 || !same(t.Player, rating) {
			c.found(space(game)+"/"+t.key, fmt.Sprintf("it is the player's %d. attempt, whose rating was %+v by then, not %+v", i+1, rating, t.Player))
		}
		rating, _ = t.Rate()
	}
	if !same(rating, g.players[id].Rating) {
		c.found(space(game)+"/"+players.In(game).Prefix+id, fmt.Sprintf("the rating is %+v, by the attempts %+v", g.players[id].Rating, rating))
	}
}

// same reports whether two ratings are equal except for the last bits, which depend on the processor.
func same(a, b Rating) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
	return near(a.Rating, b.Rating) && near(a.Deviation, b.Deviation) && near(a.Volatility, b.Volatility) && a.N == b.N && a.At == b.At
}

// Prove reads a stored puzzle again: its position is still a puzzle with the same answers. For a puzzle of
// another version it only plays the line.
func Prove(g games.Puzzler, game, id string, r Record) error {
	whole, ok := g.(games.Game)
	if !ok || len(r.Puzzle.Line) == 0 {
		return errors.New("it has no line")
	}
	if _, _, err := Position(whole, r, len(r.Puzzle.Line)); err != nil {
		return fmt.Errorf("its line cannot be played: %w", err)
	}
	if r.Version != g.Puzzles() {
		return nil
	}
	z, err := finder.Read(g, r.Setup, r.Plies, nil)
	switch {
	case err != nil:
		return fmt.Errorf("its position cannot be read: %w", err)
	case z == nil:
		return errors.New("its position is no puzzle")
	case IDOf(game, *z) != id:
		return fmt.Errorf("its position is the puzzle %s", IDOf(game, *z))
	case z.Seat != r.Puzzle.Seat || z.Goal != r.Puzzle.Goal || z.In != r.Puzzle.In || !sameLine(z.Line, r.Puzzle.Line):
		return fmt.Errorf("its line is %v, read again %v", r.Puzzle.Line, z.Line)
	}
	return nil
}

// sameLine compares two lines. The worths of options may differ in the last digit.
func sameLine(a, b []games.PuzzleStep) bool {
	return slices.EqualFunc(a, b, func(x, y games.PuzzleStep) bool {
		return x.Action == y.Action && slices.Equal(x.Way, y.Way) && slices.EqualFunc(x.Options, y.Options, func(o, p games.Option) bool {
			return o.Action == p.Action && math.Abs(o.Points-p.Points) < 0.05
		})
	})
}
