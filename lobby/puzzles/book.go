package puzzles

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"arcade/games"
	"arcade/lobby/clock"
	"arcade/lobby/streak"
	"arcade/store"
)

// House has the functions of the house that puzzles call.
type House interface {
	// Secret reports whether a seed is still secret.
	Secret(game, seed string) bool
	// Stocks reports whether this node does the work in the background for all nodes.
	Stocks() bool
	// Closed is closed when the house closes.
	Closed() <-chan struct{}
	// Network returns a code of the network of an address.
	Network(from string) string
}

// Errors that screens distinguish.
var (
	// ErrNone: there is no puzzle.
	ErrNone = errors.New("no puzzle")
	// ErrMoved: the puzzle was answered elsewhere meanwhile.
	ErrMoved = errors.New("the puzzle has moved on")
)

// Book gives puzzles and takes answers. It keeps nothing in memory.
type Book struct {
	ctx    context.Context // for calls of the store
	house  House
	naming func() func() // held while a note that names a player is written
	store  store.Store
	games  *games.Registry
	log    *slog.Logger
	limits Limits
	secret []byte
}

// NewBook makes the book of a house. Searches start with Run.
func NewBook(ctx context.Context, house House, naming func() func(), s store.Store, g *games.Registry, log *slog.Logger, limits Limits, secret []byte) *Book {
	return &Book{ctx: ctx, house: house, naming: naming, store: s, games: g, log: log, limits: limits.usual(), secret: secret}
}

// Who is the person who answers. A guest has no ID: nothing about guests is stored.
type Who struct {
	ID string
	// From is the address, Program whether a program plays.
	From    string
	Program bool
}

// The ways in which a puzzle comes to a player.
const (
	Stream = "stream" // near the player's rating, one after the other
	Daily  = "day"    // the puzzle of the day, the same for all
	Again  = "again"  // missed some days ago; changes no ratings
)

// The states of a sitting.
const (
	Asked = "asked"
	Right = "right"
	Wrong = "wrong"
)

// Sitting is a snapshot of a player's work on a puzzle.
type Sitting struct {
	Game, ID, Way string
	Record        Record
	// Step is the next answer's index in the line. Hints counts the hints taken for it and before.
	Step, Hints int
	State       string
	// Crossed are the options that hints have crossed out at Step.
	Crossed []games.Action
	// Attempt is the first try, once it is made; a guest's has no ratings. Me is the player's present
	// standing.
	Attempt *Attempt
	Me      Player
	// Played is the last action: the wrong answer if State is Wrong.
	Played games.Action
}

// Games lists the games with puzzles.
func (b *Book) Games() []string { return with(b.games) }

// with lists the games with puzzles.
func with(all *games.Registry) (list []string) {
	for _, g := range all.Games() {
		if _, ok := g.(games.Puzzler); ok {
			list = append(list, g.Info().Name)
		}
	}
	return list
}

// Standing returns a player's standing in a game's puzzles.
func (b *Book) Standing(game, player string) (Player, error) {
	p := Player{Rating: fresh(1500)}
	if player == "" {
		return p, nil
	}
	p, _, err := b.player(game, player)
	return p, err
}

// player reads a player's standing, and the bytes to change it.
func (b *Book) player(game, player string) (p Player, from json.RawMessage, err error) {
	p, from, err = players.In(game).Read(b.ctx, b.store, player)
	if string(from) == string(store.Absent) {
		p.Rating = fresh(1500)
	}
	return p, from, err
}

// Past returns a player's ratings after each rated try in a game, the last most of them.
func (b *Book) Past(game, player string, most int) ([]float64, error) {
	type rated struct {
		own   int
		after float64
	}
	var list []rated
	err := b.attempts(game, player, func(_ string, t Attempt) {
		if t.Own > 0 {
			after, _ := t.Rate()
			list = append(list, rated{t.Own, after.Rating})
		}
	})
	slices.SortFunc(list, func(a, b rated) int { return a.own - b.own })
	var out []float64
	for _, r := range list[max(len(list)-most, 0):] {
		out = append(out, r.after)
	}
	return out, err
}

