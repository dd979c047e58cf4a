package matgo

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/matgo/results"
	"arcade/sessions/matgo/round"
	"arcade/sessions/matgo/said"
	"arcade/sessions/matgo/tell"
	"arcade/sessions/play"
	"arcade/sessions/ui"
)

// Game is Matgo's screens.
var Game = &play.Game{
	Speech: said.Speech, Puzzle: said.Puzzle,
	Name: matgo.Name, Words: catalogue, Face: hwatu.Face, View: func() play.View { return newView() },
	Paces: []play.Pace{
		{Name: "1.8s", Step: 1800 * time.Millisecond}, {Name: "1.3s", Step: 1300 * time.Millisecond},
		{Name: "0.9s", Step: 900 * time.Millisecond}, {Name: "0.5s", Step: 500 * time.Millisecond},
	},
	Pace:  2,
	Coded: true, Act: tell.ActShort,
	Wording: map[string]string{"an.title": "mg.an.title", "an.seats": "mg.an.seats"},
	Lessons: []string{"mg.coach", "mg.lesson.flip", "mg.lesson.score", "mg.lesson.sets", "mg.lesson.go", "mg.lesson.end"},
	Guide:   func(a *app.App) app.Screen { return hwatu.NewGuide(a) },
	Ending:  results.Reason, Outcome: results.Outcome, Sheet: results.NewSheet, Panel: results.Panel,
	Versus: play.Versus{
		Control: "30s", Controls: []string{"15s", "30s", "60s"}, BotControls: []string{"15s", "30s", "60s", "none"},
		Drawn: "mp.sheet.nagari", Faces: botFaces,
		Variants: []json.RawMessage{nil, json.RawMessage(`{"rules":"standard"}`)},
		Variant: func(a *app.App, at int) string {
			return a.T([]string{"mg.rules.document", "mg.rules.standard"}[at])
		},
	},
	Records: play.Records{
		Stats: func(a *app.App, player string) app.Screen { return results.NewStats(player) },
		Board: results.BoardName, Score: results.Score, Rows: results.StatsRows, Purse: results.Purse, Marks: results.Marks,
	},
}

// gameView shows a round of Matgo: the floor by months, both captures, the viewer's hand, and the question.
// It draws from the viewer's [matgo.View] alone.
type gameView struct {
	play.Defaults
	at       int            // the focused card of the hand
	armed    string         // the card chosen once, with "confirm" on
	asked    string         // the question, and its place in the round
	since    time.Time      // when the question came into view
	button   int            // the focused answer, -1 for none
	declares bool           // the list of declarations is open
	put      games.Action   // the play that opened that list, "" for none
	follows  games.Action   // the play to make after its month has been shaken
	begun    time.Time      // when the deal came into view, zero if it was not seen
	tells    []tell.Telling // plies still to be shown to their end, the newest last
}

func newView() *gameView { return &gameView{button: -1} }

// Hits: a card of the hand, a card of the floor.
type (
	handHit  int
	floorHit matgo.Card
)

// ownSeat returns the seat that is drawn below: the viewer's, for spectators the first.
func ownSeat(s *play.Scene) games.Seat { return max(s.You, 0) }

// Update keeps the focus on a card, and notes since when there is a question.
func (v *gameView) Update(s *play.Scene) {
	view, ok := round.Of(s)
	if !ok {
		return
	}
	s.Pace = time.Hour // only the frames of [gameView.Tick]
	v.at = min(max(v.at, 0), max(len(view.Hands[ownSeat(s)])-1, 0))
	asked := ""
	if s.Mine() {
		asked = fmt.Sprint(view.Phase, " ", len(s.Plies))
	}
	if asked != v.asked {
		v.asked, v.since, v.button, v.declares, v.put, v.armed = asked, time.Now(), -1, false, "", ""
	}
	if len(s.Plies) == 0 && v.begun.IsZero() {
		v.begun = time.Now()
	}
}

// onHold reports whether everybody is being shown something, so that no seat may act.
func onHold(s *play.Scene) bool { return s.HeldUntil > s.At && !s.Replay && s.Result == nil }

