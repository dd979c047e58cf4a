// Package spoken is the arcade in words: one line in, short lines out. It is for players who do
// not see a screen and for very slow lines. It asks the lobby as the screens do, and reads
// nothing of a match but what its seat may see.
package spoken

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/store"
)

// ErrPanic ends a conversation that has failed; the details are in the log.
var ErrPanic = errors.New("the conversation has failed")

// Config is one conversation.
type Config struct {
	House *app.House
	// Enter begins the visit. The App has it, the language and the settings; see [app.NewWithoutScreens].
	Enter func(context.Context) (*app.App, error)
	// In is what the player types, Out where the answers go.
	In  io.Reader
	Out io.Writer
	// ASCII reports whether the client shows nothing else. Then the language is English.
	ASCII bool
	// End makes a waiting Read of In return. It is called with Run's error if something other than a line
	// ends the conversation.
	End func(error)
	// Place is where to go first: nothing, or "join CODE", "watch ID", "play GAME".
	Place []string
	// Draining ends when the server begins to stop; nil for never.
	Draining context.Context
	// Command runs one of the house's commands and writes its text to Out, such as
	// "leaderboard othello". It returns false for an unknown command. If the command has asked a question, asks are
	// the words before an answer to it. nil: there are no commands.
	Command func(ctx context.Context, words []string) (known bool, asks []string, err error)
	// Spent is told how long a line took, and returns how long to wait before the next.
	Spent func(time.Duration) time.Duration
}

// Session is a conversation.
type Session struct {
	Config
	// App is what Enter has returned.
	App   *app.App
	ctx   context.Context
	visit *lobby.Visit

	mu sync.Mutex // guards the rest: one thing is done after another
	// menu are the numbered choices that stand, last what was said last.
	menu menu
	last string
	quiz []string // the words before an answer to the puzzle that stands, nil for none
	// at is the table at which the player is, back the replay that is read; nil for none.
	at   *sitting
	back *replay
	// invited are the invitations that were announced, asked is the one that yes and no answer.
	invited []string
	asked   *pairing.Invitation
	// turns are the tables elsewhere at which the player is on turn, with their number of plies;
	// nil before they were looked at.
	turns         map[string]int
	standing      *standing   // in the arena that the player is in, nil for none
	clock         *time.Timer // of what time alone brings next; nil where there was nothing
	over, stopped bool        // the player has left, has said so
	left          bool        // the conversation is over
	rests         bool        // another window has taken over, and the player knows
	heard         time.Time   // when the last line came
	opening       bool        // the player is on the way to the place that the command names
	failed        error
}

// item is a numbered choice: what it is called, and what it does.
type item struct {
	text string
	do   func()
}

// menu is the numbered choices. If it asks a question, no and yes are the numbers of two answers.
type menu struct {
	items   []item
	no, yes int
	// typed takes a line that is no command, nil where only a choice is wanted.
	typed func(line string)
}

// New makes a conversation. Its Run is to be called.
func New(c Config) *Session {
	return &Session{Config: c, heard: time.Now()}
}

// Run holds the conversation until the player leaves, the input ends, or ctx ends. It ends the
// visit. The error is Enter's, the reason why the player could not go to Place, the cause of ctx, why nothing
// could be written, or [ErrPanic].
//
// Run's goroutine waits in a Read while the player is idle. Each line is obeyed in a goroutine of its
// own, so that Run's stack stays small; see docs/capacity.md.
func (s *Session) Run(ctx context.Context) error {
	s.ctx = ctx
	over := s.beside(s.start)
	if !over {
		defer s.heed()()
	}
	for r := (reader{in: s.In}); !over; {
		l := r.next()
		if r.pace(ctx) {
			over = s.beside(func() { s.take(l) })
		} else {
			over = s.beside(s.cut)
		}
	}
	return s.failed
}

// heed starts to react to the lobby, the end of the context and the end of the server; stop ends that.
func (s *Session) heed() (stop func()) {
	s.visit.OnWake(func() { s.outside(s.woken) })
	uncut := context.AfterFunc(s.ctx, func() { s.outside(s.cut) })
	undrained := func() bool { return true }
	if s.Draining != nil {
		undrained = context.AfterFunc(s.Draining, func() { s.outside(s.drain) })
	}
	return func() { uncut(); undrained() }
}

