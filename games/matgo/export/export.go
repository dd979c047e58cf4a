// Package export writes Matgo rounds as the owner's JSON. Simulations share its names of cards and seats.
package export

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/matgo"
)

// The owner's JSON is specified in docs/notation/matgo.md and the owner's MATGO-FORMATS. It depends on a
// match's actions alone.

// Game is Matgo with its exports.
type Game struct{ matgo.Game }

// Format is the format's name in commands.
const Format = "matgo"

// Formats lists the formats of [Game.Export].
func (Game) Formats() []string { return []string{Format} }

// Export writes a round as the owner's file: an array with one record.
func (g Game) Export(format string, r games.Record) (string, error) {
	if format != Format {
		return "", fmt.Errorf("matgo has no format %.20q", format)
	}
	file, err := g.export(r)
	if err != nil {
		return "", err
	}
	raw, err := json.MarshalIndent([]exportFile{file}, "", "  ")
	return string(raw), err
}

// SeatKeys has the owner's names of the seats.
var SeatKeys = [2]string{"human", "ai"}

// SeatKey returns the owner's name of a seat, or of nobody.
func SeatKey(s games.Seat) string {
	if s == games.Nobody {
		return "draw"
	}
	return SeatKeys[s]
}

// Card is a card with the owner's words.
type Card struct {
	ID       string `json:"id"`
	Month    int    `json:"month"`
	Category string `json:"category"`
	Name     string `json:"name"`
	PassCard bool   `json:"passCard"`
}

var (
	categories  = [...]string{matgo.Kwang: "kwang", matgo.Yeol: "five", matgo.Tti: "ribbon", matgo.Pi: "junk"}
	flowers     = [...]string{"보너스", "송학", "매조", "벚꽃", "흑싸리", "난초", "모란", "홍싸리", "공산", "국진", "단풍", "오동", "비"}
	kindsKorean = [...]string{matgo.Kwang: "광", matgo.Yeol: "열끗", matgo.Tti: "띠", matgo.Pi: "피"}
	worthKorean = [...]string{1: "피", 2: "쌍피", 3: "삼피"}
)

// CardOf returns a card with the owner's words.
func CardOf(c matgo.Card) Card {
	kind := kindsKorean[c.Kind()]
	if c.Kind() == matgo.Pi {
		kind = worthKorean[c.Worth()]
	}
	return Card{ID: c.String(), Month: c.Month(), Category: categories[c.Kind()], Name: flowers[c.Month()] + " " + kind}
}

// PassCard is the owner's card for a pass.
var PassCard = Card{ID: "pass", Category: "junk", Name: "패스", PassCard: true}

func exportAll(cards []matgo.Card) []Card {
	list := make([]Card, len(cards))
	for i, c := range cards {
		list[i] = CardOf(c)
	}
	return list
}

// BySeat is a pair under the owner's names.
type BySeat[T any] struct {
	Human T `json:"human"`
	AI    T `json:"ai"`
}

func exportHands(v *matgo.View) BySeat[[]Card] {
	return BySeat[[]Card]{exportAll(v.Hands[0]), exportAll(v.Hands[1])}
}

type exportFile struct {
	RecordedAt      string         `json:"recordedAt"`
	Seed            string         `json:"seed"`
	RuleKey         string         `json:"ruleKey"`
	Participants    BySeat[string] `json:"participants"`
	Winner          string         `json:"winner"`
	Nagari          bool           `json:"nagari"`
	NagariReasons   []string       `json:"nagariReasons"`
	Totals          BySeat[int]    `json:"totals"`
	StartingTurnKey string         `json:"startingTurnKey"`
	EndingTurnKey   string         `json:"endingTurnKey"`
	Log             []string       `json:"log"`
	Kibo            []any          `json:"kibo"`
}

// entry has the fields of every entry of the kibo.
type entry struct {
	No   int    `json:"no"`
	Type string `json:"type"`
}

type dealEntry struct {
	entry
	FirstTurn string         `json:"firstTurn"`
	Hands     BySeat[[]Card] `json:"hands"`
	Board     []Card         `json:"board"`
	Deck      []Card         `json:"deck"`
}

type turnEntry struct {
	entry
	TurnNo    int            `json:"turnNo"`
	Actor     string         `json:"actor"`
	Action    turnAction     `json:"action"`
	DeckCount int            `json:"deckCount"`
	Board     []Card         `json:"board"`
	Hands     BySeat[[]Card] `json:"hands"`
	Steals    Steals         `json:"steals"`
	Events    matgo.Counters `json:"events"`
	PpukState exportPpuk     `json:"ppukState"`
	HeldBonus []Card         `json:"heldBonus"`
}

