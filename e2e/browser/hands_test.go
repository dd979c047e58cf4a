package browser

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/sessions/words"
)

// mouse returns a mouse event at a point of the page.
func (p *page) mouse(kind input.MouseType, x, y float64) *input.DispatchMouseEventParams {
	return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left)
}

// The mouse's wheel scrolls.
func TestWheel(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(`Othello`)
	p.answered("?")
	p.await(`<key.scroll>`)
	was := p.rest()
	p.do(input.DispatchMouseEvent(input.MouseWheel, 400, 240).WithDeltaX(0).WithDeltaY(180))
	p.otherwise(was, "the wheel")
	p.do(input.DispatchMouseEvent(input.MouseWheel, 400, 240).WithDeltaX(0).WithDeltaY(-600))
	for start := time.Now(); p.screen() != was; p.changed() {
		if time.Since(start) > door.Patience {
			t.Fatalf("the wheel leads back to\n%s\nnot to\n%s", p.screen(), was)
		}
	}
}

// The mouse drags the mark of a replay along its line. At each place the replay shows that move, before
// the button is released.
func TestDrag(t *testing.T) {
	h, at := house(t)
	p := open(t, at+"/replay/"+finished(t, h, "othello"), laptop)
	p.await(`\d+ / \d+`)
	var line []float64 // the mark's place, and a target
	p.do(chromedp.Evaluate(`(() => { const line = [...document.querySelectorAll('.area[aria-hidden]')].map(e => e.getBoundingClientRect()).sort((a, b) => b.width - a.width)[0]; return [line.left + 2, line.right - 2, line.y + line.height / 2] })()`, &line))
	p.do(p.mouse(input.MousePressed, line[0], line[2]).WithClickCount(1))
	for _, part := range []float64{0.3, 0.6, 0.9} {
		was := p.screen()
		p.do(p.mouse(input.MouseMoved, line[0]+part*(line[1]-line[0]), line[2]).WithButtons(1))
		p.otherwise(was, "a drag")
	}
	p.do(p.mouse(input.MouseReleased, line[1], line[2]).WithClickCount(1))
	p.answered("?") // after its frame the release has been handled
	p.answered("Esc")
	was := p.rest()
	p.do(p.mouse(input.MouseMoved, line[0], line[2]))
	p.answered("?") // after its frame earlier input has been handled: the mouse alone did nothing
	p.answered("Esc")
	p.until("after the drag the mouse still moves the mark, from\n"+was+"\nto", func() bool { return p.screen() == was })
}

