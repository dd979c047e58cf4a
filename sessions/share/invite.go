package share

import (
	"io"

	"arcade/games"
	"arcade/sessions/app"
	"arcade/sessions/play"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// opening is the number of actions of a match for two in an invitation.
const opening = 12

// begun returns a match of a game after its first actions, always the same; a run of one player is at its
// start.
func begun(g games.Game) (games.Position, error) {
	p, err := g.Start(games.Setup{Game: g.Info().Name, Seed: "1"})
	if err != nil || g.Info().Seats < 2 {
		return p, err
	}
	for range opening {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		if _, err := p.Apply(legal[len(legal)/2]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// WriteHouse writes a card that invites to the arcade in one of the formats: its name, the games' tiles,
// and the ways in. A PNG is in English.
func WriteHouse(w io.Writer, format string, lang words.Lang, list []games.Game, way app.Way) error {
	return write(w, format, lang, func(lang words.Lang, rich bool) *ui.Canvas {
		a, c, y, x := app.ForPictures(lang, 0, 0), blank(rich), 1, 2
		if rich {
			c.Wordmark(x, y)
			y += 4
			for _, g := range list {
				if s := play.GameOf(g.Info().Name).Face.Tile; s != nil && x+s.W <= width-2 {
					c.Stamp(x, y, s)
					x += s.W + 1
				}
			}
			y += 4
		} else {
			c.Name(x, y, 0)
			y += 2
		}
		for _, line := range ui.Wrap(a.T("web.about"), width-4) {
			if y < last-1 {
				c.TextCut(2, y, width-4, ui.Text, line)
				y++
			}
		}
		ways(c, way, "/")
		return c
	})
}

// blank returns an empty card.
func blank(rich bool) *ui.Canvas {
	c := ui.New(width, height)
	if c.Rich = rich; rich {
		c.Fill(ui.Rect{W: width, H: height}, ui.Panel)
	}
	return c
}

// ways writes the ways in at a card's foot: the SSH command, and beside or above it a page's address.
func ways(c *ui.Canvas, way app.Way, path string) {
	c.TextCut(1, last, width-2, ui.Accent|ui.Bold, way.SSH)
	web := way.Page(path)
	switch wide := ui.Width(web); {
	case web == "" || wide > width-2:
	case ui.Width(way.SSH)+wide+3 <= width:
		c.TextRight(width-1, last, ui.Muted, web)
	default:
		c.TextRight(width-1, 0, ui.Muted, web)
	}
}
