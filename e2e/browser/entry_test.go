package browser

import (
	"context"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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
