package sessions

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/words"
)

// However often somebody asks for the whole screen again, it is drawn twice a second
// at most; and what was asked for last is drawn.
func TestRepaint(t *testing.T) {
	if raced {
		t.Skip("the test runs the commands of a program that has one goroutine for its model")
	}
	synctest.Test(t, func(t *testing.T) {
		a := newHall(t, words.EN).me().App
		clear, drawn := tea.ClearScreen(), 0
		var mu sync.Mutex // on the app and what was drawn
		update := func(msg tea.Msg) tea.Cmd {
			mu.Lock()
			defer mu.Unlock()
			_, cmd := a.Update(msg)
			return cmd
		}
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
					run(update(msg))
				default:
					if msg == clear {
						mu.Lock()
						drawn++
						mu.Unlock()
					}
				}
			}()
		}
		ask := func(n, want int) {
			t.Helper()
			for range n {
				run(update(tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl}))
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
			run(update(tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl}))
			synctest.Wait()
		}
		synctest.Wait()
		if drawn < 12 || drawn > 14 {
			t.Errorf("drawn %d times in ten pauses", drawn)
		}
		time.Sleep(time.Hour) // what was begun ends
	})
}
