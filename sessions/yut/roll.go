package yut

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/games"
	"arcade/games/yut"
	"arcade/sessions/app"
	"arcade/sessions/ui"
	"arcade/sessions/yut/board"
)

// leastRoll and mostRoll limit the time of a roll. On terminals that do not report released keys, a held
// key counts as released repeatGap after its last repeat. After a throw a key must rest for quietTime
// before it has a meaning again.
const (
	leastRoll  = 500 * time.Millisecond
	mostRoll   = 3000 * time.Millisecond
	repeatGap  = 150 * time.Millisecond
	quietTime  = 300 * time.Millisecond
	stickFrame = 125 * time.Millisecond
)

// mouseKey stands for the mouse's button among the keys that roll.
const mouseKey ui.Key = "mouse"

// roll has the sticks in the player's hand. Nothing random happens in this time: the throw is one action,
// played at the release.
type roll struct {
	since time.Time
	by    ui.Key // the key that holds them: "space", "enter" or mouseKey
	let   bool   // released or stopped
	// repeat is the time of the held key's last repeat, zero for none yet. It is for terminals that do not
	// report released keys.
	repeat time.Time
	beats  int // half seconds announced
}

// beat announces each half second of rolling once, by the bell if the player wants it.
func (r *roll) beat(a *app.App) {
	if n := int(time.Since(r.since) / leastRoll); n > r.beats {
		r.beats = n
		if rollSetting.Of(a) == "bell" {
			a.Ring()
		}
	}
}

// marks returns the half seconds so far as signs beside the sticks.
func (r *roll) marks() string {
	most := int(mostRoll / leastRoll)
	n := min(int(time.Since(r.since)/leastRoll), most)
	return strings.Repeat("*", n) + strings.Repeat(".", most-n)
}

// due returns the present estimate of the time of the throw. A second Enter stops; if no release of a held
// Space is reported, its repeats decide: a Space without a repeat by the least time was a tap.
func (r *roll) due(a *app.App) time.Time {
	least, most := r.since.Add(leastRoll), r.since.Add(mostRoll)
	at := most
	switch {
	case r.let:
		at = least
	case r.by == "space" && !a.Releases: // the last repeat is long ago
		at = r.repeat.Add(repeatGap)
	}
	if at.Before(least) {
		return least
	}
	if at.After(most) {
		return most
	}
	return at
}

// Tick returns the time until the sticks must be drawn again, or are due.
func (r *roll) Tick(a *app.App) time.Duration {
	d := app.If(a.Pace() == "none", leastRoll, stickFrame)
	return max(min(d, time.Until(r.due(a))), 20*time.Millisecond)
}

func (r *roll) Prompt(a *app.App) string {
	switch {
	case r.let, r.by == "space" && !a.Releases && r.repeat.IsZero():
		return a.T("yt.rolling.tap")
	case r.by == "enter":
		return a.T("yt.rolling.enter")
	}
	return a.T("yt.rolling")
}

// takeUp takes the sticks up for the time for which a key holds them.
func (v *gameView) takeUp(by ui.Key) {
	v.roll = &roll{since: time.Now(), by: by}
}

// rolling handles keys while the sticks are held. All others wait: a throw takes three seconds at most.
func (v *gameView) rolling(a *app.App, msg tea.Msg) (games.Action, bool) {
	r := v.roll
	switch msg := msg.(type) {
	case app.Released:
		if msg.Mouse && r.by == mouseKey || !msg.Mouse && msg.Key == r.by && r.by == "space" {
			r.let = true
		}
	case board.ThrowHit:
		r.let = r.let || r.by != mouseKey
	case ui.Key:
		switch {
		case msg == "space" && r.by == "space":
			r.repeat = time.Now()
		case msg == "enter":
			r.let = true
		case !meant(msg): // the key leads elsewhere: the sticks are put down, not thrown
			v.roll = nil
			return "", false
		}
	default:
		return "", false
	}
	if !time.Now().Before(r.due(a)) {
		return v.throw(a), true
	}
	return "", true
}

// throw lets the sticks go; it takes the place of a beat.
func (v *gameView) throw(a *app.App) games.Action {
	v.quiet, v.quietTo = v.roll.by, time.Now().Add(quietTime)
	v.roll, v.thrown = nil, time.Now()
	if rollSetting.Of(a) == "bell" {
		a.Ring()
	}
	return "throw"
}

// thud is the time for which the throw is marked.
const thud = 400 * time.Millisecond

// landing reports whether the sticks have just fallen, if marks are on.
func (v *gameView) landing(a *app.App) bool {
	return rollSetting.Of(a) == "" && time.Since(v.thrown) < thud
}

// muffled reports whether a key is still held from the throw before.
func (v *gameView) muffled(key ui.Key) bool {
	if key != v.quiet || !time.Now().Before(v.quietTo) {
		return false
	}
	v.quietTo = time.Now().Add(quietTime)
	return true
}

// shuffled returns changing sides for the roll's animation, independent of the throw.
func (r *roll) shuffled(a *app.App) (backs [yut.Slots]bool) {
	if a.Pace() == "none" {
		return backs
	}
	frame := int(time.Since(r.since) / stickFrame)
	for i := range backs {
		backs[i] = (frame*(2*i+3)+i)/2%(i+2)%2 == 1
	}
	return backs
}

// bar returns the time of the roll as a bar: w cells for the most, with a mark at the least.
func (r *roll) bar(w int) string {
	spent := min(time.Since(r.since), mostRoll)
	n, mark := int(time.Duration(w)*spent/mostRoll), w*int(leastRoll)/int(mostRoll)
	text := []byte(strings.Repeat("=", n) + strings.Repeat("-", w-n))
	text[mark] = '|'
	return "[" + string(text) + "]"
}

// seconds returns the same in words.
func (r *roll) seconds() string {
	return fmt.Sprintf("%.1f", min(time.Since(r.since), mostRoll).Seconds())
}
