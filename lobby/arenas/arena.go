package arenas

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"arcade/games"
)

// Reasons why an arena refuses a command; screens turn each into a sentence.
var (
	ErrNotNow  = errors.New("the arena is not running")
	ErrNoGame  = errors.New("no opponent waits there")
	ErrNotIn   = errors.New("you are not in the arena")
	ErrBadLog  = errors.New("an entry does not follow from those before it")
	ErrBadSeat = errors.New("an arena is for two")
	// ErrBadTerms says that the stored terms of an arena are damaged.
	ErrBadTerms = errors.New("unreadable terms")
)

// The times of an arena, in ms.
const (
	// SitTime limits how long a paired player may take to sit down.
	SitTime = 20_000
	// WaveTime limits how long a free player waits for a better opponent.
	WaveTime = 3_000
	// BotTime is the time that a player without an opponent waits for a bot.
	BotTime = 6_000
	// RepeatTime is the least time before two players meet again while others play.
	RepeatTime = 30_000
	// LastPairs is the time before the end at which pairing stops.
	LastPairs = 60_000
)

const (
	// StreakAt is the number of wins in a row after which wins count double.
	StreakAt = 2
	// PairMost limits the matches that two players may score against each other in one arena.
	PairMost = 5
)

// Terms are the announced facts of an arena.
type Terms struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	// Options choose between the game's rules, nil for the usual ones.
	Options json.RawMessage `json:"options,omitempty"`
	Control string          `json:"control"`
	Start   int64           `json:"start"`
	End     int64           `json:"end"`
	// Plan is the line of the schedule from which the arena comes, "" if an operator opened it.
	Plan string `json:"plan,omitempty"`
	// Quick is the number of actions before which a draw by agreement scores nothing.
	Quick int `json:"quick,omitempty"`
	// Bots may play with a player who is left over.
	Bots []Bot `json:"bots,omitempty"`
}

// Bot is one of the house's bots, with its measured strength.
type Bot struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"`
}

// BotID returns the ID of a bot among an arena's players.
func BotID(name string) string { return "bot:" + name }

// Who is a person in an arena.
type Who struct {
	ID string `json:"id"`
	// Name is set for guests and bots; a player's name is read from its record.
	Name  string `json:"name,omitempty"`
	Guest bool   `json:"guest,omitempty"`
	Bot   string `json:"bot,omitempty"`
	// Rating is the last noted strength.
	Rating float64 `json:"rating,omitempty"`
}

// The kinds of entries.
const (
	Join  = "join"  // Who joins, or joins again
	Leave = "leave" // ID leaves, and keeps its points
	Pair  = "pair"  // Seats are paired for Match
	Sit   = "sit"   // ID has sat down
	Start = "start" // Match has begun
	End   = "end"   // Match is over
	Off   = "off"   // Match is called off; Out are out
	Close = "close" // the arena is over
)

// Entry is one line of an arena's log.
type Entry struct {
	Kind    string     `json:"kind"`
	At      int64      `json:"at"`
	Who     *Who       `json:"who,omitempty"`
	ID      string     `json:"id,omitempty"`
	Match   string     `json:"match,omitempty"`
	Seats   []string   `json:"seats,omitempty"`
	Ratings [2]float64 `json:"ratings,omitzero"`
	// Casual is the reason why the match scores nothing, "" if it counts. A pairing has the reason that
	// is known before the match, an end the one by which the match did not count in the end. Ends from
	// before there was this rule have none.
	Casual string `json:"casual,omitempty"`
	// Winner is the seat that won, -1 for a draw. Reason and Plies are the result's.
	Winner int      `json:"winner,omitempty"`
	Reason string   `json:"reason,omitempty"`
	Plies  int      `json:"plies,omitempty"`
	Out    []string `json:"out,omitempty"`
}

// Player is a person's part in an arena.
type Player struct {
	Who
	In bool
	// Match is the match that the player is paired for or plays, "" for none.
	Match string
	// Free is the time since which the player waits. Last is the last opponent.
	Free int64
	Last string
	// Marks are the points of each match, in order.
	Marks  []int
	Points int
	// Row is the player's present number of wins in a row.
	Row  int
	Won  int
	Met  map[string]int
	Came int // number of players who joined before
}

// Doubles reports whether the player's next win counts twice.
func (p *Player) Doubles() bool { return p.Row >= StreakAt }

// Game is a pairing and its match.
type Game struct {
	Match  string
	Seats  [2]string
	Sat    [2]bool
	Casual string
	At     int64
	// Live reports whether the match has begun.
	Live bool
}

// Until returns the deadline for sitting down.
func (g *Game) Until() int64 { return g.At + SitTime }

// SeatOf returns the seat of a player, -1 for none.
func (g *Game) SeatOf(id string) int { return slices.Index(g.Seats[:], id) }

// State is the state of an arena after its log.
type State struct {
	Terms   Terms
	Len     int
	Players map[string]*Player
	// Games are the paired games and the games in play, by match.
	Games map[string]*Game
	// Done counts the matches that scored.
	Done   int
	Closed bool
	ranked []*Player // nil if it must be sorted again
}

// New returns an arena with an empty log.
func New(t Terms) *State {
	return &State{Terms: t, Players: map[string]*Player{}, Games: map[string]*Game{}}
}

// Fold returns the arena of a log.
func Fold(t Terms, log []Entry) (*State, error) {
	s := New(t)
	for i, e := range log {
		if err := s.Add(e); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
	}
	return s, nil
}

