// Package analysis lets games judge finished matches action by action. Simultaneous readers of a match
// share the work. The result is kept as a note of the match, so that later readers have it at once. The
// work uses the places of the house's bots, and gives up its own for a moment now and then.
package analysis

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"

	"arcade/games"
	"arcade/lobby/ledger"
	"arcade/lobby/turns"
	"arcade/store"
	"arcade/store/notes"
)

// glanceNodes is the number of positions for each action in the first, quick analysis.
const glanceNodes = 20_000

// House has the lobby's methods for analyses.
type House interface {
	// NoteMatch calls write to store a note of a match, unless the match has been removed meanwhile.
	NoteMatch(match string, write func() error) error
	// Context ends when the house closes; nothing is written after that.
	Context() context.Context
}

// Desk analyses matches. It is safe for use by many goroutines.
type Desk struct {
	house House
	store store.Store
	log   *slog.Logger
	turns *turns.Turns
	// analysts has a place for each analysis that runs and does not wait for its turn.
	analysts chan struct{}
	work     sync.WaitGroup

	mu      sync.Mutex
	studies map[string]*Study // running, by match ID
}

// New returns the desk of a house, whose work is done in turns.
func New(house House, s store.Store, log *slog.Logger, turns *turns.Turns) *Desk {
	return &Desk{
		house: house, store: s, log: log, turns: turns, analysts: make(chan struct{}, turns.Places()),
		studies: map[string]*Study{},
	}
}

// Wait waits until all work has ended, which happens after the house has closed.
func (d *Desk) Wait() { d.work.Wait() }

// Reader follows the analysis of a finished match, and is woken when there is more of it.
type Reader struct {
	s    *Study
	wake func()
}

// Findings are the results of an analysis so far.
type Findings struct {
	// Judged are the judgements in the order of play. The analysis works back from the last action,
	// so judgements of the first actions may still be missing.
	Judged []games.Judgement
	// Done is the number of the last judgements that are final; a quick judgement of the whole match comes
	// before them. Of is their final number.
	Done, Of int
	// Luck compares the result with the deal. It comes last, and is nil until then and for a game without
	// luck.
	Luck *games.Luck
	// Over reports whether nothing more will come. If Done is less than Of then, the analysis has failed
	// or was stopped.
	Over bool
}

// Study is the analysis of a match; all its readers share it.
type Study struct {
	d     *Desk
	game  games.Analyser
	rec   store.Match
	plies []games.Action
	ctx   context.Context // ends when no reader is left, or the house closes
	quit  context.CancelFunc

	readers map[*Reader]struct{} // guarded by d.mu

	mu   sync.Mutex
	list []games.Judgement
	from int // the first known one of list
	done int // number of final judgements, from the end
	luck *games.Luck
	over bool
}

// Study prepares the analysis of a finished match, without starting it. The result of an earlier analysis
// is there at once.
func (d *Desk) Study(game games.Analyser, rec store.Match, plies []games.Ply) (*Study, error) {
	s := &Study{
		d: d, game: game, rec: rec, plies: ledger.Actions(plies), readers: map[*Reader]struct{}{},
		list: make([]games.Judgement, len(plies)), from: len(plies),
	}
	return s, s.remember(plies)
}

// Known returns the judgements if all of them are known already, otherwise nil. It starts nothing.
func (s *Study) Known() []games.Judgement {
	if !s.over {
		return nil
	}
	return s.list
}

// Read starts the work, or joins the analysis that is running. The work goes on in the background until
// all its readers have closed, or the house has. who, the first reader, pays for the processor time. Read
// calls wake when there is more; wake must not wait.
func (s *Study) Read(who turns.Payer, wake func()) *Reader {
	d := s.d
	d.mu.Lock()
	defer d.mu.Unlock()
	if running := d.studies[s.rec.ID]; running != nil && !s.over {
		s = running
	} else if !s.over {
		if s.rec.ID != "" { // a match between bots that was only shown has no ID
			d.studies[s.rec.ID] = s
		}
		s.ctx, s.quit = context.WithCancel(turns.By(d.house.Context(), who))
		d.work.Go(s.run)
	}
	r := &Reader{s, wake}
	s.readers[r] = struct{}{}
	return r
}

// Findings returns the findings so far.
func (r *Reader) Findings() Findings {
	s := r.s
	s.mu.Lock()
	defer s.mu.Unlock()
	return Findings{Judged: slices.Clone(s.list[s.from:]), Done: s.done, Of: len(s.list), Luck: s.luck, Over: s.over}
}

// Close ends the analysis for this reader, and stops the work if it was the last. It may be called again.
func (r *Reader) Close() {
	s, d := r.s, r.s.d
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := s.readers[r]; !ok {
		return
	}
	delete(s.readers, r)
	if len(s.readers) == 0 {
		if s.quit != nil { // nil if it was over from the start
			s.quit()
		}
		d.drop(s)
	}
}

// drop removes a study from the running ones. The caller holds the lock.
func (d *Desk) drop(s *Study) {
	if d.studies[s.rec.ID] == s {
		delete(d.studies, s.rec.ID)
	}
}

