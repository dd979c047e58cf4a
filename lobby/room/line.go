package room

import (
	"errors"
	"fmt"

	"arcade/lobby/text"
)

// ErrOver is what [Lobby.CloseTable] says of a match that has ended.
var ErrOver = errors.New("the match is over")

// ErrLong is what is too long for the line in which it would be shown.
var ErrLong = errors.New("too long for one line")

// OneLine is text made safe to show, of so many cells at most; ErrLong.
func OneLine(s string, cells int) (string, error) {
	s = text.Line(s, cells+1)
	if text.Width(s) > cells {
		return "", fmt.Errorf("%w: %d cells at most", ErrLong, cells)
	}
	return s, nil
}
