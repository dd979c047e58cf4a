// Package serve has the command that runs the server.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster"
	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/lab"
	"arcade/cmd/arcade/storage"
	"arcade/games"
	"arcade/lobby"
	"arcade/lobby/arenas"
	"arcade/lobby/config"
	"arcade/lobby/deals"
	"arcade/lobby/nodes"
	"arcade/lobby/puzzles"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/server/admin"
	"arcade/server/commands"
	"arcade/server/metrics"
	"arcade/server/web"
	"arcade/server/web/door"
	"arcade/sessions"
	"arcade/sessions/app"
	"arcade/sessions/client"
	"arcade/sessions/pages"
	"arcade/sessions/play"
	"arcade/store"
	"arcade/store/bolt"
	"arcade/store/bolt/spare"
	"arcade/store/postgres"
)

// serveFlags are the flags of serve, with a field for each flag or for the flags of one file.
// docs/operator.md explains them.
type serveFlags struct {
	data, listen, host, lang string
	rules                    map[string]string // by game
	storeAt, keyFile         string            // "" means the file in the data folder
	models                   string
	port                     int // the port in ssh commands; 0: the port of listen
	limits                   server.Limits
	idle, grace              time.Duration
	workShare                float64
	play                     playFlags
	proxies, shared          string
	networks                 []netip.Prefix // the networks of --proxy-protocol
	solver                   solverFlags
	backup                   storage.BackupFlags
	operator                 operatorFlags
	http                     httpFlags
	cluster                  clusterFlags
	house                    House
	checkOnly                bool
}

// solverFlags are the flags of the background searches for deals and puzzles.
type solverFlags struct {
	puzzles float64
	share   float64
	time    time.Duration
	nodes   int64
	stock   int
	depth   int
}

// House is the content of a server: games, and HTTP APIs of some of them.
type House struct {
	Games []games.Game
	APIs  []API
	// Arenas has the rules of the games with arenas.
	Arenas map[string]arenas.Rules
}

// New returns the command that runs the server with the house's games.
func New(house House) *cobra.Command {
	f := serveFlags{house: house}
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
	flags.StringVar(&f.data, "data", "./data", "folder of the database and the host key; made if missing")
	storage.StoreFlag(flags, &f.storeAt)
	flags.StringVar(&f.keyFile, "host-key", "", "file of the host key, which must exist; empty: "+storage.HostKeyFile+" in the data folder")
	flags.StringVar(&f.models, "models", "", "folder of trained models that play as bots, policy-NAME.json with value-NAME.json, or NAME.bin; empty: none")
	flags.StringVar(&f.listen, "listen", ":2222", "address to listen on, HOST:PORT")
	flags.StringVar(&f.host, "host", "localhost", "name of this server in the ssh lines that players see")
	flags.IntVar(&f.port, "public-port", 0, "public port shown in ssh lines, behind a proxy or a port forward; 0: the port of --listen")
	flags.StringToStringVar(&f.rules, "first-rules", nil, "GAME=RULES: the rules that a quick search for a game offers first, if it has several")
	flags.StringVar(&f.lang, "lang", "ko", "language, ko or en, for clients without a locale")
	flags.StringVar(&f.operator.logLevel, "log-level", "info", "debug, info, warn or error; addresses are logged at debug only")
	flags.StringVar(&f.operator.logFormat, "log-format", "text", "text for people, json for programs")
	flags.StringVar(&f.operator.metrics, "metrics", "", "address of /healthz, /readyz and /metrics, such as 127.0.0.1:9464; empty: off")
	flags.BoolVar(&f.operator.metricsPublic, "metrics-public", false, "allow --metrics at an address that other machines can reach")
	flags.IntVar(&f.limits.Connections, "max-connections", 2000, "connections at once")
	flags.IntVar(&f.limits.PerAddress, "max-per-address", 20, "connections at once from one IPv4 address or IPv6 /64")
	flags.IntVar(&f.limits.Handshakes, "max-handshakes", 64, "connections that have not logged in yet")
	flags.IntVar(&f.limits.Sessions, "max-sessions", 4, "sessions at once on one connection")
	flags.DurationVar(&f.limits.Handshake, "handshake-time", 15*time.Second, "time to log in, and time without a session before a connection is closed")
	flags.DurationVar(&f.limits.Idle, "idle-connection", 24*time.Hour, "close a connection without any byte for so long")
	flags.DurationVar(&f.idle, "idle", 30*time.Minute, "disconnect a player without input for so long, after a warning; 0: never")
	flags.DurationVar(&f.grace, "grace", 6*time.Second, "length of the countdown when the server stops")
	f.addLimits(flags)
	flags.Float64Var(&f.solver.share, "solver-share", 0.25, "share of one processor for the search of deals in idle time, 0 to 1; 0: off")
	flags.Float64Var(&f.solver.puzzles, "puzzle-share", 0.25, "share of one processor for the search of puzzles in idle time, 0 to 1; 0: off")
	flags.DurationVar(&f.solver.time, "solver-time", 30*time.Second, "time for one deal, without rests")
	flags.Int64Var(&f.solver.nodes, "solver-nodes", 10_000_000, "states visited for one deal at most")
	flags.IntVar(&f.solver.depth, "solver-depth", 0, "how many steps a line of play may have, each of which takes a card, or a few, from the tableau or the stock for good, for one deal; 0: no limit")
	flags.IntVar(&f.solver.stock, "solver-stock", 400, "solvable deals kept in stock for draw 1, and for draw 3; 0: none")
	flags.BoolVar(&f.checkOnly, "check-config", false, "check the flags and the files that they name, and end")
	f.backup.Bind(flags)
	f.http.bind(flags)
	f.cluster.bind(flags)
	return cmd
}