// Next returns the puzzle of a player's stream: the open one, else a new one near the rating.
func (b *Book) Next(who Who, game string) (Sitting, error) {
	if !slices.Contains(b.Games(), game) {
		return Sitting{}, fmt.Errorf("%w: of %.20q", ErrNone, game)
	}
	if who.ID != "" {
		if open, ok, err := opened.In(game, who.ID).Get(b.ctx, b.store, Stream); err != nil {
			return Sitting{}, err
		} else if ok {
			return b.sit(who, game, Stream, open)
		}
	}
	id, err := b.pick(who, game)
	if err != nil {
		return Sitting{}, err
	}
	return b.begin(who, game, id, Stream)
}

// Missed returns the player's oldest miss that is due again.
func (b *Book) Missed(who Who, game string) (Sitting, error) {
	var due string
	var since int64
	err := b.attempts(game, who.ID, func(id string, t Attempt) {
		if t.Due > 0 && t.Due <= clock.MS() && (due == "" || t.Due < since) {
			due, since = id, t.Due
		}
	})
	if err == nil && due == "" {
		err = ErrNone
	}
	if err != nil {
		return Sitting{}, err
	}
	if open, ok, err := opened.In(game, who.ID).Get(b.ctx, b.store, Again); err != nil {
		return Sitting{}, err
	} else if ok && open.Puzzle == due {
		return b.sit(who, game, Again, open)
	}
	return b.begin(who, game, due, Again)
}

// attempts yields a player's first tries.
func (b *Book) attempts(game, player string, each func(id string, t Attempt)) error {
	if player == "" {
		return nil
	}
	for n, err := range attempts.In(game, player).All(b.ctx, b.store) {
		if err != nil {
			return err
		}
		each(n.Key, n.Value)
	}
	return nil
}

// begin opens a puzzle for a player.
func (b *Book) begin(who Who, game, id, way string) (Sitting, error) {
	open := Open{Puzzle: id}
	s, err := b.sit(who, game, way, open)
	if err != nil || who.ID == "" || s.State != Asked {
		return s, err
	}
	defer b.naming()()
	return s, opened.In(game, who.ID).Put(b.ctx, b.store, way, open)
}

// sit reads a puzzle for a player.
func (b *Book) sit(who Who, game, way string, open Open) (Sitting, error) {
	s := Sitting{Game: game, ID: open.Puzzle, Way: way, Step: open.Step, Hints: open.Hints, State: Asked}
	var ok bool
	var err error
	if s.Record, ok, err = puzzles.In(game).Get(b.ctx, b.store, open.Puzzle); err == nil && !ok {
		err = fmt.Errorf("%w: %s", ErrNone, open.Puzzle)
	}
	if err != nil {
		return s, err
	}
	if s.Me, err = b.Standing(game, who.ID); err != nil || who.ID == "" {
		return s.cross(), err
	}
	t, ok, err := attempts.In(game, who.ID).Get(b.ctx, b.store, s.ID)
	if ok {
		s.Attempt = &t
		if way != Again {
			s.State, s.Step, s.Played = stateOf(t.Solved), t.Step, t.Played
		}
	}
	return s.cross(), err
}

func stateOf(solved bool) string {
	if solved {
		return Right
	}
	return Wrong
}

// cross sets the options that hints have crossed out: half of the wrong options, the worst of them.
func (s Sitting) cross() Sitting {
	s.Crossed = nil
	if s.Hints == 0 || s.State != Asked {
		return s
	}
	step := s.Record.Puzzle.Line[s.Step]
	var wrong []games.Option
	for _, o := range step.Options {
		if o.Action != step.Action {
			wrong = append(wrong, o)
		}
	}
	slices.SortStableFunc(wrong, func(a, b games.Option) int { return cmp.Compare(a.Points, b.Points) })
	for _, o := range wrong[:(len(wrong)+1)/2] {
		s.Crossed = append(s.Crossed, o.Action)
	}
	return s
}

// Hint crosses out half of the wrong options. After a hint there is less to win and to lose.
func (b *Book) Hint(who Who, s Sitting) (Sitting, error) {
	if s.State != Asked || s.Hints > 0 {
		return s, nil
	}
	s.Hints = 1
	if err := b.learns(who, s); err != nil {
		return s, err
	}
	return s.cross(), b.storeOpen(who, s, s.Step)
}

