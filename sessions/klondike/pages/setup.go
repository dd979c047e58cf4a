package pages

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/sessions/app"
	"arcade/sessions/kit"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/sessions/ui"
	"arcade/store"
)

// The kinds of a new deal, in the order of the form, and their names in the catalogue.
const (
	rankedDeal = iota
	dailyDeal
	typedDeal
	deckDeal
	knownDeal // a deal known to be winnable
)

var dealKinds = []string{"ranked", "daily", "typed", "deck", "known"}

// Limits of typed text: a Deal ID and some spare characters, a whole layout with blanks.
const (
	dealCells = 60
	deckCells = 700
)

// RedealChoices has the offered numbers of redeals.
var RedealChoices = []int{klondike.Unlimited, 0, 1, 2, 3, 5, 10}

// Setup is the form of a new deal: the deal, and the rules.
type Setup struct {
	app.Form
	typed  string         // the last looked-up Deal ID
	Known  *deals.Info    // the facts about it, nil for none
	counts map[string]int // winnable deals by grade
	today  store.Match    // the day's try, the zero Match before it
}

// NewSetup opens the form.
func NewSetup(a *app.App) *Setup {
	s := &Setup{}
	s.Rows = []app.Choice{
		{ID: "kind", Values: dealKinds}, {ID: "text", Input: ui.NewField(dealCells)}, {ID: "deck", Input: ui.NewField(deckCells)},
		{ID: "grade", Values: a.House.Lobby.Deals().Grades(klondike.Name)},
		{ID: "draw", Values: []string{"1", "3"}},
		{ID: "redeals"}, {ID: "recycle", Values: []string{klondike.Reverse, klondike.Keep}},
		{ID: "f2t", Values: []string{"yes", "no"}}, {ID: "ghost", Values: Ghosts},
	}
	for _, n := range RedealChoices {
		s.Row("redeals").Values = append(s.Row("redeals").Values, strconv.Itoa(n))
	}
	s.Picked, s.Turned = s.pick, s.turn
	s.Refresh(a)
	return s
}

// NewTyped opens the form with a seed, a game code or a Deal ID typed in. It deals nothing yet.
func NewTyped(a *app.App, deal string) *Setup {
	s := NewSetup(a)
	s.Row("kind").At = typedDeal
	s.Row("text").Input.Set(ui.Cut(deal, dealCells), 0)
	s.Refresh(a)
	return s
}

// Topic returns the screen's topic in the help.
func (s *Setup) Topic() string { return "klondike.setup" }

// Address returns the address of the form on a page.
func (s *Setup) Address() string { return "/play/" + klondike.Name }

// Commands lists the commands of its keys.
func (s *Setup) Commands(a *app.App) []app.Command {
	if s.Field() != nil {
		return solo.TypingCommands(s.start)
	}
	list := []app.Command{
		{Key: "updown", Bar: "key.row"}, {Key: "leftright", Bar: "key.change"},
		{Key: "enter", Bar: s.enters(), Do: s.start},
		{Key: "t", Menu: "solo.stats", Do: func(a *app.App) { a.Push(NewStats(a.Visit.Me().ID)) }},
		{Key: "b", Bar: app.TextIf(a.House.Sending == nil && !s.done(), "key.board"), Menu: "key.board", Do: app.To(s.ranks)},
		{Key: "d", Menu: "kp.key.deals", Do: app.To(s.list)},
	}
	if a.House.Sending != nil {
		list = append(list, app.Command{Key: "u", Bar: "ks.key.send", Menu: "ks.place", Do: app.To(newConsent)})
	}
	return append(list, app.MenuKey, app.HelpKey, app.BackKey)
}

// kind returns the chosen kind of deal.
func (s *Setup) kind() int { return s.Row("kind").At }

// Refresh looks up the data of the chosen kind: the typed deal, the day's try, or the numbers of winnable
// deals.
func (s *Setup) Refresh(a *app.App) {
	switch s.kind() {
	case dailyDeal:
		s.today = dailyTry(a, klondike.Name)
	case typedDeal:
		s.look(a)
	case knownDeal:
		counts, err := a.House.Lobby.Deals().CuratedCount(klondike.Name, s.Options())
		if err != nil {
			a.Report("stock of deals", err)
		}
		s.counts = counts
	}
	s.update(a)
}

