package lobby

import (
	"errors"
	"slices"
	"sync"
	"time"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/store"
)

const (
	// turnTime is how long an analysis keeps its place among the thinkers before it lets
	// a bot that waits for one go first.
	turnTime = 50 * time.Millisecond
	// glanceNodes are the positions for each action of the first, quick look at a match.
	glanceNodes = 20_000
)

// Analysis is the analysis of a finished match as one visit follows it. Its visit is
// woken whenever there is more of it.
type Analysis struct {
	v *Visit
	s *study
}

// Findings is how far an analysis has come.
type Findings struct {
	// Judged are the judgements in the order of play. At first those that are missing at
	// the front are left out: it works from the last action back.
	Judged []games.Judgement
	// Done is how many of the last of them are for good: a quick look at the whole match
	// comes before. Of is how many there will be.
	Done, Of int
	// Over tells that nothing more will come; where Done is less than Of then, it has failed
	// or was stopped.
	Over bool
}

// study is the work behind the analyses of a match: one for all who look at it.
type study struct {
	l     *Lobby
	game  games.Analyser
	rec   store.Match
	plies []games.Action
	quit  chan struct{} // closed when nobody is left who wants it

	readers map[*Analysis]struct{} // guarded by l.mu

	mu   sync.Mutex
	list []games.Judgement
	from int // the first of list that is known
	done int // how many of its last are for good
	over bool
}

// CanAnalyse tells that the finished matches of a game can be analysed.
func (l *Lobby) CanAnalyse(game string) bool { return l.analyser(game) != nil }

// analyser is a game as an Analyser, nil where it judges nothing.
func (l *Lobby) analyser(game string) games.Analyser {
	return games.As[games.Analyser](l.cfg.Games, game)
}

// Analyse begins the analysis of a match that the visitor reads again, and ends the
// one that the visit had before. Those who read the same match at the same time share
// the work; what comes of it is kept, so that later readers have it at once. It goes on
// in the background until Close, or the end of the visit. ErrHidden for a match that is
// not over, games.ErrNotAllowed for a game that cannot be analysed.
func (v *Visit) Analyse(r *Replay) (*Analysis, error) {
	l, rec := v.l, r.Match
	game := l.analyser(rec.Game)
	switch {
	case rec.Status != store.Done:
		return nil, ErrHidden
	case game == nil:
		return nil, games.ErrNotAllowed
	}
	s := &study{
		l: l, game: game, rec: rec, plies: ledger.Actions(r.Plies), quit: make(chan struct{}), readers: map[*Analysis]struct{}{},
		list: make([]games.Judgement, len(r.Plies)), from: len(r.Plies),
	}
	if err := s.remember(r.Plies); err != nil {
		return nil, err
	}
	a := &Analysis{v: v}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.Closing():
		return nil, ErrClosing
	case v.superseded:
		return nil, ErrSuperseded
	case v.gone:
		return nil, ErrLeft
	}
	v.stopAnalysis()
	if running := l.studies[rec.ID]; running != nil && !s.over {
		s = running
	} else if !s.over {
		if rec.ID != "" { // a match between bots that was only shown has none
			l.studies[rec.ID] = s
		}
		l.wg.Add(1)
		go s.run()
	}
	a.s, v.analysis = s, a
	s.readers[a] = struct{}{}
	return a, nil
}

// Findings is what is known by now.
func (a *Analysis) Findings() Findings {
	s := a.s
	s.mu.Lock()
	defer s.mu.Unlock()
	return Findings{Judged: slices.Clone(s.list[s.from:]), Done: s.done, Of: len(s.list), Over: s.over}
}

// Close ends the analysis for its visit, and the work where nobody else follows it.
// It may be called again.
func (a *Analysis) Close() {
	a.v.l.mu.Lock()
	defer a.v.l.mu.Unlock()
	a.closeLocked()
}

// stopAnalysis ends the visit's analysis, where it has one. The lobby's lock is held.
func (v *Visit) stopAnalysis() {
	if v.analysis != nil {
		v.analysis.closeLocked()
	}
}

// closeLocked is Close with the lobby's lock held.
func (a *Analysis) closeLocked() {
	if a.v.analysis == a {
		a.v.analysis = nil
	}
	s := a.s
	if _, ok := s.readers[a]; !ok {
		return
	}
	delete(s.readers, a)
	if len(s.readers) == 0 {
		close(s.quit)
		if s.l.studies[s.rec.ID] == s {
			delete(s.l.studies, s.rec.ID)
		}
	}
}

