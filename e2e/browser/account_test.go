package browser

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	gossh "golang.org/x/crypto/ssh"

	"arcade/e2e/door"
	"arcade/sessions/words"
)

// A code adds a browser's key to a player's account. The page lists and exports the account, and deletes
// it.
func TestAccount(t *testing.T) {
	h, at := house(t)
	desk := door.NewKey(t)
	c := door.Enter(t, h.Addr, desk, door.Opts{Lang: door.English, User: "kim"})
	c.Await(`kim .*<sh.online n=1>`)
	out, _, _ := door.Command(t, h.Addr, desk, "keys add")
	code := strings.Fields(out)[1]

	p := open(t, at, laptop)
	p.await(`Othello`)
	p.menu()
	p.do(chromedp.SendKeys("#code", code, chromedp.ByQuery))
	p.press("web.keys.go")
	p.await(`kim .*● \d online`)
	c.Leave()

	p.menu()
	p.press("web.keys.list")
	if list := p.dialog("SHA256:"); strings.Count(list, "SHA256:") != 2 || !strings.Contains(list, gossh.FingerprintSHA256(desk.PublicKey())) {
		t.Errorf("keys list: %s", list)
	}
	p.press("web.close")

	p.menu()
	var doc struct{ Player struct{ Name string } }
	if err := json.Unmarshal(p.downloaded(func() { p.press("web.export") }), &doc); err != nil || doc.Player.Name != "kim" {
		t.Errorf("exported: %v %+v", err, doc)
	}
	p.press("web.delete")
	p.dialog(words.T(words.EN, "acc.delete.goes"))
	p.do(chromedp.SendKeys("#name", "lee", chromedp.ByQuery))
	p.press("web.delete.go")
	p.dialog(words.T(words.EN, "err.other_name"))
	if _, err := h.Lobby.PlayerByName(t.Context(), "kim"); err != nil {
		t.Fatalf("deleted by another name: %v", err)
	}
	p.do(chromedp.SetValue("#name", "kim", chromedp.ByQuery))
	p.press("web.delete.go")
	p.do(chromedp.WaitVisible(`#note button`, chromedp.ByQuery))
	if said := p.text("#note"); !strings.Contains(said, words.T(words.EN, "acc.deleted")) {
		t.Errorf("after it: %s", said)
	}
	if _, err := h.Lobby.PlayerByName(t.Context(), "kim"); err == nil {
		t.Error("kim is there")
	}
	p.do(chromedp.Click(`#note button`, chromedp.ByQuery))
	p.await(`<home.msg.first.page>`)
}

// menu opens the page's own menu.
func (p *page) menu() {
	p.t.Helper()
	p.do(chromedp.Click(`#keys .menu`, chromedp.ByQuery), chromedp.WaitVisible("#dialog", chromedp.ByQuery))
}

// press clicks a button of the dialog, given by the key of its label.
func (p *page) press(key string) {
	p.t.Helper()
	label := words.T(p.lang, key)
	p.do(chromedp.Click(`//dialog//button[.="`+label+`"]`, chromedp.BySearch))
}

// text returns an element's text, once the page has been loaded.
func (p *page) text(selector string) (text string) {
	p.t.Helper()
	p.until("there is never "+selector, func() bool {
		var found []string
		p.do(chromedp.Evaluate(`document.readyState === 'complete' ? Array.from(document.querySelectorAll('`+selector+`'), e => e.textContent) : []`, &found))
		if len(found) > 0 {
			text = found[0]
		}
		return len(found) > 0
	})
	return text
}

// dialog waits until the dialog contains a text, and returns all of its text.
func (p *page) dialog(text string) string {
	p.t.Helper()
	quoted, _ := json.Marshal(text)
	p.do(chromedp.Poll(`document.querySelector('#dialog[open]')?.textContent.includes(`+string(quoted)+`)`, nil))
	return p.text("#dialog")
}

// downloaded calls do and returns the downloaded file.
func (p *page) downloaded(do func()) []byte {
	p.t.Helper()
	dir, done := p.t.TempDir(), make(chan string, 1)
	in, err := chromium()
	if err != nil {
		p.t.Fatal(err)
	}
	chromedp.ListenBrowser(p.ctx, func(ev any) {
		if e, ok := ev.(*cdpbrowser.EventDownloadProgress); ok && e.State == cdpbrowser.DownloadProgressStateCompleted {
			select {
			case done <- e.GUID:
			default:
			}
		}
	})
	err = cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllowAndName).WithDownloadPath(dir).WithEventsEnabled(true).
		WithBrowserContextID(p.profile).Do(cdp.WithExecutor(in, chromedp.FromContext(in).Browser))
	if err != nil {
		p.t.Fatal(err)
	}
	do()
	ctx, cancel := context.WithTimeout(p.ctx, door.Patience)
	defer cancel()
	select {
	case id := <-done:
		b, err := os.ReadFile(filepath.Join(dir, id))
		if err != nil {
			p.t.Fatal(err)
		}
		return b
	case <-ctx.Done():
		p.t.Fatal("nothing is downloaded")
	}
	return nil
}
