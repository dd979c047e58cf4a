package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"arcade/cluster"
	"arcade/lobby"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/store"
)

// House has the parts of the arcade that the metrics read.
type House struct {
	Server *server.Server
	Lobby  *lobby.Lobby
	// LastBackup returns the time of the last backup, the zero time for none. It is nil if no backups are
	// made.
	LastBackup func() time.Time
	// SpareLag returns how long ago the spare had everything, false if none has come. It is nil for a server
	// that can have none.
	SpareLag func() (lag time.Duration, ok bool)
	// Node is this server's node of a cluster, nil for a single server.
	Node *cluster.Node
}

// Watch adds the house's values to the metrics. Call it once.
func (m *Metrics) Watch(h House) { m.registry.MustRegister(&house{h}) }

// house collects values that other packages keep.
type house struct{ House }

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("arcade_"+name, help, labels, nil)
}

var (
	connections = desc("connections", "Connections, by state: handshake, idle (no session) or serving.", "state")
	accepted    = desc("connections_total", "Admitted connections.")
	refused     = desc("refused_total", "Refused connections and sessions, by reason.", "reason")
	logins      = desc("logins_total", "Logins, by kind: key or guest.", "kind")
	sessionsNow = desc("sessions", "Running sessions, by kind: screen, page, command or bot.", "kind")
	sessionsAll = desc("sessions_total", "Started sessions, by kind.", "kind")
	written     = desc("rendered_bytes_total", "Bytes sent to screens.")
	visits      = desc("visits", "People on this node, guests too, without programs.")
	tables      = desc("tables", "Tables in memory, by game and status: open, live, or done with people still there.", "game", "status")
	wrongCodes  = desc("wrong_codes_total", "Wrong codes that players typed: for a friend's seat, or to add a key.", "of")
	ended       = desc("sessions_ended_total", "Sessions that have ended: quit, dropped, kicked, banned, stopped (with the server), room (made for a newcomer), slow (does not read), flood, input (too much), time, failed, refused.", "reason")
	refusedActs = desc("refused_actions_total", "Commands at tables that were refused, by the name of the error; other: an illegal action.", "reason")
	work        = desc("work_total", "Tasks that got a place, by kind.", "of")
	worked      = desc("work_seconds_total", "Time that tasks had a place, by kind; frames need no place.", "of")
	waited      = desc("work_wait_seconds_total", "Time that tasks waited for a place, or because of their address's debt, by kind.", "of")
	waiting     = desc("work_waiting", "Waiting tasks, by kind.", "of")
	gone        = desc("work_gone_total", "Tasks cancelled while they waited, by kind.", "of")
	bans        = desc("bans", "Bans in force.")
	backupAge   = desc("backup_age_seconds", "Time since the last backup; -1 before the first.")
	spareLag    = desc("spare_lag_seconds", "Time since the spare had everything; absent until one has come since the start.")
	draining    = desc("draining", "1 while the server stops, else 0.")

	owned    = desc("cluster_owned_tables", "Tables that this node owns.")
	followed = desc("cluster_followed_tables", "Tables of other nodes that this node follows, because they are watched here.")
	missed   = desc("cluster_follower_gaps_total", "Times that a follower had missed changes, and read them from the store or requested the table.")
	nodes    = desc("cluster_nodes", "Nodes with valid leases, including this one.")
	owning   = desc("cluster_may_own", "1 while this node may own matches and write to them, else 0.")
	leaseAge = desc("cluster_lease_age_seconds", "Time since this node's lease was renewed.")
	leases   = desc("cluster_leases", "Leases for single-node jobs that this node holds.")
	skew     = desc("cluster_skew_seconds", "Difference of this node's clock to the other nodes' clocks.")
	lag      = desc("cluster_directory_lag_seconds", "Longest time since another node's part of the directory was known to be complete.")
	dropped  = desc("cluster_dropped_total", "Messages to other nodes that were dropped.")
	gaps     = desc("cluster_gaps_total", "Gaps in this node's copy of another node's directory that it fetched.")

	// The names of earlier versions, which go with the next release.
	oldTables = desc("cluster_tables", "Old name of cluster_owned_tables (role keeper) and cluster_followed_tables (role mirror).", "role")
	oldMissed = desc("cluster_mirror_gaps_total", "Old name of cluster_follower_gaps_total.")
	oldOwning = desc("cluster_keeping", "Old name of cluster_may_own.")
)