// Steals has a turn's steals from the opponent: pi, and gold for ppuk.
type Steals struct {
	Pi   int `json:"pi"`
	Gold int `json:"gold"`
}

type exportPpuk struct {
	Active     bool    `json:"active"`
	Streak     int     `json:"streak"`
	LastTurnNo int     `json:"lastTurnNo"`
	LastSource *string `json:"lastSource"`
	LastMonth  int     `json:"lastMonth"`
}

// turnAction has a seat's actions in a turn. Captured has a bomb's four cards, or the played card's
// captures if the flipped card had a choice.
type turnAction struct {
	Type              string         `json:"type"`
	Card              *Card          `json:"card,omitempty"`
	Month             int            `json:"month,omitempty"`
	Captured          []Card         `json:"captured,omitempty"`
	FlipCard          *Card          `json:"flipCard,omitempty"`
	SelectedBoardCard *Card          `json:"selectedBoardCard,omitempty"`
	Flips             []Card         `json:"flips"`
	MatchEvents       []matchEvent   `json:"matchEvents"`
	CaptureBySource   captureSources `json:"captureBySource"`
}

type matchEvent struct {
	Source   string `json:"source"`
	EventTag string `json:"eventTag"`
	Type     string `json:"type"`
}

type captureSources struct {
	Hand []Card `json:"hand"`
	Flip []Card `json:"flip"`
}

// MatchTypes has the owner's words for the number of cards of its month that a card met.
var MatchTypes = [...]string{"NONE", "ONE", "TWO", "THREE_PLUS"}

type playerEntry struct {
	entry
	PlayerKey   string `json:"playerKey"`
	GoCount     int    `json:"goCount,omitempty"`
	Month       int    `json:"month,omitempty"`
	RevealCards []Card `json:"revealCards,omitempty"`
	RevealMs    int    `json:"revealMs,omitempty"`
	Payout      int    `json:"payout,omitempty"`
	Mode        string `json:"mode,omitempty"`
	Card        *Card  `json:"card,omitempty"`
	DrawToHand  *Card  `json:"drawToHand,omitempty"`
}

type boardPresidentEntry struct {
	entry
	Winner string `json:"winner"`
	Month  int    `json:"month"`
	Payout int    `json:"payout"`
}

type endEntry struct {
	entry
	Winner        string              `json:"winner"`
	Nagari        bool                `json:"nagari"`
	NagariReasons []string            `json:"nagariReasons"`
	Reason        string              `json:"reason"`
	Scores        BySeat[exportScore] `json:"scores"`
}

type exportScore struct {
	Base       int             `json:"base"`
	Multiplier int             `json:"multiplier"`
	Total      int             `json:"total"`
	Bak        Bak             `json:"bak"`
	Breakdown  exportBreakdown `json:"breakdown"`
}

// Bak has the loser's baks.
type Bak struct {
	Gwang      bool `json:"gwang"`
	Pi         bool `json:"pi"`
	MongBak    bool `json:"mongBak"`
	Multiplier int  `json:"multiplier"`
}

type exportBreakdown struct {
	KwangBase      int    `json:"kwangBase"`
	FiveBase       int    `json:"fiveBase"`
	RibbonBase     int    `json:"ribbonBase"`
	JunkBase       int    `json:"junkBase"`
	RibbonSetBonus int    `json:"ribbonSetBonus"`
	FiveSetBonus   int    `json:"fiveSetBonus"`
	EventBonus     int    `json:"eventBonus"`
	PiCount        int    `json:"piCount"`
	GukjinMode     string `json:"gukjinMode"`
	GoBonus        int    `json:"goBonus"`
}

// gukjinMode returns the owner's word for the way the gukjin counts.
func gukjinMode(mode string) string {
	if mode == "pi" {
		return "junk"
	}
	return "five"
}

// exporter folds a round again and writes its events.
type exporter struct {
	file exportFile
	turn turnAction // the actions of the seat on turn so far
	paid Steals
	// president has the month of which the seat on turn had four. payout has the payment at the end of the
	// round.
	president int
	payout    int
	piles     bool       // whether the rules have piles
	drawn     matgo.Card // for a bonus card, in the present ply
}

func (x *exporter) next(kind string) entry { return entry{len(x.file.Kibo) + 1, kind} }

func (x *exporter) add(e any) { x.file.Kibo = append(x.file.Kibo, e) }

