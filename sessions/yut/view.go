package yut

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/yut"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// Game is Yut on the screens.
var Game = &play.Game{
	Speech: speech,
	Name:   yut.Name, Words: catalogue, Face: face, View: func() play.View { return newView() },
	Settings: []app.Option{rollOption()},
	Lessons:  []string{"yt.coach", "yt.lesson.throws", "yt.lesson.carry", "yt.lesson.roads", "yt.lesson.relics", "yt.lesson.end"},
	Ending:   func(any) string { return "home" }, Outcome: outcome, Sheet: newRunOver, Act: actText,
	Wording: map[string]string{
		"solo.giveup.text": "yt.giveup.text", "solo.giveup.ranked": "yt.giveup.ranked", "solo.abort.text": "yt.abort.text",
	},
	Solo: play.Solo{
		Form: func(a *app.App) app.Screen { return newSetup(a) },
		On:   func(*table.Snapshot) string { return yut.Board }, Again: again, Seed: newSeed, Headline: headline,
	},
	Records: play.Records{
		Stats: func(_ *app.App, player string) app.Screen { return newStats(player) },
		Board: boardName, Score: score, Rows: statsRows, Marks: milestones,
	},
}

var _ play.MenuFiller = (*gameView)(nil)

// gameView shows a run of Yut Run: the board with its clickable places, the hand, and the question to the
// player.
type gameView struct {
	play.Defaults
	ply   int       // plies of the position of the focus, -1 before the first
	asked time.Time // when that position came into view
	ask   yut.Ask   // the position's question
	token yut.Token // in focus, of those in the hand
	at    int       // in focus: of the moves with that token
	taken bool      // the player has moved the focus there
	pick  int       // in focus on a panel: a slot, slots+1 to discard, a relic; 0 for none
	roll  *roll     // the sticks in hand, nil if they lie on the mat
	// quiet is the key that rolled. It has no meaning until it has been released: before quietTo, which
	// each press puts off.
	quiet   ui.Key
	quietTo time.Time
	thrown  time.Time // when the sticks were let go
	begun   int       // the ply at which moving began by itself, -1 before
	stats   yut.Stats // the viewer's own, for the top bar and the end
}

func newView() *gameView { return &gameView{ply: -1, begun: -1} }

// Update puts the focus on the first possible choice of a new position.
func (v *gameView) Update(s *play.Scene) {
	view, ok := s.View.(yut.View)
	if !ok || len(s.Plies) == v.ply {
		return
	}
	v.ply, v.asked, v.ask = len(s.Plies), time.Now(), view.Ask
	v.pick, v.at, v.taken = 0, 0, false
	if view.Ask != yut.AskThrow {
		v.roll = nil
	}
	if !slices.Contains(view.Hand, v.token) && len(view.Hand) > 0 {
		v.token = view.Hand[0]
	}
}

// LoadRecords reads the viewer's statistics when a run comes into view, and at its end.
func (v *gameView) LoadRecords(a *app.App, s *play.Scene) {
	if s.Fresh {
		v.stats = readStats(a, a.Visit.Me().ID)
	}
}

// Around returns the turn, the result to beat, and the boards for which the run counts.
func (v *gameView) Around(a *app.App, s *play.Scene) play.Around {
	view, _ := s.View.(yut.View)
	return play.Around{Place: new(a.T("yt.turn", "n", view.Turn)), Stake: new(v.stake(a, s))}
}

// menuSeed is the width in cells of a typed seed in the menu: ten Hangul do not fit in a button, and the
// column shows them all.
const menuSeed = 14

// FillMenu adds the effects of the sticks and relics, the seed, if it is public, to copy it, and another
// run beside this one.
func (v *gameView) FillMenu(a *app.App, t *play.Table, q *app.Ask) {
	q.Fill(a, v.Commands(a, t))
	seed := yut.Game{}.SeedName(t.Snap.Seed)
	label := app.If(seed == "", a.T("yt.menu.noseed"), a.T("yt.menu.seed", "s", ui.Cut(seed, menuSeed)))
	q.Add(seed != "", "s", label, func(a *app.App) { copyText(a, seed) })
	if t.Snap.You != games.Nobody {
		q.Add(true, "n", a.T("yt.menu.new"), func(a *app.App) { a.Push(newSetup(a)) })
	}
}

// WantsReleases reports whether the throw can be held down.
func (v *gameView) WantsReleases() bool { return true }

