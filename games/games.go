// Package games is the contract between the arcade and its games.
//
// A game is pure: it reads no clock, does no I/O, starts no goroutine and draws every random event from
// its match's seed. A match is a [Setup] and an append-only list of entries; [Match] folds them. Every
// display of a match (a live table, a replay, an export, a spectator's view) is made from that fold.
package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"arcade/games/rng"
)

// Seat is a place at a table, counted from 0.
type Seat int

const (
	// Nobody means that no seat is to act (the match is over), or that no seat has won (a draw).
	Nobody Seat = -1
	// Spectator is the viewer without a seat, who sees only public information.
	Spectator Seat = -1
	// Everything is the viewer who sees all hidden information: the engine protocol's "all", and finished
	// matches. No connection gets it while a match is in play.
	Everything Seat = -2
)

// Action is one action in the notation of the log, the protocol and the exports: ASCII, one blank between
// words.
type Action string

// Setup is the start of a match. The same Setup and the same actions give the same match on any machine.
type Setup struct {
	// Game is the game's name in the registry, such as "othello".
	Game string `json:"game"`
	// Rules is the version of the game's rules; 0 means the current one.
	Rules int `json:"rules,omitempty"`
	// Seed is the source of every random event.
	Seed string `json:"seed"`
	// Options are the game's own, a JSON object; empty means all defaults.
	Options json.RawMessage `json:"options,omitempty"`
}

// Info describes a game.
type Info struct {
	// Name is the game's name in the registry, the log and the commands.
	Name string `json:"name"`
	// Seats is the number of seats of a match, 1 or 2.
	Seats int `json:"seats"`
	// Hidden reports whether a part of the position is hidden from a seat.
	Hidden bool `json:"hidden"`
	// Final reports whether no action can be taken back, not even at one screen: chance has answered it,
	// and would give the same answer again.
	Final bool `json:"final,omitempty"`
	// Rules is the current version of the rules, counted from 1.
	Rules int `json:"rules"`
	// Options are the names of the possible options in a setup.
	Options []string `json:"options"`
}

// maxSeed is the longest seed in bytes.
const maxSeed = 128

// Check refuses a setup with unknown rules, or with a seed that is not a text of at most 128 bytes. The
// game checks the options.
func (i Info) Check(s Setup) error {
	switch {
	case s.Rules < 0 || s.Rules > i.Rules:
		return fmt.Errorf("%s: rules version %d is not known, the newest is %d", i.Name, s.Rules, i.Rules)
	case len(s.Seed) > maxSeed:
		return fmt.Errorf("%s: the seed has %d bytes, at most %d are allowed", i.Name, len(s.Seed), maxSeed)
	case !utf8.ValidString(s.Seed):
		return fmt.Errorf("%s: the seed is not valid UTF-8", i.Name)
	}
	return nil
}

// Game is one game of the arcade.
type Game interface {
	Info() Info
	// Start returns the first position of a match. It refuses unknown options, values out of range and
	// unknown versions of the rules.
	Start(Setup) (Position, error)
	// Bots lists the game's bots, weakest first.
	Bots() []Bot
}

// Position is a match in play. It belongs to one goroutine at a time.
type Position interface {
	// ToAct returns the seat that must act, [Nobody] once over.
	ToAct() Seat
	// Legal lists every legal action in a fixed order; it is empty once over.
	Legal() []Action
	// Apply plays a for the seat that is to act. On an error, an [*IllegalError], the position is
	// unchanged. Events contain only public information.
	Apply(a Action) ([]Event, error)
	// View returns everything that the seat may see, ready for encoding/json, without hidden information.
	// Its type is the game's own.
	View(Seat) any
	// Result returns nil while the match is in play.
	Result() *Result
}

// Forcer is a Position that can have an action without a choice, such as a pass in Othello: the table
// announces it and then plays it for the player.
type Forcer interface {
	// Forced returns the action, and whether there is one now.
	Forced() (Action, bool)
}

// DefaultMove is a Position with an action for a seat that did not decide in time: the action with the
// smallest commitment. Under a control by the decision the table plays it, and the seat loses at the
// third time in a row. In other games a seat that runs out of time loses at once.
type DefaultMove interface {
	// DefaultAction returns this action of the seat that is to act.
	DefaultAction() Action
}

