package games_test

import (
	"encoding/json"
	"strings"
	"testing"

	"arcade/games"
)

type took struct {
	Action games.Action `json:"action"`
	N      int          `json:"n"`
}

func (took) Kind() string { return "took" }

func TestEventJSON(t *testing.T) {
	for _, c := range []struct {
		event games.Event
		want  string
	}{
		{games.Event{Seat: 1, Fact: took{"2>f", 0}}, `{"kind":"took","seat":1,"values":{"action":"2>f","n":0}}`},
		{games.Event{Seat: games.Nobody, Fact: shown{}, Hold: 2000}, `{"kind":"show","seat":-1,"hold":2000}`},
	} {
		// The encoder of the event decides whether to escape < and >.
		var plain strings.Builder
		enc := json.NewEncoder(&plain)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(c.event); err != nil || plain.String() != c.want+"\n" {
			t.Errorf("%s, %v, want %s", &plain, err, c.want)
		}
		escaped, err := json.Marshal(c.event)
		if want := strings.ReplaceAll(c.want, ">", `\u003e`); err != nil || string(escaped) != want {
			t.Errorf("%s, %v, want %s", escaped, err, want)
		}
	}
	if text, err := json.Marshal(games.Event{}); err == nil {
		t.Errorf("nothing came about, and it is %s", text)
	}
}
