package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"arcade/lobby"
	"arcade/lobby/arenas"
	"arcade/lobby/directory"
	"arcade/lobby/names"
	"arcade/lobby/nodes"
	"arcade/lobby/records"
	"arcade/lobby/room"
	"arcade/lobby/solo"
	"arcade/lobby/table"
	"arcade/lobby/text"
	"arcade/lobby/turns"
	"arcade/server"
	"arcade/store"
)

// House is the part of a running arcade that an operator can read and change.
type House struct {
	Server *server.Server
	Lobby  *lobby.Lobby
	// Version is the program's version.
	Version string
	// Backup opens a consistent copy of the database. It returns the copy's size in bytes and a function
	// that writes it, which may be called once. Backup is nil if the server makes no copies.
	Backup func() (size int64, write func(io.Writer) error, err error)
	// Nodes holds the nodes of the cluster. It is nil for a single server.
	Nodes nodes.Nodes
	// Drain begins to stop the server.
	Drain func()
	// Ready returns "" if players can come in, else one word with the reason; see metrics.Ready.
	Ready func(context.Context) string
	// Level is the level of the log.
	Level *slog.LevelVar
	// Log receives each action, without names, keys and addresses above the debug level.
	Log *slog.Logger
}

// maxReason limits the reason for a kick or a ban, in runes.
const maxReason = 80

// handler serves the operator's requests.
func (h House) handler() http.Handler {
	started := time.Now()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /version", get(func() any {
		return Version{Version: h.Version, Since: started.UnixMilli(), Draining: h.Server.Draining()}
	}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, Health{Why: h.Ready(r.Context())})
	})
	mux.HandleFunc("GET /who", list(h, askWho, h.who, bySince))
	mux.HandleFunc("GET /costs", list(h, askCosts, h.costs, byCost))
	mux.HandleFunc("GET /tables", list(h, askTables, h.tables, byAge))
	mux.HandleFunc("GET /bans", get(func() any { return some(h.Server.Bans().List()) }))
	mux.HandleFunc("GET /player", asked(h, h.player))
	mux.HandleFunc("GET /match", asked(h, h.matchOf))
	mux.HandleFunc("GET /nodes", h.nodes)
	mux.HandleFunc("GET /backup", h.backup)
	mux.HandleFunc("GET /profile", h.profile)
	mux.HandleFunc("POST /kick", post(h, "kick", h.kick))
	mux.HandleFunc("POST /ban", post(h, "ban", h.ban))
	mux.HandleFunc("POST /unban", post(h, "unban", h.unban))
	mux.HandleFunc("POST /rename", post(h, "rename", func(_ context.Context, r Rename) (Done, error) {
		return Done{}, h.Lobby.RenamePlayer(r.Old, r.New)
	}))
	mux.HandleFunc("POST /broadcast", post(h, "broadcast", func(_ context.Context, b Broadcast) (Done, error) {
		n, err := h.Lobby.Announce(b.KO, b.EN)
		return Done{People: n}, err
	}))
	mux.HandleFunc("POST /close", post(h, "close", h.close))
	mux.HandleFunc("POST /drain", post(h, "drain", h.drain))
	mux.HandleFunc("POST /loglevel", post(h, "loglevel", func(_ context.Context, l LogLevel) (Done, error) {
		if err := h.Level.UnmarshalText([]byte(l.Level)); err != nil {
			return Done{}, errLevel
		}
		return Done{}, nil
	}))
	mux.HandleFunc("GET /arenas", h.arenas)
	mux.HandleFunc("POST /arena/open", post(h, "arena open", h.openArena))
	mux.HandleFunc("POST /arena/close", post(h, "arena close", func(_ context.Context, c CloseArena) (Done, error) {
		return Done{}, h.Lobby.CloseArena(c.Arena)
	}))
	return mux
}

// some returns a list that JSON shows as [] instead of null.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// get returns the handler of a query.
func get(f func() any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, f()) }
}

// post returns a handler that carries out a request and logs it.
func post[R request](h House, what string, f func(context.Context, R) (Done, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var req R
		d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
		d.DisallowUnknownFields()
		if err := d.Decode(&req); err != nil {
			answer(w, http.StatusBadRequest, failure{"bad request: " + err.Error()})
			return
		}
		done, err := f(r.Context(), req)
		attrs := []slog.Attr{slog.String("action", what), slog.Bool("done", err == nil)}
		if done.Sessions > 0 || done.People > 0 {
			attrs = append(attrs, slog.Int("sessions", done.Sessions), slog.Int("people", done.People))
		}
		if len(done.Bans) > 0 {
			attrs = append(attrs, slog.Int("bans", len(done.Bans)))
		}
		if target := req.target(); target != "" {
			attrs = append(attrs, slog.String("target", target))
		}
		h.Log.LogAttrs(r.Context(), slog.LevelInfo, "admin", attrs...)
		h.Log.Debug("admin", "action", what, "request", req, "err", err)
		h.respond(w, what, done, err)
	}
}