// storeOpen stores a player's progress, unless the stored progress is no longer at step was.
func (b *Book) storeOpen(who Who, s Sitting, was int) error {
	if who.ID == "" {
		return nil
	}
	defer b.naming()()
	return opened.In(s.Game, who.ID).Edit(b.ctx, b.store, s.Way, func(o *Open) error {
		if o.Puzzle != s.ID || o.Step != was {
			return ErrMoved
		}
		o.Step, o.Hints = s.Step, s.Hints
		return nil
	})
}

// GiveUp shows the answer. It counts as a wrong answer.
func (b *Book) GiveUp(who Who, s Sitting) (Sitting, error) {
	if s.State != Asked {
		return s, nil
	}
	s.Played = ""
	if err := b.learns(who, s); err != nil {
		return s, err
	}
	return b.settle(who, s, false)
}

// Position returns the puzzle's position before the answer at a step, with all plies up to it.
func (b *Book) Position(s Sitting) (games.Position, []games.Ply, error) {
	g, err := b.games.Game(s.Game)
	if err != nil {
		return nil, nil, err
	}
	return Position(g, s.Record, s.Step)
}

// Viewer returns the viewer of a puzzle's position. In a game for one seat the proof of the answer uses all
// dealt cards, so everything is shown.
func (b *Book) Viewer(s Sitting) games.Seat {
	if g, err := b.games.Game(s.Game); err == nil && g.Info().Seats == 1 {
		return games.Everything
	}
	return s.Record.Puzzle.Seat
}

// Position plays a puzzle's match, and its line up to a step.
func Position(g games.Game, r Record, step int) (games.Position, []games.Ply, error) {
	pos, err := g.Start(r.Setup)
	if err != nil {
		return nil, nil, err
	}
	var plies []games.Ply
	play := func(a games.Action) error {
		seat := pos.ToAct()
		events, err := pos.Apply(a)
		plies = append(plies, games.Ply{Seat: seat, Action: a, Events: events})
		return err
	}
	for _, a := range r.Plies {
		if err := play(a); err != nil {
			return nil, nil, err
		}
	}
	for _, st := range r.Puzzle.Line[:min(step, len(r.Puzzle.Line))] {
		for _, a := range st.Plies() {
			if err := play(a); err != nil {
				return nil, nil, err
			}
		}
	}
	return pos, plies, nil
}

// Answer takes a player's actions. Actions that decide nothing leave the sitting unchanged. A right answer
// advances to the next one of the line. A wrong one, or the last, ends the sitting.
func (b *Book) Answer(who Who, s Sitting, actions []games.Action) (Sitting, error) {
	if s.State != Asked {
		return s, nil
	}
	name, err := b.answer(s, actions)
	if err != nil || name == "" {
		return s, err
	}
	line := s.Record.Puzzle.Line
	step := line[s.Step]
	if _, ok := step.Worth(name); !ok {
		return s, &games.IllegalError{Action: name, Reason: games.ReasonNotation}
	}
	s.Played = name
	if err := b.learns(who, s); err != nil {
		return s, err
	}
	if name != step.Action {
		return b.settle(who, s, false)
	}
	was := s.Step
	next := was + 1
	for next < len(line) && !line[next].Answer() {
		next++
	}
	if next == len(line) {
		return b.settle(who, s, true)
	}
	s.Step = next
	return s.cross(), b.storeOpen(who, s, was)
}

// learns notes that a person, who may be a guest, learns something about the answer of the puzzle of the day.
// From then on it changes no ratings of other players on the same network: see [WhyNetwork].
func (b *Book) learns(who Who, s Sitting) error {
	key, code := b.network(who, s.ID, clock.MS())
	if s.Way != Daily || key == "" {
		return nil
	}
	err := learnt.In(s.Game).Add(b.ctx, b.store, key, code)
	if errors.Is(err, store.ErrConflict) { // somebody was first
		err = nil
	}
	return err
}

