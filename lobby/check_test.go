package lobby

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"arcade/games"
	"arcade/games/klondike/solver"
	"arcade/games/matgo"
	matgobots "arcade/games/matgo/bots"
	"arcade/games/othello"
	"arcade/games/stones"
	"arcade/games/yut"
	"arcade/internal/chance"
	"arcade/internal/race"
	"arcade/lobby/check"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/pairing"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/streak"
	"arcade/store"
	"arcade/store/bolt"
)

// allGames returns the games of the arcade.
func allGames() *games.Registry {
	return games.NewRegistry(othello.Game{}, matgobots.Game{}, stones.Game{}, solver.Game{}, yut.Game{})
}

// life plays like people over some days: every game, rated and casual, with friends, bots and guests,
// series, days' runs, deals by their ID, resigned runs. It leaves matches open and in play. Several matches
// go on at once and end in any order.
func (h *house) life(days int) {
	h.t.Helper()
	visits := map[string]*Visit{}
	names := []string{"kim", "lee", "park", "choi", "han"}
	for _, n := range names {
		visits[n] = h.enter(n)
	}
	guest := h.guest()
	some := func(n int) bool { return h.rand.IntN(n) == 0 }
	dealt := []string{}
	for day := range days {
		for range 6 {
			i := h.rand.IntN(len(names))
			a, b := visits[names[i]], visits[names[(i+1+h.rand.IntN(len(names)-1))%len(names)]]
			var two, ids []string
			for k := range 2 {
				private := some(5)
				two = append(two, h.start([]*Visit{a, b}[k], []*Visit{b, a}[k], pairing.Offer{Rated: !private && !some(4), Private: private}))
			}
			two = append(two, h.start(a, b, pairing.Offer{Game: matgo.Name, Control: "30s", Rated: !some(3)}))
			ids = append(ids, h.start(a, guest, pairing.Offer{}))
			for _, id := range two { // interleaved
				h.play(id, 4+h.rand.IntN(12), a, b)
			}
			for k := len(two) - 1; k >= 0; k-- {
				if some(3) {
					_ = a.Do(two[k], games.Resign)
				}
				h.playOut(two[k], a, b)
			}
			if some(2) { // another round
				_ = a.Rematch(two[2])
				_ = b.Rematch(two[2])
				if next := h.see(a, two[2]).Next; next != "" {
					h.must(a.Watch(next))
					h.must(b.Watch(next))
					h.playOut(next, a, b)
				}
			}
			for _, id := range ids {
				h.play(id, 6, a, guest)
				_ = a.Do(id, games.Resign)
			}
			if some(3) {
				id := h.create(a, pairing.Offer{Bot: "greedy", Control: "none"})
				h.must(a.Watch(id))
				h.playOut(id, a)
			}
			for _, game := range []string{stones.Name, yut.Name, "klondike"} {
				for _, o := range []pairing.Offer{{}, {Daily: true}, {Seed: "17"}} {
					v := a
					if o.Daily {
						v = b
					}
					o.Game = game
					if game == "klondike" && o.Seed != "" && len(dealt) > 0 && some(2) {
						o.Seed = dealt[h.rand.IntN(len(dealt))]
					}
					id, err := v.Create(o)
					if errors.Is(err, solo.ErrDailyDone) || errors.Is(err, deals.ErrNoDeal) {
						continue
					}
					h.must(err)
					h.must(v.Watch(id))
					if some(6) {
						_ = v.Look(id)
					}
					h.play(id, 20+h.rand.IntN(200), v)
					if !some(8) {
						_ = v.Do(id, games.Resign)
					}
				}
			}
			h.pass(time.Duration(h.rand.IntN(90)) * time.Minute)
		}
		notes, err := h.store.Notes(context.Background(), deals.Known.In("klondike").Name, "", 100)
		h.must(err)
		for _, n := range notes {
			dealt = append(dealt, n.Key)
			if some(5) {
				if err := visits["kim"].Favour("klondike", n.Key, true); !errors.Is(err, deals.ErrNoDeal) { // a secret
					h.must(err)
				}
			}
		}
		h.must(visits["lee"].Rename(fmt.Sprintf("lee%d", day)))
		h.pass(24 * time.Hour)
	}
	visits["yun"] = h.enter("yun")
	for _, n := range []string{"lee", "park", "choi", "han", "yun"} { // these five opponents put kim on the board
		h.lose(visits["kim"], visits[n], 10)
	}
	h.create(visits["kim"], pairing.Offer{Rated: true, Control: room.OneDay})
	h.play(h.start(visits["kim"], visits["lee"], pairing.Offer{Rated: true}), 5, visits["kim"], visits["lee"])
}