func (g Game) export(r games.Record) (exportFile, error) {
	if len(r.Names) != 2 {
		return exportFile{}, fmt.Errorf("matgo: %d names, want 2", len(r.Names))
	}
	p, err := g.Start(r.Setup)
	if err != nil {
		return exportFile{}, err
	}
	v := p.View(games.Everything).(*matgo.View)
	x := &exporter{}
	x.file = exportFile{
		Seed: r.Setup.Seed, RuleKey: ruleKey(v), NagariReasons: []string{}, Log: []string{},
		Participants: BySeat[string]{r.Names[0], r.Names[1]}, StartingTurnKey: SeatKey(v.First),
	}
	x.add(dealEntry{x.next("initial_deal"), SeatKey(v.First), exportHands(v), exportAll(v.Floor), exportAll(v.Stock)})
	x.piles = v.RuleSet().Piles
	if month := v.Opening.President; month != 0 {
		x.add(boardPresidentEntry{x.next("board_president_stop"), SeatKey(v.First), month, v.Outcome.Paid})
	}
	x.begin()
	at := r.Started
	for i, ply := range r.Plies {
		events, err := p.Apply(ply.Action)
		if err != nil {
			return exportFile{}, fmt.Errorf("ply %d: %w", i+1, err)
		}
		after := p.View(games.Everything).(*matgo.View)
		x.file.Log = append(x.file.Log, fmt.Sprintf("%d %s", ply.Seat, ply.Action))
		x.ply(ply, events, v, after)
		v, at = after, ply.At
	}
	x.file.RecordedAt = time.UnixMilli(at).UTC().Format(time.RFC3339)
	x.file.EndingTurnKey = x.file.StartingTurnKey
	if v.Last != nil {
		x.file.EndingTurnKey = SeatKey(v.Last.Seat)
	}
	if r.Result != nil {
		if err := x.end(*r.Result, v); err != nil {
			return exportFile{}, err
		}
	}
	return x.file, nil
}

// ruleKey returns the owner's word for the rules: the document knows only one set.
func ruleKey(v *matgo.View) string {
	if v.Rules == "" {
		return "single"
	}
	return v.Rules
}

// begin clears the data of a turn.
func (x *exporter) begin() {
	x.turn = turnAction{
		Flips: []Card{}, MatchEvents: []matchEvent{},
		CaptureBySource: captureSources{[]Card{}, []Card{}},
	}
	x.paid = Steals{}
}

// ply writes the effects of one action.
func (x *exporter) ply(ply games.Ply, events []games.Event, before, after *matgo.View) {
	if after.Outcome != nil {
		x.payout = after.Outcome.Paid
	}
	had, has := matgo.SetOf(before.Hands[ply.Seat]...), matgo.SetOf(after.Hands[ply.Seat]...)
	x.president = had.President()
	bonus := strings.HasPrefix(string(ply.Action), "play b")
	if bonus {
		x.drawn = (has &^ had).First()
	}
	for _, e := range events {
		x.fact(ply, e.Fact)
	}
	if bonus {
		return // the turn goes on
	}
	verb, _, _ := strings.Cut(string(ply.Action), " ")
	switch verb {
	case "play", "take", "bomb", "pass":
		if after.Phase != matgo.AskTake {
			x.endTurn(ply.Seat, before.Turn, after)
		}
	}
}