// Commands lists the commands of the keys, by the question.
func (v *gameView) Commands(a *app.App, t *play.Table) (list []app.Command) {
	s := &t.Scene
	view, ok := round.Of(s)
	if !ok {
		return nil
	}
	cards := app.Command{Key: "c", Bar: "mg.key.cards"}
	again := app.Command{Key: "v", Menu: "mg.key.again", Do: func(a *app.App) { v.again(a, s) }}
	switch q := v.question(a, s, view); {
	case onHold(s):
		list = []app.Command{cards}
	case s.You == games.Nobody:
		list = []app.Command{{Key: "enter", Do: func(a *app.App) { a.Warn(a.T("tb.spectator")) }}}
	case s.ForcedAt != 0 && s.ToAct == s.You: // Enter: the notice has been read
		list = []app.Command{{Key: "enter", Bar: "key.skip", Do: func(a *app.App) { t.Act(a, s.Legal[0]) }}, cards}
	case q != nil || s.Mine() && view.Phase == matgo.AskTake:
		if q != nil {
			list = v.answers(t, q)
		} else {
			list = v.takes(t, view)
		}
		if v.early(a, s) {
			for i := range list {
				list[i].Do, list[i].Turn, list[i].Each = nil, nil, nil
			}
		}
		if v.declares {
			list = append(list, app.Command{Key: "esc", Also: []ui.Key{"q"}, Do: func(*app.App) { v.declares, v.put = false, "" }})
		}
	default:
		list = append(v.hand(t, view), cards)
		again.Bar = "mg.key.again"
	}
	if _, to := lastTurn(s); to > 0 {
		list = append(list, again)
	}
	return list
}

// Press ends the motion; the key then has its own effect.
func (v *gameView) Press(a *app.App, t *play.Table, _ ui.Key) bool {
	if _, ok := round.Of(&t.Scene); ok {
		v.skip(a, &t.Scene)
	}
	return false
}

func (v *gameView) Click(a *app.App, t *play.Table, msg any) {
	s := &t.Scene
	view, ok := round.Of(s)
	if !ok {
		return
	}
	v.skip(a, s)
	switch msg.(type) {
	case handHit, floorHit:
	default:
		return
	}
	floor, onFloor := msg.(floorHit)
	takes := s.Mine() && view.Phase == matgo.AskTake
	asked := takes || v.question(a, s, view) != nil
	switch {
	case onHold(s), s.You == games.Nobody, s.ForcedAt != 0 && s.ToAct == s.You, asked && v.early(a, s), t.TooSoon():
	case takes && onFloor && slices.Contains(choices(view), matgo.Card(floor)):
		t.Act(a, matgo.Move{Verb: matgo.Take, Arg: uint8(floor)}.Action())
	case asked:
		a.Warn(a.T(app.If(takes, "mg.choose.take", "mg.choose")))
	default:
		v.click(a, t, view, msg)
	}
}

// early reports whether the question can hardly have been read.
func (v *gameView) early(a *app.App, s *play.Scene) bool {
	return time.Since(v.shown(a, s)) < app.GuardTime
}

// shown returns the time since which the question can be read: it may have come after a ply's motion, or
// after cards that everybody was shown.
func (v *gameView) shown(a *app.App, s *play.Scene) time.Time {
	at := v.since
	if s.Before != nil && !s.Moved.IsZero() {
		if end := s.Moved.Add(v.Motion(a, s)); end.After(at) {
			at = end
		}
	}
	if s.HeldUntil != 0 {
		if end := time.Now().Add(time.Duration(s.HeldUntil-s.At) * time.Millisecond); end.After(at) {
			at = end
		}
	}
	return at
}

// digits has the keys that name a place, from the left. place returns the place of a key.
var digits = []ui.Key{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}

func place(key ui.Key) int { return slices.Index(digits, key) }

