package play

import (
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Face distinguishes a game in pictures: its accent, and a tile of its table with its emblem, 8 by 4
// cells on cards and 6 by 2 in rows.
type Face struct {
	Accent ui.Token
	// Shade is a panel's ground mixed with the accent, for areas of charts.
	Shade        ui.Token
	Emblem, Tile *ui.Sprite
	// Mini draws a live table from its public view in 8 by 4 cells at x, y; nil for none.
	Mini func(g ui.Region, x, y int, view any)
}

// Accent returns a game's accent.
func Accent(game string) ui.Token {
	if accent := GameOf(game).Face.Accent; accent != 0 {
		return accent
	}
	return ui.Info
}

// NewFace reads a face from a text, with "emblem" and "tile" as in [ui.Sprites]. Package variables call it.
func NewFace(text string, accent ui.Ink) Face {
	sprites := ui.Sprites(text, nil)
	tok := ui.NewInk(accent)
	return Face{Accent: tok, Shade: ui.Mix(ui.Panel, tok, 0.22), Emblem: sprites["emblem"], Tile: sprites["tile"]}
}

// titled draws the game's titles in the top bar in its accent.
func (f Face) titled(game string) {
	if f.Accent == 0 {
		return
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		ui.NameAccent(words.T(lang, "game."+game), f.Accent)
	}
}