func (h *house) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		connections, accepted, refused, logins, sessionsNow, sessionsAll, written, visits, tables, wrongCodes, ended, refusedActs, work, worked, waited, waiting, gone, bans, draining,
	} {
		ch <- d
	}
	if h.LastBackup != nil {
		ch <- backupAge
	}
	if h.SpareLag != nil {
		ch <- spareLag
	}
	if h.Node != nil {
		for _, d := range []*prometheus.Desc{
			owned, followed, missed, nodes, owning, leaseAge, leases, skew, lag, gaps, dropped, oldTables, oldMissed, oldOwning,
		} {
			ch <- d
		}
	}
}

// to receives a house's values.
type to chan<- prometheus.Metric

func (ch to) gauge(d *prometheus.Desc, v float64, labels ...string) {
	ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

func (ch to) counter(d *prometheus.Desc, v uint64, labels ...string) {
	ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), labels...)
}

// is returns 1 for true and 0 for false.
func is(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

// Collect sends the present values.
func (h *house) Collect(ch chan<- prometheus.Metric) {
	gauge, counter := to(ch).gauge, to(ch).counter
	s := h.Server.Stats()
	gauge(connections, float64(s.Handshakes), "handshake")
	gauge(connections, float64(s.Sessionless), "idle")
	gauge(connections, float64(s.Serving), "serving")
	counter(accepted, s.Accepted)
	for reason, n := range s.Refused {
		counter(refused, n, reason)
	}
	counter(logins, s.Keys, "key")
	counter(logins, s.Guests, "guest")
	for kind := range s.Sessions {
		gauge(sessionsNow, float64(s.Sessions[kind]), server.Kind(kind).String())
		counter(sessionsAll, s.Opened[kind], server.Kind(kind).String())
	}
	counter(written, s.Written)
	gauge(visits, float64(h.Lobby.Visits()))
	h.tables(to(ch))
	for reason, n := range s.Ended {
		counter(ended, n, string(reason))
	}
	for reason, n := range h.Lobby.RefusedCounts() {
		counter(refusedActs, n, reason)
	}
	for kind, n := range h.Server.Turns().Counts() {
		of := turns.Kind(kind).String()
		counter(work, n.Begun, of)
		ch <- prometheus.MustNewConstMetric(worked, prometheus.CounterValue, n.Worked.Seconds(), of)
		ch <- prometheus.MustNewConstMetric(waited, prometheus.CounterValue, n.Waited.Seconds(), of)
		gauge(waiting, float64(n.Waiting), of)
		counter(gone, n.Gone, of)
	}
	seats, keys := h.Lobby.Guesses()
	counter(wrongCodes, seats, "seat")
	counter(wrongCodes, keys, "key")
	gauge(bans, float64(len(h.Server.Bans().List())))
	gauge(draining, is(h.Server.Draining()))
	if h.Node != nil {
		h.node(to(ch))
	}
	if h.LastBackup != nil {
		age := -1.0
		if last := h.LastBackup(); !last.IsZero() {
			age = time.Since(last).Seconds()
		}
		gauge(backupAge, age)
	}
	if h.SpareLag != nil {
		if age, ok := h.SpareLag(); ok {
			gauge(spareLag, age.Seconds())
		}
	}
}

// tables counts the tables of this node.
func (h *house) tables(ch to) {
	type at struct {
		game   string
		status store.Status
	}
	count := map[at]int{}
	for _, g := range h.Lobby.Games() {
		for _, status := range []store.Status{store.Open, store.Live, store.Done} {
			count[at{g.Info().Name, status}] = 0
		}
	}
	for _, t := range h.Lobby.OwnTables() {
		count[at{t.Game, t.Status}]++
	}
	for t, n := range count {
		ch.gauge(tables, float64(n), t.game, string(t.status))
	}
}

// node measures this node of the cluster.
func (h *house) node(ch to) {
	n, gauge, counter := h.Node, ch.gauge, ch.counter
	own, others := h.Lobby.CountTables()
	gauge(owned, float64(own))
	gauge(followed, float64(others))
	gauge(oldTables, float64(own), "keeper")
	gauge(oldTables, float64(others), "mirror")
	counter(missed, h.Lobby.Gaps())
	counter(oldMissed, h.Lobby.Gaps())
	gauge(nodes, float64(len(n.Nodes())))
	gauge(owning, is(n.MayOwn()))
	gauge(oldOwning, is(n.MayOwn()))
	gauge(leaseAge, n.LeaseAge().Seconds())
	gauge(leases, float64(len(n.Holds())))
	gauge(skew, n.Skew().Seconds())
	gauge(lag, n.Lag().Seconds())
	counter(gaps, n.Gaps())
	counter(dropped, n.Dropped())
}