// fact adds an event to the turn, or writes the event's own entry.
func (x *exporter) fact(ply games.Ply, fact games.Fact) {
	who := SeatKey(ply.Seat)
	t := &x.turn
	switch f := fact.(type) {
	case matgo.EventPlay:
		card := CardOf(f.Card)
		t.Type, t.Card = "play", &card
	case matgo.EventBomb:
		t.Type, t.Month, t.Captured = "declare_bomb", f.Month, exportAll(f.Cards)
		t.CaptureBySource.Hand = append(t.CaptureBySource.Hand, t.Captured...)
	case matgo.EventPass:
		pass := PassCard
		t.Type, t.Card = "pass", &pass
	case matgo.EventFlip:
		t.Flips = append(t.Flips, CardOf(f.Card))
	case matgo.EventMatch:
		flip := f.Source == "flip"
		captured := exportAll(f.Captured)
		if flip {
			t.CaptureBySource.Flip = append(t.CaptureBySource.Flip, captured...)
		} else {
			t.CaptureBySource.Hand = append(t.CaptureBySource.Hand, captured...)
		}
		t.MatchEvents = append(t.MatchEvents, matchEvent{f.Source, strings.ToUpper(f.Tag), MatchTypes[f.Matches]})
		if f.Chosen == nil {
			return
		}
		chosen, card := CardOf(*f.Chosen), CardOf(f.Card)
		t.SelectedBoardCard = &chosen
		if flip {
			if t.Type == "play" {
				t.Captured = t.CaptureBySource.Hand
			}
			t.Type, t.FlipCard = "flip-select", &card
		}
	case matgo.EventBonus:
		t.CaptureBySource.Flip = append(t.CaptureBySource.Flip, exportAll(f.Cards)...)
	case matgo.EventRelease:
		into := &t.CaptureBySource.Flip
		if n := len(t.MatchEvents); x.piles && n > 0 && t.MatchEvents[n-1].Source == "hand" {
			into = &t.CaptureBySource.Hand
		}
		*into = append(*into, exportAll(f.Cards)...)
	case matgo.EventPile:
		t.CaptureBySource.Hand = []Card{} // the two go back
	case matgo.EventBonusPlay:
		card, drawn := CardOf(f.Card), CardOf(x.drawn)
		x.add(playerEntry{entry: x.next("bonus_use"), PlayerKey: who, Card: &card, DrawToHand: &drawn})
	case matgo.EventSteal:
		x.paid.Pi++
	case matgo.EventGold:
		x.paid.Gold += f.Amount
	case matgo.EventShake:
		x.add(playerEntry{entry: x.next("shaking_declare"), PlayerKey: who, Month: f.Month,
			RevealCards: exportAll(f.Cards), RevealMs: matgo.ShowTime})
	case matgo.EventPresident:
		p := playerEntry{entry: x.next("president_" + f.Choice), PlayerKey: who, Month: x.president}
		if f.Choice == "stop" {
			p.Payout = x.payout
		}
		x.add(p)
	case matgo.EventKung:
		x.add(playerEntry{entry: x.next("kung_use"), PlayerKey: who, Month: f.Month})
	case matgo.EventKungPass:
		x.add(playerEntry{entry: x.next("kung_pass"), PlayerKey: who})
	case matgo.EventGukjin:
		x.add(playerEntry{entry: x.next("gukjin_mode"), PlayerKey: who, Mode: gukjinMode(f.Mode)})
	case matgo.EventGo:
		x.add(playerEntry{entry: x.next("go"), PlayerKey: who, GoCount: f.Count})
	case matgo.EventStop:
		x.add(playerEntry{entry: x.next("stop"), PlayerKey: who})
	}
}

// endTurn writes a turn.
func (x *exporter) endTurn(seat games.Seat, no int, v *matgo.View) {
	side := v.Sides[seat]
	held := side.Held
	for _, pile := range v.Piles {
		if pile.Seat == int(seat) {
			held = append(held, pile.Bonus...)
		}
	}
	ppuk := exportPpuk{Active: side.Ppuk.Open, Streak: side.Ppuk.Streak, LastTurnNo: side.Ppuk.Turn, LastMonth: side.Ppuk.Month}
	if side.Ppuk.Turn > 0 {
		flip := "flip"
		ppuk.LastSource = &flip
	}
	x.add(turnEntry{
		entry: x.next("turn_end"), TurnNo: no, Actor: SeatKey(seat), Action: x.turn,
		DeckCount: v.StockCount, Board: exportAll(v.Floor), Hands: exportHands(v), Steals: x.paid,
		Events: side.Events, PpukState: ppuk, HeldBonus: exportAll(held),
	})
	x.begin()
}

// end writes the end of the round, by its rules or by the table.
func (x *exporter) end(r games.Result, v *matgo.View) error {
	s, err := matgo.ReadResult(r)
	if err != nil {
		return err
	}
	reason := r.Reason
	if v.Outcome != nil {
		reason = v.Outcome.Reason
		x.file.NagariReasons = append(x.file.NagariReasons, v.Outcome.NagariReasons...)
	}
	score := func(i int) exportScore {
		side := v.Sides[i]
		m := side.Multiplier
		if v.Outcome != nil {
			m = v.Outcome.Multiplier[i]
		}
		pts := side.Points
		return exportScore{
			Base: s.Base[i], Multiplier: s.Multiplier[i], Total: s.Total[i],
			Bak: Bak{m.Gwang > 1, m.Pi > 1, m.Meong > 1, m.Gwang * m.Pi * m.Meong},
			Breakdown: exportBreakdown{
				KwangBase: pts.Kwang, FiveBase: pts.Yeol, RibbonBase: pts.Tti, JunkBase: pts.Pi,
				RibbonSetBonus: pts.Hongdan + pts.Cheongdan + pts.Chodan, FiveSetBonus: pts.Godori,
				EventBonus: pts.Events, PiCount: side.PiCount, GukjinMode: gukjinMode(side.Gukjin), GoBonus: side.Go,
			},
		}
	}
	x.file.Winner, x.file.Nagari = SeatKey(r.Winner), s.Nagari
	x.file.Totals = BySeat[int]{s.Total[0], s.Total[1]}
	x.add(endEntry{
		x.next("round_end"), x.file.Winner, s.Nagari, x.file.NagariReasons, reason,
		BySeat[exportScore]{score(0), score(1)},
	})
	return nil
}