// Yut's sticks fly when the key is released. Without key releases they would fly after 0.5 s, at most
// after 3 s.
func TestLetGo(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.releases = () => new Promise(done => {
  const text = () => document.getElementById('text').textContent, send = kind => dispatchEvent(new KeyboardEvent(kind, { key: ' ', code: 'Space', cancelable: true }))
  let last = 0
  new MutationObserver((_, o) => {
    const held = /([0-3]\.\d) ?s/.exec(text())
    if (held) { last = +held[1]; if (last >= 0.8) send('keyup') }
    else if (last) { o.disconnect(); done(last) }
  }).observe(document.getElementById('text'), { childList: true, subtree: true })
  send('keydown')
})`, at+"/play/yut")
	p.await(`Yut`)
	p.answered("Enter") // begins the run
	p.await(`throws 1`)
	var held float64
	p.do(chromedp.Evaluate(`releases()`, &held, awaited))
	if held < 0.8 || held >= 3 {
		t.Errorf("the sticks fly after %.1f s", held)
	}
}

// A player who allowed notifications gets one for the move while looking elsewhere. It needs no setting
// of the house.
func TestNotified(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "othello")
	p.do(cdpbrowser.SetPermission(&cdpbrowser.PermissionDescriptor{Name: "notifications"}, cdpbrowser.PermissionSettingGranted).WithOrigin(at).WithBrowserContextID(p.profile),
		chromedp.Evaluate(`window.told = []; window.Notification = class extends Notification { constructor (title, more) { super(title, more); told.push(Notification.permission + ': ' + title + ': ' + more.body) } }; 0`, nil))
	for !c.Shows(mine) {
		if p.shows(mine) {
			p.answered("Tab", "Enter")
		}
		c.Breath()
	}
	p.do(chromedp.Evaluate(`document.hasFocus = () => false; dispatchEvent(new Event('blur'))`, nil))
	// Later input on the socket is handled after the blur.
	p.answered("?")
	p.answered("Esc")
	c.Answered("Tab", "Enter")
	p.do(chromedp.Poll(`told.length > 0`, nil))
	var told string
	if p.do(chromedp.Evaluate(`told[0]`, &told)); !regexp.MustCompile(`^granted: .*Othello.*: kim: [a-h][1-8].* Your move`).MatchString(told) {
		t.Errorf("it is told %q", told)
	}
}

// A browser that cannot make an Ed25519 key lets its user in as a guest. The page shows this when it
// opens and in its menu, which then has no account.
func TestWithoutEd25519(t *testing.T) {
	h, at := house(t)
	p := scripted(t, `crypto.subtle.generateKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))`, at)
	said := words.T(words.EN, "web.guest")
	p.do(chromedp.WaitVisible("#note", chromedp.ByQuery))
	if note := p.text("#note"); note != said {
		t.Errorf("the note says %q", note)
	}
	p.await(`<home.msg.guest.page>`)
	if list := h.Lobby.People(); len(list) != 1 || !list[0].Guest {
		t.Errorf("in the house are %+v", list)
	}
	p.menu()
	if menu := p.dialog(said); regexp.MustCompile(words.T(words.EN, "web.keys.list") + `|` + words.T(words.EN, "web.delete")).MatchString(menu) {
		t.Errorf("the menu has an account: %s", menu)
	}
	var sent string // it is not shown again
	p.press("web.close")
	p.do(chromedp.Reload())
	p.await(`<home.msg.guest.page>`)
	if p.do(chromedp.Evaluate(`String(document.getElementById('note').hidden)`, &sent)); sent != strconv.FormatBool(true) {
		t.Errorf("it is told again")
	}
}

// A replay's record can be downloaded as a file.
func TestDownloadMatch(t *testing.T) {
	h, at := house(t)
	id := finished(t, h, "othello")
	p := open(t, at+"/replay/"+id, laptop)
	p.await(id)
	if b := string(p.downloaded(func() { p.keys("x") })); !regexp.MustCompile(`"id": ?"` + id + `"`).MatchString(b) {
		t.Errorf("downloaded: %.300s", b)
	}
}

// A field is high enough for a finger, and covers no words above or below it.
func TestFieldForFingers(t *testing.T) {
	_, at := house(t)
	p := open(t, at, phone)
	p.await(`Othello`)
	p.keys("u")
	p.do(chromedp.WaitVisible("#field", chromedp.ByID))
	p.rest()
	var hidden []string
	p.do(chromedp.Evaluate(`(() => {
  const f = document.getElementById('field').getBoundingClientRect(), own = parseFloat(document.getElementById('field').style.top)
  const hides = r => Math.min(f.right, r.right) - Math.max(f.left, r.left) > 1 && Math.min(f.bottom, r.bottom) - Math.max(f.top, r.top) > 1
  return [...document.querySelectorAll('#text .line span')].filter(s => parseFloat(s.parentNode.style.top) !== own && s.textContent.trim() && hides(s.getBoundingClientRect())).map(s => s.textContent)
    .concat(f.height < 44 ? ['it is ' + f.height + ' px high'] : [])
})()`, &hidden))
	for _, what := range hidden {
		t.Error("the field hides ", what)
	}
}

// targetsJS returns the targets for a finger that are narrower or lower than LEAST px, overlap another, or are out of view.
const targetsJS = `(() => {
  const all = [...document.querySelectorAll('.area, #keys button')].filter(e => e.checkVisibility() && !e.hasAttribute('aria-hidden')).map(e => ({ r: e.getBoundingClientRect(), name: e.getAttribute('aria-label') || e.textContent }))
  const faults = all.filter(({ r }) => r.width < LEAST - 0.5 || r.height < LEAST - 0.5).map(({ r, name }) => name + ' is ' + Math.round(r.width) + 'x' + Math.round(r.height))
  all.forEach((a, i) => all.slice(0, i).forEach(b => {
    if (Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left) > 1 && Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top) > 1) faults.push(a.name + ' overlaps ' + b.name)
  }))
  faults.push(...all.filter(({ r }) => r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1).map(({ name }) => name + ' is out of view'))
  return [all.length + ' targets', ...faults]
})()`

// On phones and tablets, in both directions, every target is large enough for a finger, apart from the others, and in
// view. The narrowest phones have no room for 48 columns of which six are 44 px, and small ones that lie, also below a
// browser's bars, none for boards with squares of 44 px: a finger beside one takes the nearest.
func TestTargets(t *testing.T) {
	needed(t)
	for name, is := range map[string]struct {
		look  look
		least int64
	}{
		"phone": {phone, 44}, "narrow phone": {look{w: 360, h: 740, touch: true, lang: words.KO}, 44}, "lying phone": {lying, 44},
		"low phone": {look{w: 360, h: 640, touch: true, lang: words.EN}, 44}, "narrowest phone": {look{w: 320, h: 568, touch: true, lang: words.KO}, 40},
		"small lying phone": {look{w: 667, h: 375, touch: true, lang: words.KO}, 39}, "low lying phone": {look{w: 740, h: 360, touch: true, lang: words.EN}, 41},
		"narrow lying phone": {look{w: 640, h: 360, touch: true, lang: words.KO}, 38}, "smallest lying phone": {look{w: 568, h: 320, touch: true, lang: words.KO}, 33},
		"narrowest lying phone": {look{w: 533, h: 320, touch: true, lang: words.EN}, 25},
		"oldest lying phone":    {look{w: 480, h: 320, touch: true, lang: words.KO}, 22},
		"lying phone with bars": {look{w: 740, h: 280, touch: true, lang: words.KO}, 32},
		"tablet":                {look{w: 1024, h: 768, touch: true, lang: words.EN}, 44}, "tablet upright": {look{w: 768, h: 1024, touch: true, lang: words.KO}, 44},
	} {
		t.Run(name, func(t *testing.T) {
			_, at := house(t) // of its own: sessions of closed tabs wait a minute, and an address may have a few only
			targets(t, at, is.look, is.least)
		})
	}
}

// targets measures the targets of home, of what its keys open, and of each game, against the least size in px.
func targets(t *testing.T, at string, l look, least int64) {
	holds := func(p *page, what string) {
		t.Helper()
		p.rest()
		var faults []string
		p.do(chromedp.Evaluate(strings.ReplaceAll(targetsJS, "LEAST", strconv.FormatInt(least, 10)), &faults))
		w, h := p.size()
		t.Logf("%s: %s at %dx%d cells", what, faults[0], w, h)
		for _, fault := range faults[1:] {
			t.Errorf("%s: %s", what, fault)
		}
	}
	p := open(t, at, l)
	p.await(`Othello|오델로`)
	holds(p, "home")
	for _, key := range []string{"?", "s", "b", "t", "m", "n", "p", "v"} {
		p.answered(key)
		holds(p, key)
		p.answered("Esc")
		p.await(`Othello|오델로`)
	}
	for _, game := range []string{"othello", "matgo", "yut", "stones", "klondike"} {
		p := open(t, at+"/play/"+game, l)
		p.await(`Othello|Matgo|Yut|Stones|Klondike|오델로|맞고|윷|징검|클론`)
		if game != "othello" && game != "matgo" {
			holds(p, game+"'s form")
			p.answered("Enter")
		}
		if game == "othello" {
			p.do(chromedp.Poll(`document.querySelectorAll('.area').length > 60`, nil))
		}
		holds(p, game)
	}
}

// For a finger no screen names a key, on however small a page: also where the screen does not fit and scrolls.
func TestFingerHasNoKeys(t *testing.T) {
	needed(t)
	keys := regexp.MustCompile(`\b(Enter|Esc|Tab|Space|F2)\b|↵|←|→`)
	for _, is := range []look{
		{w: 480, h: 320}, {w: 480, h: 250}, {w: 400, h: 300}, {w: 320, h: 480}, {w: 320, h: 256}, {w: 360, h: 420}, {w: 600, h: 480},
	} {
		t.Run(fmt.Sprintf("%dx%d", is.w, is.h), func(t *testing.T) {
			_, at := house(t)
			is.touch, is.lang = true, words.EN
			for _, path := range []string{"", "/play/othello", "/play/klondike"} {
				p := open(t, at+path, is)
				p.await(`Othello|Klondike`)
				p.rest()
				if named := keys.FindString(strings.Join(p.rows(), "\n")); named != "" {
					w, h := p.size()
					t.Errorf("%q names %q at %dx%d cells", path, named, w, h)
				}
			}
		})
	}
}

// find returns the cell of a text on the screen, -1 for none.
func (p *page) find(text string) (x, y int) {
	p.t.Helper()
	for y, row := range p.rows() {
		if i := strings.Index(row, text); i >= 0 {
			return utf8.RuneCountInString(row[:i]), y
		}
	}
	return -1, -1
}

// cellAt returns the cell at a point of the page.
func (p *page) cellAt(x, y float64) (column, row int) {
	p.t.Helper()
	var at []int
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const s = document.getElementById('stage'), r = s.getBoundingClientRect(), cell = parseFloat(s.style.getPropertyValue('--cell')); return [Math.floor((%f - r.left) / cell), Math.floor((%f - r.top) / cell / 2)] })()`, x, y), &at))
	return at[0], at[1]
}

