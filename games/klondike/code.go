package klondike

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"strings"
)

// The bits of the first character of a game code.
const (
	codeDraw3   = 1 << 0
	codeRedeals = 1 // shift of two bits: unlimited, none, one, two
	codeReverse = 1 << 3
	codeF2T     = 1 << 4
)

// codeLen is the length of a game code: a character for the rules, eleven for the seed. mostRedeals is the largest
// limit that a code can express.
const codeLen, mostRedeals = 12, 2

const codeDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Code returns the game code of the owner's client for a deal. exact reports whether the code stands for these very
// rules: it expresses more than two redeals as two.
func Code(seed uint64, r Rules) (code string, exact bool) {
	first := min(r.Redeals+1, mostRedeals+1) << codeRedeals
	if r.Draw == 3 {
		first |= codeDraw3
	}
	if r.Recycle == Reverse {
		first |= codeReverse
	}
	if r.F2T {
		first |= codeF2T
	}
	return codeDigits[first:first+1] + base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, seed)), r.Redeals <= mostRedeals
}

// ParseCode reads a game code. Like the owner's client it ignores the highest bit of the first character, spare bits
// at the end and one "=". A seed in digits is no code.
func ParseCode(text string) (seed uint64, r Rules, ok bool) {
	code := strings.TrimSuffix(text, "=")
	if len(code) != codeLen || strings.Trim(code, "0123456789") == "" {
		return 0, Rules{}, false
	}
	first := strings.IndexByte(codeDigits, code[0])
	raw, err := base64.RawURLEncoding.DecodeString(code[1:])
	if first < 0 || err != nil || strings.ContainsAny(code, "\r\n") {
		return 0, Rules{}, false
	}
	r = Rules{Draw: 1, Redeals: first>>codeRedeals&3 - 1, Recycle: Keep, F2T: first&codeF2T != 0}
	if first&codeDraw3 != 0 {
		r.Draw = 3
	}
	if first&codeReverse != 0 {
		r.Recycle = Reverse
	}
	return binary.BigEndian.Uint64(raw), r, true
}

// ReadCode returns the seed and the options of a typed game code.
func (Game) ReadCode(typed string) (seed string, options json.RawMessage, ok bool) {
	n, r, ok := ParseCode(typed)
	if !ok {
		return "", nil, false
	}
	raw, err := json.Marshal(r)
	return strconv.FormatUint(n, 10), raw, err == nil
}
