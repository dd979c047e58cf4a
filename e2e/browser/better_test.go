package browser

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"arcade/sessions/words"
)

// scripted opens a page that runs a script before its own.
func scripted(t *testing.T, script, url string) *page {
	t.Helper()
	p := open(t, "about:blank", laptop)
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}), chromedp.Navigate(url))
	return p
}

// The device vibrates while Yut's sticks are rolled, each half second, and when they are thrown.
func TestVibration(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.buzzed = []; navigator.vibrate = n => { buzzed.push(n); return true }`, at+"/play/yut")
	p.await(`Yut`)
	press := func(kind string) {
		p.do(chromedp.Evaluate(`dispatchEvent(new KeyboardEvent('`+kind+`', { key: 'Enter', code: 'Enter', cancelable: true }))`, nil))
	}
	p.answered("Enter") // begins the run
	p.await(`throws 1`)
	press("keydown")
	p.do(chromedp.Poll(`buzzed.some(n => n >= 5 && n <= 10)`, nil))
	press("keyup")
	p.do(chromedp.Poll(`buzzed.at(-1) >= 30 && buzzed.at(-1) <= 50`, nil))
}

// High contrast is on as soon as the browser or the settings prefer it. The ground around the cells is
// then black or white, too.
func TestContrast(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(`Othello`)
	ground := func(want string) {
		t.Helper()
		p.do(chromedp.Poll(`getComputedStyle(document.body).backgroundColor === '`+want+`' && document.querySelector('#text').textContent.length > 99`, nil))
	}
	prefers := func(scheme, contrast string) {
		p.do(preferring(scheme, contrast))
	}
	prefers("dark", "no-preference")
	ground("rgb(17, 19, 26)")
	prefers("dark", "more")
	ground("rgb(0, 0, 0)")
	prefers("light", "more")
	ground("rgb(255, 255, 255)")
	prefers("light", "no-preference")
	ground("rgb(251, 248, 241)")
	p.answered("s")
	p.await(`<set.theme.contrast>`)
	p.keys("Down", "Down", "Right", "Right", "Right") // after night and day
	ground("rgb(255, 255, 255)")
	prefers("dark", "no-preference")
	ground("rgb(0, 0, 0)")
}

// Without a connection a reload shows the offline page.
func TestOffline(t *testing.T) {
	_, at := house(t)
	front := before(t)
	front.lead(strings.TrimPrefix(at, "http://"))
	p := open(t, "http://"+front.Addr().String(), laptop)
	p.await(`Othello`)
	p.do(chromedp.Poll(`caches.match('/offline').then(r => !!r && !!navigator.serviceWorker.controller)`, nil))
	_ = front.Close()
	front.cut()
	p.do(chromedp.Evaluate(`location.reload()`, nil), chromedp.WaitVisible(`body.plain`, chromedp.ByQuery))
	if said := p.text("main"); !strings.Contains(said, words.T(words.EN, "web.offline")) {
		t.Errorf("offline there is %q", said)
	}
}

// A bell while the page is not in view makes a tone, a mark in the title and, if allowed, a notification.
func TestBell(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.told = []; window.tones = 0
window.Notification = class { constructor (title) { told.push(title) } static permission = 'granted'; close () {} }
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function () { tones++; return start.apply(this, arguments) }
window.WebSocket = class extends WebSocket { constructor (...a) { super(...a); window.ringer = () => this.onmessage({ data: new TextEncoder().encode('{"ring":1}\n').buffer }) } }`, at)
	p.await(`Othello`)
	p.answered("Down") // a browser makes no sound before the first key
	p.do(chromedp.Evaluate(`document.hasFocus = () => false; new Promise(done => setTimeout(done))`, nil, awaited),
		chromedp.Poll(`(ringer(), tones > 0 && told.length > 0 && document.title.startsWith('● '))`, nil))
	p.do(chromedp.Evaluate(`dispatchEvent(new Event('focus'))`, nil))
	var title string
	if p.do(chromedp.Title(&title)); strings.HasPrefix(title, "●") {
		t.Errorf("looked at again the title is %q", title)
	}
}

