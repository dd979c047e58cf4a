package sessions

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// resume greets somebody whose match goes on: it returns there by itself.
type resume struct {
	ask
	id    string
	until time.Time
}

// resumeTime is how long the greeting waits for a key.
const resumeTime = 5 * time.Second

func newResume(a *App, id string) *resume { return &resume{id: id, until: time.Now().Add(resumeTime)} }

func (r *resume) open(a *App) tea.Cmd {
	r.title = a.T("resume.title")
	r.lines = []string{a.T("resume.text"), a.T("resume.window")}
	if s, err := a.visit.Table(r.id); err == nil {
		r.lines = append([]string{a.T("game."+s.Game) + "   " + a.opponent(s), ""}, r.lines...)
	}
	r.answers = []answer{
		{"enter", a.T("resume.go"), r.back},
		{"q", a.T("resume.home"), nil},
	}
	return nil
}

func (r *resume) back(a *App) tea.Cmd { return a.push(newTable(r.id)) }

func (r *resume) tick(a *App) time.Duration { return 500 * time.Millisecond }

func (r *resume) refresh(a *App) tea.Cmd {
	if time.Now().Before(r.until) {
		a.say(a.T("resume.auto", "n", int(time.Until(r.until)/time.Second)+1))
		return nil
	}
	return r.choose(a, r.answers[0])
}
