package kibo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"arcade/games"
	"arcade/games/gametest"
	"arcade/games/kibo"
	"arcade/games/othello"
)

var (
	update   = flag.Bool("update", false, "write the golden logs anew")
	registry = games.NewRegistry(othello.Game{})
)

const began = 1735689600000 // 2025-01-01 00:00 UTC

// script is a game with everything that a log can contain in mid-game. "a 4" is an action by the seat on
// turn after four seconds. The others have a kind, a seat and seconds.
const script = `
e6 4; f4 7; offer-draw 0 2; d3 3; e7 5; f5 1; ask-takeback 1 2; decline-takeback 0 1; e3 4; ask-takeback 1 1;
grant-takeback 0 2; e3 6; f2 9; e2 2; f7 3; c4 4; restart -1 90; b3 2; g7 3; g8 2; d6 1; c5 1; c6 8; g4 3; c3 2; b4 1; a2 2;
d7 2; a3 1; b2 3; g6 4; f6 1; d2 2; f3 5; g3 2; e1 1; b1 3; h5 1; h6 2; h2 1; h3 6; c2 2; e8 1; a5 3; h1 1; b6 2; f1 1; b7 4;
a6 2; a1 3; b5 1; h7 2; d1 1; c1 2; a8 1; g1 3; a4 1; g2 2; g5 5; d8 1; c7 2; c8 1; b8 3; h8 2; offer-draw 0 1; pass 2; decline-draw 1 1;
h4 2; pass 2; a7 4; f8 3`

