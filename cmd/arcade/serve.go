package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster"
	"arcade/lobby"
	"arcade/lobby/deals"
	"arcade/lobby/nodes"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/server/admin"
	"arcade/server/web"
	"arcade/sessions"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/postgres"
	"arcade/store/timed"
)

// What is in the data folder.
const (
	databaseFile = "arcade.db"
	hostKeyFile  = "host_ed25519"
)

// serveFlags are the flags of serve; docs/operator.md explains each.
type serveFlags struct {
	data, listen, host, lang string
	store, hostKey           string // "": the data folder's
	models                   string
	port                     int // in the ssh lines; 0: that of listen
	limits                   server.Limits
	idle, grace              time.Duration
	workShare                float64
	play                     playFlags
	proxies, shared          string
	networks                 []netip.Prefix // those of --proxy-protocol
	solver                   solverFlags
	backup                   backupFlags
	operator                 operatorFlags
	http                     httpFlags
	cluster                  clusterFlags
}

// solverFlags are those of the search of deals in the background.
type solverFlags struct {
	share float64
	time  time.Duration
	nodes int64
	stock int
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the arcade's server",
		Long:  "Run the arcade's server. Every flag can be given as a variable as well: --log-level is ARCADE_LOG_LEVEL.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			f.http.chosen = cmd.Flags().Changed("http")
			if f.networks, err = f.trusted(cmd.Flags().Changed("proxy-protocol")); err != nil {
				return err
			}
			return serve(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "./data", "folder of the database and the host key")
	storeFlag(flags, &f.store)
	flags.StringVar(&f.hostKey, "host-key", "", "file of the host key, which must be there; empty: "+hostKeyFile+" in the data folder")
	flags.StringVar(&f.models, "models", "", "folder of models to play at tables, policy-NAME.json with value-NAME.json, or NAME.bin; empty: none")
	flags.StringVar(&f.listen, "listen", ":2222", "address to listen on")
	flags.StringVar(&f.host, "host", "localhost", "name of this server in the ssh lines that players see")
	flags.IntVar(&f.port, "public-port", 0, "port in these lines, where it is not that of --listen; 0: that of --listen")
	flags.StringVar(&f.lang, "lang", "ko", "language for those whose client does not say: ko or en")
	flags.StringVar(&f.operator.logLevel, "log-level", "info", "debug (with addresses), info, warn or error")
	flags.StringVar(&f.operator.logFormat, "log-format", "text", "text or json")
	flags.StringVar(&f.operator.metrics, "metrics", "", "address of /healthz, /readyz and /metrics, such as 127.0.0.1:9464; empty: off")
	flags.BoolVar(&f.operator.metricsPublic, "metrics-public", false, "let --metrics be an address that other machines can reach")
	flags.IntVar(&f.limits.Connections, "max-connections", 2000, "connections at once")
	flags.IntVar(&f.limits.PerAddress, "max-per-address", 20, "connections at once from one IPv4 address or IPv6 /64")
	flags.IntVar(&f.limits.Handshakes, "max-handshakes", 64, "connections at once that have not logged in yet")
	flags.IntVar(&f.limits.Sessions, "max-sessions", 4, "sessions at once on one connection")
	flags.DurationVar(&f.limits.Handshake, "handshake-time", 15*time.Second, "time to log in, and to open a session after that")
	flags.DurationVar(&f.limits.Idle, "idle-connection", 24*time.Hour, "close a connection on which nothing has moved for so long")
	flags.DurationVar(&f.idle, "idle", 30*time.Minute, "disconnect a player who has pressed nothing for so long; 0: never")
	flags.DurationVar(&f.grace, "grace", 6*time.Second, "for how long screens count down when the server stops")
	f.addLimits(flags)
	flags.Float64Var(&f.solver.share, "solver-share", 0.25, "how much of one processor the search of deals in the background may take, 0 to 1; 0: off")
	flags.DurationVar(&f.solver.time, "solver-time", 30*time.Second, "how long it may work on one deal")
	flags.Int64Var(&f.solver.nodes, "solver-nodes", 2_000_000, "how many states it may visit for one deal")
	flags.IntVar(&f.solver.stock, "solver-stock", 400, "how many solvable deals it keeps in stock for draw 1, and for draw 3; 0: none")
	f.backup.bind(flags)
	f.http.bind(flags)
	f.cluster.bind(flags)
	return cmd
}

