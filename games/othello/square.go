package othello

import "fmt"

// Square is a square of the board: 0 is a1, 1 is b1, 8 is a2, 63 is h8.
type Square int8

// NoSquare is a place off the board.
const NoSquare Square = -1

// ParseSquare reads "a1" to "h8". Anything else, also upper case, is not ok.
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return Square(s[0]-'a') + 8*Square(s[1]-'1'), true
}

// names has the notation of every square, so that String allocates nothing.
var names = func() (n [64]string) {
	for s := range n {
		n[s] = string([]byte{byte('a' + s%8), byte('1' + s/8)})
	}
	return n
}()

// String returns the square's notation, "-" for a place off the board.
func (s Square) String() string {
	if s < 0 || s > 63 {
		return "-"
	}
	return names[s]
}

// MarshalText writes the notation.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the output of MarshalText.
func (s *Square) UnmarshalText(text []byte) error {
	sq, ok := ParseSquare(string(text))
	if !ok {
		return fmt.Errorf("%.10q is no square", text)
	}
	*s = sq
	return nil
}

// bit returns the set with this square alone.
func (s Square) bit() uint64 { return 1 << uint(s&63) }