// look looks up a typed Deal ID or Layout ID.
func (s *Setup) look(a *app.App) {
	id := strings.TrimSpace(s.Row("text").Input.String())
	s.typed, s.Known = "", nil
	if _, coded := s.code(); coded {
		s.typed = id
		return
	}
	if !isID(id) {
		return
	}
	s.typed = id
	if info, err := a.House.Lobby.Deals().Deal(klondike.Name, id, nil); err == nil {
		s.Known = &info
	} else if !store.ErrIs(err, deals.ErrNoDeal) {
		a.Report("deal", err)
	}
}

// unread reports whether a typed Deal ID or code was not looked up yet.
func (s *Setup) unread() bool {
	id := strings.TrimSpace(s.Row("text").Input.String())
	_, coded := s.code()
	return s.kind() == typedDeal && id != s.typed && (isID(id) || coded)
}

// Tick has it looked up soon after.
func (s *Setup) Tick(*app.App) time.Duration { return app.If(s.unread(), 300*time.Millisecond, 0) }

// update hides the rows that do not apply to the choice, and names the rest.
func (s *Setup) update(a *app.App) {
	kind := s.kind()
	_, coded := s.code()
	stated := kind == typedDeal && (s.Known != nil || coded) // the deal determines its rules
	for i := range s.Rows {
		r := &s.Rows[i]
		switch r.ID {
		case "text":
			r.Hidden = kind != typedDeal
		case "deck":
			r.Hidden = kind != deckDeal
		case "grade":
			r.Hidden = kind != knownDeal || len(r.Values) == 0
		case "draw":
			r.Hidden = stated
		case "redeals", "recycle":
			r.Hidden = stated || kind == knownDeal
		case "f2t":
			r.Hidden = kind == knownDeal || kind == typedDeal && coded
		case "ghost":
			r.Hidden = kind == rankedDeal
			r.At = max(slices.Index(Ghosts, GhostSetting.Of(a)), 0)
		}
		r.Labels = nil
		for _, v := range r.Values {
			r.Labels = append(r.Labels, s.label(a, r.ID, v))
		}
	}
	s.Focus = min(s.Focus, len(s.Shown())-1)
}

// label returns an alternative of a row in words.
func (s *Setup) label(a *app.App, id, value string) string {
	switch id {
	case "ghost":
		return GhostChoice(a, value)
	case "grade":
		return dealGrade(a, value) + " " + app.Itoa(s.counts[value])
	case "redeals":
		return app.If(value == strconv.Itoa(klondike.Unlimited), a.T("kl.redeals.any"), value)
	}
	return a.T(map[string]string{"kind": "kp.kind.", "draw": "kp.draw.", "recycle": "kp.recycle.", "f2t": "kp.f2t."}[id] + value)
}

// dealGrade returns one of the solver's grades in words.
func dealGrade(a *app.App, grade string) string { return a.T("kp.grade." + grade) }

// Rules returns the rules chosen in the form.
func (s *Setup) Rules() klondike.Rules {
	r := klondike.Standard()
	if s.Row("draw").At == 1 {
		r.Draw = 3
	}
	if s.kind() == knownDeal {
		return r
	}
	r.Redeals = RedealChoices[s.Row("redeals").At]
	r.Recycle = s.Row("recycle").Value()
	r.F2T = s.Row("f2t").At == 0
	if s.kind() == typedDeal && s.Known != nil {
		return dealRules(*s.Known, r.F2T)
	}
	if coded, ok := s.code(); ok && s.kind() == typedDeal {
		return coded
	}
	return r
}

// code returns the rules of the typed game code, if it is one.
func (s *Setup) code() (klondike.Rules, bool) {
	_, r, ok := klondike.ParseCode(strings.TrimSpace(s.Row("text").Input.String()))
	return r, ok
}

// Options returns the rules as a setup's options.
func (s *Setup) Options() json.RawMessage { return OptionsOf(s.Rules()) }

// turn looks up the text of the row that was in focus.
func (s *Setup) turn(a *app.App) {
	if s.kind() == typedDeal {
		s.Refresh(a)
	}
}

// pick reacts to a choice. The choice of a ghost is a setting.
func (s *Setup) pick(a *app.App, r *app.Choice) {
	if r.ID == "ghost" {
		a.Change(func(set *app.Settings) { GhostSetting.Put(set, r.Value()) })
	}
	s.Refresh(a)
}

// ranks returns the board of the chosen deal.
func (s *Setup) ranks(a *app.App) app.Screen {
	day := ""
	if s.kind() == dailyDeal {
		day = a.House.Lobby.Today()
	}
	return a.House.Places.Scores(a, klondike.Name, klondike.Game{}.Boards()[s.Row("draw").At], day)
}

