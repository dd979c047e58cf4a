package play

import (
	"time"

	"arcade/sessions/app"
)

// resume greets somebody whose match goes on: it returns there by itself.
type resume struct {
	app.Ask
	id    string
	until time.Time
}

// resumeTime is how long the greeting waits for a key.
const resumeTime = 5 * time.Second

// NewResume greets somebody whose match, of this id, goes on.
func NewResume(id string) *resume { return &resume{id: id, until: time.Now().Add(resumeTime)} }

func (r *resume) Open(a *app.App) {
	r.Title = a.T("resume.title")
	r.Lines = []string{a.T("resume.text"), a.T("resume.window")}
	if s, err := a.Visit.Table(r.id); err == nil {
		r.Lines = append([]string{a.T("game."+s.Game) + "   " + a.Opponent(s), ""}, r.Lines...)
	}
	r.Answers = []app.Answer{
		{Key: "enter", Label: a.T("resume.go"), Do: r.back},
		{Key: "q", Label: a.T("resume.home"), Do: nil},
	}
}

func (r *resume) back(a *app.App) { a.Push(NewTable(r.id)) }

func (r *resume) Tick(a *app.App) time.Duration { return 500 * time.Millisecond }

func (r *resume) Refresh(a *app.App) {
	if time.Now().Before(r.until) {
		a.Say(a.T("resume.auto", "n", int(time.Until(r.until)/time.Second)+1))
		return
	}
	r.Choose(a, r.Answers[0])
}
