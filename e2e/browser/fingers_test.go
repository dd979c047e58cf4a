package browser

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/chance"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

// spot is what can be activated: its name, and its middle in page pixels.
type spot struct {
	Name string
	X, Y float64
}

// spots returns what can be activated, in reading order.
func (p *page) spots() (list []spot) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].filter(e => e.checkVisibility() && !e.hasAttribute('aria-hidden')).map(e => {
		const r = e.getBoundingClientRect()
		return { Name: e.getAttribute('aria-label').trim(), X: r.x + r.width / 2, Y: r.y + r.height / 2 }
	})`, &list))
	return list
}

// chosen returns one of the spots with a name that matches the first of the patterns that any name matches.
func chosen(rng *rand.Rand, list []spot, patterns ...string) (spot, bool) {
	for _, pattern := range patterns {
		want := regexp.MustCompile(pattern)
		fit := slices.DeleteFunc(slices.Clone(list), func(s spot) bool { return !want.MatchString(s.Name) })
		if len(fit) > 0 {
			return fit[rng.IntN(len(fit))], true
		}
	}
	return spot{}, false
}

// A tap on a game's tile goes to the game. In Klondike undo stands in the first bar once there is something to undo, and
// the first button keeps its place and its meaning.
func TestFirstTaps(t *testing.T) {
	_, at := house(t)
	for tile, place := range map[string]string{"othello": `/watch/\w+`, "matgo": `/watch/\w+`, "yut": `/play/yut`, "stones": `/play/stones`, "klondike": `/play/klondike`} {
		p := open(t, at, phone)
		p.await(`Othello`)
		name := words.T(words.EN, "game."+tile)
		s, ok := chosen(rand.New(rand.NewPCG(1, 1)), p.spots(), `^`+name+`\b`)
		if !ok {
			t.Fatalf("no tile of %s among %+v", name, p.spots())
		}
		p.tapAt(s.X, s.Y)
		p.at(place)
		if tile != "klondike" {
			continue
		}
		p.await(`Klondike`)
		bar := func(name string) (spot, bool) { return chosen(rand.New(rand.NewPCG(1, 1)), p.spots(), `^`+name+`$`) }
		press := func(name string) {
			p.until(name+" is no button", func() bool { _, ok := bar(name); return ok })
			s, _ := bar(name)
			p.tapAt(s.X, s.Y)
		}
		press("start")
		p.until("no table", func() bool { _, ok := bar("draw"); return ok })
		first, _ := bar("pick up")
		press("draw")
		press("undo")
		p.until("undo does nothing", func() bool { _, ok := bar("undo"); return !ok })
		if again, _ := bar("pick up"); again != first {
			t.Errorf("the first button is %+v, before %+v", again, first)
		}
	}
}

// begun returns the table in play or with a result, nil for none. It is listed until its players leave it: a game that
// ends at once, as one of Matgo with four cards of a month in a hand may, has a result here though nobody saw it in play.
func begun(h *door.House) *table.Summary {
	for _, s := range h.Lobby.AllTables() {
		if s.Status != store.Open {
			return s
		}
	}
	return nil
}

// leads matches what leads away from the play.
var leads = regexp.MustCompile(`^(menu|help|\? help|log|talk|kit|cards|again|place|best play|Hints.*|back|row|change|stay|play on|keep.*)$`)

// A whole game of each kind is played by touch alone, on a phone held upright. What happens at a table with others, or
// by chance, is read out in its order.
func TestGamesByTouch(t *testing.T) {
	for name, does := range map[string][]string{
		"othello":        {`, playable$`},
		"matgo":          {`(?i)^(2 )?stop\b`, `in your hand$`, `on the floor$`},
		"matgo standard": {`(?i)^(2 )?stop\b`, `^pass$`, `in your hand$`, `on the floor$`},
		"yut":            {`^stop$`, `^start moving$`, `^[a-d] |^move$`, `^throw$`, `.`},
		"stones":         {`^[123] `},
		"klondike":       {`column \d|^draw$`},
	} {
		t.Run(name, func(t *testing.T) {
			game, rules, _ := strings.Cut(name, " ")
			h, at := house(t)
			h.Nodes[0].House.Rules = map[string]string{game: rules} // begins with them
			seed := chance.Seed(t)
			rng := rand.New(rand.NewPCG(seed, 0))
			p := listened(t, at+"/play/"+game, phone)
			var id string
			start := time.Now()
			for taps := 0; ; taps++ {
				table := begun(h)
				if table != nil {
					id = table.ID
					if got := games.RulesIn(table.Options); got != rules {
						t.Fatalf("a table under the rules %q", got)
					}
				}
				if id != "" && (table == nil || table.Status == store.Done) {
					break
				}
				list := slices.DeleteFunc(p.spots(), func(s spot) bool {
					return leads.MatchString(s.Name) || s.Name == "leave" && (game != "klondike" || taps < 20)
				})
				wanted := append([]string{`^start$`, `^give up$`, `^leave$`}, does...)
				if game == "matgo" && rng.IntN(3) == 0 { // one of two cards may be asked for while there is a hand
					wanted = []string{`on the floor$`}
				}
				if s, ok := chosen(rng, list, append(wanted, `.`)...); ok {
					p.tapAt(s.X, s.Y)
				}
				if p.changed(); taps > 1000 || time.Since(start) > 4*door.Patience {
					t.Fatalf("after %d taps the game goes on:\n%s\n%+v", taps, p.screen(), list)
				}
			}
			t.Logf("%.1f s", time.Since(start).Seconds())
			p.inOrder(h, id, true)
		})
	}
}

// A page that takes frames slowly has many skipped, and one whose connection drops misses others. It still reads out
// all that has happened, in its order and once.
func TestHeardByASlowPage(t *testing.T) {
	h, at := house(t)
	front := before(t)
	front.lead(strings.TrimPrefix(at, "http://"))
	v, err := h.Lobby.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	id, err := v.Create(pairing.Offer{Game: "othello", Control: "none", Bot: othello.Game{}.Bots()[0].Name()})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Watch(id); err != nil {
		t.Fatal(err)
	}
	p := listened(t, "http://"+front.Addr().String()+"/watch/"+id, laptop)
	p.await(`kim is thinking`)
	p.do(chromedp.Evaluate(`{ const send = WebSocket.prototype.send; window.shown = 0
WebSocket.prototype.send = function (m) { if (m.includes('"t":"a"')) shown++; setTimeout(() => this.readyState === 1 && send.call(this, m), m.includes('"t":"a"') ? 1500 : 0) } }`, nil))
	plies := playOut(t, v, id, 100, func(plies int) {
		if plies/2 == 10 {
			front.cut()
		}
	})
	p.inOrder(h, id, false)
	var shown int
	if p.do(chromedp.Evaluate(`shown`, &shown)); shown > plies/2 {
		t.Errorf("a page that takes frames slowly has shown %d for %d plies", shown, plies)
	}
	events := slices.DeleteFunc(p.all(), func(said string) bool { return !regexp.MustCompile(`[a-h][1-8], flips`).MatchString(said) })
	if len(events) > plies {
		t.Errorf("%d events are read out of %d", len(events), plies)
	}
}

// listened opens a page that keeps what is read out, from the beginning.
func listened(t *testing.T, url string, l look) *page {
	t.Helper()
	p := open(t, "about:blank", l)
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument("addEventListener('DOMContentLoaded', () => {\n" + listenJS + "\n})").Do(ctx)
		return err
	}), chromedp.Navigate(url))
	p.await(`Othello|Matgo|Yut|Stones|Klondike`)
	return p
}

// all returns what has been read out.
func (p *page) all() (heard []string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`window.heard`, &heard))
	return heard
}

// A round of Matgo is played by keyboard and ear: by the names of what can be activated, and by what is read out.
func TestMatgoByEar(t *testing.T) {
	h, at := house(t)
	seed := chance.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 0))
	p := listened(t, at+"/play/matgo", laptop)
	var id string
	for start := time.Now(); ; {
		table := begun(h)
		if table != nil {
			id = table.ID
		}
		if id != "" && (table == nil || table.Status == store.Done) {
			break
		}
		var names []spot
		for _, s := range p.spots() {
			if !leads.MatchString(s.Name) && s.Name != "leave" {
				names = append(names, spot{Name: s.Name})
			}
		}
		// The help, which any key may open, is closed; then a choice with its own answers comes first, then a card.
		patterns := []string{`^close$`, `(?i)^(2 )?stop\b`, `^[12]\b`, `in your hand$`, `.`}
		if rng.IntN(2) == 0 { // one of two cards may be asked for while there is a hand
			patterns[3] = `^(left|right|take)$`
		}
		if s, ok := chosen(rng, names, patterns...); ok {
			name, _ := json.Marshal(s.Name)
			p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].find(e => e.getAttribute('aria-label').trim() === `+string(name)+`)?.focus()`, nil))
			p.keys("Enter")
		}
		p.changed()
		if time.Since(start) > 4*door.Patience {
			said := p.all()
			t.Fatalf("the round goes on after %q with %+v", said[max(0, len(said)-20):], names)
		}
	}
	over := regexp.MustCompile(`(?i)won|lost|nagari|next|result|stopped`)
	p.until("the end is not read out", func() bool { return slices.ContainsFunc(p.all(), over.MatchString) })
	own := func(text string) bool { return strings.HasPrefix(text, "You play") || strings.HasPrefix(text, "You: ") }
	if played := p.inOrder(h, id, true); played > 0 && !slices.ContainsFunc(p.all(), own) { // a round may end as it is dealt
		t.Errorf("no own card was read out: %q", p.all())
	}
}

