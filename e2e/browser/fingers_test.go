package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// spot is what a finger can hit: its name, and its middle in page pixels.
type spot struct {
	Name string
	X, Y float64
}

// targets returns what a finger can hit, in reading order.
func (p *page) targets() (list []spot) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].filter(e => e.checkVisibility() && !e.hasAttribute('aria-hidden')).map(e => {
		const r = e.getBoundingClientRect()
		return { Name: (e.getAttribute('aria-label') || e.textContent || '').trim(), X: r.x + r.width / 2, Y: r.y + r.height / 2 }
	})`, &list))
	return list
}

func TestExplore(t *testing.T) {
	_, at := house(t)
	for _, game := range []string{"othello", "matgo", "yut", "stones", "klondike"} {
		p := open(t, at+"/play/"+game, phone)
		p.await(`Othello|Matgo|Yut|Stones|Klondike`)
		p.rest()
		for i := range 4 {
			var names []string
			for _, n := range p.targets() {
				names = append(names, n.Name)
			}
			var say string
			p.do(chromedp.Evaluate(`document.getElementById('say').innerText`, &say))
			t.Logf("%s %d: %q\nsay: %q\n%s", game, i, names, say, p.screen())
			p.keys("Enter")
			for range 10 {
				p.changed()
			}
		}
	}
}