// answer returns the option that actions choose, "" while they decide nothing. An option's own name chooses it,
// also in a game where playing it takes several actions.
func (b *Book) answer(s Sitting, actions []games.Action) (games.Action, error) {
	g, err := b.games.Game(s.Game)
	if err != nil || len(actions) == 0 {
		return "", err
	}
	if _, ok := s.Record.Puzzle.Line[s.Step].Worth(actions[0]); ok && len(actions) == 1 {
		return actions[0], nil
	}
	if r, ok := g.(games.PuzzleAnswerer); ok {
		pos, _, err := b.Position(s)
		if err != nil {
			return "", err
		}
		return r.PuzzleAnswer(pos, actions)
	}
	return actions[0], nil
}

// comesAgain is the time until a miss comes again.
const comesAgain = 3 * 24 * time.Hour

// settle ends a sitting. The first try counts, whatever comes later.
func (b *Book) settle(who Who, s Sitting, solved bool) (Sitting, error) {
	step := s.Step
	s.State = stateOf(solved)
	t := Attempt{Solved: solved, Hints: s.Hints, Step: step, Player: s.Me.Rating, Puzzle: s.Record.Rating, Most: mostLost, At: clock.MS()}
	if !solved {
		t.Played = s.Played
	}
	if who.ID == "" {
		s.Attempt = &t
		return s, nil
	}
	defer b.naming()()
	err := store.Again(func() error { return b.write(who, &s, t) })
	if err == nil && s.Way == Daily {
		err = b.noteDay(who, s)
	}
	return s, err
}

// write stores the end of a sitting: attempt, player, puzzle and index in one step.
func (b *Book) write(who Who, s *Sitting, t Attempt) error {
	mine, space := attempts.In(s.Game, who.ID), space(s.Game)
	open := opened.In(s.Game, who.ID).Gone(s.Way)
	before, raw, err := mine.Read(b.ctx, b.store, s.ID)
	if err != nil {
		return err
	}
	if string(raw) != string(store.Absent) { // an earlier try exists
		s.Attempt = &before
		if s.Way != Again {
			return b.store.PutNotes(b.ctx, space, open)
		}
		before.Again++
		if before.Due = t.At + comesAgain.Milliseconds(); t.Solved {
			before.Due = 0
		}
		again, err := mine.Note(s.ID, before, raw)
		if err != nil {
			return err
		}
		return b.store.PutNotes(b.ctx, space, again, open)
	}
	list, err := b.first(who, s, &t)
	if err != nil {
		return err
	}
	s.Attempt = &t
	return b.store.PutNotes(b.ctx, space, append(list, open)...)
}

// first makes the notes of a first try.
func (b *Book) first(who Who, s *Sitting, t *Attempt) ([]store.Note, error) {
	me, mine, err := b.player(s.Game, who.ID)
	if err != nil {
		return nil, err
	}
	rec, its, err := puzzles.In(s.Game).Read(b.ctx, b.store, s.ID)
	if err != nil {
		return nil, err
	}
	if string(its) == string(store.Absent) {
		rec = s.Record
	}
	was := place(s.ID, rec.Rating)
	t.Player, t.Puzzle = me.Rating, rec.Rating
	network, code := b.network(who, s.ID, t.At)
	if t.Why, err = b.why(who, s, rec, network, code); err != nil {
		return nil, err
	}
	if t.Why == "" {
		t.Own, t.Nth = me.Rating.N+1, rec.Rating.N+1
		me.Rating, rec.Rating = t.Rate()
	}
	rec.Tried++
	if t.Solved {
		rec.Solved++
		if t.Hints == 0 {
			rec.Clean++
		}
		me.Streak++
		me.Best, me.Last = max(me.Best, me.Streak), me.Last+"+"
	} else {
		me.Streak, me.Last = 0, me.Last+"-"
		t.Due = t.At + comesAgain.Milliseconds()
	}
	me.Last = me.Last[max(len(me.Last)-10, 0):]
	s.Me, s.Record = me, rec
	tried, err1 := attempts.In(s.Game, who.ID).Note(s.ID, *t, store.Absent)
	standing, err2 := players.In(s.Game).Note(who.ID, me, mine)
	puzzle, err3 := puzzles.In(s.Game).Note(s.ID, rec, its)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, err
	}
	list := []store.Note{tried, standing, puzzle}
	if now := place(s.ID, rec.Rating); now != was && rec.Day == "" {
		n, err := streams.In(s.Game).Note(now, struct{}{}, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, streams.In(s.Game).Gone(was), n)
	}
	if network != "" {
		n, err := learnt.In(s.Game).Note(network, code, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// network returns the note of a try of a puzzle from a network on a day: its key, and a code of the player.
// Only a holder of the store's secret can test guesses against either.
func (b *Book) network(who Who, id string, at int64) (key, code string) {
	network := b.house.Network(who.From)
	if network == "" {
		return "", ""
	}
	day := dayOf(at)
	return day + "/" + id + "/" + b.code("puzzle "+id+" "+network), b.code("puzzler " + day + " " + who.ID)
}

func (b *Book) code(what string) string {
	mac := hmac.New(sha256.New, b.secret)
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil))[:16]
}