// beside calls do in a goroutine of its own, with which a deep stack ends, and waits for it.
func (s *Session) beside(do func()) (over bool) {
	done := make(chan bool)
	go func() { done <- s.perform(do, nil) }()
	return <-done
}

// outside calls do for an event that is not a line. If the conversation is over then, it ends the input.
func (s *Session) outside(do func()) { s.perform(do, s.End) }

// perform calls do unless the conversation is over, one call at a time. The last call ends the visit, and
// calls end if it is not nil. perform reports whether the conversation is over.
func (s *Session) perform(do func(), end func(error)) (over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left {
		return true
	}
	s.contain(do)
	if !s.over && s.failed == nil {
		return false
	}
	s.left = true
	s.contain(s.leave)
	if end != nil {
		s.contain(func() { end(s.failed) })
	}
	return true
}

// contain calls do. A panic ends the conversation.
func (s *Session) contain(do func()) {
	defer func() {
		if r := recover(); r != nil {
			s.House.Log.Error("panic in a session", "part", "words", "panic", r, "stack", string(debug.Stack()))
			s.failed = ErrPanic
		}
	}()
	do()
}

// cut ends the conversation because its context has ended.
func (s *Session) cut() { s.failed = context.Cause(s.ctx) }

// start lets the player in.
func (s *Session) start() {
	s.App, s.failed = s.Enter(s.ctx)
	s.Enter = nil // it holds what the client has sent
	if s.failed != nil {
		return
	}
	s.visit = s.App.Visit
	s.findArena()
	s.welcome()
	s.wind()
}

// woken tells what the lobby has woken the visit for.
func (s *Session) woken() {
	select {
	case <-s.visit.Wake():
		s.news()
	default:
	}
}

// news tells what has happened since the last time.
func (s *Session) news() {
	s.refresh()
	s.goOn()
}

// resting says when another window takes over, and when this one goes on. It reports whether this one rests.
func (s *Session) resting() bool {
	over := s.visit.Superseded()
	if over != s.rests {
		s.rests = over
		s.say(s.App.T(app.If(over, "wd.moved", "wd.here")))
	}
	return over
}

// drain ends the conversation because the server stops.
func (s *Session) drain() {
	s.say(s.App.T("sh.closing", "host", s.App.House.SSH))
	s.bye()
}

// goOn sets the alarm for what time alone brings next, unless the conversation is over.
func (s *Session) goOn() {
	why := s.visit.Ended()
	switch {
	case why != nil:
		s.say(s.App.WhyEnded(why))
		s.over = true
	case s.over:
		s.bye()
	default:
		s.wind()
	}
}

// bye says goodbye.
func (s *Session) bye() {
	s.over = true
	s.say(s.App.T("wd.bye"))
}

// wind sets the alarm.
func (s *Session) wind() {
	in := s.due()
	switch {
	case s.clock == nil && in > 0:
		s.clock = time.AfterFunc(in, func() { s.outside(s.idled) })
	case s.clock == nil:
	case in > 0:
		s.clock.Reset(in)
	default:
		s.clock.Stop()
	}
}

// take obeys a line, and bills its time to the player.
func (s *Session) take(l line) {
	s.obeyed(l)
	s.goOn()
}

func (s *Session) obeyed(l line) {
	switch {
	case l.end:
		s.over = true
		return
	case l.long:
		s.say(s.App.T("wd.long"))
		return
	}
	began := time.Now()
	s.heard = began
	if said := tidy(l.text); s.resting() && alias(said) != "stop" {
		if err := s.visit.GoOn(); err != nil {
			s.fail(err)
		}
	} else {
		s.obey(said)
	}
	s.refresh()
	if s.Spent == nil {
		return
	}
	if rest := s.Spent(time.Since(began)); rest > 0 {
		select {
		case <-time.After(rest):
		case <-s.ctx.Done():
		}
	}
}

