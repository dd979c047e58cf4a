// Package browser plays with the arcade's page in a real Chromium.
package browser

import (
	_ "embed"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/klondike"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/lobby"
	"arcade/lobby/directory"
	"arcade/lobby/pairing"
)

func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// house starts an arcade with pages, and returns their URL.
func house(t *testing.T) (*door.House, string) {
	t.Helper()
	needed(t)
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}, yut.Game{}, klondike.Game{})
	h := door.Open(t, cfg)
	return h, h.Pages(t)
}

// Patterns for the terminal's screen: mine for the viewer's turn, over for the end of a game.
const (
	mine = `my time`
	over = `[═=] <res.title>`
)

// met makes a page and an SSH client meet at a table of a game. The table ignores keys for a moment then,
// so the tests repeat a key until it counts.
func met(t *testing.T, h *door.House, at, game string) (*page, *door.Client) {
	t.Helper()
	c := door.Enter(t, h.Addr, door.NewKey(t), door.Opts{Lang: door.English, User: "kim", Command: "play " + game})
	c.Await(`<lobby.place>`)
	c.Keys("f")
	if game == "matgo" { // the house rules
		c.Decide(`<seek.rules>`, "1")
	}
	c.Await(`<wait.title>`)
	p := open(t, at, laptop)
	p.await(`Othello`)
	if game == "matgo" {
		p.answered("Down")
	}
	p.keys("f")
	if game == "matgo" {
		const rules = `Which rules`
		p.await(rules)
		p.until("the house rules cannot be chosen", func() bool { // a question ignores keys at first
			if !p.shows(rules) {
				return true
			}
			p.keys("1")
			c.Breath()
			return !p.shows(rules)
		})
	}
	c.Gone(`<wait.title>`)
	c.Gone(`<meet.title>`)
	if game == "othello" {
		counts(p, c)
	}
	return p, c
}

// counts waits until keys count at a table of Othello: the player on turn goes to another square.
func counts(p *page, c *door.Client) {
	const cursor = `(\w\d) +flips`
	for !p.shows(mine) && !c.Shows(mine) {
		c.Breath()
	}
	if c.Shows(mine) {
		for at := c.Await(cursor)[1]; c.Await(cursor)[1] == at; c.Breath() {
			c.Keys("Tab")
		}
	} else {
		for at := p.await(cursor)[1]; p.await(cursor)[1] == at; p.changed() {
			p.keys("Tab")
		}
	}
}

// plyOf returns the number of moves that a screen shows. Each move waits for the next one. After the last move an
// early key would go to the result.
func plyOf(screen string) string { return regexp.MustCompile(`move +\d+`).FindString(screen) }

// TestOthello plays a whole game between a page and an SSH client.
func TestOthello(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "othello")
	for ply := 0; !c.Shows(over); ply++ {
		switch {
		case ply > 200:
			t.Fatal("the game does not end")
		case ply == 10: // the page returns to its table
			p.do(chromedp.Reload())
			p.await(`rated +5m\+3s`)
		case p.shows(mine):
			at := plyOf(p.screen())
			p.keys("Tab", "Enter")
			p.until("no move after "+at, func() bool { return plyOf(p.screen()) != at })
		case c.Shows(mine):
			at := plyOf(c.Screen())
			c.Keys("Tab", "Enter")
			c.Until("a move after "+at, func(lines []string) bool { return plyOf(strings.Join(lines, "\n")) != at })
		default:
			c.Breath()
			ply--
		}
	}
	p.await(`1 › rematch`)
	if m := c.Await(`Rating +1500 > (\d+)`); !p.shows(`Rating +1500 › \d+`) {
		t.Errorf("the terminal has %s, the page\n%s", m[1], p.screen())
	}
}

// TestMatgoRound plays a round of Matgo between a page and an SSH client.
func TestMatgoRound(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "matgo")
	const (
		roundOver = `╔═ (?:<mp.sheet.won>|<mp.sheet.lost>|<mp.sheet.nagari>) ═`
		turn      = `── <mg.turn> ─|╔═`
	)
	for step := 0; !c.Shows(roundOver); step++ {
		switch {
		case step > 2000:
			t.Fatalf("the round does not end:\n%s", p.screen())
		case c.Shows(turn):
			c.Answered("1")
		default: // on a page most answers have no words around them
			p.keys("1")
			p.changed()
		}
	}
	p.await(`1 › next`)
}

// drawnAsGeometry matches characters that the page draws on its canvas and not as text.
var drawnAsGeometry = regexp.MustCompile(`[▀-▟─│┌┐└┘├┤┬┴┼━┃┏┓┗┛═║╔╗╚╝╬╭╮╰╯╱╲]`)

