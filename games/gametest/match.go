package gametest

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games"
	"arcade/games/rng"
)

const (
	// matchCount is the number of matches that are the same in each run.
	matchCount = 60
	// maxPlies limits a random match of a game without Quit.
	maxPlies = 5000
	// quitAfter is the ply at which a random match of a game with Quit gives up.
	quitAfter = 150
	// refusals is the number of illegal actions tried at a position. A long notation supplies different
	// ones each time.
	refusals = 70
)

// met counts the cases that random matches have covered.
type met struct {
	known   map[games.Action]bool // the notation
	reasons map[string]bool
	hidden  int // texts searched for in views
	full    int // positions at which every legal action was played
}

// matches plays the same matches in each run, and checks that they cover every case.
func (g Game) matches(t *testing.T) {
	all := g.met()
	for n := range matchCount {
		r := rng.New(g.seed(n))
		g.play(t, g.setupOf(n), n%10, r.Intn, all)
	}
	for _, reason := range g.Reasons {
		if !all.reasons[reason] {
			t.Errorf("nothing was refused as %s", reason)
		}
		delete(all.reasons, reason)
	}
	delete(all.reasons, games.ReasonOver)
	delete(all.reasons, games.ReasonNotation)
	if len(all.reasons) > 0 {
		t.Errorf("refusals for other reasons: %v", all.reasons)
	}
	if g.Hidden != nil && all.hidden == 0 {
		t.Error("nothing was ever hidden")
	}
	if all.full == 0 {
		t.Error("no position was looked at in full")
	}
}

// met returns empty counts.
func (g Game) met() *met {
	m := met{known: map[games.Action]bool{}, reasons: map[string]bool{}}
	for _, a := range g.Notation {
		m.known[a] = true
	}
	return &m
}

// randomMatches plays different matches in each run. A failure prints how to repeat it.
func (g Game) randomMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := g.setupOf(rapid.IntRange(0, 1<<20).Draw(t, "setup"))
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		g.play(t, setup, rapid.IntRange(0, 9).Draw(t, "full"), choose, g.met())
	})
}

// play plays a random match and checks every position of it, and every tenth one, from full on, thoroughly.
// It also plays a second match without the refused actions: a refusal must not change anything, not even
// later random events.
func (g Game) play(t rapid.TB, setup games.Setup, full int, choose func(n int) int, all *met) {
	p, clean := start(t, g.Engine, setup), start(t, g.Engine, setup)
	promise := g.promise(t, p)
	var played []games.Action
	last := games.Action("")
	for ply := 0; ; ply++ {
		g.checkEnd(t, p)
		promise(p, last)
		legal := p.Legal()
		g.checkLegal(t, p, legal, (full+10*ply)*refusals, all)
		if ply%10 == full {
			g.checkTaken(t, setup, played, legal)
			all.full++
		}
		viewers := g.viewers()
		if ply%10 != full && g.Hidden == nil {
			viewers = viewers[ply%len(viewers):][:1]
		}
		for _, viewer := range viewers {
			g.checkView(t, p, viewer, ply%10 == full, all)
		}
		if ply%10 == full || p.Result() != nil {
			if got, want := seen(t, p), seen(t, clean); got != want {
				t.Fatalf("ply %d: %s, without refused actions\n%s", ply, got, want)
			}
		}
		if p.Result() != nil {
			return
		}
		if ply > maxPlies {
			t.Fatalf("it does not end")
		}
		last = g.pick(legal, ply, choose)
		events, err := p.Apply(last)
		if err != nil {
			t.Fatalf("ply %d, legal %v: %v", ply, legal, err)
		}
		played = append(played, last)
		got, want := JSON(t, events), JSON(t, Play(t, clean, last))
		if got != want {
			t.Fatalf("ply %d, %s: events\n%s, without refused actions before\n%s", ply, last, got, want)
		}
		if g.Hidden != nil {
			for _, text := range g.Hidden(p, games.Spectator) {
				if strings.Contains(got, text) {
					t.Fatalf("ply %d, %s: the events tell %s\n%s", ply, last, text, got)
				}
			}
		}
	}
}

// promise returns the game's own check for a match.
func (g Game) promise(t rapid.TB, first games.Position) func(games.Position, games.Action) {
	if g.Promise == nil {
		return func(games.Position, games.Action) {}
	}
	return g.Promise(t, first)
}

