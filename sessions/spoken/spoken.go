// Package spoken is the arcade in words: one line in, short lines out. It is for players who do
// not see a screen and for very slow lines. It asks the lobby as the screens do, and reads
// nothing of a match but what its seat may see.
package spoken

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/lobby"
	"arcade/sessions/app"
	"arcade/store"
)

// Config is one conversation.
type Config struct {
	// App has the visit, the language and the settings; see [app.Wordy].
	App *app.App
	// In is what the player types, Out where the answers go. Whoever made In closes it.
	In  io.Reader
	Out io.Writer
	// Place is where to go first: nothing, or "join CODE", "watch ID", "play GAME".
	Place []string
	// Draining is closed when the server begins to stop; nil for never.
	Draining <-chan struct{}
	// Command runs one of the house's commands and writes its text to Out, such as
	// "leaderboard othello". It returns false for an unknown command. nil: there are none.
	Command func(ctx context.Context, words []string) (known bool, err error)
	// Idle is after how long without a line the conversation ends, 0 for never. Nobody is sent
	// away from a match that is in play.
	Idle time.Duration
	// Spent is told how long a line took, and returns how long to wait before the next.
	Spent func(time.Duration) time.Duration
}

// session is a conversation that goes on.
type session struct {
	Config
	ctx   context.Context
	visit *lobby.Visit
	// menu are the numbered choices that stand, last what was said last.
	menu []item
	last []string
	// at is the table at which the player is, back the replay that is read; nil for none.
	at   *table
	back *replay
	// invited are the invitations that were announced, asked is the one that yes and no answer.
	invited map[string]bool
	asked   *lobby.Invitation
	// turns are the tables elsewhere at which the player is on turn, with their number of plies;
	// nil before they were looked at.
	turns  map[string]int
	over   bool      // the player has left
	heard  time.Time // when the last line came
	failed error
}

// item is a numbered choice: what it is called, and what it does.
type item struct {
	text string
	do   func()
}

// Run holds the conversation until the player leaves, the input ends, or ctx ends. It ends the
// visit. The error is the cause of ctx, or why nothing could be written.
func Run(ctx context.Context, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{Config: c, ctx: ctx, visit: c.App.Visit, invited: map[string]bool{}, heard: time.Now()}
	defer s.leave()
	lines := read(ctx, c.In)
	s.welcome()
	for !s.over && s.failed == nil {
		err := s.wait(ctx, lines)
		if err != nil {
			return err
		}
		if err := s.visit.Over(); err != nil {
			s.say(s.App.Sentence(err))
			return s.failed
		}
	}
	if s.failed == nil {
		s.say(s.App.T("wd.bye"))
	}
	return s.failed
}

// wait takes the next thing that happens.
func (s *session) wait(ctx context.Context, lines <-chan line) error {
	var due <-chan time.Time
	if in := s.due(); in > 0 {
		timer := time.NewTimer(in)
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.Draining:
		s.say(s.App.T("sh.closing", "host", s.App.House.SSH))
		s.over = true
	case <-s.visit.Wake():
		s.refresh()
	case <-due:
		s.idled()
		s.refresh()
	case l := <-lines:
		s.take(ctx, l)
	}
	return nil
}

// take obeys a line, and bills its time to the player.
func (s *session) take(ctx context.Context, l line) {
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
	s.obey(l.text)
	s.refresh()
	if s.Spent == nil {
		return
	}
	if rest := s.Spent(time.Since(began)); rest > 0 {
		select {
		case <-time.After(rest):
		case <-ctx.Done():
		}
	}
}

// leave ends what is open, then the visit.
func (s *session) leave() {
	s.stand()
	s.close()
	s.App.End()
}

// refresh tells what has happened since the last time.
func (s *session) refresh() {
	s.notices()
	s.invitations()
	s.calls()
	if s.at != nil {
		s.look()
	}
	if s.back != nil {
		s.follow()
	}
}

// due is when time alone brings something to say, 0 for never.
func (s *session) due() (in time.Duration) {
	if s.at != nil {
		in = s.at.due()
	}
	if left := s.Idle - time.Since(s.heard); s.Idle > 0 && !s.plays() && (in == 0 || left < in) {
		in = max(left, time.Millisecond)
	}
	return in
}

// plays reports whether the player sits at a match that is in play.
func (s *session) plays() bool {
	return s.at != nil && s.at.snap != nil && s.at.snap.Own != games.Nobody && s.at.snap.Status == store.Live
}

// idled ends the conversation of a player who has long said nothing.
func (s *session) idled() {
	if s.Idle > 0 && !s.plays() && time.Since(s.heard) >= s.Idle {
		s.say(s.App.T("wd.idle"))
		s.over = true
	}
}

// say writes lines, each with its end, and keeps them for "again".
func (s *session) say(lines ...string) {
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
	s.last = lines
	if _, err := io.WriteString(s.Out, b.String()); err != nil {
		s.failed = err
	}
}

// fail says why something was refused.
func (s *session) fail(err error) { s.say(s.App.Sentence(err)) }

// list says a title and numbered choices, which stand until the next list.
func (s *session) list(title string, items []item) {
	s.menu = items
	said := []string{title}
	for i, it := range items {
		said = append(said, app.Itoa(i+1)+". "+it.text)
	}
	s.say(said...)
}

// pick does the numbered choice that was typed; false where it is none.
func (s *session) pick(typed string) bool {
	i := slices.IndexFunc(s.menu, func(it item) bool { return strings.EqualFold(it.text, typed) })
	if n, ok := number(typed); ok {
		i = n - 1
	}
	if i < 0 || i >= len(s.menu) {
		return false
	}
	s.menu[i].do()
	return true
}
