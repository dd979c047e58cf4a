package profile

import (
	"cmp"
	"slices"
	"strings"

	"arcade/games"
	"arcade/lobby/records"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/store"
)

// mark is something that a player can reach once.
type mark struct {
	text string
	game string // "" for the arcade's own
	done bool
	at   int64 // when it was reached, 0 if unknown
}

// The steps of the arcade's own marks.
const (
	fewGames, manyGames  = 50, 500
	manyPeople           = 10
	streakWeek, streakOf = 7, 30 // days in a row
)

// marks returns all marks: reached ones first, the latest of them on top.
func (p *Page) marks(a *app.App) []mark {
	list := append(p.ownMarks(a), p.ladderMarks(a)...)
	for _, g := range p.data.Games {
		for _, m := range p.milestones[g.Game] {
			list = append(list, mark{text: a.T(m.Word), game: g.Game, done: m.Done, at: m.At})
		}
	}
	slices.SortStableFunc(list, func(x, y mark) int {
		return cmp.Or(cmp.Compare(app.If(y.done, 1, 0), app.If(x.done, 1, 0)), cmp.Compare(y.at, x.at))
	})
	return list
}

// readMilestones reads the games' marks from the statistics.
func (p *Page) readMilestones(a *app.App) map[string][]play.Milestone {
	all := map[string][]play.Milestone{}
	p.kept = map[string]bool{}
	for _, g := range p.data.Games {
		f := play.GameOf(g.Game).Marks
		if f == nil {
			continue
		}
		raw, err := a.House.Lobby.Stats(a.Ctx, g.Game, p.id)
		if err != nil {
			a.Report("profile", err)
			continue
		}
		all[g.Game], p.kept[g.Game] = f(raw), len(raw) > 0
	}
	return all
}

// Said names the marks that a player has reached, and their number.
func Said(a *app.App, data records.Profile, longest int) string {
	p := &Page{id: data.ID, data: data, longest: longest}
	p.past.read(a, p.id)
	p.milestones = p.readMilestones(a)
	all := p.marks(a)
	var list []string
	for _, m := range all[:reached(all)] {
		text := m.text
		if m.game != "" {
			text += ", " + a.T("game."+m.game)
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return a.T("wd.marks.none", "of", len(all))
	}
	return a.T("wd.marks", "n", len(list), "of", len(all), "list", strings.Join(list, "; "))
}

// reached returns the number of reached marks, which stand first.
func reached(list []mark) (n int) {
	for n < len(list) && list[n].done {
		n++
	}
	return n
}

// ownMarks returns the marks for the amount of play.
func (p *Page) ownMarks(a *app.App) []mark {
	games := func(n int) mark {
		m := mark{text: a.T("mark.games", "n", n), done: len(p.past.list) >= n}
		if m.done && !p.past.capped {
			m.at = p.past.list[n-1].ended
		}
		return m
	}
	won := mark{text: a.T("mark.won")}
	for _, m := range p.past.list {
		if m.won {
			won.done, won.at = true, app.If(p.past.capped, 0, m.ended)
			break
		}
	}
	people := map[string]bool{}
	for _, v := range p.data.Versus {
		if !app.IsBot(v.Opponent) {
			people[v.Opponent] = true
		}
	}
	counts := p.past.counts()
	every := !slices.ContainsFunc(p.data.Games, func(g records.GameProfile) bool {
		return counts[g.Game] == 0 && g.Tally == (store.Tally{}) && !p.kept[g.Game]
	})
	return []mark{
		won, games(fewGames), games(manyGames),
		{text: a.T("mark.every"), done: every},
		{text: a.T("mark.people", "n", manyPeople), done: len(people) >= manyPeople},
		{text: a.T("mark.streak", "n", streakWeek), done: p.longest >= streakWeek},
		{text: a.T("mark.streak", "n", streakOf), done: p.longest >= streakOf},
	}
}

// ladderMarks returns the beaten bots of the ladders, the two strongest of each.
func (p *Page) ladderMarks(a *app.App) (list []mark) {
	for _, g := range a.House.Lobby.Games() {
		l, ok := g.(games.Laddered)
		if !ok {
			continue
		}
		name, rungs := g.Info().Name, l.Ladder()
		for _, r := range rungs[max(len(rungs)-2, 0):] {
			m := mark{text: a.T("mark.bot", "bot", a.T("bot."+r.Bot)), game: name}
			m.done = slices.ContainsFunc(p.data.Versus, func(v store.Versus) bool {
				return v.Game == name && v.Opponent == "bot:"+r.Bot && v.Won > 0
			})
			for _, one := range p.past.list {
				if one.game == name && one.bot == r.Bot {
					m.done, m.at = true, one.ended
					break
				}
			}
			list = append(list, m)
		}
	}
	return list
}
