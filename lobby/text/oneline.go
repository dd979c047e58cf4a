package text

import (
	"errors"
	"fmt"
)

// ErrLong refuses a text that is too long for the line in which it would be shown.
var ErrLong = errors.New("too long for one line")

// OneLine is text made safe to show, of so many cells at most; ErrLong.
func OneLine(s string, cells int) (string, error) {
	s = Line(s, cells+1)
	if Width(s) > cells {
		return "", fmt.Errorf("%w: %d cells at most", ErrLong, cells)
	}
	return s, nil
}