// movesWith returns the moves with a token; all moves are in the order of their tokens and starts.
func movesWith(view yut.View, token yut.Token) []yut.Move {
	return stretch(view.Moves, func(m yut.Move) bool { return m.Token == token })
}

// stretch returns the moves of a kind, which stand together.
func stretch(list []yut.Move, is func(yut.Move) bool) []yut.Move {
	from := max(slices.IndexFunc(list, is), 0)
	to := from
	for to < len(list) && is(list[to]) {
		to++
	}
	return list[from:to:to]
}

// focused returns the move in focus, false if none is possible.
func (v *gameView) focused(view yut.View) (yut.Move, bool) {
	list := movesWith(view, v.token)
	if v.at >= len(list) {
		return yut.Move{}, false
	}
	return list[v.at], true
}

// ways returns the moves with the token in focus from the place in focus: more than one at a fork.
func (v *gameView) ways(view yut.View) []yut.Move {
	m, ok := v.focused(view)
	if !ok {
		return nil
	}
	return stretch(movesWith(view, v.token), func(o yut.Move) bool { return o.From == m.From })
}

// from puts the focus on the moves from a place; false if there is none.
func (v *gameView) from(view yut.View, n yut.Node) bool {
	for i, m := range movesWith(view, v.token) {
		if m.From == n {
			v.at = i
			return true
		}
	}
	return false
}

// turnTo puts the focus on a token and keeps the place in focus.
func (v *gameView) turnTo(view yut.View, token yut.Token) {
	was, ok := v.focused(view)
	v.token, v.at = token, 0
	if ok {
		v.from(view, was.From)
	}
}

// kinds returns the tokens of the hand, each once, lowest first.
func kinds(hand []yut.Token) []yut.Token {
	list := slices.Clone(hand)
	slices.Sort(list)
	return slices.Compact(list)
}

// Commands returns the keys for the present question.
func (v *gameView) Commands(_ *app.App, t *play.Table) []app.Command {
	s := &t.Scene
	kit := app.Command{Key: "c", Bar: "yt.key.kit", Menu: "yt.kit", Do: func(a *app.App) { a.Push(newOutfit(t)) }}
	view, ok := s.View.(yut.View)
	if !ok || s.You == games.Nobody || s.Result != nil {
		return []app.Command{kit}
	}
	if v.roll != nil {
		kit.Bar = "" // the sticks come first; rolling has their keys
		return []app.Command{{Key: "enter", Bar: "yt.key.stop"}, kit}
	}
	var list []app.Command
	switch view.Ask {
	case yut.AskThrow:
		list = []app.Command{
			{Key: "space", Bar: "yt.key.throw", Do: func(*app.App) { v.takeUp("space") }},
			{Key: "enter", Bar: "yt.key.roll", Do: func(*app.App) { v.takeUp("enter") }},
		}
	case yut.AskStart:
		list = []app.Command{{Key: "enter", Also: []ui.Key{"space"}, Bar: "yt.key.start", Do: func(a *app.App) { t.Act(a, "start") }}}
	case yut.AskMove:
		list = v.moveCommands(t, view)
	case yut.AskStick, yut.AskRelic:
		list = v.pickCommands(t, view)
	}
	return append(list, kit)
}

// Press takes the keys that were meant for the earlier view.
func (v *gameView) Press(a *app.App, t *play.Table, key ui.Key) (used bool) {
	if key == "e" && t.Snap.SeedHash != "" { // a run; its log has a screen of its own
		v.roll = nil
		a.Push(newRunLog(t))
		return true
	}
	return v.take(a, t, key)
}

// Click takes clicks and released keys.
func (v *gameView) Click(a *app.App, t *play.Table, msg any) { v.take(a, t, msg) }

func (v *gameView) take(a *app.App, t *play.Table, msg any) (used bool) {
	s := &t.Scene
	view, ok := s.View.(yut.View)
	if !ok {
		return false
	}
	key, isKey := msg.(ui.Key)
	plays := meant(msg)
	if s.You == games.Nobody || s.Result != nil {
		if plays && !isKey { // a spectator touches nothing
			a.Warn(a.T("tb.spectator"))
		}
		return plays && !isKey
	}
	if isKey && v.muffled(key) {
		return true
	}
	if v.roll != nil {
		act, used := v.rolling(a, msg)
		t.Act(a, act)
		return used
	}
	if s.MotionLeft(a, v) > 0 && plays {
		s.Skip() // the key was for the earlier view: it skips the motion only
		return true
	}
	switch {
	case !plays:
		return false
	case view.Ask == yut.AskMove && t.TooSoon() && (!isKey || slices.Contains(moving, key)),
		(view.Ask == yut.AskStick || view.Ask == yut.AskRelic) && time.Now().Before(v.Open(a, s).Add(app.GuardTime)):
		return true // the player pressed it before the new question was in view
	case isKey:
		return false
	}
	v.click(a, t, view, msg)
	return true
}

