// Package metrics counts events for operators. It serves the counts to Prometheus, and reports to the
// process's supervisor whether the process lives and can take players.
package metrics

import (
	"errors"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"arcade/lobby/config"
	"arcade/server"
	"arcade/store"
	"arcade/store/guard"
)

// Metrics keeps the counts. It is a [config.Observer]. Counting allocates nothing.
type Metrics struct {
	registry *prometheus.Registry

	// The fields below are set in New and only read afterwards.
	actions map[string]*gameActions
	store   map[guard.Op]storeOp
	// Requests of this node to other nodes by kind, matches that it adopted, and writes that were refused
	// because the match has another epoch. takeOvers is adopted under its name of earlier versions, which goes
	// with the next release.
	asked                     *prometheus.HistogramVec
	unanswered                *prometheus.CounterVec
	waits                     map[server.Wait]prometheus.Observer
	adopted, takeOvers, stale prometheus.Counter
}

// gameActions counts the actions of one game.
type gameActions struct {
	total [actors]prometheus.Counter
	took  prometheus.Observer // people's actions only
}

const actors = int(config.ByTable) + 1

// storeOp counts one operation of the store.
type storeOp struct {
	took   prometheus.Observer
	failed prometheus.Counter
}

// New returns the counts of an arcade with these games. A version looks like "v1.2.0 3f2a91c04d7e".
func New(version string, games ...string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), actions: map[string]*gameActions{}, store: map[guard.Op]storeOp{}}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "arcade_build_info", Help: "The running version; always 1.",
	}, []string{"version", "go"})
	build.WithLabelValues(version, runtime.Version()).Set(1)
	total := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "arcade_actions_total", Help: "Stored game actions, by game and actor.",
	}, []string{"game", "by"})
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "arcade_action_seconds", Help: "Time from a person's action reaching the lobby until it is stored.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
	}, []string{"game"})
	for _, game := range games {
		a := &gameActions{took: took.WithLabelValues(game)}
		for by := range actors {
			a.total[by] = total.WithLabelValues(game, config.Actor(by).String())
		}
		m.actions[game] = a
	}
	ops := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "arcade_store_seconds", Help: "Time of store operations, by operation.",
		Buckets: []float64{.00001, .0001, .001, .0025, .005, .01, .025, .1, .5, 2.5},
	}, []string{"op"})
	failed := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "arcade_store_errors_total", Help: "Failed store operations, by operation.",
	}, []string{"op"})
	m.asked = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "arcade_cluster_request_seconds", Help: "Time of requests to other nodes, by kind.",
		Buckets: []float64{.0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
	}, []string{"kind"})
	m.unanswered = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "arcade_cluster_request_errors_total", Help: "Requests to other nodes that got no reply or an error, by kind.",
	}, []string{"kind"})
	login := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "arcade_login_seconds", Help: "Time from a connection over SSH to the end of its login, with the client's part.",
		Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	})
	screen := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "arcade_first_frame_seconds", Help: "Time from a connection over SSH, or a page's socket, to its first frame.",
		Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	})
	key := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "arcade_key_seconds", Help: "Time from a player's key or click to the frame that answers it; keys that change nothing do not count.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .02, .05, .1, .25, .5, 1, 2.5},
	})
	m.waits = map[server.Wait]prometheus.Observer{server.WaitLogin: login, server.WaitScreen: screen, server.WaitKey: key}
	m.adopted = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "arcade_adopted_total", Help: "Matches that this node adopted: another node's, or those of its own earlier run.",
	})
	m.takeOvers = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "arcade_takeovers_total", Help: "Old name of arcade_adopted_total.",
	})
	m.stale = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "arcade_fenced_total", Help: "Writes that the store refused because another node owns the match now.",
	})
	for _, op := range guard.Ops() {
		m.store[op] = storeOp{ops.WithLabelValues(string(op)), failed.WithLabelValues(string(op))}
	}
	m.registry.MustRegister(build, total, took, ops, failed, m.asked, m.unanswered, login, screen, key, m.adopted, m.takeOvers, m.stale,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Acted counts an action; see [config.Observer].
func (m *Metrics) Acted(game string, by config.Actor, took time.Duration) {
	a := m.actions[game]
	if a == nil {
		return
	}
	a.total[by].Inc()
	if by == config.ByPerson {
		a.took.Observe(took.Seconds())
	}
}

// Waited counts how long a player waited. On nil it does nothing.
func (m *Metrics) Waited(of server.Wait, took time.Duration) {
	if m != nil {
		m.waits[of].Observe(took.Seconds())
	}
}

// Stored counts an operation of the store; see [guard.Observe].
func (m *Metrics) Stored(op guard.Op, took time.Duration, err error) {
	m.store[op].took.Observe(took.Seconds())
	switch {
	case errors.Is(err, store.ErrFenced):
		m.stale.Inc()
	case err == nil && op == takeOver:
		m.adopted.Inc()
		m.takeOvers.Inc()
	}
	if err != nil && !store.IsAnswer(err) {
		m.store[op].failed.Inc()
	}
}

// takeOver is the operation that makes this node a match's owner.
const takeOver guard.Op = "take_over"

// Asked counts a request to another node. On nil it does nothing.
func (m *Metrics) Asked(kind string, took time.Duration, err error) {
	if m == nil {
		return
	}
	m.asked.WithLabelValues(kind).Observe(took.Seconds())
	failed := m.unanswered.WithLabelValues(kind) // so that the metric exists from the start, as 0
	if err != nil {
		failed.Inc()
	}
}