// list returns the list of winnable deals at the chosen grade.
func (s *Setup) list(a *app.App) app.Screen {
	return newDealList(a, 1+2*s.Row("draw").At, s.Row("grade").At)
}

// standard reports whether the rules have a board.
func standard(r klondike.Rules) bool {
	return slices.Contains(klondike.Game{}.Boards(), r.String())
}

// done reports whether the day's deal has been played to its end.
func (s *Setup) done() bool { return s.kind() == dailyDeal && s.today.Status == store.Done }

// enters returns the label of Enter.
func (s *Setup) enters() string {
	return app.If(s.kind() == knownDeal, "kp.key.deals", solo.StartBar(s.done()))
}

// start deals. A finished day has only its board, and winnable deals are listed.
func (s *Setup) start(a *app.App) {
	switch {
	case s.done():
		a.Push(s.ranks(a))
		return
	case s.kind() == knownDeal:
		a.Push(s.list(a))
		return
	}
	o, fault := s.offer(a)
	if fault != "" {
		a.Warn(fault)
		return
	}
	solo.Begin(a, o, a.Swap, a.T("kp.resumed"))
}

// offer returns the form's offer, or its error.
func (s *Setup) offer(a *app.App) (o pairing.Offer, fault string) {
	if s.kind() == typedDeal {
		s.look(a) // it may have just been typed
	}
	o = DealOffer(s.Rules())
	switch s.kind() {
	case dailyDeal:
		o.Daily = true
	case typedDeal:
		o.Seed = strings.TrimSpace(s.Row("text").Input.String())
		if o.Seed == "" {
			o.Seed = RandomDeal()
		}
		if s.Known == nil && (klondike.Game{}).IsLayoutID(o.Seed) {
			return o, a.T("kp.layout.unknown")
		}
		return o, seedFault(a, o.Seed)
	case deckDeal:
		deck, fault := ReadDeck(a, s.Row("deck").Input.String())
		if fault != "" {
			return o, fault
		}
		o.Options, o.Seed = deckOptions(s.Rules(), deck), DeckSeed
	}
	return o, ""
}

// DeckSeed replaces the seed of a deal given by its deck, so that the try counts as the player's own
// choice.
const DeckSeed = "0"

// RandomDeal returns a random seed.
func RandomDeal() string {
	var random [16]byte
	rand.Read(random[:])
	return klondike.Game{}.RandomSeed(random)
}

// isID reports whether a text has the form of a deal's or a layout's ID.
func isID(text string) bool {
	return klondike.Game{}.IsDealID(text) || klondike.Game{}.IsLayoutID(text)
}

// seedFault returns the error in a typed seed or Deal ID, "" for none. Whether the deal is known the lobby
// says.
func seedFault(a *app.App, text string) string {
	if _, _, ok := klondike.ParseCode(text); ok {
		return ""
	}
	if strings.HasPrefix(strings.ToUpper(text), "DL1") || strings.ContainsRune(text, '_') {
		return app.TextIf(!isID(text), a.T("kp.bad.id"))
	}
	if _, err := klondike.ParseSeed(text); err == nil {
		return ""
	}
	if digits := strings.Trim(text, "0123456789") == ""; digits && len(text) > 20 {
		return a.T("kp.bad.digits", "n", len(text))
	}
	return a.T("err.bad_seed")
}

// ReadDeck reads a typed deck or layout, or returns its error.
func ReadDeck(a *app.App, text string) (deck [klondike.Cards]klondike.Card, fault string) {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		deck, err := klondike.ReadLayout(text)
		if err != nil {
			fault = a.T("kp.bad.layout")
		}
		return deck, fault
	}
	text = strings.ToUpper(strings.TrimSpace(text))
	if text == "" {
		return deck, a.T("kp.bad.nodeck")
	}
	seen := map[klondike.Card]int{}
	parts := strings.Split(text, ",")
	for i, part := range parts {
		c, err := klondike.ParseCard(strings.TrimSpace(part))
		if err != nil {
			return deck, a.T("kp.bad.card", "i", i+1, "c", ui.Cut(strings.TrimSpace(part), 6))
		}
		if first, twice := seen[c]; twice {
			return deck, a.T("kp.bad.twice", "c", c.String(), "i", first, "j", i+1)
		}
		seen[c] = i + 1
	}
	deck, err := klondike.ParseDeck(text)
	if err != nil {
		return deck, a.T("kp.bad.count", "n", len(parts))
	}
	return deck, ""
}

