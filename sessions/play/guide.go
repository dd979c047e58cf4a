package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// A game may guide a first round: a sentence in row 22 for each of the player's turns, in place
// of the prompt. It comes by itself on a first visit, once, and can be ended, or begun, by a key.

// guided is the setting that a game has guided the player, or was told not to.
func guided(game string) app.Setting[bool] { return app.Setting[bool]("guided_" + game) }

// guideFirst begins the guide of a newcomer.
func (t *Table) guideFirst(a *app.App) {
	if s := t.Snap; a.Visit.First() && s != nil && s.Own != games.Nobody && t.lessons() != nil && !guided(s.Game).Of(a) {
		t.lesson = 1
	}
}

// lessons are the guide's sentences, nil where the game has none.
func (t *Table) lessons() []string { return GameOf(t.Snap.Game).Lessons }

// teaches reports whether the turn now is one for a sentence of the guide: the first of them is
// what the game says of an ordinary turn.
func (t *Table) teaches(a *app.App) bool {
	return t.lesson > 0 && t.View.Coach(a) == a.T(t.lessons()[0])
}

// lessonText is the guide's present text.
func (t *Table) lessonText(a *app.App) string {
	if !t.teaches(a) {
		return app.When(t.lesson > 0, t.View.Coach(a))
	}
	return a.T(t.lessons()[t.lesson-1]) + "  w: " + a.T("key.stopguide")
}

// learnt goes on to the next sentence; after the last the guide is over.
func (t *Table) learnt(a *app.App) {
	if t.lesson++; t.lesson > len(t.lessons()) {
		t.endGuide(a)
	}
}

// endGuide ends the guide for good.
func (t *Table) endGuide(a *app.App) {
	t.lesson, t.Coach = 0, 0
	a.Change(func(s *app.Settings) { guided(t.Snap.Game).Put(s, true) })
}

// guideCommand ends the guide, or begins it.
func (t *Table) guideCommand() app.Command {
	if t.lesson > 0 {
		return app.Command{Key: guideKey, Menu: "menu.guide.off", Do: t.endGuide}
	}
	return app.Command{Key: guideKey, Menu: "menu.guide.on", Do: func(*app.App) { t.lesson = 1 }}
}

// guideKey is the key of the guide in the menu.
const guideKey ui.Key = "w"
