package klondike

import (
	"cmp"
	"slices"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/sessions/app"
	"arcade/sessions/klondike/cards"
	"arcade/sessions/klondike/pages"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Game is Klondike's screens.
var Game = &play.Game{
	Speech: speech,
	Name:   klondike.Name, Words: catalogue, Face: cards.Face, View: func() play.View { return newView() },
	Ending: func(any) string { return "solved" }, Outcome: pages.Outcome, Sheet: newSheet,
	Wording: map[string]string{
		"solo.look.title": "kl.look.title", "solo.giveup.text": "kl.giveup.text",
		"solo.giveup.ranked": "kl.giveup.ranked", "solo.abort.text": "kl.abort.text",
	},
	Solo: play.Solo{
		Form:  func(a *app.App) app.Screen { return pages.NewSetup(a) },
		Typed: func(a *app.App, deal string) app.Screen { return pages.NewTyped(a, deal) },
		On:    pages.BoardOf, Again: again, Timed: true, Daily: pages.Daily, Standing: pages.Standing, Headline: headline, Dealt: dealt,
	},
	Records: play.Records{
		Stats: func(a *app.App, player string) app.Screen { return pages.NewStats(player) },
		Board: pages.BoardName, Score: pages.Score, Rows: pages.StatsRows, Marks: pages.Marks,
		Deals: pages.DealRows, Orders: klondike.OrderNames[:],
	},
}

var _ play.MenuFiller = (*gameView)(nil)

// gameView shows a table of Klondike. A move is a source, a card with all cards on it, and then one of its
// legal targets.
type gameView struct {
	play.Defaults
	at   spot  // in focus
	held *spot // picked up, with visible targets
	to   int   // the target in focus, an index into targets
	from *spot // named by a digit or w: the next digit names the target
	// named is the value of from before the present key.
	named *spot

	hint   *advice
	proven bool           // a hint has found a way to win
	asked  int            // the ply for which a hint is being sought, -1 for none
	way    []games.Action // remaining actions of a taken hint

	all    bool // the player asked to play the safe moves, or the moves to the end
	still  bool // the player has stopped them, until the player's next move
	ups    int  // number of automatic moves in a row
	tried  int  // the ply of the last one, so that none is tried twice
	plies  int  // of the last seen position
	turned bool // the focus has moved since
	begun  bool
	chance *lastChance // of a run that is over, nil if it does not apply

	known time.Time // when the arcade was last asked about the deal, zero before
	deal  string    // the deal asked about
	raced string    // the ghost setting at the last look-up

	seen    bool      // a state has been seen
	over    bool      // the end has been seen
	wonAt   time.Time // when the won table came into view, zero if it was won before
	stopped int       // the frame at which a key ended the dance, 0 for none

	clicked   spot // the last clicked spot and its time, for double clicks
	clickedAt time.Time
	pulled    *ui.DragHit // the cards that follow the pointer, nil for none
	laid      int         // the ply whose cards the pointer has brought to their place: they do not move there again
}

func newView() *gameView { return &gameView{asked: -1, tried: -1} }

// zone is a part of the table.
type zone int

const (
	inColumn zone = iota
	onStock
	onWaste
	onHome
)

// spot is a place on the table, and a draggable hit.
type spot struct {
	zone zone
	// n is the column, 0 to 6, or the suit of a foundation.
	n int
	// i is the card in the column, from the bottom.
	i int
}

func (spot) Drags() {}
func (spot) Right() {}

// Does returns the key that a click stands for, "" for none.
func (at spot) Does() ui.Key { return app.If[ui.Key](at.zone == onStock, "space", "") }

// Update keeps the focus on something and drops the state of the previous position.
func (v *gameView) Update(s *play.Scene) {
	s.Pace = framePace
	view, ok := s.View.(klondike.View)
	if !ok {
		return
	}
	if len(s.Plies) != v.plies || !v.begun {
		v.plies, v.turned, v.begun = len(s.Plies), false, true
		v.held, v.from, v.hint, v.still, v.pulled = nil, nil, nil, false, nil
		if v.laid == v.plies {
			s.Skip()
		}
		v.laid = 0
	}
	if s.Result != nil {
		v.held, v.hint, v.pulled = nil, nil, nil
		if view.Won && v.seen && !v.over && !s.Replay {
			v.wonAt = time.Now()
		}
		v.over = true
	}
	v.seen = true
	v.all = v.all && (len(view.Safe) > 0 || view.Finish != "")
	v.at = settled(view, v.at)
}

// settled returns the spot itself, or the nearest existing one.
func settled(view klondike.View, at spot) spot {
	if at.zone == inColumn {
		column := view.Tableau[at.n]
		if down := view.FaceDown[at.n]; at.i < down || at.i >= len(column) {
			at.i = min(down, max(len(column)-1, 0))
		}
	}
	return at
}

// runAt returns the longest run of a column: from its first open card.
func runAt(view klondike.View, column int) spot { return settled(view, spot{inColumn, column, 0}) }

// Press ends automatic moves with a key.
func (v *gameView) Press(a *app.App, t *play.Table, key ui.Key) (used bool) {
	s := &t.Scene
	v.pulled = nil
	if _, ok := s.View.(klondike.View); !ok || slices.Contains(beside, key) {
		return false
	}
	coming, _ := v.coming(a, s)
	v.stopDance(a)
	v.stop(s)
	v.named, v.from = v.from, nil
	// It has stopped something, and must not leave the table. Nothing goes by itself in a puzzle.
	return t.Acts == nil && coming != "" && (key == "esc" || key == "backspace")
}

// Click takes clicks and hints.
func (v *gameView) Click(a *app.App, t *play.Table, msg any) {
	s := &t.Scene
	view, ok := s.View.(klondike.View)
	if !ok {
		return
	}
	switch msg := msg.(type) {
	case hinted:
		v.answer(a, t, msg)
	case spot:
		v.stop(s)
		t.Act(a, v.click(a, s, view, msg))
	case ui.RightHit:
		v.stop(s)
		if at, ok := msg.On.(spot); ok && v.held == nil {
			v.turn(settled(view, at))
			t.Act(a, v.up(a, s, view, v.at))
			return
		}
		v.held = nil
	case ui.DragHit:
		v.pull(a, s, view, msg)
	case ui.DropHit:
		t.Act(a, v.drag(a, s, view, msg))
	}
}

// stop ends automatic moves, because the player does something else.
func (v *gameView) stop(s *play.Scene) {
	s.Skip()
	v.all, v.still, v.ups, v.way = false, true, 0, nil
}

// turn moves the focus.
func (v *gameView) turn(at spot) { v.at, v.turned, v.held, v.hint = at, true, nil, nil }

// beside has the keys that neither play nor stop anything: a hint, the deal's ids, a new deal.
var beside = []ui.Key{"i", "c", "x", "n"}

// arrows has the keys that move the focus, columns the keys that name a column.
var (
	arrows  = []ui.Key{"left", "up", "shift+tab", "right", "down", "tab", "home", "end"}
	columns = []ui.Key{"1", "2", "3", "4", "5", "6", "7"}
)

// Commands lists the commands of the keys, in the order of the key bar and of the menu.
func (v *gameView) Commands(_ *app.App, t *play.Table) []app.Command {
	s := &t.Scene
	view, ok := s.View.(klondike.View)
	if !ok {
		return nil
	}
	held, stuck := v.held != nil, v.held == nil && view.Stuck
	free := !held && !stuck
	act := func(do func(*app.App) games.Action) func(*app.App) {
		return func(a *app.App) { t.Act(a, do(a)) }
	}
	list := []app.Command{
		{Key: "arrows", Bar: app.TextIf(free, "key.choose"), Also: arrows, Each: func(_ *app.App, key ui.Key) {
			v.arrow(view, key)
		}},
		{Key: "leftright", Bar: app.TextIf(held, "kl.key.target")},
		{Key: "enter", Bar: app.TextIf(!stuck, app.If(held, "kl.key.drop", app.If(v.hint == nil, "kl.key.pick", "kl.key.do"))),
			Do: act(func(a *app.App) games.Action { return v.enterKey(a, s, view) })},
		{Key: "f", Bar: app.TextIf(held, "kl.key.home"), Menu: app.TextIf(held, "kl.key.home"), Do: act(func(a *app.App) games.Action {
			return v.up(a, s, view, *cmp.Or(v.held, v.named, &v.at))
		})},
		{Key: "space", Bar: app.TextIf(!stuck && s.You != games.Nobody, "kl.k.draw"), Do: act(func(a *app.App) games.Action { return v.turnStock(a, s, view) })},
		{Key: "u", Also: []ui.Key{"ctrl+z"}, Bar: app.TextIf(!held, "kl.k.undo"), Menu: "kl.k.undo", Off: !view.CanUndo,
			Do: act(func(a *app.App) games.Action { return v.checked(a, s, view, "undo", "kl.undo.none") })},
		{Key: "y", Also: []ui.Key{"ctrl+y"}, Menu: "kl.k.redo", Off: !view.CanRedo,
			Do: act(func(a *app.App) games.Action { return v.checked(a, s, view, "redo", "kl.redo.none") })},
		{Key: "a", Bar: app.TextIf(free && view.Finish != "", autoKey(view)), Menu: autoKey(view), Off: freely(view) == "",
			Do: act(func(a *app.App) games.Action { return v.safe(a, s, view) })},
		{Key: "i", Menu: "kl.k.hint", Do: func(a *app.App) { v.advise(a, t) }},
		{Key: "c", Menu: "kl.menu.ids", Do: func(a *app.App) { a.Push(newDealIDs(t)) }},
		{Key: "x", Do: func(a *app.App) { copyDeal(a, t) }},
		{Key: "n", Bar: app.TextIf(stuck, "kl.k.new"), Menu: "kl.k.new", Do: func(a *app.App) {
			if t.Snap.You == games.Nobody {
				a.Warn(a.T("tb.spectator"))
				return
			}
			a.Push(newDealAsk(t))
		}},
		{Key: "r", Bar: app.TextIf(stuck, "kl.key.giveup")},
		{Key: "columns", Also: columns, Each: func(a *app.App, key ui.Key) {
			t.Act(a, v.digit(a, s, view, slices.Index(columns, key), v.named))
		}},
		{Key: "w", Do: func(a *app.App) { v.nameWaste(a, view) }},
	}
	if held || v.named != nil || v.hint != nil {
		list = append(list, app.Command{Key: "esc", Also: []ui.Key{"backspace"}, Do: func(*app.App) {
			if v.held == nil {
				v.hint = nil
			}
			v.held = nil
		}})
	}
	return list
}

// arrow moves the focus: among the targets of the held cards, or on the table.
func (v *gameView) arrow(view klondike.View, key ui.Key) {
	switch at := slices.Index(arrows, key); {
	case v.held == nil || at >= 6:
		v.turn(walked(view, v.at, key))
	case at < 3:
		v.cycle(view, -1)
	default:
		v.cycle(view, 1)
	}
}

// nameWaste names the waste's card. The next digit names the target.
func (v *gameView) nameWaste(a *app.App, view klondike.View) {
	v.turn(spot{zone: onWaste})
	if len(view.Waste) == 0 {
		a.Warn(a.T("kl.no.waste"))
		return
	}
	v.from = &spot{zone: onWaste}
}

// digit names a column to focus, or as a target.
func (v *gameView) digit(a *app.App, s *play.Scene, view klondike.View, column int, from *spot) games.Action {
	switch {
	case v.held != nil:
		return v.drop(a, s, view, spot{inColumn, column, 0})
	case from != nil && *from != runAt(view, column):
		return v.move(a, s, view, *from, column)
	}
	at := runAt(view, column)
	v.turn(at)
	if len(view.Tableau[column]) > 0 && from == nil {
		v.from = &at
	}
	return ""
}

// move moves as many cards as possible of a source to a column.
func (v *gameView) move(a *app.App, s *play.Scene, view klondike.View, from spot, column int) games.Action {
	if !v.mine(a, s) {
		return ""
	}
	for ; ; from.i++ {
		for _, m := range v.targets(view, from) {
			if m.Kind != klondike.ColumnUp && m.Kind != klondike.WasteUp && int(m.To) == column {
				return m.Action()
			}
		}
		if from.zone != inColumn || from.i+1 >= len(view.Tableau[from.n]) {
			break
		}
	}
	a.Warn(v.wants(a, view, column))
	return ""
}

// wants returns the cards that a column accepts, in words.
func (v *gameView) wants(a *app.App, view klondike.View, column int) string {
	cards := view.Tableau[column]
	if len(cards) == 0 {
		return a.T("kl.no.empty")
	}
	top := cards[len(cards)-1].Card
	if top.Rank() == klondike.Ace {
		return a.T("kl.no.ace", "c", column+1)
	}
	return a.T("kl.no.tab", "col", wanted(a, top), "r", (top.Rank() - 1).String())
}

// wanted returns the colour that goes onto a card.
func wanted(a *app.App, c klondike.Card) string {
	return a.T(app.If(c.Red(), "kl.black", "kl.red"))
}

// mine reports whether the viewer may play. If not, it says so.
func (v *gameView) mine(a *app.App, s *play.Scene) bool {
	if s.You == games.Nobody {
		a.Warn(a.T("tb.spectator"))
	}
	return s.Mine()
}

// targets returns the moves from a spot: columns from the left, then the foundation.
func (v *gameView) targets(view klondike.View, from spot) (list []klondike.Move) {
	for _, act := range view.Legal {
		m, ok := klondike.ParseMove(string(act))
		if ok && source(view, m) == from {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(x, y klondike.Move) int { return goalOf(x) - goalOf(y) })
	return list
}

// goalOf returns a target as a number from the left: a column, or 7 for the foundation.
func goalOf(m klondike.Move) int {
	return app.If(m.Kind == klondike.ColumnUp || m.Kind == klondike.WasteUp, klondike.Columns, int(m.To))
}

// nowhere is the zero spot: a place outside the board.
var nowhere = spot{zone: -1}

// source returns the spot from which a move takes cards.
func source(view klondike.View, m klondike.Move) spot {
	switch m.Kind {
	case klondike.WasteTo, klondike.WasteUp:
		return spot{zone: onWaste}
	case klondike.ColumnUp:
		return spot{inColumn, int(m.From), len(view.Tableau[m.From]) - 1}
	case klondike.ColumnTo:
		return spot{inColumn, int(m.From), len(view.Tableau[m.From]) - int(m.N)}
	case klondike.FoundationTo:
		return spot{onHome, int(m.From), 0}
	case klondike.Draw, klondike.Recycle:
		return spot{zone: onStock}
	}
	return nowhere
}

// bestMove returns the target of Enter: the foundation, else the first column.
func bestMove(list []klondike.Move) int {
	if last := len(list) - 1; goalOf(list[last]) == klondike.Columns {
		return last
	}
	return 0
}

// cycle moves the focus among the targets.
func (v *gameView) cycle(view klondike.View, step int) {
	n := len(v.targets(view, *v.held))
	v.to = (v.to + step + n) % n
}

// pick picks up a source. It gives the reason if it has no target.
func (v *gameView) pick(a *app.App, s *play.Scene, view klondike.View, at spot) {
	v.held = nil
	if !v.mine(a, s) {
		return
	}
	list := v.targets(view, at)
	if len(list) > 0 {
		v.held, v.to = &at, bestMove(list)
		return
	}
	a.Warn(v.why(a, view, at))
}

// why returns the reason why nothing can move from a spot.
func (v *gameView) why(a *app.App, view klondike.View, at spot) string {
	card, ok := cardAt(view, at)
	switch {
	case !ok:
		return a.T("kl.no.card")
	case at.zone == onHome && !view.F2T:
		return a.T("kl.no.f2t")
	case card.Rank() == klondike.King:
		return a.T("kl.no.king")
	}
	return a.T("kl.no.tab", "col", wanted(a, card), "r", (card.Rank() + 1).String())
}

// cardAt returns the card in a spot; false if there is none, or it is hidden.
func cardAt(view klondike.View, at spot) (klondike.Card, bool) {
	var pile []klondike.Face
	switch at.zone {
	case inColumn:
		if at.i < len(view.Tableau[at.n]) {
			pile = view.Tableau[at.n][:at.i+1]
		}
	case onWaste:
		pile = view.Waste
	case onHome:
		pile = view.Foundation[at.n]
	}
	if len(pile) == 0 || !pile[len(pile)-1].Up {
		return 0, false
	}
	return pile[len(pile)-1].Card, true
}

// enterKey does the action in focus.
func (v *gameView) enterKey(a *app.App, s *play.Scene, view klondike.View) games.Action {
	switch {
	case v.held != nil:
		return v.targets(view, *v.held)[v.to].Action()
	case v.hint != nil:
		v.way = v.hint.way[1:]
		return v.hint.way[0]
	case v.at.zone == onStock:
		return v.turnStock(a, s, view)
	}
	v.pick(a, s, view, v.at)
	return ""
}

// turnStock draws, or turns the waste over.
func (v *gameView) turnStock(a *app.App, s *play.Scene, view klondike.View) games.Action {
	v.held = nil
	if !v.mine(a, s) {
		return ""
	}
	for _, act := range []games.Action{"draw", "recycle"} {
		if slices.Contains(view.Legal, act) {
			return act
		}
	}
	a.Warn(a.T(app.If(len(view.Waste) > 0, "kl.recycle.no", "kl.no.stock")))
	return ""
}

// up sends the last card of a spot's pile to its foundation.
func (v *gameView) up(a *app.App, s *play.Scene, view klondike.View, at spot) games.Action {
	if !v.mine(a, s) {
		return ""
	}
	m := klondike.Move{Kind: klondike.WasteUp}
	switch at.zone {
	case inColumn:
		at.i = max(len(view.Tableau[at.n])-1, 0)
		m = klondike.Move{Kind: klondike.ColumnUp, From: uint8(at.n)}
	case onStock, onHome:
		a.Warn(a.T("kl.no.source"))
		return ""
	}
	card, ok := cardAt(view, at)
	if !ok {
		a.Warn(a.T("kl.no.card"))
		return ""
	}
	if act := m.Action(); slices.Contains(view.Legal, act) {
		return act
	}
	need := klondike.CardOf(card.Suit(), klondike.Rank(len(view.Foundation[card.Suit()])))
	a.Warn(a.T("kl.no.fnd", "card", cardText(need)))
	return ""
}

// safe begins to play all safe moves, or all moves to the end if no more thought is needed.
func (v *gameView) safe(a *app.App, s *play.Scene, view klondike.View) games.Action {
	v.held = nil
	if !v.mine(a, s) {
		return ""
	}
	act := freely(view)
	if act == "" {
		a.Warn(a.T("kl.auto.none"))
		return ""
	}
	v.all, v.still, v.ups, v.tried = true, false, 0, -1
	v.count(act)
	return act
}

// checked returns an action without a place if it is legal; otherwise it says the reason.
func (v *gameView) checked(a *app.App, s *play.Scene, view klondike.View, act games.Action, why string) games.Action {
	if !v.mine(a, s) {
		return ""
	}
	if !slices.Contains(view.Legal, act) {
		a.Warn(a.T(why))
		return ""
	}
	return act
}

// Refusal returns the engine's reason for refusing a move that looked legal on the screen.
func (v *gameView) Refusal(a *app.App, err error) string {
	key := map[string]string{
		klondike.ReasonStockEmpty: "kl.no.stock", klondike.ReasonNoRedeals: "kl.recycle.no",
		klondike.ReasonOnlyKing: "kl.no.empty", klondike.ReasonF2TOff: "kl.no.f2t",
		klondike.ReasonNothingToUndo: "kl.undo.none", klondike.ReasonNothingToRedo: "kl.redo.none",
	}[games.ReasonOf(err)]
	if key == "" {
		return ""
	}
	return a.T(key)
}