// hand moves the focus in the hand, or plays from it.
func (v *gameView) hand(t *play.Table, view *matgo.View) []app.Command {
	s := &t.Scene
	cards := view.Hands[s.You]
	n, mine, declares := len(cards), s.Mine(), len(declarations(s)) > 0
	list := []app.Command{}
	if view.Passes[s.You] > 0 {
		list = append(list, app.Command{Key: "p", Bar: app.TextIf(mine, "mg.key.pass"), Do: func(a *app.App) { v.pass(a, t) }})
	}
	return append(list, []app.Command{
		{Key: "i", Bar: app.TextIf(!mine, "key.hints")},
		{Key: "arrows", Bar: app.TextIf(mine, "mg.key.pick"), Also: []ui.Key{"left", "up", "shift+tab", "right", "down", "tab", "home", "end"}, Each: func(_ *app.App, key ui.Key) {
			switch key {
			case "left", "up", "shift+tab":
				v.focus(v.at-1, n)
			case "right", "down", "tab":
				v.focus(v.at+1, n)
			case "home":
				v.focus(0, n)
			case "end":
				v.focus(n-1, n)
			}
		}},
		{Key: "enter", Bar: app.TextIf(mine, "mg.key.play"), Do: func(a *app.App) { v.lay(a, t, cards, v.at) }},
		{Key: "x", Bar: app.TextIf(mine && declares, "mg.key.declare"), Do: func(a *app.App) { v.declare(a, s) }},
		{Key: "hand", Name: "1-0", Bar: app.TextIf(mine && !declares && view.Passes[s.You] == 0, "mg.key.quick"), Also: digits, Each: func(a *app.App, key ui.Key) {
			i := place(key)
			if i >= n {
				a.Warn(a.T("mg.nocard", "n", n))
				return
			}
			v.lay(a, t, cards, i)
		}},
	}...)
}

// pass plays a pass card.
func (v *gameView) pass(a *app.App, t *play.Table) {
	act := matgo.Move{Verb: matgo.Pass}.Action()
	switch s := &t.Scene; {
	case !s.Mine():
		a.Warn(a.T("mg.notyours"))
	case t.TooSoon():
	case a.Set.Confirm && v.armed != string(act):
		v.armed = string(act)
		a.Say(a.T("mg.confirm.pass"))
	default:
		t.Act(a, act)
	}
}

// click focuses the clicked card of the hand, or plays the focused one.
func (v *gameView) click(a *app.App, t *play.Table, view *matgo.View, msg tea.Msg) {
	cards := view.Hands[t.Scene.You]
	switch hit := msg.(type) {
	case handHit:
		if int(hit) != v.at || int(hit) >= len(cards) {
			v.focus(int(hit), len(cards))
			return
		}
	case floorHit:
		// A click on the floor plays the focused card, if it is of that month.
		if v.at >= len(cards) || cards[v.at].Month() != matgo.Card(hit).Month() {
			a.Warn(a.T("mg.nomatch.floor"))
			return
		}
	}
	v.lay(a, t, cards, v.at)
}

// focus moves to a card of the hand. Beyond an end is the other end.
func (v *gameView) focus(i, n int) {
	if n == 0 {
		return
	}
	i = (i + n) % n
	if i != v.at {
		v.at, v.armed = i, ""
	}
}

// lay focuses a card and plays it. If that would lose a shake or a bomb of its month, it asks first.
func (v *gameView) lay(a *app.App, t *play.Table, cards []matgo.Card, i int) {
	if t.TooSoon() {
		return
	}
	s := &t.Scene
	v.focus(i, len(cards))
	if v.at < len(cards) && declarable(s, cards[v.at].Month()) {
		v.declares, v.put, v.button, v.since = true, playing(cards[v.at]), -1, time.Now()
		return
	}
	t.Act(a, v.play(a, s, cards))
}

// declarable reports whether a shake or a bomb of a month is legal now.
func declarable(s *play.Scene, month int) bool {
	return slices.ContainsFunc(declarations(s), func(m matgo.Move) bool { return int(m.Arg) == month })
}

// Next plays the card whose month was shaken first, after everybody has seen the shake.
func (v *gameView) Next(_ *app.App, s *play.Scene) (games.Action, time.Duration) {
	if v.follows == "" || !s.Mine() || len(s.Plies) == 0 {
		return "", 0
	}
	last, _ := matgo.ParseMove(s.Plies[len(s.Plies)-1].Action)
	if last.Verb != matgo.Shake || int(last.Arg) != monthOf(v.follows) {
		return "", 0
	}
	return v.follows, time.Duration(max(s.HeldUntil-s.At, 0)) * time.Millisecond
}