// run does the work. It waits for a place first, since each analysis takes memory.
func (s *Study) run() {
	d := s.d
	defer s.quit() // frees the context
	defer s.end()
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("panic", "where", "analysis", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	select {
	case d.analysts <- struct{}{}:
		defer func() { <-d.analysts }()
	case <-s.ctx.Done():
		return
	}
	err := d.turns.Do(s.ctx, turns.Analysis, s.analyse)
	if err == nil {
		err = s.save()
	}
	if err != nil && !errors.Is(err, games.ErrStopped) && s.ctx.Err() == nil {
		d.log.Error("analysis", "match", s.rec.ID, "game", s.rec.Game, "err", err)
	}
}

// analyse has the game judge the match, at the pace of the work in ctx.
func (s *Study) analyse(ctx context.Context) error {
	stop := func() bool { return turns.Pace(ctx) != nil }
	_, err := s.game.Analyse(ledger.Setup(s.rec), s.plies, games.Limit{Nodes: glanceNodes, Stop: stop}, func(j games.Judgement) {
		s.tell(j, 0)
	})
	if err == nil {
		_, err = s.game.Analyse(ledger.Setup(s.rec), s.plies, games.Limit{Stop: stop}, func(j games.Judgement) {
			s.tell(j, len(s.list)-j.Ply)
		})
	}
	if game, ok := s.game.(games.LuckAnalyser); ok && err == nil {
		var luck games.Luck
		if luck, err = game.AnalyseLuck(ledger.Setup(s.rec), s.plies, games.Seat(s.rec.Winner), games.Limit{Stop: stop}); err == nil {
			s.mu.Lock()
			s.luck = &luck
			s.mu.Unlock()
		}
	}
	return err
}

// tell notes a judgement, of which done are final now, and wakes the readers.
func (s *Study) tell(j games.Judgement, done int) {
	s.mu.Lock()
	s.from = min(s.from, j.Ply)
	s.done = done
	s.list[j.Ply] = j
	s.mu.Unlock()
	s.wake()
}

// end tells the readers that nothing more will come.
func (s *Study) end() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.d.mu.Lock()
	s.d.drop(s)
	s.d.mu.Unlock()
	s.wake()
}

func (s *Study) wake() {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	for r := range s.readers {
		r.wake()
	}
}

// analysisNote is the stored analysis. A note of another version of the judge is replaced.
type analysisNote struct {
	Judge int         `json:"judge"`
	Plies []judgedAs  `json:"plies"`
	Luck  *games.Luck `json:"luck,omitempty"`
}

// judgedAs is a judgement without the facts in the match's log.
type judgedAs struct {
	Best    games.Action   `json:"best,omitempty"` // "" if it was played
	Before  float64        `json:"before"`
	After   float64        `json:"after"`
	Exact   bool           `json:"exact,omitempty"`
	Missed  bool           `json:"missed,omitempty"`
	Options []games.Option `json:"options,omitempty"`
}

// maxKept limits the matches whose analysis is stored, in plies. Each ply takes about 60 bytes, and 40 more
// for each alternative that the judge weighs.
const maxKept = 1000

// analyses are the notes of matches' analyses; see docs/store.md.
var analyses = notes.New[analysisNote]("GAME/analysis", "MATCH").PerMatch()

// save stores a finished analysis.
func (s *Study) save() error {
	if s.rec.ID == "" || len(s.list) == 0 || len(s.list) > maxKept {
		return nil
	}
	note := analysisNote{Judge: s.game.Judge(), Luck: s.luck}
	for _, j := range s.list {
		as := judgedAs{Before: j.Before, After: j.After, Exact: j.Exact, Missed: j.Missed, Options: j.Options}
		if j.Best != j.Played {
			as.Best = j.Best
		}
		note.Plies = append(note.Plies, as)
	}
	return s.d.house.NoteMatch(s.rec.ID, func() error {
		return analyses.In(s.rec.Game).Put(context.WithoutCancel(s.d.house.Context()), s.d.store, s.rec.ID, note)
	})
}

// remember loads a stored analysis if it is by the same version of the judge.
func (s *Study) remember(plies []games.Ply) error {
	if len(plies) == 0 {
		s.over = true
		return nil
	}
	if s.rec.ID == "" {
		return nil
	}
	note, ok, err := analyses.In(s.rec.Game).Get(context.WithoutCancel(s.d.house.Context()), s.d.store, s.rec.ID)
	if err != nil || !ok || note.Judge != s.game.Judge() || len(note.Plies) != len(plies) {
		return err
	}
	for i, as := range note.Plies {
		j := games.Judgement{
			Ply: i, Seat: plies[i].Seat, Played: plies[i].Action, Best: as.Best,
			Before: as.Before, After: as.After, Exact: as.Exact, Missed: as.Missed, Options: as.Options,
		}
		if j.Best == "" {
			j.Best = j.Played
		}
		s.list[i] = j
	}
	s.from, s.done, s.luck, s.over = 0, len(plies), note.Luck, true
	return nil
}
