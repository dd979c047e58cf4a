package postgres

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"arcade/store"
)

// Check compares every record with its columns and with related rows. It calls report with each
// contradiction. It does not check PostgreSQL's pages (pg_amcheck does), so sound is always true.
func (a *moment) Check(report func(store.Finding)) (sound bool, err error) {
	c := checker{a: a, report: report}
	for _, check := range []func() error{c.players, c.matches, c.orphans, c.rows} {
		if err := check(); err != nil {
			return false, err
		}
	}
	return true, nil
}

type checker struct {
	a      *moment
	report func(store.Finding)
}

// hold reports a finding if columns and record differ.
func (c checker) hold(kind string, id []string, columns, record []any) {
	if got, want := fmt.Sprint(columns...), fmt.Sprint(record...); got != want {
		c.found(kind, id, "its columns say %s, its record %s", got, want)
	}
}

func (c checker) found(kind string, id []string, format string, args ...any) {
	c.report(store.Finding{Kind: kind, ID: strings.Join(id, "/"), Problem: fmt.Sprintf(format, args...)})
}

// damaged reports an unreadable record.
func (c checker) damaged(kind string, id []string, data []byte, v any) bool {
	err := decode(data, v)
	if err != nil {
		c.found(kind, id, "%v", err)
	}
	return err != nil
}

func (c checker) players() error {
	type row struct {
		ID, Name string
		Rev      uint64
		Keys     []string
		Record   []byte
	}
	return each(c.a, `select id, name_key, revision, array(select fingerprint from keys where player = id order by fingerprint), record
		from players order by id`, pgx.RowToStructByPos[row], func(r row) error {
		var p store.Player
		if id := []string{r.ID}; !c.damaged("player", id, r.Record, &p) {
			c.hold("player", id, []any{r.ID, r.Name, r.Rev, r.Keys}, []any{p.ID, p.NameKey, p.Rev, unique(p.Keys)})
		}
		return nil
	})
}

// unique returns the sorted texts without duplicates.
func unique(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func (c checker) matches() error {
	ended, err := c.a.Ended()
	if err != nil {
		return err
	}
	type row struct {
		ID, Game, Status, Invited    string
		Public                       bool
		Created, Ended, Entries, Nth int64
		Log, Last                    int64
		Seats                        []string
		Record                       []byte
	}
	return each(c.a, `select id, game, status, invited, public, created, ended, entries, nth,
			(select count(*) from log where match = id), (select coalesce(max(n), -1) from log where match = id),
			array(select player from seats where match = id and seats.created = matches.created order by player), record
		from matches order by id`, pgx.RowToStructByPos[row], func(r row) error {
		var m store.Match
		id := []string{r.ID}
		if c.damaged("match", id, r.Record, &m) {
			return nil
		}
		c.hold("match", id, []any{r.ID, r.Game, r.Status, r.Invited, r.Public, r.Created, r.Ended, r.Seats},
			[]any{m.ID, m.Game, m.Status, m.Invited, !m.Private, m.Created, m.Ended, unique(playersOf(m))})
		if r.Log != r.Entries || r.Last != r.Entries-1 {
			c.found("match", id, "its log has %d entries up to the %d., it says %d", r.Log, r.Last+1, r.Entries)
		}
		if r.Status == string(store.Open) && r.Log != 0 {
			c.found("match", id, "it is open and has a log of %d entries", r.Log)
		}
		if r.Nth < 0 || uint64(r.Nth) > ended {
			c.found("match", id, "it is the %d. that ended, of %d", r.Nth, ended)
		}
		return nil
	})
}

// orphans reports rows whose match or player does not exist.
func (c checker) orphans() error {
	for kind, sql := range map[string]string{
		"log":    `select distinct match from log where not exists (select from matches where id = match)`,
		"seat":   `select match || '/' || player from seats s where not exists (select from matches m where m.id = s.match and m.created = s.created)`,
		"key":    `select fingerprint from keys where not exists (select from players where id = player)`,
		"unseen": `select player || '/' || match from unseen u where not exists (select from matches m where m.id = u.match and m.ended = u.ended and m.status = 'done')`,
	} {
		err := each(c.a, sql, pgx.RowTo[string], func(id string) error {
			c.found(kind, []string{id}, "there is nothing that it belongs to")
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rows checks the ratings, the opponents and the rows of boards.
func (c checker) rows() error {
	type rating struct {
		Game, Player string
		Rating       float64
		Unlisted     bool
		Record       []byte
	}
	err := each(c.a, `select game, player, rating, unlisted, record from ratings order by game, player`, pgx.RowToStructByPos[rating], func(r rating) error {
		var v store.Rating
		if id := []string{r.Game, r.Player}; !c.damaged("rating", id, r.Record, &v) {
			c.hold("rating", id, []any{r.Game, r.Player, r.Rating, r.Unlisted}, []any{v.Game, v.Player, v.Rating, v.Unlisted})
		}
		return nil
	})
	if err != nil {
		return err
	}
	type versus struct {
		Player, Game, Opponent string
		At                     int64
		Record                 []byte
	}
	err = each(c.a, `select player, game, opponent, at, record from versus order by player, game, opponent`, pgx.RowToStructByPos[versus], func(r versus) error {
		var v store.Versus
		if id := []string{r.Player, r.Game, r.Opponent}; !c.damaged("versus", id, r.Record, &v) {
			c.hold("versus", id, []any{r.Game, r.Opponent, r.At}, []any{v.Game, v.Opponent, v.At})
		}
		return nil
	})
	if err != nil {
		return err
	}
	type score struct {
		Board, Player string
		Value, Tie    float64
		At            int64
		Record        []byte
	}
	return each(c.a, `select board, player, value, tie, at, record from scores order by board, player`, pgx.RowToStructByPos[score], func(r score) error {
		var v store.Score
		if id := []string{r.Board, r.Player}; !c.damaged("score", id, r.Record, &v) {
			c.hold("score", id, []any{r.Board, r.Player, r.Value, r.Tie, r.At}, []any{v.Board, v.Player, v.Value, v.Tie, v.At})
		}
		return nil
	})
}