// monthOf returns the month of the card that an action plays.
func monthOf(act games.Action) int {
	m, _ := matgo.ParseMove(act)
	return matgo.Card(m.Arg).Month()
}

// playing returns the action that plays a card.
func playing(c matgo.Card) games.Action { return matgo.Move{Verb: matgo.Play, Arg: uint8(c)}.Action() }

// play returns the focused card as an action, if it may be played now.
func (v *gameView) play(a *app.App, s *play.Scene, cards []matgo.Card) games.Action {
	switch {
	case s.Result != nil:
		return ""
	case !s.Mine():
		a.Warn(a.T("mg.notyours"))
		return ""
	case v.at >= len(cards):
		return ""
	}
	c := cards[v.at]
	act := playing(c)
	if a.Set.Confirm && v.armed != string(act) {
		v.armed = string(act)
		a.Say(a.T("mg.confirm", "card", hwatu.Words(a, c, true)))
		return ""
	}
	return act
}

// choices returns the floor cards to choose between, from left to right.
func choices(view *matgo.View) []matgo.Card {
	return slices.SortedFunc(slices.Values(view.Ask.Choices), round.Worthier)
}

// takes lists the commands that choose between floor cards.
func (v *gameView) takes(t *play.Table, view *matgo.View) []app.Command {
	list := choices(view)
	pick := func(i int) func(*app.App) {
		return func(a *app.App) {
			t.Act(a, matgo.Move{Verb: matgo.Take, Arg: uint8(list[i])}.Action())
		}
	}
	commands := v.buttons(len(list), "mg.key.take", "mg.choose.take", pick)
	for i, side := range []app.Command{{Key: "a", Bar: "mg.key.left"}, {Key: "b", Bar: "mg.key.right"}} {
		side.Also, side.Do = digits[i:i+1], pick(i)
		commands = append(commands, side)
	}
	return commands
}

// buttons lists the commands that choose among n cards. ok is the label of Enter, which picks the focused
// one; none is its message without a focus.
func (v *gameView) buttons(n int, ok, none string, pick func(int) func(*app.App)) []app.Command {
	turn := func(_ *app.App, by int) {
		if by < 0 {
			v.button = max(v.button, 0)
		}
		v.button = (v.button + n + by) % n
	}
	return []app.Command{
		{Key: "leftright", Bar: "key.choose", Turn: turn}, {Key: "updown", Turn: turn}, {Key: "tab", Turn: turn},
		{Key: "enter", Bar: ok, Do: func(a *app.App) {
			if v.button < 0 {
				a.Warn(a.T(none))
				return
			}
			pick(v.button)(a)
		}},
	}
}

// declarations returns the legal shakes and bombs.
func declarations(s *play.Scene) (list []matgo.Move) {
	if !s.Mine() {
		return nil
	}
	for _, act := range s.Legal {
		if m, ok := matgo.ParseMove(act); ok && (m.Verb == matgo.Shake || m.Verb == matgo.Bomb) {
			list = append(list, m)
		}
	}
	return list
}

// declare opens the list of declarations.
func (v *gameView) declare(a *app.App, s *play.Scene) {
	switch {
	case !s.Mine():
		a.Warn(a.T("mg.notyours"))
	case len(declarations(s)) == 0:
		a.Warn(a.T("mg.nodeclare"))
	default:
		v.declares, v.put, v.button, v.since = true, "", -1, time.Now()
	}
}

// answers lists the commands that answer a question.
func (v *gameView) answers(t *play.Table, q *question) []app.Command {
	pick := func(i int) func(*app.App) {
		return func(a *app.App) {
			v.follows = v.put
			v.declares, v.put = false, ""
			t.Acted = time.Now() // also by "do not"
			t.Act(a, q.answers[i].act)
		}
	}
	list := v.buttons(len(q.answers), "key.ok", "mg.choose", pick)
	for i, w := range q.answers {
		list = append(list, app.Command{Key: digits[i], Also: []ui.Key{w.key}, Bar: app.TextIf(i < 2, w.bar), Do: pick(i)})
	}
	return list
}

