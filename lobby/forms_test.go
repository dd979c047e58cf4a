package lobby

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"arcade/lobby/replica"
	"arcade/lobby/table"
	"arcade/lobby/upkeep"
)

// forms are the messages of nodes about tables and people, by name.
var forms = map[string]any{
	"question": &replica.Question{}, "answer": &replica.Answer{}, "state": &table.State{}, "look": &replica.SnapshotQuery{}, "looked": &replica.SnapshotReply{},
	"beat": &replica.Beat{}, "behind": &replica.StaleTables{}, "news": &eventForm{}, "give up": &upkeep.GiveUpForm{}, "search": &replica.SearchForm{},
}

// All that version 1 wrote, testdata/nodes/forms.v1.json, can be read for ever, and every field keeps its
// name and its meaning. New data use new fields.
func TestForms(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "nodes", "forms.v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var old map[string]json.RawMessage
	if err := json.Unmarshal(raw, &old); err != nil {
		t.Fatal(err)
	}
	if a, b := slices.Sorted(maps.Keys(old)), slices.Sorted(maps.Keys(forms)); !slices.Equal(a, b) {
		t.Errorf("there are %q, written were %q", b, a)
	}
	for name, form := range forms {
		if err := json.Unmarshal(old[name], form); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		now, err := json.Marshal(form)
		if err != nil {
			t.Fatal(err)
		}
		var was, is any
		if err := json.Unmarshal(old[name], &was); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(now, &is); err != nil {
			t.Fatal(err)
		}
		readAs(t, name, was, is)
	}
}

// readAs checks that everything in was is also in is.
func readAs(t *testing.T, path string, was, is any) {
	t.Helper()
	switch was := was.(type) {
	case map[string]any:
		fields, _ := is.(map[string]any)
		for name, v := range was {
			readAs(t, path+"."+name, v, fields[name])
		}
	case []any:
		list, _ := is.([]any)
		for i, v := range was {
			if i < len(list) {
				readAs(t, path, v, list[i])
			} else {
				t.Errorf("%s: %v is not read", path, v)
			}
		}
	default:
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%s was %v, is read as %v", path, was, is)
		}
	}
}