// hostName is what may stand in a line that players paste into a shell: a name, or an
// address of either kind.
var hostName = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9.-]*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)$`)

// check refuses what would only fail, or be quietly replaced by a default, later.
func (f serveFlags) check() error {
	if f.lang != "ko" && f.lang != "en" {
		return fmt.Errorf("bad --lang %q: want ko or en", f.lang)
	}
	if !hostName.MatchString(f.host) {
		return fmt.Errorf("bad --host %q: want a name or an address, without a port", f.host)
	}
	if f.port < 0 || f.port > 65535 {
		return fmt.Errorf("bad --public-port %d: want 0 to 65535", f.port)
	}
	for _, flag := range []struct {
		name      string
		is, least int
	}{
		{"max-connections", f.limits.Connections, 1}, {"max-per-address", f.limits.PerAddress, 1}, {"max-handshakes", f.limits.Handshakes, 1},
		{"max-sessions", f.limits.Sessions, 1}, {"max-player-sessions", f.limits.PerPlayer, 1},
		{"connect-rate", f.limits.ConnectRate, 0}, {"login-rate", f.limits.LoginRate, 0},
		{"max-seats", f.play.seats, 1}, {"max-games", f.play.games, 1}, {"chat-lines", f.play.chatLines, 1},
		{"solver-nodes", int(f.solver.nodes), 1}, {"solver-stock", f.solver.stock, 0},
	} {
		if flag.is < flag.least {
			return fmt.Errorf("bad --%s %d: want %d or more", flag.name, flag.is, flag.least)
		}
	}
	for name, d := range map[string]time.Duration{
		"handshake-time": f.limits.Handshake, "idle-connection": f.limits.Idle, "grace": f.grace, "solver-time": f.solver.time,
	} {
		if d <= 0 {
			return fmt.Errorf("bad --%s %v: want more than 0", name, d)
		}
	}
	if !(f.solver.share >= 0 && f.solver.share <= 1) { // which NaN is not, either
		return fmt.Errorf("bad --solver-share %v: want 0 to 1", f.solver.share)
	}
	if !(f.workShare >= 0) {
		return fmt.Errorf("bad --work-share %v: want 0 or more", f.workShare)
	}
	if err := f.checkLimits(); err != nil {
		return err
	}
	if err := checkStore(f.store); err != nil {
		return err
	}
	if isPostgres(f.store) && f.backup.dir != "" {
		return fmt.Errorf("bad --backup-dir: %w", errPgDump)
	}
	return errors.Join(f.backup.check(), f.operator.check(), f.http.check(), f.cluster.check(f.store, f.hostKey))
}

// serve runs the server until ctx ends and everything is stored.
func serve(ctx context.Context, f serveFlags, stdout, stderr io.Writer) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	shared, err := server.ParseNetworks(f.shared)
	if err != nil {
		return fmt.Errorf("bad --shared-network: %w", err)
	}
	logger, err := f.operator.newLogger(stderr)
	if err != nil {
		return err
	}
	slog.SetDefault(logger) // what the SSH library has to say

	data, err := filepath.Abs(f.data)
	if err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	database := storeAt(f.store, data)
	if !isPostgres(database) {
		if err := f.backup.lost(data, database); err != nil {
			return err
		}
	}
	var hostKey gossh.Signer
	if f.hostKey != "" {
		hostKey, err = server.ReadHostKey(f.hostKey)
	} else {
		hostKey, err = server.HostKey(filepath.Join(data, hostKeyFile), database)
	}
	if err != nil {
		return err
	}
	opened, err := openStore(database)
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w; %s", err, f.backup.advice(data))
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	var works func(context.Context) error             // of a database, which nodes can lose each for itself
	if database, ok := opened.(*postgres.Store); ok { // a file is locked by who opens it
		works = database.Answers
		if err := database.Hold(f.cluster.urls == "", logger); err != nil {
			return err
		}
	}
	file, _ := opened.(*bolt.Store) // which makes backups of itself, as a database does not
	snapshot := func() (int64, func(io.Writer) error, error) { return 0, nil, errPgDump }
	if file != nil {
		snapshot = file.Snapshot
	}
	backups, err := f.backup.start(ctx, logger, func(ctx context.Context, to string) error {
		return backupStore(ctx, file, data, to)
	})
	if err != nil {
		return err
	}
	defer backups.end()
	models, err := readModels(f.models)
	if err != nil {
		return fmt.Errorf("bad --models: %w", err)
	}
	for _, m := range models {
		_, about := m.about()
		logger.Info("model installed", "name", m.name, "strength", about)
	}
	reg, err := install(models)
	if err != nil {
		return err
	}
	watch := &storeLog{ctx: ctx, log: logger, at: server.Place(redacted(database)), works: func() error {
		_, err := opened.Secret()
		return cmp.Or(err, opened.Writes())
	}}
	st := timed.New(opened, watch.observe)
	counted := f.operator.newMetrics(reg)
	if counted != nil {
		st = counted.Store(st)
	}
	node, err := f.cluster.join(ctx, logger, st, works, hostKey.PublicKey(), counted.Asked)
	if err != nil {
		return err
	}
	var others nodes.Nodes // nil, and no node that is nil
	if node != nil {
		others = node
		defer func() {
			if err := node.Close(); err != nil { // the others see it when the lease is over
				logger.Warn("leave the cluster", "err", err)
			}
		}()
	}
	ln, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer ln.Close()
	bans, err := server.OpenBans(st)
	if err != nil {
		return err
	}
	stock := f.solver.stock
	if stock == 0 {
		stock = -1 // 0 is the default
	}
	work := turns.New(turns.Limits{Share: f.share()})
	lob, err := lobby.New(lobby.Config{
		Store: st, Nodes: others, Games: reg, Log: logger, Observer: observer(counted), Turns: work,
		MaxSeats: f.play.seats, MaxGames: f.play.games, ChatLines: f.play.chatLines, ChatTime: f.play.chatTime,
		Shared: shared,
		Deals:  deals.Limits{Share: f.solver.share, Time: f.solver.time, Nodes: f.solver.nodes, Stock: stock},
	})
	if err != nil {
		return err
	}
	defer lob.Close()
	apis, clients, err := answerers(lob, st)
	if err != nil {
		return err
	}
	asked, stop := context.WithCancel(ctx)
	defer stop()
	ctx, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	defer context.AfterFunc(asked, func() {
		defer end(nil)
		lob.Drain()
		if node != nil { // before the screens count down
			handOver(lob, logger)
		}
	})()
	if node != nil {
		go func() {
			select {
			case <-node.Superseded():
				end(fmt.Errorf("this node ends: %w: %s", cluster.ErrNameTaken, node.Name()))
			case <-ctx.Done():
			}
		}()
	}

	outside := port(ln.Addr())
	if f.port != 0 {
		outside = strconv.Itoa(f.port)
	}
	line := sessions.SSHLine(f.host, outside)
	house := &sessions.House{Lobby: lob, SSH: line, Log: logger, Idle: f.idle, Countdown: f.grace, Keys: f.play.keyRate}
	srv, err := server.New(server.Config{
		HostKey:  hostKey,
		Screen:   server.Screen(house),
		Commands: server.Commands(lob, reg, clients),
		Lang:     f.lang,
		SSH:      line,
		Limits:   f.limits,
		Proxies:  f.networks,
		Bans:     bans,
		Turns:    work,
		Grace:    f.grace + leaveTime,
		Log:      logger,
	})
	if err != nil {
		return err
	}
	operators := admin.House{Server: srv, Lobby: lob, Version: versionLine(), Log: logger, Backup: snapshot, Nodes: others, Drain: stop}
	if node != nil {
		operators.Join()
		node.listen() // all who want to hear news are there
	}
	stopOperator, metricsAddr, err := f.operator.operate(operated{
		house: operators,
		store: st, writes: opened.Writes, metrics: counted, node: node, lastBackup: backups.lastMade(), data: data, log: logger,
	})
	if err != nil {
		return err
	}
	defer stopOperator() // after the shutdown: it can be watched
	defer srv.Shutdown()

	stopHTTP, httpLine, err := f.http.serve(ctx, web.Config{APIs: apis, Proxies: f.networks, Bans: bans, Log: logger})
	if err != nil {
		return err
	}
	defer stopHTTP()
	more := httpLine
	if metricsAddr != nil {
		more += fmt.Sprintf("  metrics   http://%s/metrics\n", metricsAddr)
	}
	if f.store != "" {
		more = fmt.Sprintf("  store     %s\n", redacted(database)) + more
	}
	fmt.Fprintf(stdout, "arcade %s\n  address   %s\n  data      %s\n  host key  %s\n%s  enter     %s\n",
		versionLine(), ln.Addr(), data, gossh.FingerprintSHA256(hostKey.PublicKey()), more, line)
	logger.Info("started", "version", versionLine())
	err = srv.Serve(ctx, ln)
	if cause := context.Cause(ctx); errors.Is(cause, cluster.ErrNameTaken) {
		err = cmp.Or(err, cause)
	}
	logger.Info("stopped")
	return err
}

// handOverTime is how long a server that stops tries to hand its matches over to others.
const handOverTime = 20 * time.Second

// handOver gives the matches of this node to others. What nobody takes is taken up by
// whoever finds that this node has left.
func handOver(l *lobby.Lobby, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), handOverTime)
	defer cancel()
	began := time.Now()
	err := l.HandOver(ctx)
	log.Info("handed over", "took", time.Since(began), "all", err == nil)
	log.Debug("handed over", "err", err)
}

// port is the port that players have to name.
func port(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return strconv.Itoa(tcp.Port)
	}
	return ""
}
