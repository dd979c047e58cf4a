package play

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// The score counts up in four frames, requests each of them, and stops.
func TestCountUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &app.App{Glyphs: ui.LevelRich}
		a.Set.Motion = "normal"
		r := &Result{began: time.Now()}
		for _, want := range []int{40, 70, 90, 100} {
			if got := r.counted(a); got != want {
				t.Errorf("after %v it is at %d, not %d", time.Since(r.began), got, want)
			}
			time.Sleep(r.Tick(a))
		}
		if d := r.Tick(a); d != 0 {
			t.Errorf("at rest it wants to be drawn in %v", d)
		}
		late := &Result{} // the match ended before this screen saw it
		if got, d := late.counted(a), late.Tick(a); got != 100 || d != 0 {
			t.Errorf("an old end counts up: %d, %v", got, d)
		}
		a.Set.Motion, r.began = "none", time.Now()
		if got, d := r.counted(a), r.Tick(a); got != 100 || d != 0 {
			t.Errorf("without motion: %d, %v", got, d)
		}
	})
}
