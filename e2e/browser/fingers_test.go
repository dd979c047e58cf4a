package browser

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"arcade/e2e/door"
	"arcade/games"
	"arcade/internal/chance"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/words"
)

// spot is what can be activated: its name, and its middle in page pixels.
type spot struct {
	Name string
	X, Y float64
}

// spots returns what can be activated, in reading order.
func (p *page) spots() (list []spot) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].filter(e => e.checkVisibility() && !e.hasAttribute('aria-hidden')).map(e => {
		const r = e.getBoundingClientRect()
		return { Name: e.getAttribute('aria-label').trim(), X: r.x + r.width / 2, Y: r.y + r.height / 2 }
	})`, &list))
	return list
}

// chosen returns one of the spots with a name that matches the first of the patterns that any name matches.
func chosen(rng *rand.Rand, list []spot, patterns ...string) (spot, bool) {
	for _, pattern := range patterns {
		want := regexp.MustCompile(pattern)
		fit := slices.DeleteFunc(slices.Clone(list), func(s spot) bool { return !want.MatchString(s.Name) })
		if len(fit) > 0 {
			return fit[rng.IntN(len(fit))], true
		}
	}
	return spot{}, false
}

// live returns the table in play, nil for none.
func live(h *door.House) *lobby.Summary {
	for _, s := range h.Lobby.AllTables() {
		if s.Status == "live" {
			return s
		}
	}
	return nil
}

// A whole game of each kind is played by touch alone, on a phone held upright. What happens is read out in its order.
func TestGamesByTouch(t *testing.T) {
	for game, does := range map[string][]string{
		"othello":  {`, playable$`},
		"matgo":    {`(?i)^(2 )?stop\b`, `in your hand$`, `on the floor$`},
		"yut":      {`^stop$`, `^start moving$`, `^[a-d] |^move$`, `^throw$`, `.`},
		"stones":   {`^[123] `},
		"klondike": {`column \d|^draw$`},
	} {
		t.Run(game, func(t *testing.T) {
			h, at := house(t)
			seed := chance.Seed(t)
			rng := rand.New(rand.NewPCG(seed, 0))
			p := listened(t, at+"/play/"+game, phone)
			var id string
			begun := time.Now()
			for taps := 0; ; taps++ {
				table := live(h)
				if table != nil {
					id = table.ID
				} else if id != "" {
					break
				}
				list := slices.DeleteFunc(p.spots(), func(s spot) bool {
					return regexp.MustCompile(`^(menu|help|log|talk|kit|cards|again|place|best play|Hints.*|back|row|change|stay|play on|keep.*)$`).MatchString(s.Name) || s.Name == "leave" && (game != "klondike" || taps < 20)
				})
				wanted := append([]string{`^start$`, `^give up$`, `^leave$`}, does...)
				if game == "matgo" && rng.IntN(3) == 0 { // one of two cards may be asked for while there is a hand
					wanted = []string{`on the floor$`}
				}
				if s, ok := chosen(rng, list, append(wanted, `.`)...); ok {
					p.tapAt(s.X, s.Y)
				}
				if p.changed(); taps > 1000 || time.Since(begun) > 4*door.Patience {
					t.Fatalf("after %d taps the game goes on:\n%s\n%+v", taps, p.screen(), list)
				}
			}
			t.Logf("%.1f s", time.Since(begun).Seconds())
			p.inOrder(h, id)
		})
	}
}

// listened opens a page that keeps what is read out, from the beginning.
func listened(t *testing.T, url string, l look) *page {
	t.Helper()
	p := open(t, "about:blank", l)
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument("addEventListener('DOMContentLoaded', () => {\n" + listenJS + "\n})").Do(ctx)
		return err
	}), chromedp.Navigate(url))
	p.await(`Othello|Matgo|Yut|Stones|Klondike`)
	return p
}

// all returns what has been read out.
func (p *page) all() (heard []string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`window.heard`, &heard))
	return heard
}

// A round of Matgo is played by keyboard and ear: by the names of what can be activated, and by what is read out.
func TestMatgoByEar(t *testing.T) {
	h, at := house(t)
	seed := chance.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 0))
	p := listened(t, at+"/play/matgo", laptop)
	var id string
	heard, own := 0, 0
	for begun := time.Now(); ; {
		if table := live(h); table != nil {
			id = table.ID
		} else if id != "" {
			break
		}
		var names []spot
		for _, s := range p.spots() {
			names = append(names, spot{Name: s.Name})
		}
		// A choice with its own answers comes first, then a card of the hand.
		patterns := []string{`(?i)^(2 )?stop\b`, `^[12]\b`, `in your hand$`, `.`}
		if rng.IntN(2) == 0 { // one of two cards may be asked for while there is a hand
			patterns[2] = `^(left|right|take)$`
		}
		if s, ok := chosen(rng, names, patterns...); ok {
			name, _ := json.Marshal(s.Name)
			p.do(chromedp.Evaluate(`[...document.querySelectorAll('.area')].find(e => e.getAttribute('aria-label').trim() === `+string(name)+`)?.focus()`, nil))
			p.keys("Enter")
		}
		p.changed()
		if said := p.all(); len(said) > heard {
			for _, text := range said[heard:] {
				if strings.HasPrefix(text, "You play") || strings.HasPrefix(text, "You: ") {
					own++
				}
			}
			heard = len(said)
		}
		if time.Since(begun) > 4*door.Patience {
			said := p.all()
			t.Fatalf("the round goes on after %q with %+v", said[max(0, len(said)-20):], names)
		}
	}
	if own == 0 {
		t.Errorf("no own card was read out: %q", p.all())
	}
	over := regexp.MustCompile(`(?i)won|lost|nagari|next|result|stopped`)
	p.until("the end is not read out", func() bool { return slices.ContainsFunc(p.all(), over.MatchString) })
	p.inOrder(h, id)
}

// inOrder checks that the events of a finished match were read out in the order in which they happened. A sheet over
// the table may have replaced the last ones.
func (p *page) inOrder(h *door.House, id string) {
	p.t.Helper()
	d, err := h.Lobby.Replay(p.t.Context(), h.Lobby.People()[0].ID, id)
	if err != nil {
		p.t.Fatal(err)
	}
	a, s := &app.App{Lang: words.EN}, &play.Scene{Match: id, Game: d.Match.Game}
	s.Show(d, len(d.Plies), games.Nobody)
	s.You = 0
	for i, seat := range s.Seats {
		if seat.Bot == "" {
			s.You = games.Seat(i)
		}
	}
	heard := p.all()
	at, events, last, missed := 0, 0, 0, []string{}
	for ply := range d.Plies {
		said := play.SpokenPly(a, s, ply)
		events, last = events+len(said), len(said)
		for _, said := range said {
			if i := slices.IndexFunc(heard[at:], func(text string) bool { return strings.Contains(text, said) }); i >= 0 {
				at += i
			} else {
				missed = append(missed, said)
			}
		}
	}
	p.t.Logf("%d of %d events were read out in their order", events-len(missed), events)
	if len(missed) > last+1 {
		p.t.Errorf("not read out in its order: %q of\n%s", missed, strings.Join(heard, "\n"))
	}
}
