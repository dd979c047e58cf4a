package browser

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"arcade/e2e/door"
)

// listenJS records the output of a screen reader: each text that enters the live region and is still there when a frame
// is painted.
const listenJS = `window.heard = [];
new MutationObserver(list => requestAnimationFrame(() => list.forEach(m => m.addedNodes.forEach(n => n.isConnected && heard.push(n.textContent.trim())))))
  .observe(document.getElementById('say'), { childList: true }); 0`

// heard waits until n matching sentences have been read out. It fails if there are more.
func (p *page) heard(n int, re string) {
	p.t.Helper()
	want := regexp.MustCompile(re)
	for start := time.Now(); ; p.changed() {
		var all, found []string
		p.do(chromedp.Evaluate(`window.heard`, &all))
		for _, said := range all {
			if want.MatchString(said) {
				found = append(found, said)
			}
		}
		switch {
		case len(found) > n:
			p.t.Fatalf("%s was read out %d times, want %d: %q", re, len(found), n, all)
		case len(found) == n:
			return
		case time.Since(start) > door.Patience:
			p.t.Fatalf("%s was read out %d times, want %d: %q", re, len(found), n, all)
		}
	}
}

// The live region reads out the opponent's moves, in the sentences of the log, and talk. A repeated
// sentence is read out again.
func TestReadOut(t *testing.T) {
	h, at := house(t)
	p, c := met(t, h, at, "othello")
	p.do(chromedp.Evaluate(listenJS, nil))
	for moves := 0; moves < 2; {
		switch {
		case p.shows(mine):
			p.answered("Tab", "Enter")
		case c.Shows(mine):
			c.Answered("Tab", "Enter")
			moves++
			p.heard(moves, `^kim: [a-h][1-8], flips \d+\. Your move`)
		default:
			c.Breath()
		}
	}
	for n := range 2 {
		c.Keys("t")
		c.Await(`<talk.1>`)
		c.Keys("2")
		p.heard(n+1, `^kim: Have a good game`)
	}
}

// Moving the focus speaks it: in a list of tiles, in a question, and on boards by names that say what is there.
func TestFocusIsSpoken(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(`Othello`)
	p.do(chromedp.Evaluate(listenJS, nil))
	p.keys("Down")
	p.heard(1, `Matgo`)
	q := open(t, at+"/play/othello", laptop)
	q.await(`your turn`)
	var names []string
	q.do(chromedp.Evaluate(`[...document.querySelectorAll('.area:not([aria-hidden])')].map(e => e.getAttribute('aria-label'))`, &names))
	for _, want := range []string{"d4, White", "e4, Black", "a1, empty"} {
		if !slices.Contains(names, want) {
			t.Errorf("no area is called %q: %q", want, names)
		}
	}
	for _, name := range names {
		if len(strings.TrimSpace(name)) < 2 {
			t.Errorf("an area is called %q", name)
		}
	}
}

// Yut's sticks and chances are sentences in their place among what can be activated, and no targets.
func TestChancesAreTold(t *testing.T) {
	_, at := house(t)
	p := open(t, at+"/play/yut", phone)
	p.await(`Yut`)
	p.answered("Enter")
	p.until("the chances are not told", func() bool {
		var names []string
		p.do(chromedp.Evaluate(`[...document.querySelectorAll('#areas > *')].map(e => e.getAttribute('role') + ' ' + e.tabIndex + ' ' + e.getAttribute('aria-label'))`, &names))
		told := regexp.MustCompile(`img -1 Sticks: .*back \d+%.*\n(.*\n)*img -1 Odds of a throw: Do \d+%, Gae \d+%, Geol \d+%, Yut \d+%, Mo \d+%`)
		return told.MatchString(strings.Join(names, "\n"))
	})
	p.axed("a run of Yut")
}

// Tab goes through the areas in reading order, reaches the page's menu, and leaves. Where a screen uses Tab, Shift and
// Tab lead to the menu. F6 is the browser's.
func TestTab(t *testing.T) {
	_, at := house(t)
	p := open(t, at, laptop)
	p.await(`Othello`)
	p.answered("s") // the settings do not use Tab as a command
	p.await(`<set.lang>`)
	on := func() (name string) {
		p.do(chromedp.Evaluate(`(e => e === document.body ? '' : e.className + ' ' + Math.round(e.getBoundingClientRect().y) + ' ' + getComputedStyle(e).outlineStyle)(document.activeElement)`, &name))
		return name
	}
	var stops []string
	for range 60 {
		p.keys("Tab")
		at := on()
		stops = append(stops, at)
		if strings.HasPrefix(at, "menu") || at == "" {
			break
		}
	}
	y := -1
	for i, stop := range stops {
		f := strings.Fields(stop)
		if len(f) < 3 || f[2] == "none" {
			t.Fatalf("stop %d of Tab is %q: %q", i, stop, stops)
		}
		if now, _ := strconv.Atoi(f[1]); now < y {
			t.Errorf("the order is not the reading order: %q", stops)
		} else {
			y = now
		}
	}
	if last := stops[len(stops)-1]; !strings.HasPrefix(last, "menu") || len(stops) < 2 {
		t.Errorf("Tab stops at %q", stops)
	}
	p.keys("Tab")
	if at := on(); at != "" {
		t.Errorf("after the menu comes %q", at)
	}
	var taken bool
	p.do(chromedp.Evaluate(`!dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', cancelable: true }))`, &taken))
	if taken {
		t.Error("F6 is taken from the browser")
	}
	q := open(t, at+"/play/othello", laptop)
	q.await(`your turn`)
	q.answered("Tab") // the next move
	q.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)))
	var name string
	if q.do(chromedp.Evaluate(`document.activeElement.className`, &name)); name != "menu" {
		t.Errorf("Shift and Tab lead to %q", name)
	}
}

// Two frames that come at once are both read out. An event that the page has had is not, and of events that never came
// the page says how many.
func TestFramesAtOnce(t *testing.T) {
	_, at := house(t)
	p := scripted(t, `window.WebSocket = class extends WebSocket { constructor (...a) { super(...a); window.line = text => this.onmessage({ data: new TextEncoder().encode(text).buffer }) } }`, at)
	p.await(`Othello`)
	w, h := p.size()
	p.do(chromedp.Evaluate(listenJS, nil), chromedp.Evaluate(fmt.Sprintf(`{ const has = +sessionStorage.heard || 0
const say = (...list) => JSON.stringify({ w: %d, h: %d, say: list }) + '\n'
line(say(has + 4, has + 5, ['a fourth', 'a fifth'], ['choose']) + say(has + 5, has + 6, ['a fifth', 'a sixth'], ['choose'])) }`, w, h), nil))
	p.heard(1, `a sixth`)
	if got := strings.Join(p.all(), "; "); got != "3 earlier events were skipped.; a fourth; a fifth; choose; a sixth" {
		t.Errorf("read out: %s", got)
	}
}
