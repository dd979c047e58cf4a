package browser

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"arcade/lobby/table"
	"arcade/sessions/words"
)

// noted waits until the note has a match.
func (p *page) noted(re string) {
	p.t.Helper()
	want := regexp.MustCompile(re)
	p.until("the note never says "+re, func() bool {
		var note string
		p.do(chromedp.Evaluate(`(e => e.hidden ? '' : e.textContent)(document.getElementById('note'))`, &note))
		return want.MatchString(note)
	})
}

// A page that is refused says why and when it tries again, in the reader's language, and comes in when there
// is room.
func TestRefused(t *testing.T) {
	h, at := house(t)
	free := func() {}
	for {
		caller, err := h.Nodes[0].Server.Knock(netip.MustParseAddrPort("127.0.0.1:1"), func() {})
		if err != nil {
			break
		}
		others := free
		free = func() { caller.Leave(); others() }
	}
	korean := laptop
	korean.lang = words.KO
	p := open(t, at, korean)
	p.noted(`^이 주소에서 연결이 너무 많아요. \d+초 뒤에 다시 이어 볼게요. 지금 다시 잇기$`)
	free()
	p.do(chromedp.Click(`#note button`, chromedp.ByQuery))
	p.await(`오델로`)
	p.noted(`^$`)
}

// Without a server the page says so, and comes back by itself.
func TestUnreached(t *testing.T) {
	_, at := house(t)
	front := before(t)
	front.lead(strings.TrimPrefix(at, "http://"))
	p := open(t, "http://"+front.Addr().String(), laptop)
	p.await(`Othello`)
	front.lead("127.0.0.1:1")
	front.cut()
	p.noted(`^The server cannot be reached. Trying again in \d s. Try now$`)
	front.lead(strings.TrimPrefix(at, "http://"))
	p.noted(`^$`)
	p.answered("?")
}

// strict is a browser whose user blocks the data of all sites.
func strict(t *testing.T) context.Context {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Default", "Preferences"), []byte(`{"profile":{"default_content_setting_values":{"cookies":2}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, end, err := started(chromedp.UserDataDir(dir))
	t.Cleanup(end)
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}

// A user who blocks site data plays as a guest, and is told why nothing is kept.
func TestBlockedData(t *testing.T) {
	h, at := house(t)
	l := laptop
	l.in = strict(t)
	p := open(t, at, l)
	p.await(`<home.msg.guest.page>`)
	p.noted(words.T(words.EN, "web.guest.blocked"))
	var blocked string
	p.do(chromedp.Evaluate(`(() => { try { return 'it has ' + localStorage.length } catch (e) { return e.name } })()`, &blocked))
	if blocked != "SecurityError" {
		t.Fatalf("this browser keeps data: %s", blocked)
	}
	if list := h.Lobby.People(); len(list) != 1 || !list[0].Guest {
		t.Errorf("in the house are %+v", list)
	}
	p.keys("Enter") // Othello
	p.await(`casual`)
	p.menu()
	p.dialog(words.T(words.EN, "web.guest.blocked"))
}