// BotPace is a Game whose bots wait, because people need time to read the events of a turn.
type BotPace interface {
	// Pace returns the least time that a bot takes for a decision, in ms.
	Pace() int64
}

// Standing is a Position that reports the score so far, for a match that ends early.
type Standing interface {
	// Standing returns the fields of a result with the present score.
	Standing() any
}

// Forfeit is a Position with different facts for the result of a match that a seat gives up, or loses on
// time or by staying away.
type Forfeit interface {
	// Forfeit returns the fields of the result when loser forfeits.
	Forfeit(loser Seat) any
}

// Series is a Game whose matches are rounds that follow one another at a table: the end of a round
// determines options of the next one. It has no draws but the rules' own, and nothing can be taken back.
type Series interface {
	// NextRound completes the options of a round that is about to begin.
	NextRound(Round) (json.RawMessage, error)
}

// SeriesOptions is a Series whose host has a choice.
type SeriesOptions interface {
	// SeriesOptions returns the host's choice among the options of a round.
	SeriesOptions(options json.RawMessage) json.RawMessage
}

// Round is the start of a round of a series.
type Round struct {
	// Options are the host's choice, or the last round's.
	Options json.RawMessage
	// Last is the result of the last round of this series, View its last position as seen by
	// [Everything]; nil before the first.
	Last *Result
	View any
	// Hour is the hour of the day at the arcade, 0..23.
	Hour int
	// Stats are the players' statistics by seat, nil for a guest, a bot or a newcomer.
	Stats []json.RawMessage
	// Rated reports whether the round changes ratings.
	Rated bool
}

// Pooled is a Game for two whose options choose between rules at which one may be strong and weak: the players have
// a rating of their own under each.
type Pooled interface {
	// Pool returns the name of the ratings under options: the game's name, or one of Pools.
	Pool(options json.RawMessage) string
	// Pools lists the names besides the game's.
	Pools() []string
}

// RulesIn returns the name of the rules that options choose, "" for the usual ones.
func RulesIn(options json.RawMessage) string {
	if len(options) == 0 {
		return ""
	}
	var chosen struct{ Rules string }
	_ = json.Unmarshal(options, &chosen) // what cannot be read chooses nothing
	return chosen.Rules
}

// WithRules returns a game's name and, behind a blank, that of the rules, if options choose some.
func WithRules(game string, options json.RawMessage) string {
	return strings.TrimSpace(game + " " + RulesIn(options))
}

// RulesOptions returns the options that choose rules of a game by their name, nil for "". A game that is not [Pooled]
// has no rules to choose.
func RulesOptions(g Game, rules string) (json.RawMessage, error) {
	if rules == "" {
		return nil, nil
	}
	if _, ok := g.(Pooled); !ok {
		return nil, fmt.Errorf("%s has only one set of rules", g.Info().Name)
	}
	options, err := json.Marshal(map[string]string{"rules": rules})
	if err != nil {
		return nil, err
	}
	if _, err := g.Start(Setup{Game: g.Info().Name, Options: options}); err != nil {
		return nil, err
	}
	if s, ok := g.(SeriesOptions); ok { // the usual rules are options left out
		return s.SeriesOptions(options), nil
	}
	return options, nil
}

// PoolsOf returns the names of a game's ratings, its own first.
func PoolsOf(g Game) []string {
	list := []string{g.Info().Name}
	if p, ok := g.(Pooled); ok {
		list = append(list, p.Pools()...)
	}
	return list
}

// PoolOf returns the name of a game's ratings under options.
func PoolOf(g Game, options json.RawMessage) string {
	if p, ok := g.(Pooled); ok {
		return p.Pool(options)
	}
	return g.Info().Name
}

// Record is a match for an export in a game's own format.
type Record struct {
	Setup Setup
	// Place names the house.
	Place string
	// Started is ms since 1970.
	Started int64
	// Names are the players by seat.
	Names   []string
	Control Control
	// Plies are the actions that were not taken back; an export uses their Seat, Action, Forced and At.
	Plies []Ply
	// Result is nil while the match is in play.
	Result *Result
}

