package postgres

import (
	"fmt"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arcade/store"
	"arcade/store/postgres/pgtest"
	"arcade/store/storetest"
)

// The database is on the disk of the temporary folder (TMPDIR), shares the processors with its client,
// and waits for the disk. docs/postgres.md has the command.
func BenchmarkAppend(b *testing.B) {
	pg := pgtest.Start(b, true)
	storetest.BenchAppend(b, func(b *testing.B) store.Store { return openURL(b, pg.Schema(b)) })
}

// BenchmarkPgbench runs the statement of an append in PostgreSQL's own client, with one match for each
// client. It measures the database without the store. Its appends do not share transactions. It always
// runs for five seconds.
func BenchmarkPgbench(b *testing.B) {
	pgbench, err := osexec.LookPath("pgbench")
	if err != nil {
		pgbench, err = osexec.LookPath(filepath.Join(pgtest.Bin(), "pgbench"))
	}
	if err != nil {
		b.Skip(err)
	}
	pg := pgtest.Start(b, true)
	for _, n := range []int{1, 20, 200} {
		b.Run(fmt.Sprintf("%dtables", n), func(b *testing.B) {
			at, err := url.Parse(pg.Schema(b))
			if err != nil {
				b.Fatal(err)
			}
			s := openURL(b, at.String())
			for i := range n {
				m := storetest.BenchMatch(i)
				m.ID = fmt.Sprint("m", i)
				if err := s.CreateMatch(b.Context(), m); err != nil {
					b.Fatal(err)
				}
			}
			dir := b.TempDir()
			script := filepath.Join(dir, "append.sql")
			// client_id is the match. n is its length, which only this client changes.
			if err := os.WriteFile(script, []byte(`with made as (
	update matches m set entries = m.entries + 1 where id = 'm' || :client_id and status = 'live' and epoch = 0 returning id, entries - 1 as n
) insert into log (match, n, entry) select id, n, '{"kind":"act","seat":0,"action":"d3","at":1700000000000}'::json from made;
`), 0o600); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			cmd := osexec.Command(pgbench, "-n", "-M", "prepared", "-f", script, "-c", fmt.Sprint(n), "-j", fmt.Sprint(min(n, 2)), "-T", "5",
				"-l", "--log-prefix", filepath.Join(dir, "log"))
			// libpq reads the schema from PGOPTIONS.
			cmd.Env = append(os.Environ(), "PGOPTIONS=-c search_path="+at.Query().Get("search_path"))
			at.RawQuery = "sslmode=disable"
			cmd.Args = append(cmd.Args, at.String())
			out, err := cmd.CombinedOutput()
			b.StopTimer()
			if err != nil {
				b.Fatalf("%v\n%s", err, out)
			}
			var took []int64 // µs, the third column of each line
			logs, err := filepath.Glob(filepath.Join(dir, "log*"))
			if err != nil {
				b.Fatal(err)
			}
			for _, path := range logs {
				text, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				for line := range strings.Lines(string(text)) {
					var client, number, us int64
					if _, err := fmt.Sscan(line, &client, &number, &us); err != nil {
						b.Fatalf("%s: %v", line, err)
					}
					took = append(took, us)
				}
			}
			slices.Sort(took)
			tps := regexp.MustCompile(`tps = ([0-9.]+) \(without`).FindSubmatch(out)
			if len(took) == 0 || tps == nil {
				b.Fatalf("%s", out)
			}
			rate, err := strconv.ParseFloat(string(tps[1]), 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(rate, "writes/s")
			b.ReportMetric(float64(took[len(took)/2])/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100])/1000, "p99-ms")
		})
	}
}