// click handles a click on a part of the screen.
func (v *gameView) click(a *app.App, t *play.Table, view yut.View, msg tea.Msg) {
	switch view.Ask {
	case yut.AskThrow:
		switch msg.(type) {
		case board.ThrowHit:
			v.takeUp(mouseKey)
		case board.StartHit:
			a.Warn(a.T("yt.throwfirst"))
		}
	case yut.AskStart:
		switch msg.(type) {
		case board.StartHit:
			t.Act(a, "start")
			return
		case board.ThrowHit:
			a.Warn(a.T("yt.startmove"))
		}
	case yut.AskMove:
		t.Act(a, v.touched(a, view, msg))
		return
	case yut.AskStick, yut.AskRelic:
		if hit, ok := msg.(board.SlotHit); ok {
			t.Act(a, v.choose(view, int(hit)))
			return
		}
	}
}

// moving has the keys that move a piece, and the key that would open the menu instead.
var moving = []ui.Key{"enter", "space", "a", "b"}

// meant reports whether a key or click plays.
func meant(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case board.ThrowHit, board.StartHit, board.TokenHit, board.NodeHit, board.MoveHit, wayHit, board.SlotHit:
		return true
	case ui.Key:
		switch msg {
		case "enter", "space", "up", "down", "left", "right", "tab", "shift+tab", "a", "b", "0", "1", "2", "3", "4", "5":
			return true
		}
	}
	return false
}

// moveCommands choose a token, a piece and its target. The last choice plays at once: nothing is asked
// again, and nothing can be taken back.
func (v *gameView) moveCommands(t *play.Table, view yut.View) []app.Command {
	list, ways := movesWith(view, v.token), v.ways(view)
	if len(ways) == 0 {
		return []app.Command{{Key: "tokens", Name: "1-5", Bar: "yt.key.token"}, {Key: "enter", Bar: "yt.key.move"}}
	}
	piece := func(_ *app.App, by int) {
		v.at, v.taken = (v.at+len(list)+by)%len(list), true
	}
	return []app.Command{
		{Key: "tokens", Name: "1-5", Bar: "yt.key.token", Also: []ui.Key{"1", "2", "3", "4", "5"}, Each: func(a *app.App, key ui.Key) {
			token := yut.Token(key[0] - '0')
			if !slices.Contains(view.Hand, token) {
				a.Warn(a.T("yt.notoken", "r", tokenName(a, token)))
				return
			}
			v.turnTo(view, token)
		}},
		{Key: "leftright", Turn: func(_ *app.App, by int) {
			hand := kinds(view.Hand)
			v.turnTo(view, hand[(slices.Index(hand, v.token)+len(hand)+by)%len(hand)])
		}},
		{Key: "tab", Bar: app.TextIf(len(list) > 1, "yt.key.piece"), Turn: piece}, {Key: "updown", Turn: piece},
		{Key: "ways", Name: "a/b", Bar: app.TextIf(len(ways) > 1, "yt.key.way"), Also: []ui.Key{"a", "b"}, Each: func(a *app.App, key ui.Key) {
			i := int(key[0] - 'a')
			if i >= len(ways) {
				a.Warn(a.T("yt.oneway"))
				return
			}
			t.Act(a, ways[i].Action)
		}},
		{Key: "enter", Bar: "yt.key.move", Do: func(a *app.App) { t.Act(a, list[v.at].Action) }},
	}
}

// touched handles a click while the player chooses a move.
func (v *gameView) touched(a *app.App, view yut.View, msg tea.Msg) games.Action {
	list := movesWith(view, v.token)
	if len(v.ways(view)) == 0 {
		return ""
	}
	switch msg := msg.(type) {
	case board.TokenHit:
		v.turnTo(view, yut.Token(msg))
	case wayHit:
		return games.Action(msg)
	case board.MoveHit:
		if v.taken && v.at == int(msg) {
			return list[v.at].Action
		}
		v.at, v.taken = min(int(msg), len(list)-1), true
	case board.NodeHit:
		return v.touch(a, view, yut.Node(msg))
	}
	return ""
}

