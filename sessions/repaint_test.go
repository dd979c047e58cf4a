package sessions

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/words"
)

// However often somebody asks for the whole screen again, it is drawn twice a second
// at most; and what was asked for last is drawn.
func TestRepaint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newHall(t, words.EN).me().App
		clear, drawn := tea.ClearScreen(), 0
		var run func(cmd tea.Cmd)
		run = func(cmd tea.Cmd) {
			if cmd == nil {
				return
			}
			go func() {
				switch msg := cmd().(type) {
				case tea.BatchMsg:
					for _, c := range msg {
						run(c)
					}
				case repainting:
					_, c := a.Update(msg)
					run(c)
				default:
					if msg == clear {
						drawn++
					}
				}
			}()
		}
		ask := func(n, want int) {
			t.Helper()
			for range n {
				_, cmd := a.Update(tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl})
				run(cmd)
				synctest.Wait()
			}
			if drawn != want {
				t.Errorf("drawn %d times, want %d", drawn, want)
			}
		}
		ask(1, 1)
		ask(20, 1)
		time.Sleep(repaintPause)
		synctest.Wait()
		ask(0, 2) // the one that waited
		time.Sleep(repaintPause)
		synctest.Wait()
		ask(0, 2)
		ask(1, 3)
		for range 100 {
			time.Sleep(repaintPause / 10)
			_, cmd := a.Update(tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl})
			run(cmd)
			synctest.Wait()
		}
		synctest.Wait()
		if drawn < 12 || drawn > 14 {
			t.Errorf("drawn %d times in ten pauses", drawn)
		}
		time.Sleep(time.Hour) // what was begun ends
	})
}