// Add folds an entry. It fails with ErrBadLog if the entry cannot follow.
func (st *State) Add(e Entry) error {
	if !st.add(e) {
		return fmt.Errorf("%w: %s at %d", ErrBadLog, e.Kind, e.At)
	}
	st.Len++
	st.ranked = nil
	return nil
}

func (st *State) add(e Entry) bool {
	if st.Closed {
		return false
	}
	switch e.Kind {
	case Join:
		return st.join(e)
	case Leave:
		p := st.Players[e.ID]
		if p == nil || !p.In {
			return false
		}
		p.In = false
		return true
	case Pair:
		return st.pair(e)
	case Sit:
		g := st.gameOf(e.ID)
		if g == nil || g.Live {
			return false
		}
		g.Sat[g.SeatOf(e.ID)] = true
		return true
	case Start:
		g := st.Games[e.Match]
		if g == nil || g.Live {
			return false
		}
		g.Live = true
		return true
	case End:
		return st.end(e)
	case Off:
		return st.off(e)
	case Close:
		st.Closed = true
		return true
	}
	return false
}

// gameOf returns the pairing of a player, nil for none.
func (st *State) gameOf(id string) *Game {
	if p := st.Players[id]; p != nil {
		return st.Games[p.Match]
	}
	return nil
}

func (st *State) join(e Entry) bool {
	if e.Who == nil || e.Who.ID == "" {
		return false
	}
	p := st.Players[e.Who.ID]
	if p == nil {
		p = &Player{Met: map[string]int{}, Came: len(st.Players)}
		st.Players[e.Who.ID] = p
	}
	p.Who, p.In, p.Free = *e.Who, true, e.At
	return true
}

func (st *State) pair(e Entry) bool {
	if len(e.Seats) != 2 || e.Match == "" || st.Games[e.Match] != nil || e.Seats[0] == e.Seats[1] {
		return false
	}
	for _, id := range e.Seats {
		if p := st.Players[id]; p == nil || p.Match != "" {
			return false
		}
	}
	g := &Game{Match: e.Match, Seats: [2]string(e.Seats), Casual: e.Casual, At: e.At}
	for i, id := range e.Seats {
		p := st.Players[id]
		p.Match, p.Last = e.Match, e.Seats[1-i]
		p.Met[e.Seats[1-i]]++
		if e.Ratings[i] != 0 {
			p.Rating = e.Ratings[i]
		}
		g.Sat[i] = p.Bot != ""
	}
	st.Games[e.Match] = g
	return true
}

// end scores a match: 2 points for a win, 4 from the third win in a row on, 1 for a draw, and none for a match
// that does not count. Who gives a match up early has a loss all the same, which ends a row of wins.
func (st *State) end(e Entry) bool {
	g := st.Games[e.Match]
	if g == nil || !g.Live || e.Winner < -1 || e.Winner > 1 {
		return false
	}
	st.release(g, e.At)
	if e.Casual == Early && g.Casual == "" && e.Winner >= 0 {
		p := st.Players[g.Seats[1-e.Winner]]
		p.Row, p.Marks = 0, append(p.Marks, 0)
	}
	if g.Casual != "" || e.Casual != "" {
		return true
	}
	st.Done++
	for i, id := range g.Seats {
		p, points := st.Players[id], 0
		switch {
		case e.Winner == i:
			if points = 2; p.Doubles() {
				points = 4
			}
			p.Row++
			p.Won++
		case e.Winner >= 0:
			p.Row = 0
		default:
			p.Row = 0
			if points = 1; st.quickDraw(e) {
				points = 0
			}
		}
		p.Points += points
		p.Marks = append(p.Marks, points)
	}
	return true
}

// quickDraw reports whether the players agreed on a draw before they had really played.
func (st *State) quickDraw(e Entry) bool { return e.Reason == games.Agreed && e.Plies < st.Terms.Quick }

func (st *State) off(e Entry) bool {
	g := st.Games[e.Match]
	if g == nil {
		return false
	}
	st.release(g, e.At)
	for i, id := range g.Seats {
		if st.Players[id].Met[g.Seats[1-i]]--; !g.Live && st.Players[id].Last == g.Seats[1-i] && len(e.Out) > 0 {
			st.Players[id].Last = "" // they have not played
		}
	}
	for _, id := range e.Out {
		if p := st.Players[id]; p != nil {
			p.In = false
		}
	}
	return true
}

func (st *State) release(g *Game, at int64) {
	for _, id := range g.Seats {
		p := st.Players[id]
		p.Match, p.Free = "", at
		if p.Bot != "" {
			p.In = false // until a player needs it again
		}
	}
	delete(st.Games, g.Match)
}

// Ranked returns the players, best first: by points, wins and strength, then the earlier one. The
// caller must not change the list.
func (st *State) Ranked() []*Player {
	if st.ranked == nil {
		st.ranked = make([]*Player, 0, len(st.Players))
		for _, p := range st.Players {
			st.ranked = append(st.ranked, p)
		}
		slices.SortFunc(st.ranked, func(a, b *Player) int {
			return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Won, a.Won), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Came, b.Came))
		})
	}
	return st.ranked
}

// Place returns a player's place, from 1, or 0 if it has none.
func (st *State) Place(id string) int {
	return slices.IndexFunc(st.Ranked(), func(p *Player) bool { return p.ID == id }) + 1
}

// Active counts the people who take part now.
func (st *State) Active() (n int) {
	for _, p := range st.Players {
		if p.In && p.Bot == "" {
			n++
		}
	}
	return n
}

// Runs reports whether the arena is open for play at time now.
func (st *State) Runs(now int64) bool {
	return !st.Closed && now >= st.Terms.Start && now < st.Terms.End
}
