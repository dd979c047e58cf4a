package klondike_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arcade/games/klondike"
)

// codes is the file of the owner's codes, outside the project's tree.
const codes = "/work/shared/vectors/klondike-codes.jsonl"

// Codes of the owner's client name the same deals here, and the same texts are codes.
func TestCodes(t *testing.T) {
	file, err := os.Open(codes)
	if err != nil {
		t.Skip(codes + " is not on this machine")
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var v struct {
			Kind, Code, Seed string
			OK               bool
			klondike.Rules
			DealID  string `json:"deal_id"`
			Decodes *struct {
				Seed string
				klondike.Rules
			} `json:"decodes_to"`
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		seed, rules, ok := klondike.ParseCode(v.Code)
		if v.Kind == "decode" {
			if ok != v.OK || ok && (strconv.FormatUint(seed, 10) != v.Seed || rules != v.Rules) {
				t.Errorf("%s: %d %v, %v", v.Code, seed, rules, ok)
			}
			continue
		}
		number, err := strconv.ParseUint(v.Seed, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		code, exact := klondike.Code(number, v.Rules)
		if code != v.Code || !ok || seed != number || rules != v.Decodes.Rules || exact != (rules == v.Rules) {
			t.Errorf("%s: %s, exact %v; it reads as %d %v", v.Code, code, exact, seed, rules)
		}
		if id := klondike.DealID(number, v.Rules); id != v.DealID {
			t.Errorf("%s: the deal %s, want %s", v.Code, id, v.DealID)
		}
	}
	if n < 50 {
		t.Errorf("%d codes", n)
	}
}

// A code that this program writes reads as its deal, and no seed in digits is a code.
func TestCodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := klondike.Rules{
			Draw: rapid.SampledFrom([]int{1, 3}).Draw(t, "draw"), Redeals: rapid.IntRange(-1, 2).Draw(t, "redeals"),
			Recycle: rapid.SampledFrom([]string{klondike.Reverse, klondike.Keep}).Draw(t, "recycle"), F2T: rapid.Bool().Draw(t, "f2t"),
		}
		seed := rapid.Uint64().Draw(t, "seed")
		code, exact := klondike.Code(seed, rules)
		if again, r, ok := klondike.ParseCode(code); !ok || !exact || again != seed || r != rules || !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", rune(code[0])) {
			t.Fatalf("%s: %d %v, %v", code, again, r, ok)
		}
		if digits := rapid.StringMatching("[0-9]{12}").Draw(t, "digits"); true {
			if _, _, ok := klondike.ParseCode(digits); ok {
				t.Fatalf("%s is a seed", digits)
			}
		}
	})
}