// run does the work, one of as many as may think at a time: each takes memory.
func (s *study) run() {
	l := s.l
	defer l.wg.Done()
	defer s.end()
	defer l.guard("analysis")
	select {
	case l.analysts <- struct{}{}:
		defer func() { <-l.analysts }()
	case <-s.quit:
		return
	case <-l.stop:
		return
	}
	p := &place{l: l, quit: s.quit}
	if !p.take() {
		return
	}
	defer p.leave()
	_, err := s.game.Analyse(ledger.Setup(s.rec), s.plies, games.Limit{Nodes: glanceNodes, Stop: p.stop}, func(j games.Judgement) {
		s.tell(j, 0)
	})
	if err == nil {
		_, err = s.game.Analyse(ledger.Setup(s.rec), s.plies, games.Limit{Stop: p.stop}, func(j games.Judgement) {
			s.tell(j, len(s.list)-j.Ply)
		})
	}
	if err == nil {
		err = s.keep()
	}
	if err != nil && !errors.Is(err, games.ErrStopped) {
		l.log.Error("analysis", "match", s.rec.ID, "game", s.rec.Game, "err", err)
	}
}

// tell takes a judgement, with which so many are done, and wakes the readers.
func (s *study) tell(j games.Judgement, done int) {
	s.mu.Lock()
	s.from = min(s.from, j.Ply)
	s.done = done
	s.list[j.Ply] = j
	s.mu.Unlock()
	s.wake()
}

// end tells the readers that nothing more comes.
func (s *study) end() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.l.mu.Lock()
	if s.l.studies[s.rec.ID] == s {
		delete(s.l.studies, s.rec.ID)
	}
	s.l.mu.Unlock()
	s.wake()
}

func (s *study) wake() {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	for a := range s.readers {
		a.v.poke()
	}
}

// place is a place among the thinkers that is given up for a moment now and then.
type place struct {
	l     *Lobby
	quit  <-chan struct{}
	since time.Time
	held  bool
}

// take waits for a place, and tells false where none is wanted any more.
func (p *place) take() bool {
	select {
	case p.l.thinkers <- struct{}{}:
		p.held, p.since = true, time.Now()
		return !p.unwanted()
	case <-p.quit:
	case <-p.l.stop:
	}
	return false
}

func (p *place) leave() {
	if p.held {
		p.held = false
		<-p.l.thinkers // whoever waits longest has it now
	}
}

func (p *place) unwanted() bool {
	select {
	case <-p.quit:
		return true
	case <-p.l.stop:
		return true
	default:
		return false
	}
}

// stop is the Stop of a limit; it takes its time while others have the place.
func (p *place) stop() bool {
	if !p.held || p.unwanted() {
		return true
	}
	if time.Since(p.since) < turnTime {
		return false
	}
	p.leave()
	return !p.take()
}

// analysisNote is what is kept of an analysis. A note of another judge is replaced.
type analysisNote struct {
	Judge int        `json:"judge"`
	Plies []judgedAs `json:"plies"`
}

// judgedAs is a judgement without what the log of the match says.
type judgedAs struct {
	Best   games.Action `json:"best,omitempty"` // "" where it was played
	Before float64      `json:"before"`
	After  float64      `json:"after"`
	Exact  bool         `json:"exact,omitempty"`
	Missed bool         `json:"missed,omitempty"`
}

// maxKept is the longest match whose analysis is kept, in plies: about 60 bytes each.
const maxKept = 1000

func analysisSpace(game string) string { return game + "/analysis" }

// keep notes a finished analysis.
func (s *study) keep() error {
	if s.rec.ID == "" || len(s.list) == 0 || len(s.list) > maxKept {
		return nil
	}
	note := analysisNote{Judge: s.game.Judge()}
	for _, j := range s.list {
		as := judgedAs{Before: j.Before, After: j.After, Exact: j.Exact, Missed: j.Missed}
		if j.Best != j.Played {
			as.Best = j.Best
		}
		note.Plies = append(note.Plies, as)
	}
	return host{s.l}.NoteMatch(analysisSpace(s.rec.Game), s.rec.ID, note)
}

// remember takes what was kept of an analysis, where that is by the same judge.
func (s *study) remember(plies []games.Ply) error {
	if len(plies) == 0 {
		s.over = true
		return nil
	}
	if s.rec.ID == "" {
		return nil
	}
	var note analysisNote
	ok, err := store.ReadNote(s.l.cfg.Store, analysisSpace(s.rec.Game), s.rec.ID, &note)
	if err != nil || !ok || note.Judge != s.game.Judge() || len(note.Plies) != len(plies) {
		return err
	}
	for i, as := range note.Plies {
		j := games.Judgement{
			Ply: i, Seat: plies[i].Seat, Played: plies[i].Action, Best: as.Best,
			Before: as.Before, After: as.After, Exact: as.Exact, Missed: as.Missed,
		}
		if j.Best == "" {
			j.Best = j.Played
		}
		s.list[i] = j
	}
	s.from, s.done, s.over = 0, len(plies), true
	return nil
}