// deckOptions returns the options of a deal by its deck.
func deckOptions(r klondike.Rules, deck [klondike.Cards]klondike.Card) json.RawMessage {
	raw, err := json.Marshal(struct {
		klondike.Rules
		Deck string `json:"deck"`
	}{r, klondike.DeckText(deck)})
	if err != nil {
		panic(err) // numbers, words and booleans always encode
	}
	return raw
}

// About describes the chosen deal and its class, in two lines.
func (s *Setup) About(a *app.App) [2]string {
	r := s.Rules()
	guest := a.Visit.Me().Guest
	switch s.kind() {
	case dailyDeal:
		lines := [2]string{a.T("kp.about.daily", "d", a.House.Lobby.Today())}
		switch {
		case guest:
			lines[1] = a.T("err.guest_record")
		case s.done():
			lines[1] = a.T("kp.about.done")
		case s.today.ID != "":
			lines[1] = a.T("kp.about.begun")
		case standard(r):
			lines[1] = a.T("kp.counts.daily", "n", r.Draw)
		default:
			lines[1] = a.T("kp.counts.daily.other")
		}
		return lines
	case rankedDeal:
		lines := [2]string{a.T("kp.about.ranked"), a.T("kp.counts.other")}
		if guest {
			lines[1] = a.T("solo.guest")
		} else if standard(r) {
			lines[1] = a.T("kp.counts.ranked", "n", r.Draw)
		}
		return lines
	}
	lines := [2]string{a.T("kp.about.typed"), a.T("kp.counts.typed")}
	switch s.kind() {
	case deckDeal:
		lines[0] = a.T("kp.about.deck")
	case knownDeal:
		lines[0] = a.T(app.If(len(s.Row("grade").Values) == 0, "kp.about.nostock", "kp.about.known"))
	}
	if guest {
		lines[1] = a.T("solo.guest")
	}
	return lines
}

// Draw draws the screen.
func (s *Setup) Draw(a *app.App, c *ui.Canvas) { a.Compose(c, s) }

// View shows the chosen deal and its class, and the rows of the form.
func (s *Setup) View(a *app.App) app.View {
	usual := app.If(s.done(), "done", dealKinds[s.kind()])
	if s.kind() == rankedDeal && !standard(s.Rules()) {
		usual = "free"
	}
	about := s.About(a)
	rows := s.Form.Noted(func(id string) string { return a.T("kp.row." + id) }, func(id string) string {
		return app.TextIf(id == "text" || id == "deck", s.Reading(a))
	})
	return app.View{
		Place: []string{a.T("game." + klondike.Name), a.T("kp.new")}, Usual: a.T("kp.msg." + usual),
		Body: kit.Col(0, 0, kit.Item{Block: play.Form(klondike.Name, about[0], about[1], rows)}),
	}
}

// Reading returns the arcade's reading of the text typed so far.
func (s *Setup) Reading(a *app.App) string {
	if s.kind() == deckDeal {
		if strings.TrimSpace(s.Row("deck").Input.String()) == "" {
			return a.T("kp.read.nodeck")
		}
		if _, fault := ReadDeck(a, s.Row("deck").Input.String()); fault != "" {
			return fault
		}
		return a.T("kp.read.deck")
	}
	text := strings.TrimSpace(s.Row("text").Input.String())
	fault := seedFault(a, text)
	switch {
	case text == "":
		return a.T("kp.read.empty")
	case fault != "":
		return fault
	case s.unread():
		return a.T("kp.read.looking")
	case s.Known != nil:
		return Status(a, s.Known.Status) + "   " + ruleLine(a, s.Rules())
	}
	if seed, r, ok := klondike.ParseCode(text); ok { // a letter misread is another deal
		return a.T("kp.read.code", "list", tops(seed)) + "   " + ruleLine(a, r)
	}
	return a.T(app.If(s.typed != "", "err.no_deal", "kp.read.seed"))
}

// tops returns the open cards of a seed's deal, column by column.
func tops(seed uint64) string {
	deck, last := klondike.Deck(seed), -1
	var list []string
	for column := range 7 {
		last += column + 1
		list = append(list, strings.ReplaceAll(deck[last].String(), ":", ""))
	}
	return strings.Join(list, " ")
}

// CodeOf returns the game code of a deal with a seed, "" for one without or whose rules no code expresses.
func CodeOf(seed, id string, r klondike.Rules) string {
	n, err := klondike.ParseSeed(seed)
	if err != nil || klondike.DealID(n, r) != id {
		return ""
	}
	code, exact := klondike.Code(n, r)
	return app.TextIf(exact, code)
}
