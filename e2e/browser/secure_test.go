package browser

import (
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/games/othello"
	"arcade/internal/testcert"
)

// With its own certificate the arcade's page uses https and its socket wss. The browser makes a key, a
// game continues after a lost connection, and nothing is requested over plain http.
func TestSecure(t *testing.T) {
	needed(t)
	cfg := door.Quick
	cfg.Games = games.NewRegistry(othello.Game{})
	h := door.Open(t, cfg)
	cert, key, _ := testcert.Write(t)
	at, err := url.Parse(h.Nodes[0].Secured(t, cert, key))
	if err != nil {
		t.Fatal(err)
	}
	front := before(t)
	front.lead(at.Host)
	p := open(t, "about:blank", laptop)
	p.do(security.SetIgnoreCertificateErrors(true), chromedp.Navigate("https://"+front.Addr().String()+"/play/othello"))
	p.await(`Othello`)
	if list := h.Lobby.People(); len(list) != 1 || list[0].Guest {
		t.Errorf("in the house are %+v", list)
	}
	p.keys("Enter")
	p.await(`move +2`)
	p.do(chromedp.Evaluate(`{ const note = document.getElementById('note'); window.lost = new Promise(done => new MutationObserver(() => { if (!note.hidden) done(true) }).observe(note, { attributes: true })) }; 0`, nil))
	front.cut()
	p.do(chromedp.Evaluate(`lost`, nil, awaited), chromedp.WaitNotVisible("#note", chromedp.ByQuery))
	p.keys("Enter")
	p.await(`move +4`)
	var plain []string
	p.do(chromedp.Evaluate(`performance.getEntriesByType('resource').map(e => e.name).filter(u => !/^(https|wss):/.test(u))`, &plain))
	for _, u := range plain {
		t.Errorf("it asks for %s", u)
	}
}