func (v *gameView) Refusal(a *app.App, err error) string {
	return app.TextIf(errors.Is(err, games.ErrHeld), a.T("mg.held"))
}

// Prompt returns the next action: for a focused card its taking and the worth of that.
func (v *gameView) Prompt(a *app.App, s *play.Scene) string {
	view, ok := round.Of(s)
	if !ok || roundOver(s, view) {
		return ""
	}
	who := a.SeatName(s.Seats[view.ToAct])
	if onHold(s) {
		return a.T("mg.held")
	}
	if f, _ := v.moment(a, s); f != nil && f.Words != "" {
		return f.Words
	}
	if !s.Mine() {
		switch {
		case s.ForcedAt != 0 && s.ToAct == s.You:
			return a.T("mg.pass")
		case s.ForcedAt != 0:
			return a.T("mg.pass.other", "p", who)
		}
		return a.T("mg.wait."+view.Phase.String(), "p", who)
	}
	switch view.Phase {
	case matgo.AskTake:
		c, list := *view.Ask.Card, choices(view)
		key := app.If(view.Ask.Source == "flip", "mg.match.flip", "mg.match.hand")
		return a.T(key, "card", hwatu.Words(a, c, false), "x", hwatu.Kind(a, list[0], true), "y", hwatu.Kind(a, list[1], true))
	case matgo.AskPresident, matgo.AskKung, matgo.AskGukjin:
		return a.T("mg.final")
	case matgo.AskGo:
		if text := v.lastSet(a, s); text != "" {
			return text
		}
		return a.T("mg.go.ask")
	}
	if v.declares {
		return a.T(app.If(v.put != "", "mg.declare.lost", "mg.declare.msg"))
	}
	return v.hint(a, s, view)
}

// hint returns the taking of the focused card and its effect.
func (v *gameView) hint(a *app.App, s *play.Scene, view *matgo.View) string {
	cards := view.Hands[s.You]
	if v.at >= len(cards) {
		return a.T("mg.turn")
	}
	c := cards[v.at]
	if a.Set.NoHints && round.Named(s) {
		return hwatu.Words(a, c, true) // whose turn it is comes before it
	}
	if a.Set.NoHints {
		return a.T("mg.turn.card", "card", hwatu.Words(a, c, true))
	}
	for _, d := range declarations(s) {
		switch {
		case int(d.Arg) != c.Month():
		case d.Verb == matgo.Bomb:
			return a.T("mg.hint.bomb", "m", c.Month())
		default:
			return a.T("mg.hint.shake", "m", c.Month())
		}
	}
	on := onFloor(view, c.Month())
	switch {
	case c.Bonus():
		return a.T("mg.hint.bonus", "card", hwatu.Words(a, c, false))
	case len(on) == 0:
		return a.T("mg.hint.none", "card", hwatu.Words(a, c, false))
	}
	return round.TakesText(a, view, s.You, c, on)
}

// threes returns the number of cards of a month in a hand if there are three or more, else 0.
func threes(hand []matgo.Card, month int) int {
	if n := count(hand, month); n >= 3 {
		return n
	}
	return 0
}

// count returns the number of cards of a month among some.
func count(cards []matgo.Card, month int) (n int) {
	for _, c := range cards {
		if c.Month() == month {
			n++
		}
	}
	return n
}

// ofMonth returns the cards of a month among some.
func ofMonth(cards []matgo.Card, month int) (list []matgo.Card) {
	for _, c := range cards {
		if c.Month() == month {
			list = append(list, c)
		}
	}
	return list
}

// onFloor returns the floor cards of a month, none for the month of a bonus card.
func onFloor(view *matgo.View, month int) []matgo.Card {
	if month == 0 {
		return nil
	}
	return ofMonth(view.Floor, month)
}