// lived has life's files by number of days.
var lived = map[int][]byte{}

// livedIn returns the path of a file of life.
func livedIn(t *testing.T, days int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "arcade.db")
	if lived[days] == nil {
		synctest.Test(t, func(t *testing.T) {
			chance.Deal(t)
			h := openHouse(t, path, config.Config{Games: allGames(), Deals: deals.Limits{Share: 1, Nodes: 2_000, Stock: 6}})
			h.life(days)
			h.pass(time.Minute)
			h.shut()
		})
		var err error
		if lived[days], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, lived[days], 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// checkFile returns the findings of `arcade check`.
func checkFile(t *testing.T, path string) (list []string, n check.Counts) {
	t.Helper()
	f, err := bolt.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	report := func(x store.Finding) { list = append(list, x.String()) }
	if sound, err := f.Check(report); err != nil || !sound {
		t.Fatalf("sound %t, %v: %v", sound, err, list)
	}
	n, err = check.Check(context.Background(), f, check.Config{Games: allGames(), Report: report})
	if err != nil {
		list = append(list, "error: "+err.Error())
	}
	return list, n
}

// spoilt returns a copy of the file changed by f.
func spoilt(t *testing.T, path string, f func(tx *bbolt.Tx) error) string {
	t.Helper()
	path = copyOf(t, path)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(f), db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// changeRecord changes the first record of a bucket for which change returns true.
func changeRecord[T any](bucket string, change func(*T) bool) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		c := b.Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			var r T
			if err := json.Unmarshal(v, &r); err != nil {
				return err
			}
			if change(&r) {
				data, err := json.Marshal(r)
				if err != nil {
					return err
				}
				return b.Put(bytes.Clone(k), data)
			}
		}
		return errors.New("no such record")
	}
}

// changeLast changes the match that ended last among the matches for which change returns true. An error in
// an early match also affects all later matches of its players.
func changeLast(change func(*store.Match) bool) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		key, m, err := lastDone(tx, change)
		if err != nil {
			return err
		}
		change(&m)
		data, err := json.Marshal(m)
		if err != nil {
			return err
		}
		return tx.Bucket([]byte("matches")).Put(key, data)
	}
}

// dropFirst deletes the first key of a bucket.
func dropFirst(bucket string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		k, _ := tx.Bucket([]byte(bucket)).Cursor().First()
		return tx.Bucket([]byte(bucket)).Delete(k)
	}
}

// changeDay replaces the note of a streak's first day, or deletes it if value is nil.
func changeDay(value []byte) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("notes"))
		k, _ := b.Cursor().Seek([]byte(streak.Days.In("").Name))
		if k == nil || !bytes.HasPrefix(k, []byte(streak.Days.In("").Name)) {
			return errors.New("no day is kept")
		}
		if k = bytes.Clone(k); value == nil {
			return b.Delete(k)
		}
		return b.Put(k, value)
	}
}

// holeLog deletes the first entry of a log with several entries.
func holeLog(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte("log"))
	c := b.Cursor()
	const number = 8 // bytes of the number after the match
	for k, _ := c.First(); k != nil; {
		next, _ := c.Next()
		if len(next) == len(k) && bytes.HasPrefix(next, k[:len(k)-number]) {
			return b.Delete(bytes.Clone(k))
		}
		k = next
	}
	return errors.New("no such log")
}

// manyDays returns the number of days for tests of agreement.
func manyDays() int {
	if race.On {
		return 1
	}
	return 4
}

// A played store agrees with itself.
func TestCheck(t *testing.T) {
	list, n := checkFile(t, livedIn(t, manyDays()))
	if len(list) > 0 {
		t.Fatalf("%d findings in an intact store:\n%s", len(list), strings.Join(list[:min(20, len(list))], "\n"))
	}
	t.Logf("%+v", n)
	if days := manyDays(); n.Done < 50*days || n.Notes < 5*days || n.Rows < 25*days || n.Unfinished < 2 || n.Players != 6 {
		t.Fatalf("a poor life: %+v", n)
	}
}