// leave ends the visit. Only who says so leaves the table by choice: whose connection is lost is
// waited for longer.
func (s *Session) leave() {
	if s.App == nil { // it has not come in
		return
	}
	if s.clock != nil {
		s.clock.Stop()
	}
	if s.stopped {
		s.stand()
	}
	s.close()
	s.App.End()
}

// stop ends the conversation by choice.
func (s *Session) stop(string) {
	s.leaving(func() { s.stopped, s.over = true, true })
}

// refresh tells what has happened since the last time.
func (s *Session) refresh() {
	if s.resting() {
		return
	}
	s.notices()
	s.invitations()
	s.arenas()
	s.calls()
	if s.at != nil {
		s.look()
	}
	if s.back != nil {
		s.follow()
	}
}

// due is when time alone brings something to say, 0 for never.
func (s *Session) due() (in time.Duration) {
	if s.at != nil && !s.rests {
		in = s.at.due()
	}
	if end := s.dueArena(); end > 0 && !s.rests && (in == 0 || end < in) {
		in = end
	}
	if left := s.House.Idle - time.Since(s.heard); s.House.Idle > 0 && !s.plays() && (in == 0 || left < in) {
		in = max(left, time.Millisecond)
	}
	return in
}

// plays reports whether the player sits at a match that is in play.
func (s *Session) plays() bool {
	return !s.rests && s.at != nil && s.at.snap != nil && s.at.snap.Own != games.Nobody && s.at.snap.Status == store.Live
}

// idled tells what time alone has brought, and ends the conversation of a player who has long said
// nothing.
func (s *Session) idled() {
	if s.House.Idle > 0 && !s.plays() && time.Since(s.heard) >= s.House.Idle {
		s.say(s.App.T("wd.idle"))
		s.over = true
	}
	s.news()
}

// say writes lines, each with its end, and keeps them for "again".
func (s *Session) say(lines ...string) {
	var b strings.Builder
	for _, l := range lines {
		for part := range strings.SplitSeq(l, "\n") {
			if part = strings.TrimSpace(clean(part)); part != "" {
				b.WriteString(part)
				b.WriteByte('\n')
			}
		}
	}
	if b.Len() == 0 || s.failed != nil {
		return
	}
	s.last = b.String()
	if _, err := io.WriteString(s.Out, s.last); err != nil {
		s.failed = err
	}
}

// fail says why something was refused. It ends a conversation whose command names a place where the player
// cannot go, as other commands end.
func (s *Session) fail(err error) {
	if s.opening {
		s.failed = err
		return
	}
	if errors.Is(err, table.ErrFull) { // the screens' sentence names a key
		s.say(s.App.T("wd.full"))
		return
	}
	s.say(s.App.Sentence(err))
}

// list says a title and numbered choices, which stand until the next list.
func (s *Session) list(title string, items []item) {
	s.menu, s.quiz = menu{items: items}, nil
	said := []string{title}
	for i, it := range items {
		said = append(said, app.Itoa(i+1)+". "+it.text)
	}
	s.say(said...)
}

// confirm asks a question with two answers, no and yes. The answer ends the question.
func (s *Session) confirm(question, no string, stay func(), yes string, do func()) {
	s.list(question, []item{
		{no, func() { s.menu = menu{}; stay() }},
		{yes, func() { s.menu = menu{}; do() }},
	})
	s.menu.no, s.menu.yes = 1, 2
}

// drop drops a question that stands: something else is asked now, which the same words would answer. A list
// without yes and no stays.
func (s *Session) drop() {
	if s.menu.yes > 0 {
		s.menu = menu{}
	}
}

// pick does the numbered choice that was typed; false where it is none.
func (s *Session) pick(typed string) bool {
	i := slices.IndexFunc(s.menu.items, func(it item) bool { return strings.EqualFold(it.text, typed) })
	switch said := alias(typed); {
	case said == "no" && s.menu.no > 0:
		i = s.menu.no - 1
	case said == "yes" && s.menu.yes > 0:
		i = s.menu.yes - 1
	}
	if n, ok := number(typed); ok {
		i = n - 1
	}
	if i < 0 || i >= len(s.menu.items) {
		return false
	}
	s.menu.items[i].do()
	return true
}
