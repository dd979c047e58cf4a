package games_test

import (
	"encoding/json"
	"strings"
	"testing"

	"arcade/games"
)

func TestDecodeStrict(t *testing.T) {
	type inner struct {
		N int `json:"n"`
	}
	type outer struct {
		S    string          `json:"s"`
		List []inner         `json:"list"`
		Raw  json.RawMessage `json:"raw"`
	}
	deep := strings.Repeat("[", 65) + strings.Repeat("]", 65)
	for _, tt := range []struct{ in, err string }{
		{`{}`, ""},
		{` {"s":"한글","list":[{"n":1},{"n":2}],"raw":{"any":[1,{"x":null}]}} ` + "\n", ""},
		{`null`, ""},
		{``, "ends too early"},
		{`   `, "ends too early"},
		{`{"s":"x"`, "ends too early"},
		{`{"s":"x"]`, "not JSON"},
		{`{"s" "x"}`, "not JSON"},
		{`{"s":"x",}`, "not JSON"},
		{`{,}`, "not JSON"},
		{`[1 2]`, "not JSON"},
		{"{\"s\":\"a\nb\"}", "not JSON"},
		{`{"s":"x"}}`, "follows"},
		{`{"s":"x"}{}`, "follows"},
		{`{"s":"x"} x`, "follows"},
		{`{"t":1}`, "unknown field"},
		{`{"list":[{"m":1}]}`, "unknown field"},
		{`{"s":"x","s":"y"}`, "twice"},
		{`{"s":"x","S":"y"}`, "twice"},
		{`{"s":"x","` + "\u017f" + `":"y"}`, "twice"}, // the long s, which encoding/json takes for an s
		{`{"raw":{"a":{"b":1,"b":2}}}`, "twice"},
		{`{"list":[{"n":1,"n":1}]}`, "twice"},
		{`{"raw":[{"a":1},{"a":1}]}`, ""},
		{`{"raw":{"a":{"a":{"b":[]}},"b":1}}`, ""},
		{`{"s":1}`, "want a string"},
		{`{"list":{}}`, "want a list"},
		{`{"list":[{"n":"1"}]}`, "want a whole number"},
		{`{"list":[{"n":1.5}]}`, "want a whole number"},
		{`{"list":[{"n":99999999999999999999}]}`, "want a whole number"},
		{`[]`, "want an object"},
		{`{"raw":` + deep + `}`, "too deep"},
		{"{\"s\":\"\xff\"}", "UTF-8"},
	} {
		var v outer
		err := games.DecodeStrict([]byte(tt.in), &v)
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%.60q: %v, want %q", tt.in, err, tt.err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%.60q: the error has more than a line: %q", tt.in, err)
		}
	}
}

func TestDecodeOptions(t *testing.T) {
	for in, want := range map[string]int{"": 3, " ": 3, "null": 3, "{}": 3, `{"draw":1}`: 1, `{"Draw":1}`: 1} {
		v := struct {
			Draw int `json:"draw"`
		}{3}
		if err := games.DecodeOptions(json.RawMessage(in), &v); err != nil || v.Draw != want {
			t.Errorf("%q: %d, %v", in, v.Draw, err)
		}
	}
	for _, in := range []string{"1", `"x"`, "[]", "nul", `{"x":1}`, `{"draw":"1"}`, "{} {}", "{"} {
		var v struct {
			Draw int `json:"draw"`
		}
		if err := games.DecodeOptions(json.RawMessage(in), &v); err == nil {
			t.Errorf("%q was taken", in)
		}
	}
}

// encoding/json accepts everything that DecodeStrict accepts, and reads it the same.
func FuzzDecodeStrict(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{"a":{"b":[1,"x",null,true]}}`, `[[[]]]`, `{"a":1,"A":2}`, `{`, `{"a":[}`, "\xff", `1e999`, `"\ud800"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want any
		if games.DecodeStrict(data, &got) != nil {
			return
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("%q was taken, but: %v", data, err)
		}
		a, _ := json.Marshal(got)
		if b, _ := json.Marshal(want); string(a) != string(b) {
			t.Fatalf("%s, want %s", a, b)
		}
	})
}