// Check finds each change of a played store. The store is small, because each change needs a whole check.
func TestCheckFinds(t *testing.T) {
	if race.On {
		t.Skip("the same check sixty times, which TestCheck has had")
	}
	path := livedIn(t, 1)
	done := func(m *store.Match) bool { return m.Status == store.Done && m.Game == othello.Name && m.Rated }
	for name, c := range map[string]struct {
		spoil func(*bbolt.Tx) error
		want  string // the start of a finding
	}{
		"rating on the board": {changeRecord("ratings", func(r *store.Rating) bool { r.Games++; return true }), "rating "},
		"deviation":           {changeRecord("ratings", func(r *store.Rating) bool { r.Deviation += 0.01; return true }), "rating "},
		"moved rating":        {changeRecord("ratings", func(r *store.Rating) bool { r.Rating += 0.5; return true }), "rating matgo/"},
		"opponents":           {changeRecord("ratings", func(r *store.Rating) bool { r.Opponents++; return true }), "rating "},
		"new opponents":       {changeRecord("ratings", func(r *store.Rating) bool { r.New++; return true }), "rating "},
		"met first":           {changeRecord("matches", func(m *store.Match) bool { m.Seats[0].First = !m.Seats[0].First; return done(m) }), "match "},
		"which of the day":    {changeRecord("matches", func(m *store.Match) bool { m.Seats[0].Nth++; return done(m) }), "match "},
		"rules of ratings": {changeLast(func(m *store.Match) bool {
			m.Ledger = 0
			return done(m) && m.Seats[0].First
		}), "match "},
		"meetings of the day": {changeRecord("versus", func(v *store.Versus) bool { v.Today++; return true }), "versus "},
		"row off its board":   {changeRecord("scores", func(s *store.Score) bool { ok := !s.Unlisted; s.Unlisted = true; return ok }), "index points "},
		"change of a match":   {changeRecord("matches", func(m *store.Match) bool { m.Seats[0].Change *= -1; return done(m) && m.Seats[0].Change != 0 }), "match "},
		"rating before":       {changeRecord("matches", func(m *store.Match) bool { m.Seats[len(m.Seats)-1].Rating += 3; return done(m) }), "match "},
		"winner": {changeRecord("matches", func(m *store.Match) bool {
			m.Winner = 1 - m.Winner
			return done(m) && m.Winner != 2
		}), "match "},
		"result": {changeRecord("matches", func(m *store.Match) bool {
			m.Result = bytes.Replace(m.Result, []byte(`"winner":0`), []byte(`"winner":1`), 1)
			return done(m) && m.Winner == 0
		}), "match "},
		"reason":        {changeRecord("matches", func(m *store.Match) bool { m.Reason = "agreed"; return done(m) }), "match "},
		"plies":         {changeRecord("matches", func(m *store.Match) bool { m.Plies++; return done(m) }), "match "},
		"end":           {changeRecord("matches", func(m *store.Match) bool { m.Ended++; return done(m) }), "match "},
		"order":         {changeRecord("matches", func(m *store.Match) bool { m.Nth++; return done(m) }), "match "},
		"entries":       {changeRecord("matches", func(m *store.Match) bool { m.Entries++; return done(m) }), "match "},
		"another seed":  {changeRecord("matches", func(m *store.Match) bool { m.Seed += "1"; return m.Daily != "" && m.Status == store.Done }), "match "},
		"back in play":  {changeLast(func(m *store.Match) bool { ok := done(m); m.Status, m.Entries = store.Live, 0; return ok }), "match "},
		"unknown seat":  {changeLast(func(m *store.Match) bool { m.Seats[0].Player = "ghost"; return done(m) }), "match "},
		"torn log":      {holeLog, "log "},
		"log's end":     {func(tx *bbolt.Tx) error { return tearLog(tx) }, "match "},
		"log's action":  {changeAction, "match "},
		"log's time":    {changeRecord("log", func(e *store.Entry) bool { ok := e.Kind == "resign"; e.At++; return ok }), "match "},
		"score":         {changeRecord("scores", func(s *store.Score) bool { s.Detail = []byte(`{"x":1}`); return true }), "score "},
		"score's match": {changeRecord("scores", func(s *store.Score) bool { s.Match = "OTHER"; return true }), "score "},
		"a day":         {changeDay(nil), "day "},
		"a day's match": {changeDay([]byte(`{"match":"OTHER"}`)), "day "},
		"an unread day": {changeDay([]byte(`{"other":1}`)), "day "},
		"tally":         {changeRecord("tally", func(x *store.Tally) bool { x.Won++; return true }), "tally "},
		"versus":        {changeRecord("versus", func(v *store.Versus) bool { v.Lost++; return true }), "versus "},
		"statistics":    {changeStats, "statistics "},
		"no tally":      {dropFirst("tally"), "tally "},
		"no statistics": {dropFirst("stats"), "statistics "},
		"no rating":     {dropFirst("ratings"), "rating "},
		"no score":      {dropFirst("scores"), "score "},
		"no versus":     {dropFirst("versus"), "versus "},
		"no match":      {dropMatch, "log "},
		"no player":     {dropFirst("players"), "index names "},
		"no log":        {dropLog, "match "},
		"names":         {dropFirst("names"), "player "},
		"keys":          {dropFirst("keys"), "player "},
		"byplayer":      {dropFirst("byplayer"), "match "},
		"recent":        {dropFirst("recent"), "match "},
		"unfinished":    {dropFirst("unfinished"), "match "},
		"board":         {dropFirst("board"), "rating "},
		"points":        {dropFirst("points"), "score "},
		"latest":        {dropFirst("opponents"), "versus "},
		"stray names":   {stray("names", "nobody", "ghost"), "index names ghost"},
		"stray recent":  {stray("recent", "othello\x00........ghost", ""), "index recent ghost"},
		"stray board":   {stray("board", "othello\x00........ghost", ""), "index board othello/ghost"},
		"stray unseen":  {stray("unseen", "kim\x00........ghost", ""), "index unseen ghost"},
		"stray points":  {stray("points", "stones/1\x00................--------ghost", ""), "index points stones/1/ghost"},
		"stray log":     {stray("log", "ghost\x00\x00\x00\x00\x00\x00\x00\x00\x00", "{}"), "log ghost"},
		"stray tally":   {stray("tally", "ghost\x00othello", `{"won":1}`), "tally othello/ghost"},
		"stray key":     {stray("tally", "ghost", `{"won":1}`), "tally ghost"},
		"secret":        {func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("secret"), make([]byte, 32)) }, "match "},
		"deal's note":   {dropNote("klondike/deals"), ""},
		"deal's seed":   {changeNote("klondike/deals", func(n *deals.Note) { n.Seed += "1" }), "note "},
		"deal's rules":  {changeNote("klondike/deals", func(n *deals.Note) { n.Sets[0].Rules = "x" }), "note "},
		"favourite":     {stray("notes", "klondike/fav/kim\x00=none", "{}"), "note klondike/fav/kim/=none"},
		"last":          {stray("notes", "klondike/last\x00NONE", "{}"), "note klondike/last/NONE"},
		"no JSON":       {stray("notes", "klondike/last\x00NONE", "{"), "note klondike/last/NONE"},
	} {
		t.Run(name, func(t *testing.T) {
			list, _ := checkFile(t, spoilt(t, path, c.spoil))
			if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, c.want) }) {
				t.Errorf("%d findings, none that begins with %q: %.600q", len(list), c.want, list)
			}
			if len(list) > 40 && name != "secret" {
				t.Errorf("one change makes %d findings", len(list))
			}
		})
	}
}

