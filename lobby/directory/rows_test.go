package directory

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"testing"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/store"
)

// Other nodes read the same table from its row.
func TestTableRow(t *testing.T) {
	s, stays := &table.Summary{}, map[string]bool{"Seed": true}
	fill(t, reflect.ValueOf(s).Elem(), stays)
	s.Status = store.Open
	got := readRow(t, RowOf(s, store.Match{ID: s.ID, Epoch: 3, Code: "K7Q2M8"}))
	if got.epoch != 3 || got.code != "K7Q2M8" || got.node != "b" {
		t.Errorf("row %+v", got)
	}
	s.Seed = ""
	if !reflect.DeepEqual(got.Summary, s) {
		t.Errorf("shown %+v\nread  %+v", s, got.Summary)
	}
	s.Status, s.Waits = store.Done, false
	if row := RowOf(s, store.Match{}); row != nil {
		t.Errorf("a table that is over is shown: %s", row)
	}
}

func readRow(t *testing.T, raw json.RawMessage) *farTable {
	t.Helper()
	var id struct{ ID string }
	if err := json.Unmarshal(raw, &id); err != nil {
		t.Fatal(err)
	}
	d := &Directory{log: slog.New(slog.DiscardHandler)}
	row := d.readTable("b", id.ID, raw)
	if row == nil {
		t.Fatalf("the row %s cannot be read", raw)
	}
	return row
}

// fill gives every field a value, so that the test covers fields added later.
func fill(t *testing.T, v reflect.Value, but map[string]bool) {
	t.Helper()
	v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !but[v.Type().Field(i).Name] {
				fill(t, v.Field(i), but)
			}
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{"mode":1}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), but)
		}
	case reflect.String:
		v.SetString("some")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(1.5)
	default:
		t.Fatalf("a field of kind %s", v.Kind())
	}
}

// A row of a later version has more fields.
func TestRowOfALaterVersion(t *testing.T) {
	got := readRow(t, json.RawMessage(`{"v":2,"ID":"K7Q2M8XA","Game":"some","Status":"open","Seats":[{"ID":"kim","Hat":"red"},{}],"Created":5,"ToAct":-1,"Colour":3}`))
	if got.ID != "K7Q2M8XA" || got.Host().ID != "kim" || got.ToAct != games.Nobody {
		t.Errorf("%+v", got.Summary)
	}
}
