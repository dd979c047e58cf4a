package directory

import (
	"encoding/json"

	"arcade/games"
	"arcade/lobby/table"
	"arcade/store"
)

// Prefixes of rows' keys, before an id.
const (
	TableRows = "table:"
	VisitRows = "visit:"
)

// RowVersion is the version of the rows. Fields may be added, which older nodes ignore; none
// changes its meaning.
const RowVersion = 1

// tableRow is a table as its owner publishes it.
type tableRow struct {
	V     int    `json:"v"`
	Epoch uint64 `json:",omitzero"`
	Code  string `json:",omitzero"`
	*table.Summary
	Quick   bool            `json:",omitzero"`
	Came    games.Seat      `json:",omitzero"`
	Comes   bool            `json:",omitzero"`
	Waits   bool            `json:",omitzero"`
	ReadyBy int64           `json:",omitzero"`
	Refused []string        `json:",omitzero"`
	Beside  string          `json:",omitzero"`
	Options json.RawMessage `json:",omitzero"`
	From    string          `json:",omitzero"`
	Screen  bool            `json:",omitzero"`
	Client  bool            `json:",omitzero"`
	Idle    bool            `json:",omitzero"`
	LastAt  int64           `json:",omitzero"`
}

// RowOf returns a table's row; nil for a finished one. The row never contains the seed: the store has the
// note of a secret run, see lobby/solo.
func RowOf(s *table.Summary, rec store.Match) json.RawMessage {
	if s.Status == store.Done && !s.Waits {
		return nil
	}
	raw, err := json.Marshal(tableRow{
		RowVersion, rec.Epoch, rec.Code, s,
		s.Quick, s.GuestSeat, s.Comes, s.Waits, s.ReadyBy, s.Refused, s.Beside, s.Options, s.From, s.Screen, s.Client, s.Idle, s.LastAt,
	})
	if err != nil {
		panic(err) // a row can always be encoded
	}
	return raw
}

// summary returns a row's table.
func (r tableRow) summary() *table.Summary {
	s := r.Summary
	s.Quick, s.GuestSeat, s.Comes, s.Waits, s.ReadyBy, s.Refused, s.Beside = r.Quick, r.Came, r.Comes, r.Waits, r.ReadyBy, r.Refused, r.Beside
	s.Options, s.From, s.Screen, s.Client, s.Idle, s.LastAt = r.Options, r.From, r.Screen, r.Client, r.Idle, r.LastAt
	return s
}

// VisitRow is a visit as its node publishes it.
type VisitRow struct {
	V int `json:"v"`
	table.Person
	At      string `json:",omitzero"`
	Since   int64
	From    string `json:",omitzero"` // a code of the network
	Program bool   `json:",omitzero"`
}

// hideTable removes a table's row.
func (d *Directory) hideTable(id string) {
	if d.nodes != nil {
		d.nodes.Show(TableRows+id, nil)
	}
}

// showVisit publishes a visit; the lock is held.
func (d *Directory) showVisit(person string) {
	if d.nodes == nil {
		return
	}
	var raw json.RawMessage
	if v := d.visits[person]; v != nil {
		var err error
		if raw, err = json.Marshal(VisitRow{RowVersion, v.me, v.at, v.took.UnixMilli(), d.house.Network(v.Identity.From), v.Program}); err != nil {
			panic(err)
		}
	}
	d.nodes.Show(VisitRows+person, raw)
}
