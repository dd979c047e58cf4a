package klondike

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// SeedOf reads a typed seed like [ParseSeed], and ignores blanks around it.
func (Game) SeedOf(typed string) (string, error) {
	seed, err := ParseSeed(strings.TrimSpace(typed))
	if err != nil {
		return "", err
	}
	return strconv.FormatUint(seed, 10), nil
}

// RandomSeed uses the first 8 bytes, the high one first.
func (Game) RandomSeed(random [16]byte) string { return seedOfBytes(random[:]) }

// OpenSeed uses the first 8 bytes of the day's code.
func (Game) OpenSeed(day string, mac func(message string) []byte) string {
	return seedOfBytes(mac(day))
}

func seedOfBytes(b []byte) string { return strconv.FormatUint(binary.BigEndian.Uint64(b), 10) }