func stray(bucket, key, value string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error { return tx.Bucket([]byte(bucket)).Put([]byte(key), []byte(value)) }
}

// lastDone returns the key and the record of the match that ended last among the matches for which may
// returns true. A match in play may have no log yet. An early match would affect any number of later
// matches of its players.
func lastDone(tx *bbolt.Tx, may func(*store.Match) bool) (key []byte, last store.Match, err error) {
	c := tx.Bucket([]byte("matches")).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		var m store.Match
		if err := json.Unmarshal(v, &m); err != nil {
			return nil, m, err
		}
		changed := m
		changed.Seats = slices.Clone(m.Seats)
		if m.Status == store.Done && m.Nth > last.Nth && may(&changed) {
			key, last = bytes.Clone(k), m
		}
	}
	if key == nil {
		err = errors.New("no finished match")
	}
	return key, last, err
}

func anyMatch(*store.Match) bool { return true }

// logKey returns the key of an entry in a match's log.
func logKey(match []byte, at int) []byte {
	return binary.BigEndian.AppendUint64(append(bytes.Clone(match), 0), uint64(at))
}

// tearLog removes the last entry from the log of a finished match.
func tearLog(tx *bbolt.Tx) error {
	match, m, err := lastDone(tx, anyMatch)
	if err != nil {
		return err
	}
	return tx.Bucket([]byte("log")).Delete(logKey(match, m.Entries-1))
}

