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

// How long the sticks are rolled at least and at most; how long after the last
// repeat a held key counts as let go, where the terminal does not tell; and how
// long a key must have been still before it means something again after a throw.
const (
	leastRoll  = 500 * time.Millisecond
	mostRoll   = 3000 * time.Millisecond
	repeatGap  = 150 * time.Millisecond
	quietTime  = 300 * time.Millisecond
	stickFrame = 125 * time.Millisecond
)

// mouseKey stands for the mouse's button among the keys that roll.
const mouseKey ui.Key = "mouse"

// roll are the sticks in the player's hand. Nothing is drawn by chance while they
// are: the throw is one action, played when they are let go.
type roll struct {
	since time.Time
	by    ui.Key // what holds them: "space", "enter" or mouseKey
	let   bool   // let go, or told to stop
	// repeat is when the held key was last seen to repeat, zero for not yet. It is
	// for terminals that do not tell when a key is let go.
	repeat time.Time
	beats  int // half seconds that have been told
}

// beat tells each half second of rolling once, by the bell where that is wanted.
func (r *roll) beat(a *app.App) {
	if n := int(time.Since(r.since) / leastRoll); n > r.beats {
		r.beats = n
		if rollSetting.Of(a) == "bell" {
			a.Ring()
		}
	}
}

// marks are the half seconds so far as they stand beside the sticks.
func (r *roll) marks() string {
	most := int(mostRoll / leastRoll)
	n := min(int(time.Since(r.since)/leastRoll), most)
	return strings.Repeat("*", n) + strings.Repeat(".", most-n)
}

// due is when the sticks are thrown, as far as is known now. Enter is pressed again
// to stop; if no release of a held Space is reported, its repeats tell: a Space that has not
// repeated by the least time was a tap.
func (r *roll) due(a *app.App) time.Time {
	least, most := r.since.Add(leastRoll), r.since.Add(mostRoll)
	at := most
	switch {
	case r.let:
		at = least
	case r.by == "space" && !a.Releases: // without a repeat long ago
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

// Tick is how long until the sticks are to be drawn again, or are due.
func (r *roll) Tick(a *app.App) time.Duration {
	d := app.Either(a.Pace() == "none", leastRoll, stickFrame)
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

// takeUp takes the sticks up, for as long as a key holds them.
func (v *gameView) takeUp(by ui.Key) {
	v.roll = &roll{since: time.Now(), by: by}
}

// rolling is what keys mean while the sticks are held. All others wait: a throw
// takes three seconds at most.
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
		case !meant(msg): // it leads elsewhere: the sticks are put down, not thrown
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

// thud is how long the throw is marked.
const thud = 400 * time.Millisecond

// landing reports whether the sticks have just fallen, where that is marked.
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

// shuffled are sticks for the eye while they roll: they say nothing about the throw.
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

// bar is how long the sticks have been rolled: w cells for the most, with a mark
// at the least.
func (r *roll) bar(w int) string {
	spent := min(time.Since(r.since), mostRoll)
	n, mark := int(time.Duration(w)*spent/mostRoll), w*int(leastRoll)/int(mostRoll)
	text := []byte(strings.Repeat("=", n) + strings.Repeat("-", w-n))
	text[mark] = '|'
	return "[" + string(text) + "]"
}

// seconds is the same in words.
func (r *roll) seconds() string {
	return fmt.Sprintf("%.1f", min(time.Since(r.since), mostRoll).Seconds())
}