// TestCells compares the cells of a page and of a terminal that show the same replay.
func TestCells(t *testing.T) {
	h, at := house(t)
	for _, game := range []string{"othello", "matgo", "yut", "stones", "klondike"} {
		id := finished(t, h, game)
		p := open(t, at+"/replay/"+id, laptop)
		p.await(id)
		w, rows := p.size()
		c := door.Enter(t, h.Addr, nil, door.Opts{Lang: door.English, Term: door.Pictured, Cols: w, Rows: rows, Command: "watch " + id})
		c.Await(id)
		c.Until("the last row", func(lines []string) bool { return len(lines) == rows && lines[rows-1] != "" })
		want, got := c.Text(), p.rows()
		for y := 1; y < len(want) && y < len(got); y++ { // the top row names the viewer
			if w := strings.TrimRight(drawnAsGeometry.ReplaceAllString(want[y], " "), " "); w != got[y] {
				t.Errorf("%s, row %d: the terminal has %q, the page %q", game, y, w, got[y])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d rows, want %d", game, len(got), len(want))
		}
	}
}

// finished plays the beginning of a match or run, resigns, and returns its id.
func finished(t *testing.T, h *door.House, game string) string {
	t.Helper()
	v, err := h.Lobby.Enter(directory.Identity{Fingerprint: "SHA256:kim", Login: "kim", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	o := pairing.Offer{Game: game, Control: "none"}
	if g, err := h.Lobby.Game(game); err != nil {
		t.Fatal(err)
	} else if g.Info().Seats > 1 {
		o.Bot = g.Bots()[0].Name()
	}
	id, err := v.Create(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Watch(id); err != nil {
		t.Fatal(err)
	}
	playOut(t, v, id, 12, func(int) {})
	v.Leave()
	return id
}

// playOut plays a match that a visit watches to its end, and resigns it after some plies. It calls each before each of
// its own moves. It returns the number of plies.
func playOut(t *testing.T, v *lobby.Visit, id string, most int, each func(plies int)) int {
	t.Helper()
	for start := time.Now(); ; {
		s, err := v.Table(id)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case s.Result != nil:
			return len(s.Plies)
		case time.Since(start) > door.Patience:
			t.Fatal("the match does not end")
		case s.ToAct != s.You:
			<-v.Wake()
		case len(s.Plies) >= most:
			err = v.Do(id, games.Resign)
		default:
			each(len(s.Plies))
			err = v.Act(id, len(s.Plies), s.Legal[0])
		}
		if errors.Is(err, games.ErrHeld) { // everybody must see an event first; nothing wakes the test when the hold ends
			time.Sleep(10 * time.Millisecond)
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A link to a game for two leads to the game itself, also a second time. A link to the day leads to its
// runs.
func TestLinks(t *testing.T) {
	h, at := house(t)
	p := open(t, at+"/play/othello", laptop)
	p.await(`Newbie bot`)
	tables := len(h.Lobby.AllTables())
	again := laptop
	again.beside = p
	q := open(t, at+"/play/othello", again)
	q.await(`Newbie bot`)
	if now := len(h.Lobby.AllTables()); now != tables {
		t.Errorf("%d tables after the second time, %d before", now, tables)
	}
	q.do(chromedp.Navigate(at + "/daily/yut"))
	q.await(`<today.place>`)
}

// TestKoreanChat composes Hangul in the page's field, as an input method does.
func TestKoreanChat(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "othello")
	p.answered("t")
	p.answered("/")
	p.do(chromedp.WaitVisible("#field", chromedp.ByID))
	for _, part := range []string{"ㅇ", "아", "안"} {
		p.do(input.ImeSetComposition(part, int64(len([]rune(part))), int64(len([]rune(part)))))
	}
	p.do(input.InsertText("안"))
	for _, part := range []string{"ㄴ", "녀", "녕"} {
		p.do(input.ImeSetComposition(part, 1, 1))
	}
	p.do(input.InsertText("녕"))
	p.keys("Enter")
	c.Await(`안녕`)
}

// TestCopy copies with permission. Without it the page shows the text to copy by hand.
func TestCopy(t *testing.T) {
	_, at := house(t)
	for _, allowed := range []browser.PermissionSetting{browser.PermissionSettingGranted, browser.PermissionSettingDenied} {
		p := open(t, at, laptop)
		for _, name := range []string{"clipboard-write", "clipboard-read"} {
			p.do(browser.SetPermission(&browser.PermissionDescriptor{Name: name}, allowed).WithOrigin(at).WithBrowserContextID(p.profile))
		}
		p.await(`Othello`)
		p.answered("n")
		p.await(`<setup.title>`)
		p.answered("3") // a friend's game
		p.keys("Enter")
		code := p.await(`join ([A-Z0-9]{3}-[A-Z0-9]{3})`)[1]
		p.keys("x")
		if allowed == browser.PermissionSettingGranted {
			p.await(`<copy.done>`)
			var text string
			p.do(chromedp.Evaluate(`navigator.clipboard.readText()`, &text, awaited))
			if !strings.Contains(text, code) {
				t.Errorf("the clipboard has %q, want %s in it", text, code)
			}
			continue
		}
		var text string
		p.do(chromedp.WaitVisible("#dialog textarea", chromedp.ByQuery), chromedp.Value("#dialog textarea", &text, chromedp.ByQuery))
		if !strings.Contains(text, code) {
			t.Errorf("by hand there is %q, want %s in it", text, code)
		}
	}
}

// TestTwoTabs opens the page twice in one browser. Both are the same player, and both answer.
func TestTwoTabs(t *testing.T) {
	_, at := house(t)
	a := open(t, at, laptop)
	name := a.await(`(\w+)  ● 1 online`)[1]
	second := laptop
	second.beside = a
	b := open(t, at, second)
	if got := b.await(`(\w+)  ● 1 online`)[1]; got != name {
		t.Errorf("the second tab is %s, the first %s", got, name)
	}
	a.answered("n")
	b.answered("n")
}

// TestTouch plays by taps on a phone held upright.
func TestTouch(t *testing.T) {
	_, at := house(t)
	p := open(t, at, phone)
	p.await(`Othello`)
	var overflow bool
	p.do(chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight`, &overflow))
	if overflow {
		t.Error("the page scrolls")
	}
	before := p.screen()
	p.tap(`.area`)
	p.otherwise(before, "a tap on the first thing to do, to start a game,")
}

// TestGestures holds a finger down, which is a right click and goes back, and drags a list, which is the
// wheel.
func TestGestures(t *testing.T) {
	_, at := house(t)
	p := open(t, at, phone)
	p.await(`Othello`)
	p.answered("s")
	before := p.screen()
	p.finger(input.TouchStart, 195, 400)
	for y := 390.0; y > 100; y -= 10 {
		p.finger(input.TouchMove, 195, y)
	}
	p.finger(input.TouchEnd)
	p.otherwise(before, "a pull")
	p.answered("?")
	p.await(`<help.title>`)
	p.finger(input.TouchStart, 195, 300)
	p.until("a long press leads nowhere while the finger is down", func() bool { return !p.shows(`<help.title>`) })
	p.finger(input.TouchEnd)
}

//go:embed testdata/axe.min.js
var axe string

// axed checks the page with axe-core: it has no fault of any weight.
func (p *page) axed(what string) {
	p.t.Helper()
	var found []string
	p.do(chromedp.Evaluate(axe+"\n;0", nil), chromedp.Evaluate(`axe.run(document).then(r => r.violations.map(v => v.id + ' (' + v.impact + '): ' + v.nodes.map(n => n.html).join(' ').slice(0, 300)))`, &found, awaited))
	for _, v := range found {
		p.t.Errorf("%s: %s", what, v)
	}
}

// TestAccessible checks home, every game's table, dialogues and the pages beside the screens with axe-core.
func TestAccessible(t *testing.T) {
	_, at := house(t)
	for _, path := range []string{"/", "/play/othello", "/play/matgo", "/play/yut", "/play/stones", "/play/klondike", "/boards", "/boards/othello", "/rules/othello", "/nothing"} {
		p := open(t, at+path, laptop)
		if path == "/" || strings.HasPrefix(path, "/play") {
			p.await(`Othello|Matgo|Yut|Stones|Klondike`)
		}
		p.axed(path)
		switch path {
		case "/":
			p.answered("?")
			p.axed("help")
			p.answered("Esc")
			p.answered("s")
			p.axed("settings")
			p.menu()
			p.axed("the page's menu")
		case "/play/yut", "/play/stones", "/play/klondike":
			p.answered("Enter")
			p.axed("a run at " + path)
			p.answered("Esc")
			p.axed("the question at " + path)
		}
	}
}

// Names and chat are text, whatever they contain.
func TestHostileText(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "othello")
	const hostile = `<img src=x onerror=hacked=1>&lt;"'` + "`"
	c.Keys("t")
	c.Await(`<talk.title>`)
	c.Answered("/")
	c.Send(hostile)
	c.Keys("Enter")
	p.await(regexp.QuoteMeta(`<img src=x`))
	var found []string
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('img, #text *, #say *, #areas *')].filter(e => !['DIV', 'SPAN', 'P', 'BUTTON'].includes(e.tagName)).map(e => e.outerHTML).concat(window.hacked ? ['it ran'] : [])`, &found))
	for _, v := range found {
		t.Errorf("the page has %s", v)
	}
}