// changeAction changes the first action of a finished match of Othello.
func changeAction(tx *bbolt.Tx) error {
	match, _, err := lastDone(tx, func(m *store.Match) bool { return m.Game == othello.Name && m.Plies > 0 })
	b := tx.Bucket([]byte("log"))
	for at := 0; err == nil; at++ {
		var e store.Entry
		if err = json.Unmarshal(b.Get(logKey(match, at)), &e); err != nil || e.Kind != "act" {
			continue
		}
		e.Action = "a1"
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		return b.Put(logKey(match, at), data)
	}
	return err
}

// dropLog removes the whole log of a finished match.
func dropLog(tx *bbolt.Tx) error {
	match, m, err := lastDone(tx, anyMatch)
	for at := 0; at < m.Entries && err == nil; at++ {
		err = tx.Bucket([]byte("log")).Delete(logKey(match, at))
	}
	return err
}

// dropMatch removes the record of a finished match.
func dropMatch(tx *bbolt.Tx) error {
	match, _, err := lastDone(tx, anyMatch)
	if err != nil {
		return err
	}
	return tx.Bucket([]byte("matches")).Delete(match)
}

// changeStats changes the first number of the statistics: a round, a run or a win more.
func changeStats(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte("stats"))
	k, v := b.Cursor().First()
	v = bytes.Clone(v)
	at := bytes.IndexAny(v, "123456789")
	v[at] = '1' + (v[at]-'0')%9
	return b.Put(bytes.Clone(k), v)
}

func firstNote(tx *bbolt.Tx, space string) (k, v []byte) {
	k, v = tx.Bucket([]byte("notes")).Cursor().Seek([]byte(space + "\x00"))
	return bytes.Clone(k), bytes.Clone(v)
}

func dropNote(space string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		k, _ := firstNote(tx, space)
		return tx.Bucket([]byte("notes")).Delete(k)
	}
}

func changeNote(space string, change func(*deals.Note)) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		k, v := firstNote(tx, space)
		var n deals.Note
		if err := json.Unmarshal(v, &n); err != nil {
			return err
		}
		change(&n)
		v, err := json.Marshal(n)
		if err != nil {
			return err
		}
		return tx.Bucket([]byte("notes")).Put(k, v)
	}
}

// After a player deleted the own data, the others' records still agree.
func TestCheckWithoutAPlayer(t *testing.T) {
	path := livedIn(t, manyDays())
	synctest.Test(t, func(t *testing.T) {
		chance.Deal(t)
		time.Sleep(30 * 24 * time.Hour) // after that life
		h := openHouse(t, path, config.Config{Games: allGames()})
		h.must(h.Forget("SHA256:kim", "kim"))
		h.shut()
	})
	if list, n := checkFile(t, path); len(list) > 0 || n.Players != 5 {
		t.Errorf("%+v, %d findings:\n%s", n, len(list), strings.Join(list[:min(20, len(list))], "\n"))
	}
	// Facts that can still be known are still compared.
	list, _ := checkFile(t, spoilt(t, path, changeRecord("ratings", func(r *store.Rating) bool { r.Deviation += 5; return true })))
	if len(list) != 1 || !strings.HasPrefix(list[0], "rating ") {
		t.Errorf("%q", list)
	}
}