// Exporter is a Game with its own formats beside the kibo.
type Exporter interface {
	// Formats returns the formats' names in commands, such as "ggf".
	Formats() []string
	// Export writes a match in one of them.
	Export(format string, r Record) (string, error)
}

// Recorder is a Game whose finished matches make a player's statistics and rows on boards by points: all
// records of a game for one seat, and the records of a game for two besides its ratings.
type Recorder interface {
	// Boards returns the names of the game's boards in display order, such as "1" and "2" for the modes
	// of a game. A board's full name is GAME/BOARD; a day's board is GAME/BOARD/YYYY-MM-DD.
	Boards() []string
	// Record folds a finished run into a player's statistics, which are the game's own JSON and nil
	// before the first run. It returns the rows that the run earned: on the day's boards for a Daily run,
	// else on the ranked ones. A run that was given up has the reason Resigned and counts too. In a game
	// for two it is called for each player with a key.
	Record(stats json.RawMessage, run Run) (json.RawMessage, []Score, error)
}

// Seeder is a Game whose typed seeds have a form. In other games a typed seed is used unchanged. The
// seeds of ranked and daily runs are hexadecimal digits in every game.
type Seeder interface {
	// SeedOf returns the seed for a typed text, in its canonical form; the error says what is wrong with
	// the text.
	SeedOf(typed string) (string, error)
	// RandomSeed makes a seed that can be typed from random bytes.
	RandomSeed(random [16]byte) string
	// OpenSeed returns such a seed for the public deal of a day (YYYY-MM-DD, UTC); mac returns the
	// HMAC-SHA-256 of a message with the store's secret as the key.
	OpenSeed(day string, mac func(message string) []byte) string
}

// Coder is a [Seeder] with codes that name a seed together with its options.
type Coder interface {
	// ReadCode returns the seed and the options of a typed code; false for any other text.
	ReadCode(typed string) (seed string, options json.RawMessage, ok bool)
}

// Varied is a Game for one seat whose options start different games from one seed. Each variant has its
// own seed every day, so that a run of one variant reveals nothing about the others.
type Varied interface {
	// Variant returns the name of the variant that options choose: options with the same first view have
	// the same name, all others a different one. The error says what is wrong with the options.
	Variant(options json.RawMessage) (string, error)
}

// VariantOf returns the variant of a game that options choose, "" in a game that is not [Varied].
func VariantOf(g Game, options json.RawMessage) (string, error) {
	if v, ok := g.(Varied); ok {
		return v.Variant(options)
	}
	return "", nil
}

// StatsTeller is a Recorder that adds derived figures to its displayed statistics.
type StatsTeller interface {
	// TellStats returns the display form of statistics that are not empty.
	TellStats(stats json.RawMessage) (any, error)
}

// SeedNamer is a Game whose typed seeds are short. The seeds of its ranked and daily runs are too long
// for that and have short names, which can be typed instead.
type SeedNamer interface {
	// SeedName returns the name of a seed: the seed itself if it can be typed, "" if it has no name. The
	// name does not reveal the seed.
	SeedName(seed string) string
}

// Hinter is a Game for one seat that can be asked for a move.
type Hinter interface {
	// Hint returns actions that are legal one after another after the plies, and whether they are proven
	// to lead to the best result. It is one action, perhaps after auxiliary ones such as turns of a
	// stock. Hint may search until stop returns true, and knows the whole setup, even what the player
	// cannot see. nil means no hint.
	Hint(setup Setup, plies []Action, stop func() bool) (way []Action, proven bool)
}

// Class is the class of a run, which decides where it counts.
type Class string

// The classes. A Hinted run has no other class.
const (
	Ranked   Class = "ranked"
	Daily    Class = "daily"
	Practice Class = "practice" // with a seed that the player typed
	Hinted   Class = "looked"   // saw the best play, or took a hint
)

