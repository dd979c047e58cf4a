package records

import (
	"errors"

	"arcade/games"
	"arcade/lobby/analysis"
	"arcade/lobby/table"
	"arcade/store"
)

// CanAnalyse reports whether the finished matches of a game can be analysed.
func (rs *Records) CanAnalyse(game string) bool { return rs.analyser(game) != nil }

// analyser returns a game as an Analyser, nil if it cannot judge.
func (rs *Records) analyser(game string) games.Analyser {
	return games.As[games.Analyser](rs.cfg.Games, game)
}

// Study returns the analysis of a replay's match: ErrHidden for a match that is not over,
// games.ErrNotAllowed for a game that cannot be analysed.
func (rs *Records) Study(r *Replay) (*analysis.Study, error) {
	game := rs.analyser(r.Match.Game)
	switch {
	case r.Match.Status != store.Done:
		return nil, table.ErrHidden
	case game == nil:
		return nil, games.ErrNotAllowed
	}
	return rs.cfg.Desk.Study(game, r.Match, r.Plies)
}

// Judged returns the stored judgements of an earlier analysis of a finished match, nil for none.
func (rs *Records) Judged(r *Replay) []games.Judgement {
	s, err := rs.Study(r)
	switch {
	case errors.Is(err, table.ErrHidden) || errors.Is(err, games.ErrNotAllowed):
		return nil
	case err != nil:
		rs.cfg.Log.Error("analysis", "match", r.Match.ID, "err", err)
		return nil
	}
	return s.Known()
}
