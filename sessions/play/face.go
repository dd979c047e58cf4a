package play

import (
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// Face is how a game is told from others where pictures are drawn: its accent, and a tile of
// its table with its one thing, 8 by 4 cells on cards and 6 by 2 in rows.
type Face struct {
	Accent ui.Token
	// Shade is a panel's ground with some of the accent in it, for areas of charts.
	Shade        ui.Token
	Emblem, Tile *ui.Sprite
	// Mini draws a live table in 8 by 4 cells at x, y, from what everybody may see of it; nil
	// for none.
	Mini func(g ui.Region, x, y int, view any)
}

// Accent is a game's accent.
func Accent(game string) ui.Token {
	if accent := GameOf(game).Face.Accent; accent != 0 {
		return accent
	}
	return ui.Info
}

// NewFace reads a face from JSON, "emblem" and "tile" as [ui.Sprites] has them. Package
// variables call it.
func NewFace(data []byte, accent ui.Ink) Face {
	sprites := ui.Sprites(data, nil)
	tok := ui.NewInk(accent)
	return Face{Accent: tok, Shade: ui.Mix(ui.Panel, tok, 0.22), Emblem: sprites["emblem"], Tile: sprites["tile"]}
}

// titled gives the game's titles in the top bar its accent.
func (f Face) titled(game string) {
	if f.Accent == 0 {
		return
	}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		ui.NameAccent(words.T(lang, "game."+game), f.Accent)
	}
}