// A card under a finger follows it before the finger is lifted. Lifted over a column that does not accept it, it is back,
// with the reason; over one that does, it lies there, also if the finger is between two columns.
func TestCardFollowsFinger(t *testing.T) {
	h, at := house(t)
	p := open(t, at+"/play/klondike/42", phone)
	named := func(name string) spot {
		t.Helper()
		var s spot
		p.until("nothing is called "+name, func() (ok bool) {
			s, ok = chosen(rand.New(rand.NewPCG(1, 1)), p.spots(), name)
			return ok
		})
		return s
	}
	start := named(`^start$`)
	p.tapAt(start.X, start.Y)
	queen, king, eight := named(`^queen of diamonds, column 4`), named(`^king of spades, column 3`), named(`^8 of spades, column 7`)
	p.rest()
	x0, y0 := p.find("Q♦")
	column, row := p.cellAt(queen.X, queen.Y)
	drag := func(toX, toY float64) {
		t.Helper()
		p.finger(input.TouchStart, queen.X, queen.Y)
		for i := 1.0; i <= 10; i++ {
			p.finger(input.TouchMove, queen.X+i/10*(toX-queen.X), queen.Y+i/10*(toY-queen.Y))
		}
		nowX, nowY := p.cellAt(toX, toY)
		wantX, wantY := x0+nowX-column, y0+nowY-row
		p.until(fmt.Sprintf("the queen does not follow the finger to %d, %d", wantX, wantY), func() bool {
			x, y := p.find("Q♦")
			return x == wantX && y == wantY
		})
	}
	drag(eight.X, eight.Y+60)
	if dir := os.Getenv("SHOTS"); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, "dragged.png"), p.shot(), 0o644)
	}
	p.finger(input.TouchEnd)
	p.until("the queen is not put back", func() bool { x, y := p.find("Q♦"); return x == x0 && y == y0 && p.shows(`red 7`) })
	if table := begun(h); table == nil || table.Plies != 0 {
		t.Errorf("the table is %+v", table)
	}
	columns, _ := p.size()
	cell := float64(phone.w) / float64(columns)
	drag(king.X+3*cell, king.Y+40) // between two columns
	p.finger(input.TouchEnd)
	named(`^queen of diamonds, column 3`)
}
