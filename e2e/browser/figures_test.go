package browser

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
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

// first opens a URL in a tab and returns when the browser first painted something of the page, and when it
// painted the first row of cells, in ms since the navigation began. A tab of a new profile has an empty cache.
func first(t *testing.T, elsewhere, at string, l look, before ...chromedp.Action) (p *page, something, cells float64) {
	t.Helper()
	p = open(t, elsewhere, l) // a page of another host starts the processes
	p.do(append(before, chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(drawnJS).Do(ctx)
		return err
	}), chromedp.Navigate(at), chromedp.Evaluate(`window.drawn`, &cells, awaited),
		chromedp.Evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1`, &something))...)
	return p, something, cells
}

// middle returns the median and the largest of some figures.
func middle(list []float64) (p50, most float64) {
	slices.Sort(list)
	return list[len(list)/2], list[len(list)-1]
}

// The slow network of issue 50.
const (
	farTrip = 400 * time.Millisecond
	farRate = 50 << 10 // bytes a second
)

// TestFigures measures the time from a key to its paint, and from an empty cache to the first frame, also over
// a slow network: as Chromium emulates one for requests, and over a link that delays every connection. It
// asserts nothing. docs/capacity.md uses it.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	_, at := house(t)
	elsewhere := strings.Replace(at, "127.0.0.1", "localhost", 1) + "/offline"
	tell := func(what string, n int, one func() (something, cells float64)) {
		var somethings, frames []float64
		for range n {
			a, b := one()
			somethings, frames = append(somethings, a), append(frames, b)
		}
		a, mostA := middle(somethings)
		b, mostB := middle(frames)
		t.Logf("%s: the first paint p50 %.0f ms, most %.0f; the first frame p50 %.0f ms, most %.0f (%d)", what, a, mostA, b, mostB, n)
	}
	tell("localhost", 10, func() (float64, float64) {
		_, a, b := first(t, elsewhere, at, laptop)
		return a, b
	})
	tell("emulated 400 ms and 50 kB/s", 3, func() (float64, float64) {
		_, a, b := first(t, elsewhere, at, laptop, network.Enable(), network.EmulateNetworkConditions(false, farTrip.Seconds()*1000, farRate, farRate))
		return a, b
	})
	var cold, warm []float64
	far := func() (a, b float64) {
		front := before(t)
		front.far = &link{trip: farTrip, down: way{rate: farRate}, up: way{rate: farRate}}
		front.lead(strings.TrimPrefix(at, "http://"))
		p, a, b := first(t, elsewhere, "http://"+front.Addr().String(), laptop)
		cold = append(cold, float64(front.far.down.bytes.Load()))
		time.Sleep(2 * time.Second) // the service worker's files arrive
		before := front.far.down.bytes.Load()
		var again float64
		p.do(chromedp.Reload(), chromedp.Evaluate(`window.drawn`, &again, awaited))
		warm = append(warm, float64(front.far.down.bytes.Load()-before))
		t.Logf("again after %.0f ms", again)
		return a, b
	}
	tell("a link of 400 ms and 50 kB/s", 3, far)
	a, _ := middle(cold)
	b, _ := middle(warm)
	t.Logf("bytes to the first frame: %.0f from an empty cache, %.0f again", a, b)
	var keys []float64
	p := open(t, at, laptop)
	p.await(`Othello`)
	for i := range 400 {
		var took float64
		p.do(chromedp.Evaluate(strings.ReplaceAll(keyJS, "KEY", `'`+[]string{"ArrowDown", "ArrowUp"}[i%2]+`'`), &took, awaited))
		keys = append(keys, took)
	}
	slices.Sort(keys)
	t.Logf("key to paint: p50 %.1f ms, p99 %.1f ms (%d)", keys[len(keys)/2], keys[len(keys)*99/100], len(keys))
}
