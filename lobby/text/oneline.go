package text

import (
	"errors"
	"fmt"
)

// ErrLong says that a text is too long for its line.
var ErrLong = errors.New("too long for one line")

// OneLine makes a text safe to show, in at most cells cells. It fails with ErrLong.
func OneLine(s string, cells int) (string, error) {
	s = Line(s, cells+2) // a blank at the end would be cut off, but the character after it says that s is too long
	if Width(s) > cells {
		return "", fmt.Errorf("%w: %d cells at most", ErrLong, cells)
	}
	return s, nil
}
