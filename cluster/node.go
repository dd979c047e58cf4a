// Package cluster connects a node with the other nodes: membership, jobs for a single node, the place of
// a player's visit, rows that nodes publish, and requests between nodes. It uses NATS (core and JetStream
// key-value). It has no code about games, and knows tables and players only by id.
//
// Correctness does not depend on this package: the store fences every write by epochs, lengths and
// revisions (cluster/model shows why). A lease only avoids that two nodes do one job.
package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Reasons why a node cannot join. [Join] wraps them.
var (
	ErrNoNATS      = errors.New("NATS does not answer")
	ErrNoJetStream = errors.New("NATS has no JetStream: it needs `jetstream {}` in its configuration, or -js")
	ErrNameTaken   = errors.New("another node has this name")
	ErrClock       = errors.New("the clock of this machine is wrong")
	ErrLease       = errors.New("the cluster has another lease")
	ErrHostKey     = errors.New("another node has another host key")
)

// A node logs a clock offset above skewTold. Above skewMost it owns no matches.
const (
	skewTold = time.Second
	skewMost = 5 * time.Second
)

// payload is the message size that NATS must accept, in bytes: a match of 20,000 actions, or the visits
// of a node with 10,000 visitors.
const payload = 8 << 20

// Lease is the time for which a silent node counts as alive.
const Lease = 5 * time.Second

// Config configures a node.
type Config struct {
	// URL has the addresses of NATS: nats://host:port, several separated by commas.
	URL string
	// Embedded connects to the NATS that one of the nodes serves, whatever URL has. It is nil for a NATS beside the
	// nodes.
	Embedded nats.InProcessConnProvider
	// Name is the node's name: letters, digits and hyphens, at most 32.
	Name string
	// Version is the program's version, shown in the list of nodes.
	Version string
	// HostKey is the fingerprint of the cluster's host key, the same on all nodes. An empty one is not
	// compared.
	HostKey string
	// Lease is the time for which this node counts as alive while it is silent, in whole seconds; 0 means
	// [Lease]. It is the same on all nodes. A node beats five times in a lease.
	Lease time.Duration
	// Errors are the errors that pass between nodes; nil for none.
	Errors Errors
	// Works checks the store; nil means no check. The lease is renewed only if a check passed within the
	// last half lease, so the matches of a node without its store pass to other nodes.
	Works func(ctx context.Context) error
	Log   *slog.Logger
	// Now is the wall clock; nil means time.Now.
	Now func() time.Time
}

var nodeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,31}$`)

// Check checks the name, the URLs and the lease without connecting.
func (c Config) Check() error {
	if !nodeName.MatchString(c.Name) {
		return fmt.Errorf("bad node name %q: want letters, digits and hyphens, at most 32", c.Name)
	}
	for one := range strings.SplitSeq(c.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Host == "" {
			// The URL may contain a password, so the error omits it.
			return errors.New("bad URL of NATS: want nats://host:port, several with commas between them")
		}
	}
	if c.Lease%time.Second != 0 || c.Lease < 0 {
		return fmt.Errorf("bad lease %v: want whole seconds", c.Lease)
	}
	return nil
}

// places returns the hosts of NATS, without users and passwords.
func (c Config) places() string {
	if c.Embedded != nil {
		return "one of the nodes"
	}
	var list []string
	for one := range strings.SplitSeq(c.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			list = append(list, u.Host)
		}
	}
	return strings.Join(list, ", ")
}

// servers are addresses of NATS in the log, which hides addresses of other values.
type servers string

func (servers) OfOperator() {}

// Node is this process in the cluster, from [Join] until [Node.Close].
type Node struct {
	cfg         Config
	incarnation int64 // of this start; fixed
	began       time.Time
	conn        *nats.Conn
	js          jetstream.JetStream
	nodes       jetstream.KeyValue // leases of nodes
	leases      jetstream.KeyValue // leases of jobs for a single node
	here        jetstream.KeyValue // visits

	end         context.CancelFunc
	ctx         context.Context // ends with the node
	patience    time.Time       // when the wait for three NATS servers ends
	running     sync.WaitGroup
	reconnected chan struct{} // wakes follow; one token is enough
	again       chan struct{} // wakes beats
	closed      chan struct{} // closed with the connection
	superseded  chan struct{} // closed when a newer node has this node's name

	checking sync.Mutex // held by checkVisits

	members, shown signal // changes of the members, changes of the directory

	mu        sync.Mutex
	revision  uint64        // of its own lease
	remade    int           // how often its lease was lost and made again
	renewed   time.Time     // start of the last successful renewal, by the monotonic clock
	worked    time.Time     // start of the last successful call of Works
	back      time.Time     // first answer after the store's last outage, zero before one
	lapse     *time.Timer   // fires half a lease after the last renewal
	since     time.Time     // start of the unbroken watch of the other nodes
	emptied   time.Time     // when this node last found its lease lost
	skew      time.Duration // offset from the peers
	announced bool          // the last result of MayOwn that the waiters were told
	lapsed    bool          // MayOwn was false before
	taken     bool          // another node has this node's name
	peers     map[string]*peer
	holds     map[string]bool // own leases, by name
	answers   map[string]func(ctx context.Context, from string, body json.RawMessage) (any, error)
	receives  map[string]func(from string, body json.RawMessage)
	visits    map[string]visit // by player
	mine      part             // own part of the directory
	changed   map[string]bool  // keys of mine that changed since the last beat
	parts     map[string]*part // parts of other nodes, by node
	events    *Events

	gaps atomic.Uint64 // gaps in the directory
	out  outbox
}

// Join makes this process a node. It returns when the node has its lease, knows the other nodes, and has
// compared its clock with theirs. After an error nothing is left.
func Join(ctx context.Context, cfg Config) (_ *Node, err error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	cfg.Lease = cmp.Or(cfg.Lease, Lease)
	if cfg.Works == nil {
		cfg.Works = func(context.Context) error { return nil }
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	n := &Node{
		cfg: cfg, began: cfg.Now(), incarnation: cfg.Now().UnixMilli(), reconnected: make(chan struct{}, 1), again: make(chan struct{}, 1), closed: make(chan struct{}), superseded: make(chan struct{}), holds: map[string]bool{},
		peers: map[string]*peer{}, answers: map[string]func(context.Context, string, json.RawMessage) (any, error){}, receives: map[string]func(string, json.RawMessage){}, visits: map[string]visit{},
		out:  outbox{wake: make(chan struct{}, 1)},
		mine: part{rows: map[string]json.RawMessage{}}, changed: map[string]bool{}, parts: map[string]*part{},
	}
	n.ctx, n.end = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			n.stop()
		}
	}()
	if err := n.connect(ctx); err != nil {
		return nil, err
	}
	watching, err := n.watch(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.compareClocks(ctx); err != nil {
		return nil, err
	}
	if err := n.compareKeys(); err != nil {
		return nil, err
	}
	n.running.Go(func() { n.follow(watching) })
	n.running.Go(n.works)
	if err := n.acquireLease(ctx); err != nil {
		return nil, err
	}
	if err := n.compareKeys(); err != nil { // again, because two nodes may have joined at the same time
		_ = n.Close()
		return nil, err
	}
	n.Answer(askDirectory, n.answerDirectory)
	n.Answer(askStepBack, n.answerStepBack)
	for subject, f := range map[string]nats.MsgHandler{subjectNode + cfg.Name: n.asked, subjectSent + cfg.Name: n.received, subjectBeat: n.heard} {
		if _, err := n.conn.Subscribe(subject, f); err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
	}
	flush := func(ctx context.Context) (bool, error) { return true, n.conn.FlushWithContext(ctx) }
	if _, err := answered(ctx, flush); err != nil { // the server has the subscriptions, so requests reach this node
		return nil, fmt.Errorf("cluster: %w", err)
	}
	for _, m := range n.Nodes() { // so that the first visitor sees all tables
		if m.Name != cfg.Name {
			n.fetch(m.Name, m.Incarnation)
		}
	}
	n.running.Go(n.beats)
	n.running.Go(n.sends)
	cfg.Log.Info("joined the cluster", "node", cfg.Name, "incarnation", n.incarnation, "nodes", len(n.Nodes()))
	return n, nil
}

func (n *Node) connect(ctx context.Context) (err error) {
	if n.conn, err = n.dial(ctx); err != nil {
		return err
	}
	if most := n.conn.MaxPayload(); most < payload {
		n.cfg.Log.Warn("NATS limits messages to fewer bytes than the longest matches and lists need: raise max_payload in its configuration", "bytes", most, "want", payload)
	}
	if n.js, err = jetstream.New(n.conn); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	_, err = answered(ctx, n.js.AccountInfo)
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("%w (%s)", ErrNoJetStream, n.cfg.places())
	}
	n.patience = time.Now().Add(placeTime)
	for i, into := range []*jetstream.KeyValue{&n.nodes, &n.leases, &n.here} {
		cfg := n.buckets()[i]
		if *into, err = answered(ctx, n.bucket(cfg)); err != nil {
			return fmt.Errorf("cluster: bucket %s: %w", cfg.Bucket, err)
		}
	}
	status, err := answered(ctx, n.nodes.Status)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if status.TTL() != n.cfg.Lease {
		return fmt.Errorf("%w: %v, and this node's is %v", ErrLease, status.TTL(), n.cfg.Lease)
	}
	return nil
}

// dial connects to NATS and waits for it, because NATS may start after the node when the machine boots.
func (n *Node) dial(ctx context.Context) (*nats.Conn, error) {
	for said := false; ; said = true {
		conn, err := nats.Connect(n.cfg.URL,
			nats.InProcessServer(n.cfg.Embedded),
			nats.Name("arcade "+n.cfg.Name), nats.Timeout(2*time.Second),
			nats.MaxReconnects(-1), nats.ReconnectWait(n.cfg.Lease/20), nats.ReconnectJitter(n.cfg.Lease/20, n.cfg.Lease/20),
			// A message that cannot be sent now fails at once. Otherwise it might be sent when nobody
			// waits for it.
			nats.ReconnectBufSize(-1),
			nats.PingInterval(n.cfg.Lease/2), nats.MaxPingsOutstanding(2),
			nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
				if n.ctx.Err() == nil {
					n.cfg.Log.Warn("NATS is gone", "err", err)
				}
			}),
			nats.ClosedHandler(func(*nats.Conn) { close(n.closed) }),
			nats.ReconnectHandler(func(*nats.Conn) {
				n.cfg.Log.Info("NATS is back")
				poke(n.reconnected)
			}),
			nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { n.cfg.Log.Warn("NATS", "err", err) }),
		)
		if err == nil {
			return conn, nil
		}
		err = fmt.Errorf("%w at %s: %w", ErrNoNATS, n.cfg.places(), err)
		if errors.Is(err, nats.ErrAuthorization) {
			return nil, err
		}
		if !said {
			n.cfg.Log.Warn("waiting for NATS", "at", servers(n.cfg.places()), "err", err)
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(requestTime / 2):
		}
	}
}

// buckets returns the buckets that the cluster uses. All of their data may be lost.
func (n *Node) buckets() []jetstream.KeyValueConfig {
	return []jetstream.KeyValueConfig{
		{Bucket: "nodes", Description: "leases of nodes", TTL: n.cfg.Lease, LimitMarkerTTL: n.cfg.Lease},
		{Bucket: "leases", Description: "which node does what must be done once"},
		{Bucket: "here", Description: "where a player's visit is", LimitMarkerTTL: time.Minute},
	}
}

// mend makes the buckets again if NATS has lost them.
func (n *Node) mend(ctx context.Context) {
	for _, cfg := range n.buckets() {
		if _, err := answered(ctx, n.bucket(cfg)); err != nil {
			n.cfg.Log.Debug("a bucket that NATS lost could not be made again", "bucket", cfg.Bucket, "err", err)
			return
		}
	}
}

// bucket finds or makes a bucket. It is replicated if three servers can be found, so that one may die.
// Servers that start together find each other within seconds.
func (n *Node) bucket(cfg jetstream.KeyValueConfig) func(context.Context) (jetstream.KeyValue, error) {
	return func(ctx context.Context) (jetstream.KeyValue, error) {
		kv, err := n.js.KeyValue(ctx, cfg.Bucket)
		if !errors.Is(err, jetstream.ErrBucketNotFound) {
			return kv, err
		}
		cfg.Replicas = 3
		kv, err = n.js.CreateKeyValue(ctx, cfg)
		if is(err, codeOneServer) || is(err, codeNoPeers) && time.Now().After(n.patience) {
			cfg.Replicas = 1
			kv, err = n.js.CreateKeyValue(ctx, cfg)
		}
		if errors.Is(err, jetstream.ErrBucketExists) { // another node made it first
			return n.js.KeyValue(ctx, cfg.Bucket)
		}
		return kv, err
	}
}

// Close leaves the cluster. The other nodes notice at once.
func (n *Node) Close() error {
	if n.ctx.Err() != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), n.cfg.Lease)
	defer cancel()
	n.leave()
	n.running.Wait() // after this, nothing renews the lease
	n.mu.Lock()
	revision := n.revision
	n.mu.Unlock()
	err := n.nodes.Delete(ctx, n.cfg.Name, jetstream.LastRevision(revision))
	n.stop()
	if err != nil {
		return fmt.Errorf("cluster: the lease of %s was not given up and expires: %w", n.cfg.Name, err)
	}
	return nil
}

// leave begins the shutdown. Nothing starts after it.
func (n *Node) leave() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.end()
}

// spawn runs f in a goroutine that Close waits for, unless the node is closing.
func (n *Node) spawn(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx.Err() == nil {
		n.running.Go(f)
	}
}

// catchUp fetches the changes that this node missed while NATS was gone.
func (n *Node) catchUp() {
	poke(n.again)
	n.spawn(n.checkVisits)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.events != nil {
		poke(n.events.wake)
	}
}

// stop ends all goroutines and waits for them.
func (n *Node) stop() {
	n.leave()
	if n.conn != nil {
		n.conn.Close()
		<-n.closed
	}
	n.running.Wait()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lapse != nil {
		n.lapse.Stop()
	}
}

// Superseded returns a channel that is closed when a newer node has this node's name, for example after
// this process was stopped for longer than a lease. This node must end: it answers no requests and owns
// no matches.
func (n *Node) Superseded() <-chan struct{} { return n.superseded }

// Name returns the node's name.
func (n *Node) Name() string { return n.cfg.Name }

// Incarnation returns a number that grows with each start of a node of this name.
func (n *Node) Incarnation() int64 { return n.incarnation }

// Changed returns a channel that is closed when the members, or MayOwn, may have changed. A waiter gets
// the channel first, then looks, and then waits.
func (n *Node) Changed() <-chan struct{} { return n.members.next() }

// signal wakes all waiters.
type signal struct {
	mu sync.Mutex
	c  chan struct{}
}

func (s *signal) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c == nil {
		s.c = make(chan struct{})
	}
	return s.c
}

func (s *signal) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c != nil {
		close(s.c)
		s.c = nil
	}
}

// poke puts a token into a channel with room for one.
func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
