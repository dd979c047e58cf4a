package lobby

import (
	"errors"

	"arcade/lobby/analysis"
	"arcade/lobby/directory"
	"arcade/lobby/records"
)

// Analyse begins the analysis of a match that the visitor replays, and ends the visit's previous
// one; see [analysis.Study.Read]. It runs until the reader is closed, the visit ends or the lobby
// closes, and wakes the visit. ErrHidden for an unfinished match, games.ErrNotAllowed for a game
// without an analysis.
func (v *Visit) Analyse(r *records.Replay) (*analysis.Reader, error) {
	s, err := v.l.Study(r)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.l.Closing() {
		return nil, directory.ErrClosing
	}
	if err := v.Over(); err != nil {
		return nil, err
	}
	v.stopReading()
	v.analysis = s.Read(v.Payer(), v.Poke)
	return v.analysis, nil
}

// stopAnalysis ends the visit's analysis, if any, with the visit.
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

// Hold records that the visitor has a replay open, until Drop or the visit's end.
// records.ErrManyReplays, records.ErrAllReplays, ErrLeft.
func (v *Visit) Hold(r *records.Replay) error {
	err := v.shelf.Hold(r)
	if errors.Is(err, records.ErrShut) {
		return directory.ErrLeft
	}
	return err
}

// Drop records that the visitor has closed a replay. Other replays are ignored.
func (v *Visit) Drop(r *records.Replay) { v.shelf.Drop(r) }