// inOrder checks that the events of a finished match were all read out, in the order in which they happened;
// seated says that it is the person's own match. It returns how often the person acted.
func (p *page) inOrder(h *door.House, id string, seated bool) (acted int) {
	p.t.Helper()
	d, err := h.Lobby.Replay(p.t.Context(), h.Lobby.People()[0].ID, id)
	if err != nil {
		p.t.Fatal(err)
	}
	a, s := &app.App{Lang: words.EN}, &play.Scene{Match: id, Game: d.Match.Game}
	var events []string
	for ply := range d.Plies {
		s.Show(d, ply+1, games.Nobody)
		for i, seat := range s.Seats {
			if seated && (len(s.Seats) == 1 || seat.Bot == "") {
				s.You = games.Seat(i)
			}
		}
		events = append(events, play.SpokenPly(a, s, ply)...)
		if seated && d.Plies[ply].Seat == s.You {
			acted++
		}
	}
	var missed, heard []string
	for start := time.Now(); ; p.changed() {
		heard = p.all()
		missed = missing(events, heard)
		if len(missed) == 0 || time.Since(start) > door.Patience {
			break
		}
	}
	p.t.Logf("%d of %d events were read out in their order", len(events)-len(missed), len(events))
	if len(missed) > 0 {
		p.t.Errorf("not read out in its order: %q of\n%s", missed, strings.Join(heard, "\n"))
	}
	return acted
}

// missing returns the events that are in no longest common subsequence of events and what was heard.
func missing(events, heard []string) (list []string) {
	most := make([][]int, len(events)+1) // by the events and the texts that are left
	most[len(events)] = make([]int, len(heard)+1)
	for i := len(events) - 1; i >= 0; i-- {
		most[i] = make([]int, len(heard)+1)
		for j := len(heard) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if strings.Contains(heard[j], events[i]) { // a text may hold several events
				most[i][j] = max(most[i][j], 1+most[i+1][j])
			}
		}
	}
	for i, j := 0, 0; i < len(events); {
		switch {
		case j < len(heard) && strings.Contains(heard[j], events[i]) && most[i][j] == 1+most[i+1][j]:
			i++
		case j < len(heard) && most[i][j] == most[i][j+1]:
			j++
		default:
			list = append(list, events[i])
			i++
		}
	}
	return list
}
