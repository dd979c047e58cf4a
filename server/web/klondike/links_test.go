package klondike

import (
	"encoding/json"
	"testing"
)

// A user's rows belong to the player who has linked the user by its token: they are in the export, and
// are deleted with the player. Rows of a later owner of the name are not.
func TestLinks(t *testing.T) {
	_, s, l := house(t)
	f, api := another(t, s, l)
	a := f.Ask("POST", "/v1/clients/register", map[string]any{"userId": "usr_0123456789abcdef"})
	token := a.JSON()["token"].(string)
	f.Ask("POST", "/v1/solves", sent())
	f.Ask("POST", "/v1/solves", sent("userId", "other"))
	link := func(player, user, token string, want bool) {
		t.Helper()
		if ok, err := api.Link(t.Context(), player, user, token); ok != want || err != nil {
			t.Errorf("link %s to %s: %v %v", player, user, ok, err)
		}
	}
	export := func(player string) (rows []string) {
		t.Helper()
		if err := api.Export(t.Context(), player, func(v any) error {
			raw, err := json.Marshal(v)
			rows = append(rows, string(raw))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	link("kim", "other", token, false)
	link("kim", "usr_0123456789abcdef", token+"x", false)
	link("kim", "no name", token, false)
	if rows := export("kim"); len(rows) != 0 {
		t.Errorf("not linked: %v", rows)
	}
	link("kim", "usr_0123456789abcdef", token, true)
	rows := export("kim")
	var row struct {
		UserID, DealID string
		Best           struct{ DurationMs int64 }
	}
	if len(rows) != 1 || json.Unmarshal([]byte(rows[0]), &row) != nil || row.UserID != "usr_0123456789abcdef" || row.DealID != aDeal || row.Best.DurationMs != 180_000 {
		t.Errorf("export: %v", rows)
	}
	if rows := export("lee"); len(rows) != 0 {
		t.Errorf("another's: %v", rows)
	}

	// The name is deleted, and somebody else takes it.
	r := f.Request("DELETE", "/v1/clients/usr_0123456789abcdef", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	if a := f.Do(r); a.Status != 204 {
		t.Fatal(a.Status)
	}
	token = f.Ask("POST", "/v1/clients/register", map[string]any{"userId": "usr_0123456789abcdef"}).JSON()["token"].(string)
	f.Ask("POST", "/v1/solves", sent())
	if rows := export("kim"); len(rows) != 0 {
		t.Errorf("somebody else's: %v", rows)
	}
	if err := api.Forget(r.Context(), "kim"); err != nil {
		t.Fatal(err)
	}
	top := func() int {
		return len(f.Ask("GET", "/v1/leaderboards/"+aDeal, nil).JSON()["top"].([]any))
	}
	if n := top(); n != 2 {
		t.Errorf("somebody else's rows are gone: %d", n)
	}
	link("lee", "usr_0123456789abcdef", token, true)
	if err := api.Forget(r.Context(), "lee"); err != nil {
		t.Fatal(err)
	}
	if n := top(); n != 1 {
		t.Errorf("after the deletion: %d rows", n)
	}
	if list, _ := s.Notes(r.Context(), links.In("lee").Name, "", 10); len(list) != 0 {
		t.Errorf("links are left: %v", list)
	}
}