// hostName matches a host that may appear in a line that players paste into a shell: a name, or an IP
// address.
var hostName = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9.-]*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)$`)

// knowsRules refuses rules that a game does not have.
func (f serveFlags) knowsRules(game, rules string) error {
	g, err := games.NewRegistry(f.house.Games...).Game(game)
	if err != nil {
		return err
	}
	_, err = games.RulesOptions(g, rules)
	return err
}

// check refuses values that would fail later, or that a default would silently replace.
func (f serveFlags) check() error {
	for game, rules := range f.rules {
		if err := f.knowsRules(game, rules); err != nil {
			return fmt.Errorf("bad --first-rules %.20s=%.20s: %w", game, rules, err)
		}
	}
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
		{"solver-nodes", int(f.solver.nodes), 1}, {"solver-stock", f.solver.stock, 0}, {"solver-depth", f.solver.depth, 0},
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
	if !(f.solver.puzzles >= 0 && f.solver.puzzles <= 1) {
		return fmt.Errorf("bad --puzzle-share %v: want 0 to 1", f.solver.puzzles)
	}
	if !(f.solver.share >= 0 && f.solver.share <= 1) { // this form refuses NaN, too
		return fmt.Errorf("bad --solver-share %v: want 0 to 1", f.solver.share)
	}
	if !(f.workShare >= 0) {
		return fmt.Errorf("bad --work-share %v: want 0 or more", f.workShare)
	}
	if err := f.checkLimits(); err != nil {
		return err
	}
	if err := storage.CheckFlag(f.storeAt); err != nil {
		return err
	}
	if storage.IsPostgres(f.storeAt) && f.backup.Dir != "" {
		return fmt.Errorf("bad --backup-dir: %w", storage.ErrPgDump)
	}
	return errors.Join(f.backup.Check(), f.operator.check(), f.http.check(), f.cluster.check(f.storeAt, f.keyFile))
}

// checkFiles reads the files that the flags name, as far as this is possible beside a server that runs.
func (f serveFlags) checkFiles(stdout io.Writer) error {
	if _, err := server.ParseNetworks(f.shared); err != nil {
		return fmt.Errorf("bad --shared-network: %w", err)
	}
	if _, _, err := f.operator.newLogger(io.Discard); err != nil {
		return err
	}
	if _, err := lab.ReadModels(f.models); err != nil {
		return fmt.Errorf("bad --models: %w", err)
	}
	if _, err := f.play.schedule(); err != nil {
		return err
	}
	if f.keyFile != "" {
		if _, err := server.ReadHostKey(f.keyFile); err != nil {
			return err
		}
	}
	fmt.Fprintln(stdout, "the flags are right, and the files that they name can be read")
	return nil
}

// ready returns a function that tells whether players can come in; see [metrics.Ready].
func (r *running) ready(srv *server.Server) func(context.Context) string {
	keeping := func() bool { return true }
	if r.node != nil {
		keeping = r.node.MayOwn
	}
	draining := func() bool { return r.lobby.Draining() || srv.Draining() } // the lobby first, because it transfers matches
	return metrics.Ready(r.store, r.opened.Writes, draining, keeping)
}

// garbage returns Go's GC percentage. With a limit of memory the heap may grow until it comes near the limit, where the
// collector works harder by itself: the fewer collections, the shorter the slowest answers. Without one nothing else
// holds the heap, so it grows by half of what lives (docs/capacity.md).
func garbage() int {
	if debug.SetMemoryLimit(-1) < math.MaxInt64 { // GOMEMLIMIT is set
		return 200
	}
	return 50
}

// serve runs the server until ctx ends and everything is stored.
func serve(ctx context.Context, f serveFlags, stdout, stderr io.Writer) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	if f.checkOnly {
		return f.checkFiles(stdout)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage())
	}
	r := &running{serveFlags: f}
	if r.sharing, err = server.ParseNetworks(f.shared); err != nil {
		return fmt.Errorf("bad --shared-network: %w", err)
	}
	if r.log, r.level, err = f.operator.newLogger(stderr); err != nil {
		return err
	}
	slog.SetDefault(r.log) // for messages of the SSH library
	defer ignoreHangups(r.log)()
	defer func() {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) { // stopped while it started
			err = nil
		}
		err = errors.Join(err, r.close())
	}()
	for _, step := range []func(context.Context) error{r.openStore, r.startBackups, r.join, r.openLobby} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return r.serve(ctx, stdout)
}

// ignoreHangups has SIGHUP logged until it is stopped. By default the signal ends a process at once; many
// servers read their files again at it, so people send it.
func ignoreHangups(log *slog.Logger) (stop func()) {
	hangups, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-hangups:
				log.Info("SIGHUP ignored: flags need a restart, a changed certificate is read by itself, SIGTERM stops the server")
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(hangups); close(done) }
}

// running is a server in this process. Its fields are in the order in which they are opened.
type running struct {
	serveFlags
	sharing []netip.Prefix // the networks of --shared-network
	log     *slog.Logger
	level   *slog.LevelVar // of the log
	ends    []func() error // close the open parts, in reverse order

	folder, database string
	hostKey          gossh.Signer
	opened           watched
	works            func(context.Context) error // checks a database, which each node can lose separately
	backups          *storage.Backups
	snapshot         func() (int64, func(io.Writer) error, error)
	spare            *spare.Sender // nil without a file
	games            *games.Registry
	counted          *metrics.Metrics // nil for none
	store            store.Store      // opened, with counters
	node             *clusterNodes    // nil for none; see others
	listener         net.Listener
	bans             *server.Bans
	work             *turns.Turns
	lobby            *lobby.Lobby
}

// others returns the cluster, or a nil interface without one.
func (r *running) others() nodes.Nodes {
	if r.node == nil {
		return nil
	}
	return r.node
}

// later registers a function to call when the server ends. Functions run in reverse order.
func (r *running) later(end func()) {
	r.ends = append(r.ends, func() error { end(); return nil })
}

// close closes everything that is open.
func (r *running) close() (err error) {
	for _, end := range slices.Backward(r.ends) {
		err = errors.Join(err, end())
	}
	return err
}

// openStore makes or reads the host key, and opens the store.
func (r *running) openStore(ctx context.Context) (err error) {
	if r.folder, err = filepath.Abs(r.data); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	if err := os.MkdirAll(r.folder, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	r.database = storage.StoreAt(r.storeAt, r.folder)
	if !storage.IsPostgres(r.database) {
		if err := cmp.Or(storage.Unpromoted(r.folder, r.database), r.backup.Lost(r.folder, r.database)); err != nil {
			return err
		}
	}
	if r.keyFile != "" {
		r.hostKey, err = server.ReadHostKey(r.keyFile)
	} else {
		r.hostKey, err = server.HostKey(filepath.Join(r.folder, storage.HostKeyFile), r.database)
	}
	if err != nil {
		return err
	}
	r.opened.Opened, err = awaitStore(ctx, r.log, r.database)
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w; %s", err, r.backup.Advice(r.folder, r.database))
	} else if err != nil {
		return err
	}
	r.ends = append(r.ends, r.opened.Close)
	if database, ok := r.opened.Opened.(*postgres.Store); ok { // a file needs no check: opening it locks it
		r.works = database.Answers
		return database.Hold(r.cluster.urls == "", r.log)
	}
	return nil
}

// openTime limits the time that a start waits for a database that does not reply yet. A database may
// start after the server when the machine boots.
const openTime = 30 * time.Second

// awaitStore opens a store. If the store does not reply, it tries again for up to openTime.
func awaitStore(ctx context.Context, log *slog.Logger, at string) (storage.Opened, error) {
	for late, said := time.Now().Add(openTime), false; ; {
		s, err := storage.Open(at)
		if !errors.Is(err, store.ErrAway) || time.Now().After(late) {
			return s, err
		}
		if !said {
			log.Warn("waiting for the store", "at", server.Place(storage.Redacted(at)), "for", openTime, "err", err)
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(storeBack):
		}
	}
}

// startBackups starts the server's own backups, which need a store in a file.
func (r *running) startBackups(ctx context.Context) (err error) {
	file, _ := r.opened.Opened.(*bolt.Store)
	r.snapshot = func() (int64, func(io.Writer) error, error) { return 0, nil, storage.ErrPgDump }
	if file != nil {
		r.snapshot, r.spare = file.Snapshot, spare.NewSender(file, r.log)
	}
	r.backups, err = r.backup.Start(ctx, r.log, func(ctx context.Context, to string) error {
		return storage.BackupStore(ctx, file, r.folder, to)
	})
	if err == nil {
		r.later(r.backups.End)
	}
	return err
}

// sendSpare returns the function that sends the database to a spare, nil for a database that is not a file.
func (r *running) sendSpare() func(context.Context, io.ReadWriter) error {
	if r.spare == nil {
		return nil
	}
	return r.spare.Serve
}

// join adds the models to the games, and joins the cluster.
func (r *running) join(ctx context.Context) error {
	installed, err := lab.ReadModels(r.models)
	if err != nil {
		return fmt.Errorf("bad --models: %w", err)
	}
	for _, m := range installed {
		_, about := m.About()
		r.log.Info("model installed", "name", m.Name, "strength", about)
	}
	if r.games, err = lab.Install(installed, r.house.Games); err != nil {
		return err
	}
	watching, stop := context.WithCancel(context.WithoutCancel(ctx)) // the store may come back while the server stops
	r.later(stop)
	r.opened.log = &storeLog{ctx: watching, log: r.log, at: server.Place(storage.Redacted(r.database)), works: func() error {
		_, err := r.opened.Secret(watching)
		return cmp.Or(err, r.opened.Writes())
	}}
	r.log = slog.New(r.opened.log.quiet(r.log.Handler()))
	r.opened.Observe(r.opened.log.observe)
	if r.counted = r.operator.newMetrics(r.games); r.counted != nil {
		r.opened.Observe(r.counted.Stored)
	}
	r.store = r.opened.Opened
	inside, err := r.cluster.startNATS(ctx, r.log, r.store, r.folder)
	if err != nil {
		return err
	}
	works := r.works
	if inside != nil {
		r.later(inside.Close) // after the node has left
		works = func(ctx context.Context) error {
			if err := r.works(ctx); err != nil {
				return err
			}
			return inside.Current()
		}
	}
	if r.node, err = r.cluster.join(ctx, r.log, r.store, inside, works, r.hostKey.PublicKey(), r.counted.Asked); err != nil {
		return err
	}
	if r.node != nil {
		r.later(func() {
			if err := r.node.Close(); err != nil { // the other nodes notice when the lease ends
				r.log.Warn("leave the cluster", "err", err)
			}
		})
	}
	return nil
}

// openLobby listens, and opens the lobby.
func (r *running) openLobby(ctx context.Context) (err error) {
	if r.listener, err = net.Listen("tcp", r.listen); err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	r.later(func() { _ = r.listener.Close() })
	if r.bans, err = server.OpenBans(ctx, r.store); err != nil {
		return err
	}
	stock := r.solver.stock
	if stock == 0 {
		stock = -1 // 0 would mean the default
	}
	r.work = turns.New(turns.Limits{Share: r.share()})
	plans, err := r.play.schedule()
	if err != nil {
		return err
	}
	r.lobby, err = lobby.New(config.Config{
		Store: r.store, Nodes: r.others(), Games: r.games, Log: r.log, Observer: observer(r.counted), Turns: r.work,
		MaxSeats: r.play.seats, MaxGames: r.play.games, ChatLines: r.play.chatLines, ChatTime: r.play.chatTime,
		Shared: r.sharing, Reserved: play.BotNames(r.games), Arenas: plans, ArenaRules: r.house.Arenas,
		Deals:   deals.Limits{Share: r.solver.share, Time: r.solver.time, Nodes: r.solver.nodes, Depth: r.solver.depth, Stock: stock},
		Puzzles: puzzles.Limits{Share: r.solver.puzzles, Prepared: true},
	})
	if err == nil {
		back := r.lobby.RetryWrites
		r.opened.log.back.Store(&back)
		r.later(r.lobby.Close)
	}
	return err
}

// serve serves until ctx ends or an operator drains the server.
func (r *running) serve(ctx context.Context, stdout io.Writer) error {
	apis, clients, err := answerers(ctx, r.house.APIs, r.lobby, r.store)
	if err != nil {
		return err
	}
	asked, stop := context.WithCancel(ctx)
	defer stop()
	ctx, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	defer context.AfterFunc(asked, func() {
		defer end(nil)
		r.lobby.Drain()
		if r.node != nil { // before the screens count down
			transfer(r.lobby, r.log)
		}
	})()
	if r.node != nil {
		go func() {
			select {
			case <-r.node.Superseded():
				end(fmt.Errorf("this node ends: %w: %s", cluster.ErrNameTaken, r.node.Name()))
			case <-ctx.Done():
			}
		}()
	}

	line := r.line()
	house := &app.House{
		Lobby: r.lobby, Places: pages.Rooms{}, Way: app.Way{SSH: line, Web: r.http.url}, Log: r.log, Lang: r.lang,
		Idle: r.idle, Keys: r.play.keyRate, Countdown: r.grace, Rules: r.rules, Painters: client.NewPainters(),
	}
	srv, err := server.New(server.Config{
		HostKey:  r.hostKey,
		Spare:    r.sendSpare(),
		Screen:   server.Screen(house),
		Commands: commands.All(r.lobby, r.games, clients),
		Lang:     r.lang,
		Chosen:   house.Chosen,
		SSH:      line,
		Web:      r.http.url,
		Limits:   r.limits,
		Proxies:  r.networks,
		Bans:     r.bans,
		Turns:    r.work,
		Waited:   r.counted.Waited,
		Grace:    r.grace + leaveTime,
		Log:      r.log,
	})
	if err != nil {
		return err
	}
	operators := admin.House{
		Server: srv, Lobby: r.lobby, Version: cli.VersionLine(), Log: r.log, Level: r.level, Backup: r.snapshot, Nodes: r.others(), Drain: stop,
		Ready: r.ready(srv),
	}
	r.lobby.AddElsewhere("visits", operators.Visits())
	r.lobby.AddElsewhere("refused", operators.Refusals())
	if r.node != nil {
		operators.Join(ctx)
		r.node.listen() // all subscribers are registered
	}
	stopOperator, metricsAddr, err := r.operator.operate(operated{
		house: operators, metrics: r.counted, node: r.node, lastBackup: r.backups.LastMade(), spare: r.spare, data: r.folder, log: r.log,
	})
	if err != nil {
		return err
	}
	defer stopOperator() // after the shutdown, so that the operator can watch it
	defer srv.Shutdown()

	page := door.New(door.Config{Server: srv, House: house, Hosts: []string{r.host}})
	apis = append(apis, page.Add)
	stopHTTP, httpLine, err := r.http.serve(ctx, web.Config{APIs: apis, Hosts: []string{r.host}, Proxies: r.networks, Bans: r.bans, Turns: r.work, Log: r.log})
	if err != nil {
		return err
	}
	defer stopHTTP()
	r.tell(stdout, line, httpLine, metricsAddr)
	notify(ctx, asked, r.lobby, r.log)
	err = srv.Serve(ctx, r.listener)
	if cause := context.Cause(ctx); errors.Is(cause, cluster.ErrNameTaken) {
		err = cmp.Or(err, cause)
	}
	r.log.Info("stopped")
	return err
}

// line returns the command that players type to come in.
func (r *running) line() string {
	outside := port(r.listener.Addr())
	if r.port != 0 {
		outside = strconv.Itoa(r.port)
	}
	return sessions.SSHLine(r.host, outside)
}

// tell prints the server's addresses and features.
func (r *running) tell(stdout io.Writer, line, httpLine string, metricsAddr net.Addr) {
	more := httpLine
	if metricsAddr != nil {
		more += fmt.Sprintf("  metrics   http://%s/metrics\n", metricsAddr)
	}
	if r.storeAt != "" {
		more = fmt.Sprintf("  store     %s\n", storage.Redacted(r.database)) + more
	}
	fmt.Fprintf(stdout, "arcade %s\n  address   %s\n  data      %s\n  host key  %s\n%s  enter     %s\n",
		cli.VersionLine(), r.listener.Addr(), r.folder, gossh.FingerprintSHA256(r.hostKey.PublicKey()), more, line)
	r.log.Info("started", "version", cli.VersionLine())
}

// handOverTime limits the time in which a stopping server transfers its matches.
const handOverTime = 20 * time.Second

// transfer transfers the matches of this node to other nodes. If no node accepts a match, another node
// takes it over once it finds this node gone.
func transfer(l *lobby.Lobby, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), handOverTime)
	defer cancel()
	began := time.Now()
	err := l.HandOver(ctx)
	log.Info("transferred matches", "took", time.Since(began), "all", err == nil)
	log.Debug("transferred matches", "err", err)
}

// port returns the port of an address, for players.
func port(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return strconv.Itoa(tcp.Port)
	}
	return ""
}