// touch handles a click on a place: it plays the move that ends there, or whose way begins there; else the
// piece there gets the focus. Before the player has chosen a piece, a place with a piece means that piece.
func (v *gameView) touch(a *app.App, view yut.View, n yut.Node) games.Action {
	ways, at := v.ways(view), v.at
	if !v.taken && v.from(view, n) {
		v.taken = true
		return ""
	}
	for _, m := range ways {
		if m.To == n || len(ways) > 1 && m.First == n {
			return m.Action
		}
	}
	switch {
	case !v.from(view, n):
		a.Warn(a.T("yt.notthere"))
	case at == v.at && len(ways) == 1: // a second click
		return ways[0].Action
	}
	return ""
}

// offered returns the number of rows of an offer of a stick or of relics.
func offered(view yut.View) int {
	if view.Ask == yut.AskRelic {
		return len(view.Reward.Relics)
	}
	return yut.Slots + 1 // the last one discards
}

// choose puts the focus on a row; a second click takes it.
func (v *gameView) choose(view yut.View, n int) games.Action {
	switch {
	case n > offered(view):
		return ""
	case v.pick != n:
		v.pick = n
		return ""
	}
	return v.picked(view)
}

// pickCommands answer an offer of a stick or of relics.
func (v *gameView) pickCommands(t *play.Table, view yut.View) []app.Command {
	stick, rows := view.Ask == yut.AskStick, offered(view)
	turn := func(_ *app.App, by int) {
		if by < 0 {
			v.pick = max(v.pick, 1)
		}
		v.pick = (v.pick-1+rows+by)%rows + 1
	}
	list := []app.Command{
		{Key: "slots", Name: app.If(stick, "1-4", "1-3"), Bar: app.If(stick, "yt.key.slot", "key.choose"), Also: []ui.Key{"1", "2", "3", "4"}, Each: func(a *app.App, key ui.Key) {
			t.Act(a, v.choose(view, int(key[0]-'0')))
		}},
		{Key: "leftright", Turn: turn}, {Key: "updown", Turn: turn}, {Key: "tab", Turn: turn},
		{Key: "space", Do: func(*app.App) {}}, // the key was for the throw, and opens no menu
		{Key: "enter", Bar: app.TextIf(v.pick > 0, app.If(stick, "yt.key.swap", "key.ok")), Do: func(a *app.App) {
			if v.pick == 0 {
				a.Warn(a.T("yt.choose"))
				return
			}
			t.Act(a, v.picked(view))
		}},
	}
	if stick {
		list = append(list, app.Command{Key: "0", Bar: "yt.key.drop", Do: func(a *app.App) { t.Act(a, "stick discard") }})
	}
	return list
}

// picked returns the row in focus as an action.
func (v *gameView) picked(view yut.View) games.Action {
	switch {
	case view.Ask == yut.AskRelic:
		return games.Action("relic " + app.Itoa(v.pick))
	case v.pick > yut.Slots:
		return "stick discard"
	}
	return games.Action("stick " + app.Itoa(v.pick))
}

// Open returns the time at which a panel came into view: after the motion that led to it.
func (v *gameView) Open(a *app.App, s *play.Scene) time.Time {
	if s.Moved.IsZero() {
		return v.asked
	}
	return v.asked.Add(v.Motion(a, s))
}

func (v *gameView) Refusal(a *app.App, err error) string {
	reason := games.ReasonOf(err)
	return app.TextIf(reason != "" && reason != games.ReasonOver, a.T("yt.notnow"))
}

// NewcomerPrompt returns the text for the throw; later prompts explain themselves.
func (v *gameView) NewcomerPrompt(a *app.App) string {
	if v.ask != yut.AskThrow {
		return ""
	}
	return a.T("yt.coach")
}

func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, _ := s.View.(yut.View)
	switch {
	case s.You == games.Nobody:
		return a.T("yt.watch")
	case v.roll != nil:
		return v.roll.Prompt(a)
	}
	switch view.Ask {
	case yut.AskThrow:
		if view.Last != nil && view.Last.Token >= yut.Yut && len(view.Hand) > 0 && !view.Moving {
			return a.T("yt.again", "r", tokenName(a, view.Last.Token)) + "  " + a.T("yt.hold.short")
		}
		return a.T("yt.hold")
	case yut.AskStart:
		return a.T("yt.startmove")
	case yut.AskStick:
		return a.T("yt.stick")
	case yut.AskRelic:
		return a.T("yt.relic", "n", len(view.Reward.Relics))
	case yut.AskMove:
		m, ok := v.focused(view)
		switch {
		case !ok:
		case len(v.ways(view)) > 1:
			return a.T("yt.branch", "n", m.From.String())
		default:
			return a.T("yt.go", "to", spot(a, m.To))
		}
	}
	return a.T("yt.over")
}

