package browser

import (
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
)

// listenJS records the output of a screen reader: each text that enters the live region.
const listenJS = `window.heard = [];
new MutationObserver(list => list.forEach(m => m.addedNodes.forEach(n => heard.push(n.textContent.trim()))))
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
