package pages

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/table"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/play/solo"
	"arcade/sessions/words"
	"arcade/store"
)

// BoardName names a board by the number of cards in a draw.
func BoardName(a *app.App, name string) string {
	return a.T(app.If(name == "draw3", "kp.draw.3", "kp.draw.1"))
}

// BoardOf returns the board of a run's rules. Not all rules have one.
func BoardOf(s *table.Snapshot) string {
	view, _ := s.View.(klondike.View)
	return view.Rules.String()
}

// rowOf returns a row's facts about its try.
func rowOf(s store.Score) (r klondike.Row) {
	if json.Unmarshal(s.Detail, &r) != nil {
		r = klondike.Row{Moves: int(-s.Value), Time: int64(-s.Tie)}
	}
	return r
}

// MovesAndTime returns a try's moves and its time, given in ms.
func MovesAndTime(a *app.App, moves int, ms int64) string {
	return a.T("kl.ghost", "m", moves, "t", tryTime(ms))
}

// Score returns a row's value: moves and time.
func Score(a *app.App, _ string, _ bool, s store.Score) string {
	r := rowOf(s)
	text := MovesAndTime(a, r.Moves, r.Time)
	if r.Guessable {
		text += " " + a.T("kp.old")
	}
	return text
}

// Figure returns the time of a row.
func Figure(s store.Score) string { return app.Took(time.Duration(rowOf(s).Time) * time.Millisecond) }

// Outcome returns the outcome of a finished try: the number of moves to the solution, or its progress.
func Outcome(a *app.App, m store.Match, _ int) string {
	var r struct {
		Won         bool
		Moves, Home int
	}
	switch {
	case len(m.Result) == 0 || json.Unmarshal(m.Result, &r) != nil || m.Reason == games.Aborted:
		return a.T("end.short." + m.Reason)
	case r.Won:
		return a.T("kp.out.won", "m", r.Moves)
	}
	return a.T("kp.out.lost", "n", r.Home)
}

// RuleText returns the rules in few words, without the usual ones.
func RuleText(lang words.Lang, r klondike.Rules) string {
	list := []string{words.T(lang, "kp.rule.draw", "n", r.Draw)}
	if r.Redeals != klondike.Unlimited {
		list = append(list, words.T(lang, "kp.rule.redeals", "n", r.Redeals))
	}
	if r.Recycle == klondike.Keep {
		list = append(list, words.T(lang, "kp.rule.keep"))
	}
	if !r.F2T {
		list = append(list, words.T(lang, "kp.rule.nof2t"))
	}
	return strings.Join(list, " ")
}

// ruleLine returns rules in the session's language.
func ruleLine(a *app.App, r klondike.Rules) string { return RuleText(a.Lang, r) }

// OptionsOf returns rules as a setup's options.
func OptionsOf(r klondike.Rules) json.RawMessage {
	raw, err := json.Marshal(r)
	if err != nil {
		panic(err) // two numbers, a word and a boolean always encode
	}
	return raw
}

// startOf returns the start of a deal from its seed and options.
func startOf(d deals.Info) (klondike.Start, error) {
	return klondike.ReadSetup(games.Setup{Game: klondike.Name, Seed: d.Seed, Options: d.Options})
}

// dealRules returns the rules of a deal. Its ID leaves open whether cards may come back from the
// foundations.
func dealRules(d deals.Info, f2t bool) klondike.Rules {
	start, err := startOf(d)
	if err != nil {
		return klondike.Standard() // the lobby has dealt from them
	}
	start.Rules.F2T = f2t
	return start.Rules
}

// DealOffer returns an offer of a try under rules, of a random deal unless a seed is added.
func DealOffer(r klondike.Rules) pairing.Offer {
	return pairing.Offer{Game: klondike.Name, Control: "none", Options: OptionsOf(r)}
}

// playDeal begins a try of a deal by its ID, under rules that fit it.
func playDeal(a *app.App, id string, r klondike.Rules) {
	o := DealOffer(r)
	o.Seed = id
	solo.Begin(a, o, a.Push, a.T("kp.resumed"))
}

// dailyTry returns the player's try of the day in a game, the zero Match before it and for a guest, whose
// tries are not kept.
func dailyTry(a *app.App, game string) store.Match {
	l, me := a.House.Lobby, a.Visit.Me()
	if me.Guest {
		return store.Match{}
	}
	const rows = 10 // a day has few, and this is called often
	today := l.Today()
	for after := ""; ; {
		page, err := l.Matches(a.Ctx, me.ID, after, rows)
		if err != nil {
			a.Report("matches of the day", err)
			return store.Match{}
		}
		for _, m := range page {
			if m.Game == game && m.Daily == today && m.Status != store.Open && m.Reason != games.Aborted {
				return m
			}
			if app.Day(m.Created) < today {
				return store.Match{}
			}
			after = m.ID
		}
		if len(page) < rows {
			return store.Match{}
		}
	}
}