// spot returns a place in words.
func spot(a *app.App, n yut.Node) string {
	switch n {
	case yut.Home:
		return a.T("yt.home")
	case yut.Finished:
		return a.T("yt.finished")
	}
	return n.String()
}

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := s.View.(yut.View)
	lines := []string{a.T("yt.res.stood", "n", view.Finished, "t", view.Turn)}
	if v.stats.Runs > 0 {
		lines = append(lines, a.T("yt.runs", "n", v.stats.Runs))
	}
	return lines
}

// headline returns the result of the run, for a sheet without texts to copy.
func headline(a *app.App, s *play.Scene) string {
	view, _ := s.View.(yut.View)
	if view.Ask == yut.Over {
		return a.T("yt.clear", "t", view.Turn)
	}
	return a.T("yt.res.none")
}

// HandlePlies announces the results of plies as they come.
func (v *gameView) HandlePlies(a *app.App, s *play.Scene, fresh []games.Ply) {
	var said string
	for _, p := range fresh {
		for _, e := range p.Events {
			switch f := e.Fact.(type) {
			case yut.EventRefresh, yut.EventEffect:
				a.Toast(told(a, e)[0], nil)
			case yut.EventMove:
				if f.To == yut.O20 {
					said = a.T("yt.o20")
				}
			case yut.EventMerge, yut.EventFinish, yut.EventStickTake, yut.EventStickDiscard, yut.EventRelicTake:
				said = told(a, e)[0]
			}
		}
	}
	if view, _ := s.View.(yut.View); said != "" && view.Ask != yut.AskStick && view.Ask != yut.AskRelic {
		a.Say(said)
	}
}

// effect returns the effect of a stick or a relic in words.
func effect(a *app.App, f yut.EventEffect) string {
	name := relic(a, f.ID)
	if f.Source == "stick" {
		name = stick(a, f.ID)
	}
	var did []string
	for _, what := range []struct {
		n   int
		key string
	}{
		{f.Throws, "yt.did.throws"}, {f.Steps, "yt.did.steps"}, {f.Raise, "yt.did.raise"}, {f.Offers, "yt.did.offers"},
	} {
		if what.n != 0 {
			did = append(did, a.T(what.key, "n", what.n))
		}
	}
	if f.Token != 0 {
		did = append(did, "+"+tokenName(a, f.Token))
	}
	return name + ": " + strings.Join(did, ", ")
}

// actText returns an action in words without the position.
func actText(a *app.App, act games.Action) string {
	switch word, which, _ := strings.Cut(string(act), " "); {
	case word == "move":
		return moveText(a, strings.Fields(which))
	case act == "throw":
		return a.T("yt.said.throw")
	case act == "start":
		return a.T("yt.key.start")
	case act == "stick discard":
		return a.T("yt.drop")
	case word == "stick":
		return a.T("yt.key.swap") + " " + which
	case word == "relic":
		return a.T("yt.col.relic") + " " + which
	}
	return string(act)
}

// told returns an event in sentences, for all places; none for an event that brings nothing new.
func told(a *app.App, e games.Event) []string {
	switch f := e.Fact.(type) {
	case yut.EventThrow:
		return []string{a.T("yt.log.throw", "r", tokenName(a, f.Token))}
	case yut.EventMove:
		said := []string{a.T("yt.said.moved", "r", tokenName(a, f.Token), "a", spot(a, f.From), "b", spot(a, f.To))}
		if f.To == yut.O20 {
			said = append(said, a.T("yt.o20"))
		}
		return said
	case yut.EventMerge:
		return []string{a.T("yt.merge", "k", f.Pieces)}
	case yut.EventFinish:
		return []string{a.T("yt.finish", "n", f.Pieces)}
	case yut.EventRefresh:
		return []string{a.T("yt.refresh")}
	case yut.EventEffect:
		return []string{effect(a, f)}
	case yut.EventStickTake:
		return []string{a.T("yt.swap", "i", f.Slot, "a", stick(a, f.Old), "b", stick(a, f.Stick))}
	case yut.EventStickDiscard:
		return []string{a.T("yt.drop")}
	case yut.EventRelicTake:
		return []string{a.T("yt.took", "r", relic(a, f.Relic))}
	case yut.EventTurn:
		return []string{a.T("yt.log.turn", "n", f.Turn)}
	}
	return nil
}

