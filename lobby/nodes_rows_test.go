package lobby

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"arcade/games"
	"arcade/games/othello"
	"arcade/lobby/config"
	"arcade/lobby/directory"
	"arcade/lobby/nodes"
	"arcade/lobby/nodestest"
	"arcade/lobby/room"
	"arcade/lobby/table"
	"arcade/store"
	"arcade/store/bolt"
)

// crowded are nodes, two of which show many rows.
type crowded struct {
	nodes.Nodes
	mu    sync.Mutex // the lobby reads the rows once by itself
	rows  [2]map[string]json.RawMessage
	shown chan struct{} // never closed: the benchmark reads by itself
}

func (c *crowded) Shown() <-chan struct{} { return c.shown }

func (c *crowded) Rows(f func(node, key string, row json.RawMessage) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, rows := range c.rows {
		for key, row := range rows {
			if !f(string(rune('b'+i)), key, row) {
				return
			}
		}
	}
}

// BenchmarkReadRows measures reading the rows of two other nodes, each with 2,000 visits and 500 tables,
// ten of each changed. A node does this after another node's notice, once a second each.
func BenchmarkReadRows(b *testing.B) {
	st, err := bolt.Open(filepath.Join(b.TempDir(), "arcade.db"), bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	c := &crowded{Nodes: nodestest.New(time.Second, room.WireErrors).Join("a"), shown: make(chan struct{})}
	at := time.Now().UnixMilli()
	visit := func(node, i int) {
		id := fmt.Sprintf("%c-person-%d", 'b'+node, i)
		at++
		raw, err := json.Marshal(directory.VisitRow{V: directory.RowVersion, Person: table.Person{ID: id, Name: id}, At: "table", Since: at, From: "from"})
		if err != nil {
			b.Fatal(err)
		}
		c.rows[node][directory.VisitRows+id] = raw
	}
	table := func(node, i int) {
		id := fmt.Sprintf("%c%04d", 'b'+node, i)
		at++
		c.rows[node][directory.TableRows+id] = directory.RowOf(&table.Summary{
			ID: id, Game: "othello", Status: store.Live, Control: "5+3", Rated: true, Created: int64(i), LastAt: at,
			Seats: []table.SeatInfo{{Person: table.Person{ID: fmt.Sprintf("%026d", i), Name: "검은 돌"}, Rating: 1500}, {Person: table.Person{ID: fmt.Sprintf("%026d", -i), Name: "흰 돌"}, Rating: 1500}},
		}, store.Match{ID: id, Epoch: 1})
	}
	for node := range c.rows {
		c.rows[node] = map[string]json.RawMessage{}
		for i := range 2000 {
			visit(node, i)
		}
		for i := range 500 {
			table(node, i)
		}
	}
	l, err := New(config.Config{Store: st, Nodes: c, Games: games.NewRegistry(othello.Game{})})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	l.dir.ReadRows()
	if s := l.dir.Sizes(); s.FarPeople != 4000 || s.FarTables != 1000 {
		b.Fatalf("%d people and %d tables are read", s.FarPeople, s.FarTables)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		b.StopTimer()
		for range 10 {
			visit(r.IntN(2), r.IntN(2000))
			table(r.IntN(2), r.IntN(500))
		}
		b.StartTimer()
		l.dir.ReadRows()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5000, "ns/row")
	b.ReportMetric(float64(len(c.rows[0][directory.TableRows+"b0000"])), "row-bytes")
}