// Run is a finished match from the side of one seat.
type Run struct {
	// Match is the id of the match's log, "" if no log is kept.
	Match  string
	Setup  Setup
	Plies  []Ply
	Result Result
	// Seat is the seat of the run's player. Rated reports whether the match changed ratings, which needs
	// two players with keys.
	Seat  Seat
	Rated bool
	// Discount is the part of a rated match that does not count for the seat, from 0 to 1: the rating
	// moves that much less.
	Discount float64
	// Bounded reports whether a day's rated matches move what they win and lose only so far: keys are
	// free, so it must not be for sale. Only matches under older rules are not bounded.
	Bounded bool
	// Unproven reports whether a rated match was against an opponent with a provisional rating. Under
	// older rules it never was.
	Unproven bool
	// Daily runs have the day's seed, and the first finished one counts on the day's board. Seeded runs
	// have a seed that the player typed. Hinted runs saw the best play. Only a run with none of these is
	// ranked.
	Daily, Seeded, Hinted bool
	// Guessable runs have a deal that can be worked out in play: they were in play when the arcade began
	// to deal from 128 secret bits.
	Guessable bool
	// HintedLate runs looked after their first action; see [Run.Forfeit].
	HintedLate bool
	// At is the end, ms since 1970; Rested is the length of the run's pauses in ms.
	At, Rested int64
}

// Whole reports whether a match may set records: it counts fully, and against an opponent with an
// established rating.
func (r Run) Whole() bool { return r.Discount == 0 && !r.Unproven }

// ReadStats reads a player's stored statistics of a game into s, which stays unchanged if there are none.
func ReadStats(game string, raw json.RawMessage, s any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return fmt.Errorf("%s: statistics: %w", game, err)
	}
	return nil
}

// Class returns the class of the run.
func (r Run) Class() Class {
	switch {
	case r.Hinted:
		return Hinted
	case r.Daily:
		return Daily
	case r.Seeded:
		return Practice
	}
	return Ranked
}

// Ranked reports whether the run counts on the ranked boards.
func (r Run) Ranked() bool { return r.Class() == Ranked }

// Forfeit reports whether the run would have been ranked, but saw the best play after its first action. A
// game counts it as the worst possible run, like one that is given up: otherwise a look would be the way
// out of a bad run.
func (r Run) Forfeit() bool { return r.HintedLate && !r.Daily && !r.Seeded }

// Score is a row that a run earned on one of its game's boards; it replaces the player's row there.
type Score struct {
	// Board is one of Boards or, if Of is set, another name of the game's.
	Board string
	// Of is the one deal or seed of the board, such as "=42", if set: the row goes to GAME/BOARD/OF,
	// where the player's best one stays. A Seeded run can earn such rows too.
	Of string
	// Value orders the board, Tie decides between equals; higher is better.
	Value, Tie float64
	// Detail has facts that the board shows, as JSON.
	Detail json.RawMessage
}

// Event is an effect of an action. JSON has the kind of its fact as "kind", and the fact's fields, if
// any, as "values".
type Event struct {
	Seat Seat
	// Fact is the content; its type is the game's own.
	Fact Fact
	// Hold is the time in ms for which a table shows the event before any seat may act.
	Hold int64
}

// Fact is the content of an event: a type for each kind, with numbers, texts and lists as fields.
type Fact interface {
	// Kind returns the kind's name, such as "move".
	Kind() string
}

// MarshalJSON writes kind, seat, values and hold.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Fact == nil {
		return nil, errors.New("an event without a fact")
	}
	form := struct {
		Kind   string `json:"kind"`
		Seat   Seat   `json:"seat"`
		Values Fact   `json:"values,omitempty"`
		Hold   int64  `json:"hold,omitempty"`
	}{e.Fact.Kind(), e.Seat, e.Fact, e.Hold}
	if reflect.TypeOf(e.Fact).Size() == 0 {
		form.Values = nil
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false) // the caller encodes the event
	err := enc.Encode(form)
	return text.Bytes(), err
}

// Result is the end of a match, by its game's rules or by the table's.
type Result struct {
	// Reason is an end reason: one of the common ones below or the game's own.
	Reason string
	// Winner is the winning seat, Nobody for a draw or if nobody can win.
	Winner Seat
	// Fields are the game's own facts, such as "score": a struct, or nil for none. Each of its JSON
	// members becomes a member of the result.
	Fields any
}

// End reasons that every game shares. The last three exist at tables only.
const (
	Finished  = "finished"
	Resigned  = "resign"
	TimedOut  = "timeout"
	Abandoned = "abandoned"
	Agreed    = "agreed"
	Aborted   = "aborted"
)

