package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"time"

	"charm.land/log/v2"

	"arcade/cmd/arcade/cli"
	"arcade/games"
	"arcade/lobby/config"
	"arcade/server"
	"arcade/server/admin"
	"arcade/server/metrics"
	"arcade/store/bolt/spare"
)

// operatorFlags are the flags for the operator's view of a server.
type operatorFlags struct {
	metrics       string
	metricsPublic bool
	logLevel      string
	logFormat     string
}

// newLogger returns the server's log, which writes a line or a JSON object for each record.
func (f operatorFlags) newLogger(w io.Writer) (*slog.Logger, *slog.LevelVar, error) {
	least, err := log.ParseLevel(f.logLevel)
	if err != nil {
		return nil, nil, fmt.Errorf("bad --log-level: %w", err)
	}
	level := &slog.LevelVar{}
	level.Set(slog.Level(least))
	var h slog.Handler
	switch f.logFormat {
	case "text":
		h = log.NewWithOptions(w, log.Options{Level: log.DebugLevel, ReportTimestamp: true, TimeFormat: time.RFC3339})
	case "json":
		h = slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // in seconds, as in the metrics
				a.Value = slog.Float64Value(a.Value.Duration().Seconds())
			}
			return a
		}})
	default:
		return nil, nil, fmt.Errorf("bad --log-format %q: want text or json", f.logFormat)
	}
	return slog.New(server.Discreet(h, level)), level, nil
}

// check refuses a metrics address that other machines could reach.
func (f operatorFlags) check() error {
	if f.metrics == "" || f.metricsPublic {
		return nil
	}
	err := metrics.CheckLocal(f.metrics)
	switch {
	case errors.Is(err, metrics.ErrPublic):
		return fmt.Errorf("bad --metrics: %w; --metrics-public allows it", err)
	case err != nil:
		return fmt.Errorf("bad --metrics: %w", err)
	}
	return nil
}

// newMetrics returns the counters of a server, nil if there is no address for metrics.
func (f operatorFlags) newMetrics(reg *games.Registry) *metrics.Metrics {
	if f.metrics == "" {
		return nil
	}
	var names []string
	for _, g := range reg.Games() {
		names = append(names, g.Info().Name)
	}
	return metrics.New(cli.VersionLine(), names...)
}

// operated holds the parts of the server that an operator sees.
type operated struct {
	house   admin.House
	metrics *metrics.Metrics
	// lastBackup returns the time of the last backup. It is nil without backups.
	lastBackup func() time.Time
	// spare sends the database to spares. It is nil if the database is not a file.
	spare *spare.Sender
	// node is this server in a cluster, nil for a single server.
	node *clusterNodes
	data string
	log  *slog.Logger
}

// operate opens the admin socket and serves the metrics, until stop is called. addr is the address of the
// metrics, or nil. If the socket cannot be made, operate logs the error, and the arcade opens without it.
func (f operatorFlags) operate(o operated) (stop func(), addr net.Addr, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	var served sync.WaitGroup
	if socket, err := admin.Listen(filepath.Join(o.data, admin.SocketName)); err != nil {
		o.log.Error("no admin socket", "err", err)
	} else {
		served.Go(func() {
			if err := o.house.Serve(ctx, socket); err != nil {
				o.log.Error("admin socket", "err", err)
			}
		})
	}
	stopSocket := func() { cancel(); served.Wait() }
	if o.metrics == nil {
		return stopSocket, nil, nil
	}
	watched := metrics.House{Server: o.house.Server, Lobby: o.house.Lobby, LastBackup: o.lastBackup}
	if o.node != nil {
		watched.Node = o.node.Node
	}
	if o.spare != nil {
		watched.SpareLag = o.spare.Lag
	}
	o.metrics.Watch(watched)
	addr, stopMetrics, err := metrics.Listen(f.metrics, f.metricsPublic, o.metrics.Handler(o.house.Ready, o.log), o.log)
	if err != nil {
		stopSocket()
		return nil, nil, fmt.Errorf("metrics: %w", err)
	}
	return func() { stopMetrics(); stopSocket() }, addr, nil
}

// observer returns the counters for the lobby.
func observer(m *metrics.Metrics) config.Observer {
	if m == nil {
		return nil
	}
	return m
}