// why returns the reason why a first try changes no ratings, "" if it changes them.
func (b *Book) why(who Who, s *Sitting, rec Record, network, code string) (string, error) {
	if who.Program {
		return WhyProgram, nil
	}
	if rec.Match != "" {
		m, err := b.store.Match(b.ctx, rec.Match)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
		if err == nil && m.SeatOf(who.ID) >= 0 {
			return WhyOwn, nil
		}
	}
	if network == "" {
		return "", nil
	}
	if other, ok, err := learnt.In(s.Game).Get(b.ctx, b.store, network); err != nil || ok && other != code {
		return WhyNetwork, err
	}
	return "", nil
}

// noteDay notes the day of a try for the player's streak, unless something else has kept it.
func (b *Book) noteDay(who Who, s Sitting) error {
	day := s.Record.Day
	if s.Attempt == nil || dayOf(s.Attempt.At) != day {
		return nil
	}
	err := streak.Days.In(who.ID).Add(b.ctx, b.store, day, streak.Done{Puzzle: s.Game + "/" + s.ID})
	if errors.Is(err, store.ErrConflict) {
		err = nil
	}
	return err
}

func dayOf(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }

// Today returns the day of the present puzzle of the day.
func (b *Book) Today() string { return dayOf(clock.MS()) }

// Forget removes a player from all puzzles. The effects of the player's attempts on the puzzles stay,
// without the player.
func Forget(ctx context.Context, s store.Store, all *games.Registry, player string) error {
	for _, game := range with(all) {
		var list []store.Note
		for n, err := range attempts.In(game, player).All(ctx, s) {
			if err != nil {
				return err
			}
			list = append(list, attempts.In(game, player).Gone(n.Key))
			if n.Value.Nth == 0 {
				continue
			}
			nameless, err := gone.In(game).Note(fmt.Sprintf("%s/%06d", n.Key, n.Value.Nth), n.Value, nil)
			if err != nil {
				return err
			}
			list = append(list, nameless)
		}
		list = append(list, players.In(game).Gone(player))
		for _, way := range []string{Stream, Daily, Again} {
			list = append(list, opened.In(game, player).Gone(way))
		}
		if err := s.PutNotes(ctx, space(game), list...); err != nil {
			return fmt.Errorf("puzzles of a player: %w", err)
		}
	}
	return nil
}

// Tried reports whether a player has tried a puzzle.
func Tried(ctx context.Context, s store.Store, all *games.Registry, player string) (bool, error) {
	for _, game := range with(all) {
		if list, err := attempts.In(game, player).First(ctx, s, "", 1); err != nil || len(list) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// exported is a first try in an export.
type exported struct {
	Game   string `json:"game"`
	Puzzle string `json:"puzzle"`
	Attempt
}

// Export yields everything that is stored about a player's puzzles.
func Export(ctx context.Context, s store.Store, all *games.Registry, player string, row func(any) error) error {
	for _, game := range with(all) {
		p, known, err := players.In(game).Get(ctx, s, player)
		if err != nil {
			return err
		}
		if known {
			if err := row(struct {
				Game string `json:"game"`
				Player
			}{game, p}); err != nil {
				return err
			}
		}
		for n, err := range attempts.In(game, player).All(ctx, s) {
			if err != nil {
				return err
			}
			if err := row(exported{game, n.Key, n.Value}); err != nil {
				return err
			}
		}
	}
	return nil
}
