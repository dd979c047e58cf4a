package browser

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var figures = flag.Bool("figures", false, "measure how long the page takes: go test ./e2e/browser -run TestFigures -figures -v")

// drawnJS is a promise of the time when the first row of cells was painted, in ms since the navigation
// began.
const drawnJS = `window.drawn = new Promise(done => new MutationObserver((_, o) => {
  if (!document.querySelector('#text .line span')) return
  o.disconnect()
  requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => done(performance.now()); c.port2.postMessage(0) })
}).observe(document, { childList: true, subtree: true }))`

// keyJS presses a key and returns the ms until the answering frame was painted: one task after the
// animation frame that follows the change.
const keyJS = `new Promise(done => {
  const from = performance.now()
  new MutationObserver((_, o) => {
    o.disconnect()
    requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => done(performance.now() - from); c.port2.postMessage(0) })
  }).observe(document.getElementById('text'), { childList: true, subtree: true })
  dispatchEvent(new KeyboardEvent('keydown', { key: KEY, code: KEY, cancelable: true }))
  dispatchEvent(new KeyboardEvent('keyup', { key: KEY, code: KEY }))
})`

// TestFigures measures the time from a key to its paint, and from an empty cache to the first frame. It
// asserts nothing. docs/capacity.md uses it.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	_, at := house(t)
	var first, keys []float64
	for range 10 {
		// A new profile has an empty cache. A page of another host starts its processes.
		p := open(t, strings.Replace(at, "127.0.0.1", "localhost", 1)+"/offline", laptop)
		var drawn float64
		p.do(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(drawnJS).Do(ctx)
			return err
		}), chromedp.Navigate(at), chromedp.Evaluate(`window.drawn`, &drawn, awaited))
		first = append(first, drawn)
	}
	p := open(t, at, laptop)
	p.await(`Othello`)
	for i := range 400 {
		var took float64
		p.do(chromedp.Evaluate(strings.ReplaceAll(keyJS, "KEY", `'`+[]string{"ArrowDown", "ArrowUp"}[i%2]+`'`), &took, awaited))
		keys = append(keys, took)
	}
	slices.Sort(first)
	slices.Sort(keys)
	t.Logf("empty cache to first frame: p50 %.0f ms, max %.0f ms (%d)", first[len(first)/2], first[len(first)-1], len(first))
	t.Logf("key to paint: p50 %.1f ms, p99 %.1f ms (%d)", keys[len(keys)/2], keys[len(keys)*99/100], len(keys))
}
