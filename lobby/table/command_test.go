package table

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"arcade/games"
)

// A command is the same at the node to which it is sent.
func TestCommands(t *testing.T) {
	for want, args := range map[Command]string{
		&Act{3, "d3"}:            `[3,"d3"]`,
		&Do{games.Resign}:        `["resign"]`,
		&Say{0, "안녕"}:            `[0,"안녕"]`,
		&SitDown{true}:           `[true]`,
		&Leave{true}:             `[true]`,
		&Watch{}:                 `null`,
		&LeaveSeries{}:           `null`,
		&Act{Ply: 1, Action: ""}: `[1,""]`,
	} {
		raw, err := json.Marshal(want.Args())
		if err != nil || string(raw) != args {
			t.Errorf("%s says %s, want %s: %v", want.Name(), raw, args, err)
		}
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		got, err := Decode(want.Name(), append(list, json.RawMessage(`{"later":1}`)))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v is read as %+v: %v", want, got, err)
		}
	}
	for name := range commands {
		if c, err := Decode(name, nil); err == nil && len(c.Args()) > 0 {
			t.Errorf("%s is read without what it says", name)
		}
	}
	if _, err := Decode("dance", nil); !errors.Is(err, games.ErrNotAllowed) {
		t.Errorf("a command of a later version: %v", err)
	}
	if _, err := Decode("act", []json.RawMessage{json.RawMessage(`"x"`), json.RawMessage(`1`)}); err == nil {
		t.Error("a command that cannot be read is read")
	}
}
