package lobby

import (
	"errors"

	"arcade/lobby/analysis"
	"arcade/lobby/records"
)

// Analyse begins the analysis of a match that the visitor reads again, and ends the
// one that the visit had before; see [analysis.Study.Read]. It goes on in the background
// until the reader is closed, the visit ends or the lobby closes, and wakes the visit.
// ErrHidden for a match that is not over, games.ErrNotAllowed for a game that cannot be
// analysed.
func (v *Visit) Analyse(r *Replay) (*analysis.Reader, error) {
	s, err := v.l.Study(r)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.l.Closing() {
		return nil, ErrClosing
	}
	if err := v.Over(); err != nil {
		return nil, err
	}
	v.stopReading()
	v.analysis = s.Read(v.Asker(), v.Poke)
	return v.analysis, nil
}

// stopAnalysis ends the visit's analysis, where it has one, when the visit is over.
func (v *Visit) stopAnalysis() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stopReading()
}

// stopReading is stopAnalysis; the visit's lock is held.
func (v *Visit) stopReading() {
	if v.analysis != nil {
		v.analysis.Close()
		v.analysis = nil
	}
}

// What is refused where too many replays are open, at an address and in the whole house.
var (
	ErrManyReplays = records.ErrManyReplays
	ErrAllReplays  = records.ErrAllReplays
)

// Hold says that the visitor's screen keeps a replay open, until Drop or the visit's end.
// ErrManyReplays, ErrAllReplays; ErrLeft.
func (v *Visit) Hold(r *Replay) error {
	err := v.shelf.Hold(r)
	if errors.Is(err, records.ErrShut) {
		return ErrLeft
	}
	return err
}

// Drop says that the visitor's screen has closed a replay; it may be one that is not held.
func (v *Visit) Drop(r *Replay) { v.shelf.Drop(r) }