// match folds a script and returns it as a file.
func match(t testing.TB, control string, rated bool, script string) kibo.File {
	t.Helper()
	c, err := games.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	seed := "골든 1"
	f := kibo.File{
		Format: kibo.Format, ID: "golden", Game: "othello", Rules: 1, Seed: &seed, SeedHash: kibo.SeedHash(seed),
		Control: control, Rated: rated, Started: began, Entries: []games.Entry{},
		Seats: []kibo.Seat{{Name: "검은 곰", Kind: kibo.Player, Rating: 1500.5}, {Name: "greedy <2>", Kind: kibo.Bot}},
	}
	m, err := games.NewMatch(othello.Game{}, games.Setup{Rules: 1, Seed: seed}, games.Terms{Control: c, Rated: rated}, began)
	if err != nil {
		t.Fatal(err)
	}
	at := int64(began)
	for _, line := range strings.Split(script, ";") {
		w := strings.Fields(line)
		e := games.Entry{Kind: games.Act, Seat: m.ToAct(), Action: games.Action(w[0])}
		if len(w) == 3 {
			e = games.Entry{Kind: games.Kind(w[0])}
			if err := json.Unmarshal([]byte(w[1]), &e.Seat); err != nil {
				t.Fatal(err)
			}
		}
		var seconds int64
		if err := json.Unmarshal([]byte(w[len(w)-1]), &seconds); err != nil {
			t.Fatal(err)
		}
		at += seconds * 1000
		e.At = at
		if _, err := m.Add(e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		f.Entries = append(f.Entries, e)
	}
	if m.Over() {
		f.Ended = at
		f.Result, err = json.Marshal(m.Result())
		if err != nil {
			t.Fatal(err)
		}
	} else {
		f.Seed = nil
	}
	return f
}

func encode(t testing.TB, f kibo.File) string {
	t.Helper()
	var b bytes.Buffer
	if err := kibo.Encode(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden has the logs in testdata and their results. They must keep folding, whatever happens to the rules.
var golden = []struct {
	file, control string
	rated         bool
	script        string
	reason        string
	winner        games.Seat
	plies         int
	score         []int
}{
	{"testdata/othello-1-full.json", "5+3", false, script, "board_full", 0, 62, []int{43, 21}},
	{"testdata/othello-1-resign.json", "1d", true, "d3 80000; c5 3; b6 4; restart -1 20; resign 1 5", "resign", 0, 3, []int{5, 2}},
	{"testdata/othello-1-timeout.json", "1+0", true, "d3 8; c5 3; b6 4; timeout 1 60", "timeout", 0, 3, []int{5, 2}},
}

func TestGolden(t *testing.T) {
	for _, g := range golden {
		if *update {
			text := encode(t, match(t, g.control, g.rated, g.script))
			if err := os.WriteFile(g.file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(g.file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := kibo.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", g.file, err)
		}
		m, err := kibo.Verify(registry, f, nil)
		if err != nil {
			t.Fatalf("%s: %v", g.file, err)
		}
		want := &games.Result{Reason: g.reason, Winner: g.winner, Fields: map[string]any{"score": g.score}}
		if gametest.JSON(t, m.Result()) != gametest.JSON(t, want) || len(m.Plies()) != g.plies || m.Len() != len(f.Entries) {
			t.Errorf("%s: %v after %d plies, want %v after %d", g.file, m.Result(), len(m.Plies()), want, g.plies)
		}
		// The format is stable to the byte.
		if got := encode(t, f); got != string(text) {
			t.Errorf("%s was written anew as\n%s", g.file, got)
		}
	}
}

// The example in the documentation is a valid file, and its GGF is the documented one.
func TestDocumentation(t *testing.T) {
	doc, err := os.ReadFile("../../docs/kibo.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string) string {
		_, text, ok := strings.Cut(string(doc), "```"+kind+"\n")
		text, _, end := strings.Cut(text, "```")
		if !ok || !end {
			t.Fatalf("no %s in the documentation", kind)
		}
		return text
	}
	f, err := kibo.Decode(strings.NewReader(block("json")))
	if err != nil {
		t.Fatal(err)
	}
	m, err := kibo.Verify(registry, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	ggf, err := othello.GGF(games.Record{
		Place: "arcade", Started: f.Started, Names: []string{f.Seats[0].Name, f.Seats[1].Name},
		Control: m.Terms.Control, Plies: m.Plies(), Result: m.Result(),
	})
	if want := strings.TrimSpace(block("ggf")); err != nil || ggf != want {
		t.Errorf("%s, %v, want %s", ggf, err, want)
	}
}

func TestSeedHash(t *testing.T) {
	for seed, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	} {
		if got := kibo.SeedHash(seed); got != want {
			t.Errorf("%q: %s, want %s", seed, got, want)
		}
	}
}

func TestInPlay(t *testing.T) {
	f := match(t, "5+3", false, "d3 1; c3 2")
	text := encode(t, f)
	if strings.Contains(text, `"seed"`) || strings.Contains(text, "골든") || !strings.Contains(text, `"result": null`) {
		t.Errorf("a running match shows too much or too little:\n%s", text)
	}
	back, err := kibo.Decode(strings.NewReader(text))
	if err != nil || !reflect.DeepEqual(back, f) || back.Over() {
		t.Errorf("%+v, %v, want %+v", back, err, f)
	}
	if _, err := kibo.Verify(registry, back, nil); !errors.Is(err, kibo.ErrInPlay) {
		t.Errorf("verify: %v", err)
	}
	// Encode does not reveal a running match's seed.
	seed := "골든 1"
	f.Seed = &seed
	if err := kibo.Encode(&bytes.Buffer{}, f); !errors.Is(err, kibo.ErrFormat) {
		t.Errorf("the seed of a running match was written: %v", err)
	}
}

func TestVerifyNamesTheFirstIllegalEntry(t *testing.T) {
	resigned := "d3 1; c3 2; resign 0 3"
	for _, tt := range []struct {
		name   string
		change func(f *kibo.File)
		number int
		err    error
		text   string
	}{
		{"illegal square", func(f *kibo.File) { f.Entries[1].Action = "a1" }, 2, nil, `entry 2: act "a1" by seat 1: flips_nothing`},
		{"noise", func(f *kibo.File) { f.Entries[0].Action = "" }, 1, nil, `entry 1: act "" by seat 0: not_notation`},
		{"wrong seat", func(f *kibo.File) { f.Entries[1].Seat = 0 }, 2, games.ErrNotYourTurn, "by seat 0: not this seat's turn"},
		{"after the end", func(f *kibo.File) { f.Entries = append(f.Entries, f.Entries[2]) }, 4, games.ErrOver, "entry 4: resign by seat 0: the match is over"},
		{"not allowed", func(f *kibo.File) { f.Entries[2].Kind = games.AcceptDraw }, 3, games.ErrNotAllowed, "entry 3: accept-draw by seat 0"},
		{"takeback in a rated match", func(f *kibo.File) { f.Entries[2].Kind = games.AskTakeback }, 3, games.ErrNotAllowed, "entry 3: ask-takeback"},
		{"too late", func(f *kibo.File) {
			f.Entries[2] = games.Entry{Kind: games.Act, Seat: 0, Action: "c4", At: began + 400000}
		}, 3, games.ErrFlagFell, "time is up"},
		{"backwards", func(f *kibo.File) { f.Entries[1].At = began }, 2, kibo.ErrTime, "backwards"},
		{"before the start", func(f *kibo.File) { f.Started = began + 2000 }, 1, kibo.ErrTime, "backwards"},
	} {
		f := match(t, "5+3", true, resigned)
		tt.change(&f)
		m, err := kibo.Verify(registry, f, nil)
		var entry *kibo.EntryError
		if !errors.As(err, &entry) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if entry.Number != tt.number || entry.Entry != f.Entries[tt.number-1] || !strings.Contains(err.Error(), tt.text) || m.Len() != tt.number-1 {
			t.Errorf("%s: %v (number %d, %d folded), want %q", tt.name, err, entry.Number, m.Len(), tt.text)
		}
		var illegal *games.IllegalError
		if tt.err != nil && !errors.Is(err, tt.err) || tt.err == nil && !errors.As(err, &illegal) {
			t.Errorf("%s: %#v, want %v", tt.name, entry.Err, tt.err)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	other := "another seed"
	for _, tt := range []struct {
		name   string
		change func(f *kibo.File)
		err    error
	}{
		{"nothing", func(f *kibo.File) {}, nil},
		{"order of the result's fields", func(f *kibo.File) { f.Result = json.RawMessage(`{"winner":1,"score":[3,3],"reason":"resign"}`) }, nil},
		{"another seed", func(f *kibo.File) { f.Seed = &other }, kibo.ErrSeed},
		{"another hash", func(f *kibo.File) { f.SeedHash = kibo.SeedHash(other) }, kibo.ErrSeed},
		{"another winner", func(f *kibo.File) { f.Result = json.RawMessage(`{"reason":"resign","score":[3,3],"winner":0}`) }, kibo.ErrResult},
		{"another score", func(f *kibo.File) { f.Result = json.RawMessage(`{"reason":"resign","score":[3,4],"winner":1}`) }, kibo.ErrResult},
		{"more fields", func(f *kibo.File) { f.Result = json.RawMessage(`{"reason":"resign","score":[3,3],"winner":1,"x":1}`) }, kibo.ErrResult},
		{"an end that was not reached", func(f *kibo.File) { f.Entries = f.Entries[:2] }, kibo.ErrResult},
		{"no result", func(f *kibo.File) { f.Result = nil }, kibo.ErrResult},
		{"ended before its last entry", func(f *kibo.File) { f.Ended-- }, kibo.ErrTime},
		{"unknown game", func(f *kibo.File) { f.Game = "chess" }, games.ErrUnknownGame},
		{"one seat", func(f *kibo.File) { f.Seats = f.Seats[:1] }, kibo.ErrSeats},
		{"unknown options", func(f *kibo.File) { f.Options = json.RawMessage(`{"x":1}`) }, errAny},
		{"unknown rules", func(f *kibo.File) { f.Rules = 99 }, errAny},
		{"no control", func(f *kibo.File) { f.Control = "" }, errAny},
	} {
		f := match(t, "5+3", true, "d3 1; c3 2; resign 0 3")
		tt.change(&f)
		_, err := kibo.Verify(registry, f, nil)
		if !errors.Is(err, tt.err) && (tt.err != errAny || err == nil) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.err)
		}
	}
}

var errAny = errors.New("any error")

func TestDecodeRefuses(t *testing.T) {
	good := encode(t, match(t, "5+3", true, "d3 1; c3 2; resign 0 3"))
	if _, err := kibo.Decode(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) string {
		t.Helper()
		if strings.Count(good, old) < 1 {
			t.Fatalf("no %q in %s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	for name, text := range map[string]string{
		"empty":             "",
		"noise":             "\x00\xff\x1b[2J",
		"null":              "null",
		"a list":            "[]",
		"cut":               good[:len(good)/2],
		"two":               good + good,
		"too long":          good + strings.Repeat(" ", kibo.MaxSize),
		"another format":    change("arcade-kibo/1", "arcade-kibo/2"),
		"unknown field":     change(`"id"`, `"x": 1, "id"`),
		"field twice":       change(`"id"`, `"ID": "x", "id"`),
		"no id":             change(`"id": "golden"`, `"id": ""`),
		"control in id":     change(`"golden"`, `"\u001b[2J"`),
		"no game":           change(`"othello"`, `""`),
		"path as game":      change(`"othello"`, `"../x"`),
		"rules 0":           change(`"rules": 1`, `"rules": 0`),
		"rules as text":     change(`"rules": 1`, `"rules": "1"`),
		"no seed":           change(`"seed": "골든 1",`, ""),
		"long seed":         change("골든 1", strings.Repeat("x", 257)),
		"upper-case hash":   change(`"seed_sha256": "`, `"seed_sha256": "A`),
		"control":           change(`"5+3"`, `"0+0"`),
		"kind of player":    change(`"player"`, `"admin"`),
		"control in name":   change(`"검은 곰"`, `"\u0007"`),
		"long name":         change("검은 곰", strings.Repeat("곰", 100)),
		"rating":            change("1500.5", "-1"),
		"no seats":          change(`"seats": [`, `"seats": [], "x": [`),
		"started":           change(`"started": 1735689600000`, `"started": -1`),
		"ended":             change(`"ended": 1735689606000`, `"ended": 1`),
		"no ended":          change(`"ended": 1735689606000,`, ""),
		"entry before 1970": change(`"at": 1735689601000`, `"at": -1`),
		"kind":              change(`"act"`, `"cheat"`),
		"seat":              change(`"seat": 1`, `"seat": 2`),
		"seat below":        change(`"seat": 1`, `"seat": -2`),
		"action":            change(`"d3"`, `"가"`),
		"long action":       change(`"d3"`, `"`+strings.Repeat("d", 65)+`"`),
		"action on table":   change(`"kind": "resign"`, `"kind": "resign", "action": "d3"`),
		"result":            change(`"result": {`, `"result": 1, "x": {`),
		"no result":         good[:strings.Index(good, `"result"`)] + `"result": null}`,
		"options":           change(`"control"`, `"options": [], "control"`),
		"long options":      change(`"control"`, `"options": {"x":"`+strings.Repeat("x", 1<<16)+`"}, "control"`),
		"many entries":      change(`"entries": [`, `"entries": [`+strings.Repeat(`{"kind":"restart","seat":-1,"at":1735689600000},`, kibo.MaxEntries)),
	} {
		_, err := kibo.Decode(strings.NewReader(text))
		if !errors.Is(err, kibo.ErrFormat) || strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 300 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Options of zero bytes mean no options.
func TestEmptyOptions(t *testing.T) {
	f := match(t, "none", false, "d3 1; c3 2")
	f.Options = json.RawMessage{}
	if text := encode(t, f); strings.Contains(text, `"options"`) {
		t.Error(text)
	}
}

// The longest allowed log fits into an allowed file.
func TestLongestFits(t *testing.T) {
	f := match(t, "none", false, "d3 1; c3 2; resign 0 3")
	e := games.Entry{Kind: games.Act, Action: games.Action(strings.Repeat("<", 64)), At: 1 << 53}
	for len(f.Entries) < kibo.MaxEntries {
		f.Entries = append(f.Entries, e)
	}
	if n := len(encode(t, f)); n > kibo.MaxSize-1<<18 {
		t.Errorf("%d bytes", n)
	}
	f.Entries = append(f.Entries, e)
	if err := kibo.Encode(&bytes.Buffer{}, f); !errors.Is(err, kibo.ErrFormat) {
		t.Errorf("one entry too many: %v", err)
	}
}

// Decode finds an error at its place and reads nothing behind it.
func TestDecodeStreams(t *testing.T) {
	good := encode(t, match(t, "5+3", true, "d3 1; c3 2; resign 0 3"))
	head, _, _ := strings.Cut(good, `{
      "kind"`)
	for name, text := range map[string]string{
		"a wrong entry":      head + strings.Repeat(`{},`, kibo.MaxSize/4),
		"without a version":  `{"entries":[` + strings.Repeat(`{},`, kibo.MaxSize/4),
		"an endless value":   `{"format":"arcade-kibo/1","id":"` + strings.Repeat("x", kibo.MaxSize),
		"endless blanks":     `{"format":"arcade-kibo/1",` + strings.Repeat(" ", kibo.MaxSize),
		"many other fields":  `{"format":"arcade-kibo/1","x":1,` + strings.Repeat(`"y":1,`, kibo.MaxSize/8),
		"another version":    `{"format":"arcade-kibo/2","x":"` + strings.Repeat("x", kibo.MaxSize),
		"nested without end": `{"format":"arcade-kibo/1","options":` + strings.Repeat("[", kibo.MaxSize/2),
	} {
		r := strings.NewReader(text)
		if _, err := kibo.Decode(r); !errors.Is(err, kibo.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
		if read := len(text) - r.Len(); read > 1<<19 {
			t.Errorf("%s: %d bytes are read", name, read)
		}
	}
	if _, err := kibo.Decode(strings.NewReader(strings.Replace(good, `"format": "arcade-kibo/1",`, `"x": 1, "format": "arcade-kibo/2",`, 1))); !strings.Contains(err.Error(), "arcade-kibo/2") {
		t.Errorf("another version that begins with a field of its own: %v", err)
	}
}

func BenchmarkDecode(b *testing.B) {
	f := match(b, "none", false, "d3 1; c3 2; resign 0 3")
	for len(f.Entries) < kibo.MaxEntries {
		f.Entries = append(f.Entries, f.Entries[0])
	}
	text := encode(b, f)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := kibo.Decode(strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	if _, err := kibo.Decode(errReader{broken}); !errors.Is(err, broken) || errors.Is(err, kibo.ErrFormat) {
		t.Error(err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// Encode writes whatever Decode accepts so that it reads the same, and Verify does not panic.
func FuzzDecode(f *testing.F) {
	for _, g := range golden {
		text, err := os.ReadFile(g.file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(encode(f, match(f, "5+3", false, "d3 1; c3 2"))))
	f.Add([]byte(encode(f, match(f, "5+3", false, "d3 1; abort 0 2"))))
	f.Add([]byte(`{"format":"arcade-kibo/1"}`))
	f.Add([]byte("{\"format\":\"arcade-kibo/1\",\"entries\":[{}]}\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := kibo.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := kibo.Decode(strings.NewReader(encode(t, file)))
		if err != nil || !reflect.DeepEqual(again, file) {
			t.Fatalf("%+v came back as %+v, %v", file, again, err)
		}
		if m, err := kibo.Verify(registry, file, nil); err == nil && !m.Over() {
			t.Fatal("verified, and not over")
		}
	})
}
