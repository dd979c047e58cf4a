package klondike

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"arcade/games"
)

// importLatest is the end of time in these tests.
const importLatest = 2_000_000_000_000

// atOnce is no pace.
func atOnce() error { return nil }

// exported returns a file with one try of the deal 42, a field a line; change replaces texts in it.
func exported(change ...string) string {
	file := `{
"version": "1.0", "exportedAt": 1764500000000,
"stats": [
{"dealId": "` + DealID(42, Standard()) + `",
"seed": "42",
"rules": {"draw": 1, "redeals": -1,
"recycle": "REVERSE", "allowFoundationToTableau": true},
"startedAt": 1700000000000,
"finishedAt": 1700000100000,
"durationMs": 100000,
"moveCount": 120, "outcome": "win",
"clientVersion": "1.4", "platform": "android",
"isFavorite": true}
]}
`
	return strings.NewReplacer(change...).Replace(file)
}

func TestReadImport(t *testing.T) {
	list, err := Game{}.ReadImport([]byte(exported()), importLatest, atOnce)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	want := games.Imported{
		ImportedTry: games.ImportedTry{Deal: DealID(42, Standard()), Started: 1_700_000_000_000, Rules: "draw1", Outcome: "win", At: 1_700_000_100_000, Time: 100_000, Moves: 120},
		Setup:       games.Setup{Game: Name, Seed: "42", Options: json.RawMessage(`{"draw":1,"redeals":-1,"recycle":"reverse","f2t":true}`)}, Favourite: true,
	}
	if !reflect.DeepEqual(list[0], want) {
		t.Errorf("%+v, want %+v", list[0], want)
	}
	deal, err := Game{}.Deal(list[0].Setup)
	if err != nil || deal.ID != list[0].Deal || deal.Rules != list[0].Rules {
		t.Errorf("its setup is of %+v, %v", deal, err)
	}
	// What is usual may be left out, also as null; tries may stand in any number, the version behind them.
	keep := Rules{Draw: 3, Redeals: 2, Recycle: Keep, F2T: false}
	list, err = Game{}.ReadImport([]byte(`{"stats":[`+
		`{"dealId":"`+DealID(7, Standard())+`","seed":"7","startedAt":5,"finishedAt":9,"durationMs":3,"moveCount":0,"outcome":"RESIGN","rules":null,"isFavorite":null},`+
		`{"dealId":"`+DealID(8, keep)+`","seed":"8","startedAt":5,"finishedAt":9,"durationMs":3,"moveCount":0,"outcome":"win","rules":{"draw":3,"redeals":2,"recycle":"KEEP","allowFoundationToTableau":false}}`+
		`],"version":"1.0"}`), importLatest, atOnce)
	if err != nil || len(list) != 2 || list[0].Rules != "draw1" || list[0].Outcome != "resign" || list[0].Favourite || list[1].Rules != keep.String() {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err = (Game{}).ReadImport([]byte(`{"version":"1.0","stats":[]}`), importLatest, atOnce); len(list) != 0 || err != nil {
		t.Errorf("without tries: %v, %v", list, err)
	}
	away := errors.New("away")
	if list, err = (Game{}).ReadImport([]byte(exported()), importLatest, func() error { return away }); len(list) != 0 || err != away {
		t.Errorf("without a place for work: %v, %v", list, err)
	}
}

// A malformed file is refused with the line, the try and the field.
func TestMalformedImport(t *testing.T) {
	const good = `"finishedAt": 1700000100000`
	id := DealID(42, Standard())
	for name, c := range map[string]struct {
		file string
		want string
	}{
		"empty":                 {"", "line 1: this is not JSON"},
		"no JSON":               {exported(`"win",`, "win,"), "line 11: this is not JSON"},
		"cut off":               {exported()[:200], "line 7: this is not JSON"},
		"more behind":           {exported() + "{", "line 15: this is not JSON"},
		"a list":                {"[]", "line 1: the value cannot be (want {…})"},
		"no version":            {exported(`"version"`, `"vision"`), "line 1, version: the field is missing"},
		"another version":       {exported(`"1.0"`, `"2.0"`), `line 2, version: the value cannot be (want "1.0")`},
		"no tries":              {exported(`"stats"`, `"status"`), "line 1, stats: the field is missing"},
		"tries that are none":   {`{"version":"1.0","stats":{}}`, "line 1, stats: the value cannot be (want […])"},
		"a try that is none":    {"{\"version\":\"1.0\",\"stats\":[\n\n7]}", "line 3, try 1: the value cannot be (want {…})"},
		"no deal":               {exported(`"dealId"`, `"deal"`), "line 4, try 1, dealId: the field is missing"},
		"an unlikely deal":      {exported(id, "DL1_x"), "line 4, try 1, dealId: the value cannot be (want DL1_…)"},
		"another seed":          {exported(`"42"`, `"43"`), "line 4, try 1, dealId: the deal ID does not belong to the seed and the rules"},
		"other rules":           {exported(`"draw": 1`, `"draw": 3`), "line 4, try 1, dealId: the deal ID does not belong to the seed and the rules"},
		"a number as seed":      {exported(`"42"`, `42`), `line 5, try 1, seed: the value cannot be (want "0" … "18446744073709551615")`},
		"no seed":               {exported(`"42"`, `null`), "line 4, try 1, seed: the field is missing"},
		"rules that are none":   {exported(`{"draw": 1, "redeals": -1,`, `[{"draw": 1, "redeals": -1,`, "true},", "true}],"), "line 6, try 1, rules: the value cannot be (want {…})"},
		"two cards":             {exported(`"draw": 1`, `"draw": 2`), "line 6, try 1, draw: the value cannot be (want 1 | 3)"},
		"redeals":               {exported(`-1`, `-2`), "line 6, try 1, redeals: the value cannot be (want -1 … 1000)"},
		"recycle":               {exported(`REVERSE`, `SHUFFLE`), "line 7, try 1, recycle: the value cannot be (want reverse | keep)"},
		"down":                  {exported(`Tableau": true`, `Tableau": 1`), "line 7, try 1, allowFoundationToTableau: the value cannot be (want true | false)"},
		"no start":              {exported(`1700000000000`, `0`), "line 8, try 1, startedAt: the value cannot be (want 1 … 2000000000000)"},
		"unfinished":            {exported(good, `"finishedAt": 0`), "line 9, try 1, finishedAt: the value cannot be (want 1700000000000 … 2000000000000)"},
		"ends in the future":    {exported(good, `"finishedAt": 2000000000001`), "line 9, try 1, finishedAt: the value cannot be (want 1700000000000 … 2000000000000)"},
		"half a millisecond":    {exported(`: 100000,`, `: 0.5,`), "line 10, try 1, durationMs: the value cannot be (want 0 … 2000000000000)"},
		"moves":                 {exported(`120`, `20001`), "line 11, try 1, moveCount: the value cannot be (want 0 … 20000)"},
		"outcome":               {exported(`"win"`, `"draw"`), "line 11, try 1, outcome: the value cannot be (want win | resign | timeout | abandoned)"},
		"a favourite in words":  {exported(`"isFavorite": true`, `"isFavorite": "yes"`), "line 13, try 1, isFavorite: the value cannot be (want true | false)"},
		"the second try":        {exported("\n]}", ",\n{}]}"), "line 14, try 2, seed: the field is missing"},
		"Windows' ends of line": {strings.ReplaceAll(exported(`"win"`, `"draw"`), "\n", "\r\n"), "line 11, try 1, outcome: the value cannot be (want win | resign | timeout | abandoned)"},
	} {
		list, err := Game{}.ReadImport([]byte(c.file), importLatest, atOnce)
		if err == nil || err.Error() != c.want || len(list) > 0 {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Any file is read, or refused with a line that it has.
func FuzzImport(f *testing.F) {
	f.Add([]byte(exported()))
	f.Add([]byte(exported(`"win",`, "win,")))
	f.Add([]byte(`{"version":"1.0","stats":[null,{"dealId":1}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		list, err := Game{}.ReadImport(file, importLatest, atOnce)
		var malformed *games.ImportError
		if err != nil {
			if !errors.As(err, &malformed) || malformed.Line < 1 || malformed.Line > 1+strings.Count(string(file), "\n") || len(list) > 0 {
				t.Fatalf("%d tries, %v", len(list), err)
			}
			return
		}
		for _, i := range list {
			deal, err := Game{}.Deal(i.Setup)
			if err != nil || deal.ID != i.Deal || deal.Rules != i.Rules || i.At < i.Started || i.At > importLatest {
				t.Fatalf("%+v of %+v, %v", i, deal, err)
			}
			if raw, err := (Game{}).WithImported(nil, []games.ImportedTry{i.ImportedTry}); err != nil || len(raw) == 0 {
				t.Fatalf("%s, %v", raw, err)
			}
		}
	})
}

// Imported tries stand in the history by their end, and count like practice; rows of wins and ranked bests stay.
func TestWithImported(t *testing.T) {
	raw, _, err := Game{}.Record(nil, run(true, moves(100)))
	if err != nil {
		t.Fatal(err)
	}
	here, err := ReadStats(raw)
	if err != nil {
		t.Fatal(err)
	}
	try := func(deal, rules, outcome string, at int64, moves int) games.ImportedTry {
		return games.ImportedTry{Deal: deal, Rules: rules, Outcome: outcome, At: at, Started: at - 900, Time: 900, Moves: moves}
	}
	deal := here.History[0].DealID
	raw, err = Game{}.WithImported(raw, []games.ImportedTry{
		try(deal, "draw1", "win", 5_000_000, 90), try(deal, "draw1", "resign", 2_000, 3), try("DL1_x", "draw3", "win", 900_000, 200),
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadStats(raw)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, t := range s.History {
		order = append(order, fmt.Sprint(t.Class, " ", t.Moves))
	}
	if want := []string{"imported 90", "ranked 100", "imported 200", "imported 3"}; !reflect.DeepEqual(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
	one := s.Of(Standard())
	if one.Games != 3 || one.Won != 2 || one.BestMoves != 90 || one.BestTime != 900 || one.Streak != 1 || one.BestStreak != 1 ||
		one.Ranked == nil || *one.Ranked != *here.Sets[0].Ranked || s.Of(Rules{3, Unlimited, Reverse, true}).Won != 1 {
		t.Errorf("%+v", s.Sets)
	}
	if list := s.Deals(func(Try) bool { return true }, Latest); len(list) != 2 || len(list[0].Tries) != 3 || list[0].Won != 2 || list[0].Fewest.Moves != 90 || list[0].Fewest.Match != "" {
		t.Errorf("by deal %+v", list)
	}
	if own := s.Own().Of(Standard()); own.Games != 3 || own.BestMoves != 90 {
		t.Errorf("own %+v", own)
	}
	// The next run of the arcade counts from what is stored, which has no imported try.
	if _, err := (Game{}).WithImported(nil, []games.ImportedTry{{Rules: "draw2"}}); err == nil {
		t.Error("impossible rules")
	}
}
