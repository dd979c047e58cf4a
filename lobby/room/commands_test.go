package room

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arcade/games"
	"arcade/lobby/table"
)

// A command is the same at the node to which it is sent.
func TestCommands(t *testing.T) {
	for want, args := range map[table.Command]string{
		&table.Act{Ply: 3, Action: "d3"}: `[3,"d3"]`,
		&table.Do{Kind: games.Resign}:    `["resign"]`,
		&table.Say{Text: "안녕"}:           `[0,"안녕"]`,
		&table.SitDown{ByCode: true}:     `[true]`,
		&table.Leave{Last: true}:         `[true]`,
		&table.Watch{}:                   `null`,
		&table.LeaveSeries{}:             `null`,
		&table.Act{Ply: 1, Action: ""}:   `[1,""]`,
	} {
		name, sent := encode(want)
		raw, err := json.Marshal(sent)
		if err != nil || string(raw) != args {
			t.Errorf("%s says %s, want %s: %v", name, raw, args, err)
		}
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		got, err := decode(name, append(list, json.RawMessage(`{"later":1}`)))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v is read as %+v: %v", want, got, err)
		}
	}
	names := slices.Sorted(maps.Keys(commandsByName))
	if got := strings.Join(names, " "); got != "act cancel days do endseries hint left lift look ready refuse rematch say take unready unwatch watch" {
		t.Errorf("nodes of other versions know other names: %s", got)
	}
	for _, name := range names {
		if c, err := decode(name, nil); err == nil && len(fields(c)) > 0 {
			t.Errorf("%s is read without what it says", name)
		}
	}
	if _, err := decode("dance", nil); !errors.Is(err, games.ErrNotAllowed) {
		t.Errorf("a command of a later version: %v", err)
	}
	if _, err := decode("act", []json.RawMessage{json.RawMessage(`"x"`), json.RawMessage(`1`)}); err == nil {
		t.Error("a command that cannot be read is read")
	}
}
