package klondike_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/klondike"
	"arcade/games/protocol"
)

// The engine protocol as issue 4 specifies it.
func TestProtocol(t *testing.T) {
	in := strings.Join([]string{
		`{"op":"new","setup":{"game":"klondike","seed":"42","options":{"draw":1,"redeals":-1,"recycle":"reverse","f2t":true}}}`,
		`{"op":"apply","action":"draw"}`,
		`{"op":"view","seat":0}`,
		`{"op":"view","seat":"all"}`,
		`{"op":"apply","action":"w>f"}`,
		`{"op":"new","setup":{"game":"klondike","seed":"184467440737095516150"}}`,
		`{"op":"new","setup":{"game":"klondike","seed":"42","options":{"draw":2}}}`,
		`{"op":"quit"}`,
	}, "\n")
	var out strings.Builder
	if err := protocol.Serve(games.NewRegistry(klondike.Game{}), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	type answer struct {
		OK    bool
		Error string
		Legal []string
		View  struct {
			DealID     string `json:"deal_id"`
			LayoutID   string `json:"layout_id"`
			Tableau    [][]string
			Foundation [][]string
			Waste      []string
			Stock      []string
			StockCount int `json:"stock_count"`
			Score      *int
			Moves      int
		}
	}
	var got []answer
	for line := range strings.Lines(out.String()) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	if len(got) != 8 || !got[0].OK || !got[1].OK || got[4].OK || got[5].OK || got[6].OK {
		t.Fatal(out.String())
	}
	if got[0].Legal[0] != "draw" {
		t.Errorf("legal %v", got[0].Legal)
	}
	own, all := got[2].View, got[3].View
	for name, c := range map[string]struct{ got, want any }{
		"deal_id":   {own.DealID, "DL1_9gmpPu6CKM2Wr6aVk5YDJ3gGRZpAknY6NMVpXRNxbQgq"},
		"layout_id": {own.LayoutID, "L1_CHeBbyiMEsKfTWMj72j4D4f37SjRpRekXp2ukjDsxE91"},
		"tableau":   {own.Tableau, "[[H:K:u] [? S:7:u] [? ? S:K:u] [? ? ? D:Q:u] [? ? ? ? D:3:u] [? ? ? ? ? C:K:u] [? ? ? ? ? ? S:8:u]]"},
		"all tableau": {all.Tableau, "[[H:K:u] [H:J:d S:7:u] [C:Q:d H:4:d S:K:u] [S:Q:d S:5:d H:10:d D:Q:u] [S:10:d S:4:d S:9:d D:2:d D:3:u] " +
			"[C:3:d C:A:d H:6:d C:6:d D:4:d C:K:u] [H:8:d C:2:d H:7:d H:2:d S:A:d C:9:d S:8:u]]"},
		"foundation":  {own.Foundation, "[[] [] [] []]"},
		"waste":       {own.Waste, "[S:6:u]"},
		"stock":       {own.Stock, "[]"},
		"all stock":   {len(all.Stock), "23"},
		"stock_count": {own.StockCount, "23"},
		"score":       {*own.Score, "0"},
		"moves":       {own.Moves, "1"},
	} {
		if fmt.Sprint(c.got) != c.want {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	if own.DealID != all.DealID || own.LayoutID != all.LayoutID {
		t.Errorf("ids %s %s", all.DealID, all.LayoutID)
	}
	if !strings.Contains(got[5].Error, "21 characters") || !strings.Contains(got[6].Error, "want 1 or 3") {
		t.Errorf("%s; %s", got[5].Error, got[6].Error)
	}
}
