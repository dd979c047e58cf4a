package protocol_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"arcade/games"
	"arcade/games/othello"
	"arcade/games/protocol"
)

var registry = games.NewRegistry(othello.Game{})

// serve sends in and returns the answers, a line each.
func serve(t testing.TB, in string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := protocol.Serve(registry, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil
	}
	text, ok := strings.CutSuffix(out.String(), "\n")
	if !ok {
		t.Fatalf("the last line has no end: %q", out.String())
	}
	return strings.Split(text, "\n")
}

// The documented sessions get the documented answers.
func TestDocumentation(t *testing.T) {
	doc, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(doc), "```session\n")[1:]
	if len(blocks) < 2 {
		t.Fatalf("%d sessions in the documentation, want 2", len(blocks))
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		var in strings.Builder
		var want []string
		for line := range strings.Lines(block) {
			if text, ok := strings.CutPrefix(line, "> "); ok {
				in.WriteString(text)
			} else if text, ok := strings.CutPrefix(line, "< "); ok {
				want = append(want, strings.TrimSuffix(text, "\n"))
			} else {
				t.Errorf("neither sent nor received: %q", line)
			}
		}
		got := serve(t, in.String())
		for i := range max(len(got), len(want)) {
			g, w := "nothing", "nothing"
			if i < len(got) {
				g = got[i]
			}
			if i < len(want) {
				w = want[i]
			}
			if g != w {
				t.Errorf("answer %d\n got %s\nwant %s", i+1, g, w)
			}
		}
	}
}

const (
	begin = `{"op":"new","setup":{"game":"othello","seed":""}}` + "\n"
	view  = `{"op":"view","seat":"all"}` + "\n"
)

func TestErrors(t *testing.T) {
	long := strings.Repeat("x", protocol.MaxLine)
	for _, tt := range []struct{ line, err string }{
		{"", "empty line"},
		{"  \t", "empty line"},
		{"hello", "not JSON"},
		{"{", "ends too early"},
		{`{"op":"view","seat":0`, "ends too early"},
		{"\x00\x01\x02", "not JSON"},
		{"\xff\xfe", "UTF-8"},
		{"{\"op\":\"\xff\"}", "UTF-8"},
		{"null", `"op" is missing`},
		{"[]", "want an object"},
		{`"quit"`, "want an object"},
		{"{}", `"op" is missing`},
		{`{"op":null}`, `"op" is missing`},
		{`{"op":1}`, "want a string"},
		{`{"op":"undo"}`, "unknown op"},
		{`{"op":"QUIT"}`, "unknown op"},
		{`{"op":"view","seat":0}{"op":"quit"}`, "follows"},
		{`{"op":"view","seat":0} x`, "follows"},
		{`{"op":"view","seat":0,"x":1}`, `unknown field "x"`},
		{`{"op":"view","op":"quit","seat":0}`, "twice"},
		{`{"op":"view","OP":"quit","seat":0}`, "twice"},
		{`{"op":"quit","seat":0}`, `belongs to op "view"`},
		{`{"op":"view","seat":0,"action":"d3"}`, `belongs to op "apply"`},
		{`{"op":"apply","action":"d3","setup":{}}`, `belongs to op "new"`},
		{`{"op":"view"}`, `"seat"`},
		{`{"op":"view","seat":null}`, `"seat"`},
		{`{"op":"view","seat":2}`, `"seat"`},
		{`{"op":"view","seat":-2}`, `"seat"`},
		{`{"op":"view","seat":0.5}`, `"seat"`},
		{`{"op":"view","seat":"0"}`, `"seat"`},
		{`{"op":"view","seat":[0]}`, `"seat"`},
		{`{"op":"view","seat":99999999999999999999}`, `"seat"`},
		{`{"op":"apply"}`, `"action" is missing`},
		{`{"op":"apply","action":3}`, "want a string"},
		{`{"op":"apply","action":""}`, `illegal action "": not_notation`},
		{`{"op":"apply","action":"a1"}`, `illegal action "a1": flips_nothing`},
		{`{"op":"apply","action":"d4"}`, `illegal action "d4": occupied`},
		{`{"op":"apply","action":"pass"}`, `illegal action "pass": may_not_pass`},
		{`{"op":"apply","action":"` + long[100:] + `"}`, "not_notation"},
		{`{"op":"new"}`, `"setup" is missing`},
		{`{"op":"new","setup":null}`, `"setup" is missing`},
		{`{"op":"new","setup":"othello"}`, "want an object"},
		{`{"op":"new","setup":{}}`, `"setup.game" is missing`},
		{`{"op":"new","setup":{"game":"chess"}}`, `unknown game: "chess"`},
		{`{"op":"new","setup":{"game":"` + long[100:] + `"}}`, "unknown game"},
		{`{"op":"new","setup":{"game":7}}`, "want a string"},
		{`{"op":"new","setup":{"game":"othello","seed":7}}`, "want a string"},
		{`{"op":"new","setup":{"game":"othello","seed":"` + long[100:] + `"}}`, "seed"},
		{`{"op":"new","setup":{"game":"othello","rules":"1"}}`, "want a whole number"},
		{`{"op":"new","setup":{"game":"othello","rules":99}}`, "rules version"},
		{`{"op":"new","setup":{"game":"othello","size":8}}`, "unknown field"},
		{`{"op":"new","setup":{"game":"othello","options":{"size":8}}}`, "unknown field"},
		{`{"op":"new","setup":{"game":"othello","options":[]}}`, "options"},
		{`{"op":"` + long + `"}`, "longer than 1048576 bytes"},
		{strings.Repeat(long, 3), "longer than 1048576 bytes"},
		{strings.Repeat("[", 100000), "too deep"},
	} {
		got := serve(t, begin+view+tt.line+"\n"+view)
		if len(got) != 4 {
			t.Errorf("%.60q: %d answers, want 4", tt.line, len(got))
			continue
		}
		var answer struct {
			OK    *bool
			Error string
		}
		if err := games.DecodeStrict([]byte(got[2]), &answer); err != nil || answer.OK == nil || *answer.OK {
			t.Errorf("%.60q: %s", tt.line, got[2])
		}
		if !strings.Contains(answer.Error, tt.err) || strings.ContainsAny(answer.Error, "\r\n") || utf8.RuneCountInString(answer.Error) > 210 {
			t.Errorf("%.60q: %q, want %q", tt.line, answer.Error, tt.err)
		}
		if got[1] != got[3] {
			t.Errorf("%.60q was refused and changed the match", tt.line)
		}
	}
}

