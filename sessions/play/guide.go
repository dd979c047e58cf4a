package play

import (
	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/ui"
)

// A game may guide a first round: the message row shows a sentence for each of the player's turns in place of the
// prompt. The guide starts by itself once, on a first visit; a key ends or starts it.

// guided is the setting that the game's guide has ended.
func guided(game string) app.Setting[bool] { return app.Setting[bool]("guided_" + game) }

// guideFirst starts the guide for a newcomer.
func (t *Table) guideFirst(a *app.App) {
	if s := t.Snap; a.Visit.First() && s != nil && s.Own != games.Nobody && t.lessons() != nil && !guided(s.Game).Of(a) {
		t.lesson = 1
	}
}

// lessons returns the guide's sentences, nil if the game has none.
func (t *Table) lessons() []string { return GameOf(t.Snap.Game).Lessons }

// teaches reports whether the guide has a sentence for this turn: the coach shows its text for an
// ordinary turn, which is the first lesson.
func (t *Table) teaches(a *app.App) bool {
	return t.lesson > 0 && t.Game.NewcomerPrompt(a) == a.T(t.lessons()[0])
}

// lessonText returns the guide's present text.
func (t *Table) lessonText(a *app.App) string {
	if !t.teaches(a) {
		return app.TextIf(t.lesson > 0, t.Game.NewcomerPrompt(a))
	}
	text := a.T(t.lessons()[t.lesson-1])
	if a.Touched() { // the menu hides it
		return text
	}
	text += "  w: "
	if hide := a.T("key.stopguide"); ui.Width(text+hide) <= ui.Wide(a.W)-clockRoom {
		return text + hide
	}
	return text + a.Short("key.stopguide")
}

// clockRoom is the width in cells of the longest clock beside the text.
const clockRoom = 16

// learnt goes on to the next sentence; after the last one the guide ends.
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

// guideCommand ends or starts the guide.
func (t *Table) guideCommand() app.Command {
	if t.lesson > 0 {
		return app.Command{Key: guideKey, Menu: "menu.guide.off", Do: t.endGuide}
	}
	return app.Command{Key: guideKey, Menu: "menu.guide.on", Do: func(*app.App) { t.lesson = 1 }}
}

// guideKey is the key of the guide in the menu.
const guideKey ui.Key = "w"