// Daily returns the day's deal for the list of games: whether it was played, and its outcome. "" for a
// guest.
func Daily(a *app.App) string {
	if a.Visit.Me().Guest {
		return ""
	}
	switch m := dailyTry(a, klondike.Name); m.Status {
	case "":
		return a.T("kp.home.open")
	case store.Done:
		return a.T("kp.home.done", "s", Outcome(a, m, 0))
	}
	return a.T("kp.home.begun")
}

// Standing returns the standing of a try under rules without a board of their own: its place among the
// tries of the same deal. "" for a try on the boards.
func Standing(a *app.App, s *table.Snapshot) string {
	view, _ := s.View.(klondike.View)
	switch {
	case a.Visit.Me().Guest || s.Hinted || s.Result == nil || s.Result.Reason == games.Aborted:
		return ""
	case !view.Won:
		return a.T("kl.giveup.ranked")
	case !s.Seeded && standard(view.Rules):
		return ""
	}
	row, place, of, err := a.House.Lobby.ScoreOf(a.Ctx, deals.Board(klondike.Name, view.DealID), a.Visit.Me().ID)
	class := a.Class(s.Daily, s.Seeded, s.Hinted)
	if err == nil && place > 0 && row.Match == s.ID {
		return a.T("kp.place", "class", class, "n", place, "of", of)
	}
	return a.T("kp.counted", "class", class)
}

// StatsRows returns statistics as rows of text, those under each set of rules below its name.
func StatsRows(lang words.Lang, raw json.RawMessage) ([][]string, error) {
	s, err := klondike.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	if len(s.Sets) == 0 {
		return [][]string{{words.T(lang, "kp.stats.none")}}, nil
	}
	var rows [][]string
	for _, set := range s.Sets {
		rows = append(append(rows, []string{RuleText(lang, set.Rules)}), sheet(lang, s.Own().Of(set.Rules), s.Helped().Of(set.Rules)).Rows()...)
	}
	return rows, nil
}

// DealRows returns the tries by deal as rows of text, the first most deals in an order. A best has its date, and the
// id of its match for a replay.
func DealRows(lang words.Lang, raw json.RawMessage, order string, starred map[string]bool, most int) ([][]string, error) {
	s, err := klondike.ReadStats(raw)
	if err != nil {
		return nil, err
	}
	list := s.Deals(func(klondike.Try) bool { return true }, klondike.Order(slices.Index(klondike.OrderNames[:], order)))
	if len(list) == 0 {
		return [][]string{{words.T(lang, "kp.stats.none")}}, nil
	}
	best := func(key string, t *klondike.Try) string {
		if t == nil {
			return ""
		}
		at := strings.TrimSpace(app.Day(t.At) + " " + t.Match)
		return words.T(lang, key, "t", tryTime(t.Time), "n", t.Moves, "at", at)
	}
	var rows [][]string
	for _, d := range list[:min(len(list), most)] {
		latest := d.Tries[0]
		row := []string{latest.DealID}
		if r, ok := klondike.ParseRules(latest.Rules); ok {
			row = append(row, RuleText(lang, r))
		}
		if starred[latest.DealID] {
			row[0] += " *"
		}
		rows = append(rows, append(row, words.T(lang, "kp.deals.won", "n", len(d.Tries), "w", d.Won), best("kp.deals.time", d.Fastest), best("kp.deals.moves", d.Fewest)))
	}
	return rows, nil
}

// statusKeys has the words for statuses of a deal; all others are unknown.
var statusKeys = map[games.SolveStatus]string{
	games.Solvable: "kl.st.solvable", games.Unsolved: "kl.st.timeout", games.Unsolvable: "kl.st.never",
}

// Status returns the status of a deal, in words.
func Status(a *app.App, s games.SolveStatus) string {
	if key := statusKeys[s]; key != "" {
		return a.T(key)
	}
	return a.T("kl.st.unknown")
}

// DealStatus returns the name of a numbered deal, which can be won, or the status of another.
func DealStatus(a *app.App, v deals.Verdict) string {
	if v.Number > 0 {
		return numbered(a, v)
	}
	return Status(a, v.Status)
}

// numbered returns a deal's grade with its number, if it has one.
func numbered(a *app.App, v deals.Verdict) string {
	if v.Number == 0 {
		return dealGrade(a, v.Grade)
	}
	return a.T("kp.numbered", "g", dealGrade(a, v.Grade), "n", v.Number)
}

// fast is the time of a fast deal, in ms.
const fast = 5 * 60 * 1000

// Marks returns the milestones of solved deals, none for unreadable statistics.
func Marks(raw json.RawMessage) []play.Milestone {
	s, _ := klondike.ReadStats(raw)
	solved, quick, three := play.Milestone{Word: "kp.mark.solved"}, play.Milestone{Word: "kp.mark.fast"}, play.Milestone{Word: "kp.mark.three"}
	for _, set := range s.Sets {
		solved.Done = solved.Done || set.Won > 0
		quick.Done = quick.Done || set.Won > 0 && set.BestTime < fast
		three.Done = three.Done || set.Won > 0 && set.Rules.Draw == 3
	}
	return []play.Milestone{solved, quick, three}
}