// pick picks an action. It picks Quit late and only then.
func (g Game) pick(legal []games.Action, ply int, choose func(n int) int) games.Action {
	if g.Quit == "" {
		return legal[choose(len(legal))]
	}
	i := slices.Index(legal, g.Quit)
	if i < 0 || ply > quitAfter {
		return g.Quit
	}
	if n := choose(len(legal) - 1); n < i {
		return legal[n]
	} else {
		return legal[n+1]
	}
}

// checkLegal checks that each legal action is in the notation and listed once. It also checks that the
// position refuses the other actions of the notation, starting at index from.
func (g Game) checkLegal(t rapid.TB, p games.Position, legal []games.Action, from int, all *met) {
	t.Helper()
	is := map[games.Action]bool{}
	for _, a := range legal {
		if is[a] || !all.known[a] {
			t.Fatalf("%s is legal, and twice or not in the notation; legal %v", a, legal)
		}
		is[a] = true
	}
	for i := range min(refusals, len(g.Notation)) {
		a := g.Notation[(from+i)%len(g.Notation)]
		if is[a] {
			continue
		}
		reason := refuse(t, p, a, "")
		if reason == games.ReasonNotation || (reason == games.ReasonOver) != (p.Result() != nil) {
			t.Fatalf("%s is refused as %s", a, reason)
		}
		all.reasons[reason] = true
	}
}

// checkTaken plays each legal action in a separate match. All must be accepted, and the match up to there
// must be the same.
func (g Game) checkTaken(t rapid.TB, setup games.Setup, played, legal []games.Action) {
	t.Helper()
	for _, a := range legal {
		p := start(t, g.Engine, setup)
		Play(t, p, played...)
		if now := p.Legal(); !slices.Equal(now, legal) {
			t.Fatalf("legal %v, when played again %v", legal, now)
		}
		if _, err := p.Apply(a); err != nil {
			t.Fatalf("legal %v, but: %v", legal, err)
		}
	}
}

// checkView checks a view: it reveals nothing hidden, and with back set its JSON decodes to the
// same view.
func (g Game) checkView(t rapid.TB, p games.Position, viewer games.Seat, back bool, all *met) {
	t.Helper()
	v := p.View(viewer)
	text := JSON(t, v)
	if back && !g.WriteOnly {
		back := reflect.New(reflect.TypeOf(v))
		if err := games.DecodeStrict([]byte(text), back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), v) {
			t.Fatalf("the view\n%+v comes back as\n%+v, %v", v, back.Elem().Interface(), err)
		}
	}
	if g.Hidden == nil || viewer == games.Everything {
		return
	}
	for _, hidden := range g.Hidden(p, viewer) {
		all.hidden++
		if strings.Contains(text, hidden) {
			t.Fatalf("viewer %d sees %s\n%s", viewer, hidden, text)
		}
	}
}

// FuzzAction plays any text after some random actions. A legal action is accepted; anything else is refused
// and changes nothing.
func FuzzAction(f *testing.F, g Game) {
	known := g.met().known
	for i := 0; i < len(g.Notation); i += 1 + len(g.Notation)/refusals {
		f.Add(string(g.Notation[i]), uint8(i%40))
	}
	noise := []string{"", " ", "\x00", "pass", "resign", "패스", "１", strings.Repeat("x", 1<<10)}
	for _, a := range g.Notation[:min(len(g.Notation), 20)] {
		noise = append(noise, string(a)+" ", " "+string(a), string(a)+"\n", strings.ToUpper(string(a)), string(a+a))
	}
	for i, text := range append(noise, g.Noise...) {
		f.Add(text, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, plies uint8) {
		a := games.Action(text)
		if g.Reread != nil {
			if again, ok := g.Reread(a); ok != known[a] || ok && again != a {
				t.Fatalf("%q is read as %q, %v; it is in the notation: %v", text, again, ok, known[a])
			}
		}
		p, r := start(t, g.Engine, g.setupOf(int(plies))), rng.New("fuzz")
		for ply := range int(plies) {
			if legal := p.Legal(); len(legal) > 0 {
				Play(t, p, g.pick(legal, ply, r.Intn))
			}
		}
		if slices.Contains(p.Legal(), a) {
			Play(t, p, a)
			return
		}
		reason := ""
		switch {
		case p.Result() != nil:
			reason = games.ReasonOver
		case !known[a]:
			reason = games.ReasonNotation
		}
		Refused(t, p, a, reason)
	})
}