// MarshalJSON writes reason, winner (null for Nobody) and the game's own fields as one object.
func (r Result) MarshalJSON() ([]byte, error) {
	common := struct {
		Reason string `json:"reason"`
		Winner *Seat  `json:"winner"`
	}{Reason: r.Reason}
	if r.Winner >= 0 {
		common.Winner = &r.Winner
	}
	all := map[string]json.RawMessage{}
	for _, part := range []any{r.Fields, common} {
		data, err := json.Marshal(part)
		if err == nil {
			err = json.Unmarshal(data, &all) // null, of no fields, changes nothing
		}
		if err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// Read reads the result's JSON object into v, like [json.Unmarshal].
func (r Result) Read(v any) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// Bot is a player of a fixed strength. It knows no more than a person in its seat.
type Bot interface {
	// Name is the bot's name in logs and commands, such as "greedy".
	Name() string
	// Choose picks an action from the view of the seat that is to act; r is its only source of chance.
	Choose(view any, r *rng.Source) Action
}

// Thinker is a Bot that can think for long, under a limit.
type Thinker interface {
	Bot
	// Think is Choose within a limit. However soon it must end, the action is legal. If Limit.Stop is
	// nil, the same view, chance and limit give the same action anywhere.
	Think(view any, r *rng.Source, limit Limit) Action
}

// Limit bounds thinking.
type Limit struct {
	// Nodes bounds the positions that are searched; 0 leaves it to the thinker.
	Nodes int64
	// Depth bounds the depth of a [Solver]'s search in its own steps; 0 for no bound.
	Depth int
	// Stop ends the thinking when it returns true; nil never does. The thinking goroutine calls it every
	// few thousand positions, about once in a millisecond. It may block, which leaves the core to others.
	Stop func() bool
}

// IllegalError means that an action cannot be played, and why.
type IllegalError struct {
	Action Action
	// Reason is one of the game's short codes, such as "flips_nothing"; screens turn it into a sentence.
	Reason string
}

func (e *IllegalError) Error() string {
	a := e.Action
	if len(a) > 40 {
		a = a[:40] + ".."
	}
	return fmt.Sprintf("illegal action %q: %s", string(a), e.Reason)
}

// ReasonOf returns the code with which a game refused an action, "" if err is not a game's refusal.
func ReasonOf(err error) string {
	if illegal, ok := errors.AsType[*IllegalError](err); ok {
		return illegal.Reason
	}
	return ""
}

// Reasons that every game shares.
const (
	// ReasonOver refuses an action after the end.
	ReasonOver = "match_over"
	// ReasonNotation refuses text that is not an action of the game at all.
	ReasonNotation = "not_notation"
)

// ErrUnknownGame is returned for a game that is not registered.
var ErrUnknownGame = errors.New("unknown game")

// Registry holds the games of a binary, in the order in which they are listed.
type Registry struct{ list []Game }

// NewRegistry makes a registry of the given games.
func NewRegistry(list ...Game) *Registry { return &Registry{list} }

// Games lists the games in their order.
func (r *Registry) Games() []Game { return r.list }

// Game finds a game by name; the error is [ErrUnknownGame].
func (r *Registry) Game(name string) (Game, error) {
	for _, g := range r.list {
		if g.Info().Name == name {
			return g, nil
		}
	}
	if len(name) > 40 {
		name = name[:40] + ".."
	}
	return nil, fmt.Errorf("%w: %q", ErrUnknownGame, name)
}

// As returns a game as one of the optional interfaces, nil if the game does not implement it or does not
// exist.
func As[T any](r *Registry, name string) (as T) {
	if g, err := r.Game(name); err == nil {
		as, _ = g.(T)
	}
	return as
}

// BotNames returns the names of a game's bots, weakest first; never nil.
func BotNames(g Game) []string {
	names := []string{}
	for _, b := range g.Bots() {
		names = append(names, b.Name())
	}
	return names
}

// FindBot finds a game's bot by name, nil if there is none.
func FindBot(g Game, name string) Bot {
	for _, b := range g.Bots() {
		if b.Name() == name {
			return b
		}
	}
	return nil
}