// The page's own words follow the language of the screen at once, also in an open dialogue. The pages beside it
// are in that language afterwards.
func TestLanguageSwitch(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.WebSocket = class extends WebSocket { constructor (...a) { super(...a); window.socket = this } }`, at)
	p.await(`Othello`)
	p.answered("s")
	p.await(`<set.lang>`)
	p.menu()
	p.dialog(words.T(words.EN, "web.keys.list"))
	p.do(chromedp.Evaluate(`socket.send(JSON.stringify({ t: 'k', k: 'ArrowLeft' }))`, nil))
	p.dialog(words.T(words.KO, "web.keys.list"))
	p.do(chromedp.Poll(`document.documentElement.lang === 'ko' && document.getElementById('dialogname').textContent === '`+words.T(words.KO, "web.menu")+`'`, nil),
		chromedp.Poll(`document.getElementById('main').getAttribute('aria-label') === '`+words.T(words.KO, "web.screen")+`'`, nil))
	p.lang = words.KO
	p.press("web.keys.list") // the server answers in that language, too
	p.dialog("SHA256:")
	p.do(chromedp.Navigate(at + "/nothing"))
	if said := p.text("main"); !regexp.MustCompile(words.T(words.KO, "web.missing")).MatchString(said) {
		t.Errorf("a page beside it says %q", said)
	}
}

// at waits until the address is a path.
func (p *page) at(path string) {
	p.t.Helper()
	want := regexp.MustCompile("^" + path + "$")
	p.until("the address is never "+path, func() bool {
		var at string
		p.do(chromedp.Evaluate(`location.pathname + location.search`, &at))
		return want.MatchString(at)
	})
}

// back goes a step back in the browser's history, or with 1 one forward. The page does it: DevTools may not know yet of
// an entry that the page has just made.
func (p *page) back(by int) {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`history.go(%d)`, by), nil))
}

// entry waits until the history is at the entry of the n-th open screen, from 0.
func (p *page) entry(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("the history never comes to entry %d", n), func() (is bool) {
		p.do(chromedp.Evaluate(fmt.Sprintf(`history.state?.n === %d`, n), &is))
		return is
	})
}

// atHome matches the home screen.
const atHome = `Esc +quit`

// ready waits until a question takes keys: by then the focus moves.
func (p *page) ready() {
	p.t.Helper()
	inks := func() (html string) {
		p.do(chromedp.Evaluate(`document.getElementById('text').innerHTML`, &html))
		return html
	}
	was := inks()
	p.until("the question takes no keys", func() bool { p.keys("Down"); return inks() != was })
}

// Back goes one screen back, and the address follows, also forward and after a reload. From home Back leaves.
func TestBack(t *testing.T) {
	_, at := house(t)
	p := open(t, at+"/boards", laptop)
	p.do(chromedp.Navigate(at))
	p.await(`Othello`)
	p.at("/")
	p.answered("b")
	p.at(`/boards/othello\?screen`)
	p.back(-1)
	p.await(atHome)
	p.at("/")
	p.back(1)
	p.await(`<board.place>`)
	p.at(`/boards/othello\?screen`)
	p.back(-1)
	p.await(atHome)
	p.at("/")
	p.keys("Down", "Down", "Down", "Enter") // Yut
	p.await(`Yut Run`)
	p.at(`/play/yut`)
	p.keys("Enter")
	p.await(`throws 1`)
	p.at(`/watch/\w+`)
	p.keys("?")
	p.await(`<help.title>`)
	p.at(`/watch/\w+`)
	p.back(-1) // closes the help, which has no entry of its own: the history returns
	p.until("the help stays", func() bool { return !p.shows(`<help.title>`) })
	p.entry(1)
	p.await(`throws 1`)
	p.do(chromedp.Reload())
	p.await(`throws 1`)
	p.at(`/watch/\w+`)
	p.back(-1) // a run in play asks, and its address stays
	p.await(`<away.title>`)
	p.at(`/watch/\w+`)
	p.ready()
	p.keys("2") // which leads home
	p.await(atHome)
	p.at("/")
	p.back(1) // the run took the form's place
	p.await(`throws 1`)
	p.at(`/watch/\w+`)
	p.keys("Esc")
	p.await(`<away.title>`)
	p.ready()
	p.keys("2")
	p.await(atHome)
	p.at("/")
	p.back(-1)
	p.at("/boards")
}

// Each address shows the same screen again: after a reload, by Back and Forward, and to somebody else, for whom it has
// no state. A page beside the screens is a page again.
func TestSameAgain(t *testing.T) {
	h, at := house(t)
	id := finished(t, h, "othello")
	for address, shows := range map[string]string{
		"/replay/" + id: id, "/daily": `<today.place>`, "/play/yut": `Yut Run`, "/play/klondike": `Klondike`, "/play/othello": `ARCADE › Othello`,
		"/boards/othello?screen": `<board.place>`, "/boards/yut?screen&board=turns": `turns`, "/boards/yut?screen&board=turns&day=today": `turns`,
		"/boards": "", "/boards/othello": "", "/rules/othello": "", "/nothing": "", "/play/nothing": "", "/watch/nothing": "",
	} {
		t.Run(address, func(t *testing.T) {
			p := open(t, at+address, laptop)
			look := func() string {
				p.t.Helper()
				if shows == "" {
					return p.text("main")
				}
				p.await(shows)
				return moves.ReplaceAllString(p.rest(), "")
			}
			place := regexp.QuoteMeta(address)
			if address == "/play/othello" {
				place = `/watch/\w+`
			}
			was := look()
			p.at(place)
			p.do(chromedp.Reload())
			if now := look(); now != was {
				t.Errorf("after a reload\n%s\nwas\n%s", now, was)
			}
			p.at(place)
			p.do(chromedp.Navigate(at+"/rules/yut"), chromedp.Evaluate(`history.back()`, nil))
			p.at(place)
			if now := look(); now != was {
				t.Errorf("by Back from elsewhere\n%s\nwas\n%s", now, was)
			}
			if shows == "" || address == "/play/othello" { // Back from a table calls it off
				return
			}
			p.back(-1)
			p.await(atHome)
			p.back(1)
			if now := look(); now != was {
				t.Errorf("by Forward\n%s\nwas\n%s", now, was)
			}
			p.at(place)
		})
	}
}

// moves matches what changes by itself on a screen: times, and how many people are there.
var moves = regexp.MustCompile(`\d+ online|\d+:\d\d(:\d\d)?|\d+h \d\dm|\d+ (s|min) ago`)

// A reload goes on with the session, also where the browser has lost the entry's state, as it does with a step back
// under way. A link that is opened in the tab begins another.
func TestReload(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(atHome)
	token := func() (s string) {
		p.do(chromedp.Evaluate(`sessionStorage.token`, &s))
		return s
	}
	first := token()
	p.do(chromedp.Evaluate(`history.replaceState(null, '')`, nil), chromedp.Reload())
	p.await(atHome)
	if token() != first {
		t.Error("a reload begins another session")
	}
	p.do(chromedp.Navigate(at + "/play/yut"))
	p.await(`Yut Run`)
	p.at("/play/yut")
	if token() == first {
		t.Error("a link goes on with the session")
	}
}

// A table in play is not left by Back without the question that leaving asks, and the address stays the table's.
func TestBackFromATable(t *testing.T) {
	h, at := house(t)
	p := open(t, at+"/play/othello", laptop)
	p.await(`your turn`)
	p.at(`/watch/\w+`)
	for range 2 { // both have moved, so the game can no longer be called off
		before := p.screen()
		p.answered("Tab", "Enter")
		p.otherwise(before, "a move")
		p.await(`your turn`)
	}
	for range 2 {
		p.back(-1)
		p.await(`<away.title>`)
		p.at(`/watch/\w+`)
		p.ready()
		p.back(-1) // is no answer, but closes the question
		p.until("the question stays", func() bool { return !p.shows(`<away.title>`) })
		p.await(`your turn`)
		p.at(`/watch/\w+`)
	}
	if !slices.ContainsFunc(h.Lobby.AllTables(), func(s *table.Summary) bool { return s.Status == "live" }) {
		t.Error("the game is over")
	}
}

// A link leads to its screen, below which home is, and shows the same to another person.
func TestSentLinks(t *testing.T) {
	h, at := house(t)
	id := finished(t, h, "othello")
	p := open(t, at+"/watch/"+id, laptop)
	p.await(id)
	p.at("/replay/" + id)
	p.back(-1)
	p.await(atHome)
	p.at("/")
	p.back(1)
	p.await(id)
	p.at("/replay/" + id)
	p.do(chromedp.Navigate(at + "/daily"))
	p.await(`<today.place>`)
	p.at("/daily")
	p.keys("Esc")
	p.await(atHome)
	p.at("/")
}