// A browser enforces the page's policy. The page does not violate it, and injected code or styles have no
// effect.
func TestPolicy(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.broken = []; document.addEventListener('securitypolicyviolation', e => broken.push(e.effectiveDirective))`, at+"/play/othello")
	p.await(`Othello`)
	p.answered("?")
	p.answered("Esc")
	p.menu()
	p.press("web.close")
	var broken []string
	if p.do(chromedp.Evaluate(`broken`, &broken)); len(broken) > 0 {
		t.Errorf("the page does what it forbids: %q", broken)
	}
	p.do(chromedp.Evaluate(`document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' })); document.body.setAttribute('style', 'color: red'); 0`, nil),
		chromedp.Poll(`broken.length > 1`, nil))
	var ran bool
	if p.do(chromedp.Evaluate(`!!window.ran || getComputedStyle(document.body).color === 'rgb(255, 0, 0)'`, &ran), chromedp.Evaluate(`broken`, &broken)); ran {
		t.Errorf("code within the page runs; refused is %q", broken)
	}
}

// hellosJS notes how complete the page was when it asked for its socket, and counts the hellos that it sends as messages.
const hellosJS = `window.asked = ''; window.hellos = 0; window.WebSocket = class extends WebSocket {
  constructor (...a) { asked ||= document.readyState; super(...a) }
  send (m) { hellos += m.includes('"t":"h"'); super.send(m) }
}`

// The page needs no other file for its first frame. It asks for its socket before it is complete, and says hello in
// that request: a message would take one more round trip. So it is after a reload.
func TestOneAnswer(t *testing.T) {
	h, at := house(t)
	front := before(t)
	front.far = &link{trip: 20 * time.Millisecond, down: way{rate: 8 << 10}, up: way{rate: 8 << 10}}
	front.lead(strings.TrimPrefix(at, "http://"))
	p := scripted(t, hellosJS, "http://"+front.Addr().String())
	for _, when := range []string{"at first", "again"} {
		p.await(`Othello`)
		var wrong []string
		p.do(chromedp.Evaluate(`performance.getEntriesByType('resource').filter(r => !/manifest|icon|sw\.js|offline|app\.css$/.test(r.name)).map(r => r.name).concat(asked === 'loading' ? [] : ['the socket: ' + asked], hellos ? ['hellos: ' + hellos] : [])`, &wrong))
		if when == "again" { // the browser has the whole page
			wrong = slices.DeleteFunc(wrong, func(s string) bool { return strings.HasPrefix(s, "the socket") })
		}
		if len(wrong) > 0 {
			t.Errorf("%s, before the first frame: %q", when, wrong)
		}
		if list := h.Lobby.People(); len(list) != 1 || list[0].Guest {
			t.Errorf("%s there are %+v", when, list)
		}
		p.do(chromedp.Reload())
	}
}

// A page whose challenge is not this node's, or too old, is asked for its hello once more.
func TestAskedAgain(t *testing.T) {
	h, at := house(t)
	p := scripted(t, hellosJS+`; document.cookie = 'challenge=b3RoZXI; path=/'`, at)
	p.await(`Othello`)
	var hellos int
	if p.do(chromedp.Evaluate(`hellos`, &hellos)); hellos != 1 {
		t.Errorf("%d hellos", hellos)
	}
	if list := h.Lobby.People(); len(list) != 1 || list[0].Guest {
		t.Errorf("there are %+v", list)
	}
}

// Before the first frame the page shows a skeleton of a screen, and no canvas, because that would be a black box.
func TestSkeleton(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.WebSocket = class { readyState = 0 }`, at)
	var area float64
	p.do(chromedp.Evaluate(`(() => { const r = document.getElementById('paint').getBoundingClientRect(); return r.width * r.height })()`, &area))
	if area != 0 {
		t.Errorf("a canvas of %v square px", area)
	}
	var blocks int
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('#skeleton i')].filter(e => { const r = e.getBoundingClientRect(); return r.width > 50 && r.height > 20 && r.bottom <= innerHeight }).length`, &blocks))
	if blocks < 6 {
		t.Errorf("a skeleton of %d blocks", blocks)
	}
	q := open(t, at, laptop)
	q.await(`Othello`)
	var left bool
	if q.do(chromedp.Evaluate(`!!document.getElementById('skeleton')`, &left)); left {
		t.Error("the skeleton is still there")
	}
}