func (v *gameView) NewcomerPrompt(a *app.App) string {
	if v.declares {
		return a.T("mg.coach.ask")
	}
	switch phase, _, _ := strings.Cut(v.asked, " "); phase {
	case matgo.AskTake.String():
		return a.T("mg.coach.take")
	case matgo.AskPlay.String():
		return a.T("mg.coach")
	}
	return a.T("mg.coach.ask")
}

// Around returns the texts around the round.
func (v *gameView) Around(a *app.App, s *play.Scene) play.Around {
	view, ok := round.Of(s)
	if !ok {
		return play.Around{Facts: new("")}
	}
	return play.Around{
		Facts: new(facts(a, s, view, v.told(a, s))), Countdown: countdown(a, s, view), Price: price(a, s, view), Opened: v.declares,
	}
}

// mostFacts limits the cells of the facts beside the place of a game at one screen.
const mostFacts = 45

// facts returns the stakes, for the top bar.
func facts(a *app.App, s *play.Scene, view *matgo.View, plies int) string {
	list := []string{}
	at := a.T("mg.ply", "n", plies)
	if view.Rules != "" { // matters more than the ply
		at = a.T("mg.rules.tag")
	}
	switch {
	case s.You != games.Nobody && s.Seats[s.You].Lapses > 0: // matters more, and there is no room for both
		list = append(list, a.T("mg.lapses", "n", s.Seats[s.You].Lapses, "of", games.MaxLapses+1))
	case s.Round > 0:
		list = append(list, a.T("tb.round", "n", s.Round), at)
	default:
		list = append(list, at)
	}
	list = append(list, "x"+app.Itoa(view.Carry))
	if s.You != games.Nobody {
		gold := results.Gold(s, view, s.You)
		short := a.T("mg.gold.mine", "gold", round.GoldText(gold))
		long := a.T(app.If(s.Rated, "mg.gold.mine", "mg.gold.practice"), "gold", round.GoldText(gold))
		if round.Named(s) {
			short, long = round.GoldWords(a, gold, false), a.T("mp.sheet.gold", "p", a.SeatName(s.Seats[s.You]))+" "+round.GoldText(gold)
		}
		list = append(list, app.If(ui.Width(strings.Join(list, "  ")+long) > mostFacts, short, long))
	}
	return strings.Join(list, "  ")
}

// countdown returns the time left for a decision, as a bar if there is a question.
func countdown(a *app.App, s *play.Scene, view *matgo.View) []string {
	total := int64(s.Control.PerMove)
	if !s.Mine() || total <= 0 || view.Phase == matgo.AskPlay {
		return nil
	}
	left := s.Left(s.You)
	seconds := int((left + 999) / 1000)
	bar := ui.BarText(int(left/100), int(total/100), 10)
	long := app.If(view.Phase == matgo.AskGo, "mg.time.stop", "mg.time.left")
	if a.Glyphs == ui.LevelRich { // a meter, or the time alone
		return []string{strings.Join(strings.Fields(a.T(long, "bar", "", "n", seconds)), " "), strings.TrimSpace(a.T("mg.time.short", "bar", "", "n", seconds))}
	}
	return []string{a.T(long, "bar", bar, "n", seconds), a.T("mg.time.short", "bar", bar, "n", seconds)}
}

// price returns the cost of resigning the round: the opponent's points, at least the minimum.
func price(a *app.App, s *play.Scene, view *matgo.View) []string {
	if s.You == games.Nobody {
		return nil
	}
	foe := view.Sides[1-s.You]
	n := max(foe.Points.Total+foe.Go, view.RuleSet().ForfeitBase) * foe.Multiplier.Total
	from := a.T(app.If(s.Rated, "mg.price.rated", "mg.price.practice"))
	return []string{a.T("mg.price", "n", n, "gold", round.GoldText(min(n*matgo.Document.GoldPerPoint, view.Sides[s.You].Gold))), from}
}

func (v *gameView) Result(a *app.App, s *play.Scene) []string {
	view, _ := round.Of(s)
	var lines []string
	for i := range s.Seats {
		lines = append(lines, ui.PadRight(a.SeatName(s.Seats[i]), 14)+a.T("mg.points", "n", view.Sides[i].Points.Total+view.Sides[i].Go))
	}
	return lines
}