// respond answers a request with its result, or with its error.
func (h House) respond(w http.ResponseWriter, what string, result any, err error) {
	switch {
	case err == nil:
		answer(w, http.StatusOK, result)
	case refusal(err):
		answer(w, http.StatusConflict, failure{err.Error()})
	default:
		h.Log.Error("admin", "action", what, "err", err)
		answer(w, http.StatusInternalServerError, failure{err.Error()})
	}
}

// refusal reports whether an error says what is wrong with a request.
func refusal(err error) bool {
	return store.ErrIs(err,
		errNobody, errNobodyReached, errLevel, errGuestBan, errAlone, errNoNode, server.ErrTooManyBans, server.ErrBadTarget, server.ErrWide, server.ErrBanTime, server.ErrNoBan,
		table.ErrNoTable, records.ErrNoPlayer, names.ErrBad, solo.ErrBadOffer, text.ErrLong, lobby.ErrNothing, room.ErrOver, directory.ErrClosing,
		store.ErrNameTaken, store.ErrExists, store.ErrNotFound, arenas.ErrNotNow, arenas.ErrBadSeat, arenas.ErrTerms)
}

func answer(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}

// backup streams a copy of the database.
func (h House) backup(w http.ResponseWriter, r *http.Request) {
	if h.Backup == nil {
		answer(w, http.StatusNotImplemented, failure{errNoBackup.Error()})
		return
	}
	size, write, err := h.Backup()
	if err != nil {
		h.Log.Error("admin", "action", "backup", "err", err)
		answer(w, http.StatusInternalServerError, failure{err.Error()})
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	err = write(w) // a copy that breaks off is shorter than its announced size, so the client notices
	h.Log.LogAttrs(r.Context(), slog.LevelInfo, "admin",
		slog.String("action", "backup"), slog.Bool("done", err == nil), slog.Int64("bytes", size))
	if err != nil {
		h.Log.Error("admin", "action", "backup", "err", err)
	}
}

// person joins the server's and the lobby's data about a session.
func (h House) person(p server.Present, visitors []directory.Visitor) Person {
	out := Person{
		Node: h.here(), Session: p.ID, Code: p.Code, Kind: p.Kind.String(), Command: p.Command, Guest: p.Identity.Guest(), Key: p.Identity.Fingerprint,
		Since: p.Since.UnixMilli(), Input: p.Input.UnixMilli(),
	}
	if p.Address.IsValid() {
		out.Address = p.Address.String()
	}
	for _, v := range visitors {
		if v.Session == p.ID {
			out.Name, out.Table = v.Name, v.Table
		}
	}
	return out
}

// who lists the sessions, oldest first.
func (h House) who(ctx context.Context) []Person {
	visitors := h.Lobby.Visitors()
	list := []Person{}
	for _, p := range h.Server.Sessions() {
		one := h.person(p, visitors)
		if one.Name == "" && one.Key != "" {
			if rec, err := h.Lobby.PlayerByKey(ctx, one.Key); err == nil {
				one.Name = rec.Name
			}
		}
		list = append(list, one)
	}
	return list
}

// costs lists the processor time of addresses and keys. Addresses with the most recent cost come first,
// and within an address the keys with the most cost.
func (h House) costs(ctx context.Context) []Cost {
	of, lately, list := map[string]float64{}, map[string]float64{}, []Cost{}
	all := h.Server.Turns().Costs()
	for _, c := range all {
		of[c.From] += c.Total().Seconds()
		lately[c.From] += c.Lately.Seconds()
	}
	sessions := h.Server.Sessions()
	for _, c := range all {
		one := Cost{
			Node: h.here(), Address: c.From, Key: c.Key, Work: map[string]float64{}, Seconds: c.Total().Seconds(), AddressSeconds: of[c.From],
			AddressLately: math.Round(lately[c.From]*1000) / 1000, Last: c.Last.UnixMilli(),
		}
		for kind, d := range c.Work {
			if d > 0 {
				one.Work[turns.Kind(kind).String()] = d.Seconds()
			}
		}
		if rec, err := h.Lobby.PlayerByKey(ctx, c.Key); c.Key != "" && err == nil {
			one.Name = rec.Name
		}
		for _, p := range sessions {
			if p.Work == c.Payer {
				one.Sessions++
				one.Sent += p.Sent
			}
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, byCost)
	return list
}

func byCost(a, b Cost) int {
	return cmp.Or(cmp.Compare(b.AddressLately, a.AddressLately), cmp.Compare(b.AddressSeconds, a.AddressSeconds))
}

// tables lists the tables in memory, oldest first.
func (h House) tables(context.Context) []Table {
	list := []Table{}
	for _, s := range h.Lobby.OwnTables() {
		t := Table{
			Node: h.here(), ID: s.ID, Game: s.Game, Status: string(s.Status), Plies: s.Plies, Watchers: s.Watchers, Seats: []string{},
			Rated: s.Rated, Private: s.Private, Created: s.Created,
		}
		for _, seat := range s.Seats {
			if seat.Bot != "" {
				seat.Name = "bot " + seat.Bot
			}
			t.Seats = append(t.Seats, seat.Name)
		}
		list = append(list, t)
	}
	return list
}

// match returns a function that reports whether a session belongs to the operator's target: a key, an
// address, a network or else a name. A player's name matches all sessions with the player's keys.
func (h House) match(ctx context.Context, target string) (func(server.Present) bool, error) {
	if t, err := netip.ParseAddrPort(target); err == nil { // an address with a port, as in a list of sessions
		return func(p server.Present) bool { return p.Address == t }, nil
	}
	if t, err := server.ParseNetwork(target); err == nil {
		return func(p server.Present) bool { return t.Contains(p.Address.Addr()) }, nil
	}
	if t, err := server.ParseTarget(target); err == nil { // a key
		return func(p server.Present) bool { return p.Identity.Fingerprint == t }, nil
	}
	var keys []string
	p, err := h.Lobby.PlayerByName(ctx, target)
	switch {
	case err == nil:
		keys = p.Keys
	case !errors.Is(err, records.ErrNoPlayer):
		return nil, err
	}
	visitors := h.Lobby.Visitors()
	return func(p server.Present) bool {
		if p.Identity.Fingerprint != "" {
			return slices.Contains(keys, p.Identity.Fingerprint)
		}
		one := h.person(p, visitors)
		return one.Name != "" && names.Same(one.Name, target)
	}, nil
}

// kickHere ends sessions of this server.
func (h House) kickHere(ctx context.Context, r Kick) (Done, error) {
	match, err := h.match(ctx, r.Target)
	if err != nil {
		return Done{}, err
	}
	return Done{Sessions: h.Server.Kick(match, server.Kicked(text.Line(r.Reason, maxReason)))}, nil
}

func (h House) ban(ctx context.Context, r Ban) (Done, error) {
	reason := text.Line(r.Reason, maxReason)
	bans, err := h.targets(ctx, r.Target)
	if err != nil {
		return Done{}, err
	}
	for i := range bans {
		bans[i].Reason = reason
	}
	d := time.Duration(r.For) * time.Millisecond
	if d.Milliseconds() != r.For { // the duration overflows
		return Done{}, server.ErrBanTime
	}
	n, err := h.Server.Ban(ctx, d, bans...)
	if err != nil {
		return Done{}, err
	}
	return h.bansChanged(ctx, Done{Sessions: n, Bans: bans})
}

// targets returns bans of the operator's target.
func (h House) targets(ctx context.Context, target string) ([]server.Ban, error) {
	t, err := server.ParseTarget(target)
	switch {
	case err == nil:
		return []server.Ban{{Target: t}}, nil
	case errors.Is(err, server.ErrWide):
		return nil, err
	}
	p, err := h.Lobby.PlayerByName(ctx, target)
	if errors.Is(err, records.ErrNoPlayer) {
		for _, v := range h.Lobby.Visitors() {
			if v.Guest && names.Same(v.Name, target) {
				return nil, errGuestBan
			}
		}
		return nil, fmt.Errorf("%w, and %w", records.ErrNoPlayer, server.ErrBadTarget)
	} else if err != nil {
		return nil, err
	}
	var list []server.Ban
	for _, k := range p.Keys {
		list = append(list, server.Ban{Target: k, Name: p.Name})
	}
	return list, nil
}

func (h House) unban(ctx context.Context, r Unban) (Done, error) {
	target, err := server.ParseTarget(r.Target)
	named := err != nil
	var keys []string
	if named {
		if p, err := h.Lobby.PlayerByName(ctx, r.Target); err == nil {
			keys = p.Keys
		}
	}
	if h.Server.Bans() == nil {
		return Done{}, server.ErrNoBan
	}
	if h.Nodes != nil { // another node may have made the ban
		if _, err := h.Server.ReadBans(ctx); err != nil {
			return Done{}, err
		}
	}
	lifted, err := h.Server.Bans().Lift(ctx, func(b server.Ban) bool {
		if named {
			return b.Name != "" && names.Same(b.Name, r.Target) || slices.Contains(keys, b.Target)
		}
		return b.Target == target
	})
	if err != nil {
		return Done{}, err
	}
	slices.SortFunc(lifted, func(a, b server.Ban) int { return cmp.Compare(a.Target, b.Target) })
	return h.bansChanged(ctx, Done{Bans: lifted})
}

// answerTime is the time in which requests under way are answered when the server ends: drain is one of them.
const answerTime = 2 * time.Second

// Serve serves the operator at the socket until ctx ends. The socket is removed before Serve returns.
func (h House) Serve(ctx context.Context, s *Socket) error {
	srv := &http.Server{
		Handler: h.handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(h.Log.Handler(), slog.LevelDebug),
	}
	answered := make(chan struct{})
	going := context.AfterFunc(ctx, func() {
		defer close(answered)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
		defer cancel()
		if srv.Shutdown(ctx) != nil {
			_ = srv.Close()
		}
	})
	err := srv.Serve(s.ln)
	if !going() {
		<-answered
	}
	return errors.Join(ignore(err, http.ErrServerClosed), s.Close())
}

func ignore(err, what error) error {
	if errors.Is(err, what) {
		return nil
	}
	return err
}
