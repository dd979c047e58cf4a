package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster"
	"arcade/cluster/embed"
	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/storage"
	"arcade/lobby/room"
	"arcade/server/admin"
	"arcade/store"
)

// clusterFlags are the flags of a server in a cluster.
type clusterFlags struct {
	urls, node, listen string
	lease              time.Duration
}

// embedded is the value of --cluster for a NATS inside the nodes.
const embedded = "embed"

func (f *clusterFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.urls, "cluster", "", "NATS servers of a cluster, nats://HOST:PORT with commas between; embed: a NATS inside the nodes; empty: a single server")
	flags.StringVar(&f.node, "node", "", "this node's name in the cluster")
	flags.StringVar(&f.listen, "cluster-listen", "", "with --cluster embed: the address at which the other nodes reach this one, HOST:PORT")
	flags.DurationVar(&f.lease, "lease", cluster.Lease, "how long a silent node counts as alive; whole seconds, the same on all nodes")
}

// check returns an error for invalid flags before anything is opened. at is the place of the store.
func (f clusterFlags) check(at, hostKey string) error {
	switch {
	case f.listen != "" && f.urls != embedded:
		return errors.New("bad --cluster-listen: only nodes with --cluster embed listen for others")
	case f.urls == "" && f.node == "":
		return nil
	case f.urls == "":
		return errors.New("bad --node: it needs --cluster")
	case f.node == "":
		return errors.New("bad --cluster: this node needs a name, --node")
	case f.lease == 0:
		return errors.New("bad --lease 0s: want whole seconds")
	case !storage.IsPostgres(at):
		return errors.New("bad --cluster: the nodes share their records, and a file is one server's own: give --store postgres://... (arcade copy brings the records there)")
	case hostKey == "":
		return errors.New("bad --cluster: all nodes need the same host key, or ssh would warn players of an attack: give its file with --host-key")
	}
	if f.urls == embedded && f.listen == "" {
		return errors.New("bad --cluster embed: give the address at which the other nodes reach this one with --cluster-listen HOST:PORT")
	}
	if f.urls == embedded {
		if err := embed.CheckAddr(f.listen); err != nil {
			return fmt.Errorf("bad --cluster-listen: %w", err)
		}
	}
	if err := f.config().Check(); err != nil {
		return fmt.Errorf("bad --cluster: %w", err)
	}
	return nil
}

func (f clusterFlags) config() cluster.Config {
	urls := f.urls
	if urls == embedded {
		urls = "nats://embedded" // nobody connects there
	}
	return cluster.Config{URL: urls, Name: f.node, Lease: f.lease, Version: cli.VersionLine()}
}

// joinTime limits the time in which a server tries to join.
const joinTime = 30 * time.Second

// startNATS starts this node's part in the NATS inside the nodes. It returns nil without --cluster embed.
func (f clusterFlags) startNATS(ctx context.Context, log *slog.Logger, st store.Store, data string) (*embed.NATS, error) {
	if f.urls != embedded {
		return nil, nil
	}
	secret, err := st.Secret(ctx)
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	n, err := embed.Start(embed.Config{Node: f.node, Addr: f.listen, Dir: filepath.Join(data, "nats"), Secret: secret, Note: natsNote{st}, Log: log})
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	return n, nil
}

// natsNote is the note that says which node serves NATS.
type natsNote struct{ store.Store }

const natsSpace, natsKey = "nats", "node"

// Read returns the note.
func (n natsNote) Read(ctx context.Context) (json.RawMessage, error) {
	raw, err := n.Store.Note(ctx, natsSpace, natsKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return raw, err
}

// Write replaces the note.
func (n natsNote) Write(ctx context.Context, from, to json.RawMessage) error {
	if from == nil {
		from = store.Absent
	}
	return n.Store.PutNotes(ctx, natsSpace, store.Note{Key: natsKey, Value: to, From: from})
}

// join makes this server a node. It returns nil for a single server. works checks that the store replies;
// asked observes each request to another node; inside is the NATS inside the nodes, nil for one beside them.
func (f clusterFlags) join(ctx context.Context, log *slog.Logger, st store.Store, inside *embed.NATS, works func(context.Context) error, hostKey gossh.PublicKey, asked func(string, time.Duration, error)) (*clusterNodes, error) {
	if f.urls == "" {
		return nil, nil
	}
	after, err := store.LastEvent(ctx, st)
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	cfg := f.config()
	cfg.Log, cfg.Errors, cfg.HostKey, cfg.Works = log, nodeErrors(), gossh.FingerprintSHA256(hostKey), works
	if inside != nil {
		cfg.Embedded = inside
	}
	n, err := cluster.Join(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	return &clusterNodes{Node: n, book: eventBook{st}, after: after, asked: asked}, nil
}

// nodeErrors returns the errors that a node can return to another one. Their names never change.
func nodeErrors() cluster.Errors { return room.WireErrors.With(admin.Errors()) }
