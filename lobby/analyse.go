package lobby

import (
	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/store"
)

// CanAnalyse tells that the finished matches of a game can be analysed.
func (l *Lobby) CanAnalyse(game string) bool { return l.analyser(game) != nil }

// analyser is a game as an Analyser, nil where it judges nothing.
func (l *Lobby) analyser(game string) games.Analyser {
	return games.As[games.Analyser](l.cfg.Games, game)
}

// Analyse begins the analysis of a match that the visitor reads again, and ends the
// one that the visit had before; see [analysis.Study.Read]. It goes on in the background
// until the reader is closed, the visit ends or the lobby closes, and wakes the visit.
// ErrHidden for a match that is not over, games.ErrNotAllowed for a game that cannot be
// analysed.
func (v *Visit) Analyse(r *Replay) (*analysis.Reader, error) {
	l, rec := v.l, r.Match
	game := l.analyser(rec.Game)
	switch {
	case rec.Status != store.Done:
		return nil, ErrHidden
	case game == nil:
		return nil, games.ErrNotAllowed
	}
	s, err := l.desk.Study(game, rec, r.Plies)
	if err != nil {
		return nil, err
	}
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
	v.analysis = s.Read(v.asker(), v.poke)
	return v.analysis, nil
}

// Judged is what an earlier analysis of a finished match has kept, nil for nothing.
func (l *Lobby) Judged(r *Replay) []games.Judgement {
	game := l.analyser(r.Match.Game)
	if r.Match.Status != store.Done || game == nil {
		return nil
	}
	s, err := l.desk.Study(game, r.Match, r.Plies)
	if err != nil {
		l.log.Error("analysis", "match", r.Match.ID, "err", err)
		return nil
	}
	return s.Known()
}

// stopAnalysis ends the visit's analysis, where it has one. The lobby's lock is held.
func (v *Visit) stopAnalysis() {
	if v.analysis != nil {
		v.analysis.Close()
		v.analysis = nil
	}
}