// spokenPly returns a ply in sentences, none for a ply without news.
func spokenPly(a *app.App, s *play.Scene, ply int) (said []string) {
	for _, e := range s.Plies[ply].Events {
		said = append(said, told(a, e)...)
	}
	return said
}

// nodePace is the time of a moving piece on each node. For freshPace the old and the new special nodes are
// marked after a reshuffle.
const (
	nodePace  = 100 * time.Millisecond
	freshPace = 500 * time.Millisecond
)

// lastWalk returns the way of the last ply's move: its start, the nodes one by one, and the number of
// pieces; and whether the special nodes were reshuffled.
func lastWalk(s *play.Scene) (from yut.Node, path []yut.Node, pieces int, fresh bool) {
	if len(s.Plies) == 0 {
		return 0, nil, 0, false
	}
	for _, e := range s.Plies[len(s.Plies)-1].Events {
		switch f := e.Fact.(type) {
		case yut.EventMove:
			from, path, pieces = f.From, f.Path, f.Pieces
		case yut.EventRefresh:
			fresh = true
		}
	}
	return from, path, pieces, fresh
}

func (v *gameView) Motion(a *app.App, s *play.Scene) time.Duration {
	if a.Glyphs == ui.LevelRich && thrown(s) {
		return a.Paced(fallPace + wordPace)
	}
	_, path, _, _ := lastWalk(s)
	return a.Paced(min(time.Duration(len(path))*nodePace, play.MaxMotion))
}

// freshNodes reports whether the special nodes have just been reshuffled.
func (v *gameView) freshNodes(a *app.App, s *play.Scene) bool {
	_, _, _, fresh := lastWalk(s)
	d := s.SinceMove() - v.Motion(a, s)
	return fresh && s.Before != nil && a.Pace() != "none" && d >= 0 && d < freshPace
}

// Tick requests frames during a motion.
func (v *gameView) Tick(a *app.App, s *play.Scene) time.Duration {
	switch {
	case v.roll != nil && play.Covered(a): // by a key of every screen, such as help: a player who leaves the screen throws nothing
		v.roll = nil
	case v.roll != nil && s.You != games.Nobody:
		return v.roll.Tick(a)
	case v.landing(a):
		return 100 * time.Millisecond
	case s.MotionLeft(a, v) > 0:
		return max(a.Paced(nodePace), 100*time.Millisecond)
	case v.freshNodes(a, s):
		return 100 * time.Millisecond
	case v.starts(s) && !play.Covered(a):
		return max(v.startsIn(a, s), time.Millisecond)
	}
	return 0
}

// startPace is the time for which the last throw stays in view before moving begins by itself: the player
// has no other choice then.
const startPace = 400 * time.Millisecond

// starts reports whether the only choice is to begin moving; after one attempt the player's own key does
// it.
func (v *gameView) starts(s *play.Scene) bool {
	view, _ := s.View.(yut.View)
	return view.Ask == yut.AskStart && s.Mine() && v.begun != len(s.Plies)
}

// startsIn returns the time until it begins.
func (v *gameView) startsIn(a *app.App, s *play.Scene) time.Duration {
	if a.Pace() == "none" {
		return 0
	}
	return max(s.MotionLeft(a, v), startPace-time.Since(v.asked))
}

// Next returns the throw, once the sticks have been held for their time, and the beginning of the moves.
func (v *gameView) Next(a *app.App, s *play.Scene) (games.Action, time.Duration) {
	view, _ := s.View.(yut.View)
	if v.starts(s) {
		wait := v.startsIn(a, s)
		if wait <= 0 {
			v.begun = len(s.Plies)
		}
		return "start", wait
	}
	if v.roll == nil || view.Ask != yut.AskThrow || s.You == games.Nobody {
		v.roll = nil
		return "", 0
	}
	if wait := time.Until(v.roll.due(a)); wait > 0 {
		v.roll.beat(a)
		return "throw", wait
	}
	return v.throw(a), 0
}

// again returns the offer of another run like a finished one; practice gets a new seed.
func again(_ *app.App, s *table.Snapshot) pairing.Offer {
	o := offer()
	if s.Seeded {
		o.Seed = solo.AnySeed()
	}
	return o
}

// offer returns the offer of a run.
func offer() pairing.Offer { return pairing.Offer{Game: yut.Name, Control: "none"} }