func TestBeforeNew(t *testing.T) {
	for _, line := range []string{`{"op":"apply","action":"d3"}`, `{"op":"view","seat":0}`} {
		if got := serve(t, line); len(got) != 1 || !strings.Contains(got[0], "no match") {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// The documentation promises these leniencies.
func TestTaken(t *testing.T) {
	for _, setup := range []string{
		`{"game":"othello"}`, `{"game":"othello","rules":0}`, `{"game":"othello","rules":1,"seed":"씨앗","options":null}`,
	} {
		if got := serve(t, `{"op":"new","setup":`+setup+"}"); len(got) != 1 || !strings.HasPrefix(got[0], `{"ok":true,"to_act":0,`) {
			t.Errorf("%s: %q", setup, got)
		}
	}
	views := serve(t, begin+view+`{"op":"view","seat":-1}`+"\r\n"+` {"seat" : 1, "op" : "view"} `)
	if len(views) != 4 || views[1] != views[2] || views[1] != views[3] {
		t.Errorf("views differ or are missing: %q", views)
	}
	// A line of exactly the longest length is read.
	longest := `{"op":"quit"}` + strings.Repeat(" ", protocol.MaxLine-13)
	if got := serve(t, longest+"\n"+begin); len(got) != 1 || got[0] != `{"ok":true}` {
		t.Errorf("the longest line: %q", got)
	}
	if got := serve(t, longest+" \n"); len(got) != 1 || !strings.Contains(got[0], "longer") {
		t.Errorf("a byte more: %q", got)
	}
}

func TestQuitStopsReading(t *testing.T) {
	in := strings.NewReader(`{"op":"quit"}` + "\n" + begin)
	var out bytes.Buffer
	if err := protocol.Serve(registry, in, &out); err != nil || out.String() != "{\"ok\":true}\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// A new match replaces the previous one; a refused one does not.
func TestNewReplaces(t *testing.T) {
	got := serve(t, begin+`{"op":"apply","action":"d3"}`+"\n"+begin+view)
	if len(got) != 4 || got[0] != got[2] || !strings.Contains(got[3], `"ply":0`) {
		t.Errorf("%q", got)
	}
}

// Answers arrive while the input is still open, because a client waits for each.
func TestAnswersAtOnce(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- protocol.Serve(registry, inR, outW) }()
	dec := json.NewDecoder(outR)
	for range 3 {
		if _, err := io.WriteString(inW, begin); err != nil {
			t.Fatal(err)
		}
		var answer map[string]any
		if err := dec.Decode(&answer); err != nil || answer["ok"] != true {
			t.Fatal(answer, err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenPipes(t *testing.T) {
	if err := protocol.Serve(registry, strings.NewReader(begin), brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("write: %v", err)
	}
	if err := protocol.Serve(registry, iotest.ErrReader(errBroken), io.Discard); !errors.Is(err, errBroken) {
		t.Errorf("read: %v", err)
	}
}

// Every line of input gets one line of JSON that says whether the request succeeded.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"", "\n", begin, begin + view, begin + `{"op":"apply","action":"d3"}` + "\n" + `{"op":"apply","action":"c3"}`,
		`{"op":"games"}` + "\n" + `{"op":"quit"}` + "\nmore", `{"op":"view","seat":-1}`, "\xff\x00\n{", "null\n[]\n1\n\"\"",
		begin + `{"op":"apply","action":"\ud800"}`, `{"op":"new","setup":{"game":"othello","options":{"a":[{}]}}}`,
		"{\"op\":\"\u2028\"}\r\n\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		if err := protocol.Serve(registry, bytes.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		lines := bytes.Count(in, []byte("\n"))
		if len(in) > 0 && in[len(in)-1] != '\n' {
			lines++
		}
		answers := bytes.Split(out.Bytes(), []byte("\n"))
		answers = answers[:len(answers)-1]
		quit := false
		for _, a := range answers {
			var answer struct {
				OK     *bool           `json:"ok"`
				Error  *string         `json:"error"`
				ToAct  *int            `json:"to_act"`
				Legal  []string        `json:"legal"`
				Events json.RawMessage `json:"events"`
				Over   *bool           `json:"over"`
				Result json.RawMessage `json:"result"`
				View   json.RawMessage `json:"view"`
				Games  json.RawMessage `json:"games"`
			}
			if err := games.DecodeStrict(a, &answer); err != nil || answer.OK == nil || *answer.OK != (answer.Error == nil) {
				t.Fatalf("answer %q: %v", a, err)
			}
			if answer.Over != nil && (*answer.Over != (*answer.ToAct == -1) || *answer.Over != (len(answer.Legal) == 0)) {
				t.Fatalf("answer %q contradicts itself", a)
			}
			quit = quit || string(a) == `{"ok":true}`
		}
		if len(answers) != lines && !quit {
			t.Fatalf("%d answers to %d lines", len(answers), lines)
		}
	})
}
