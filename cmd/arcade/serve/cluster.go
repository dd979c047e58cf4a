package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/pflag"
	gossh "golang.org/x/crypto/ssh"

	"arcade/cluster"
	"arcade/cmd/arcade/cli"
	"arcade/cmd/arcade/storage"
	"arcade/lobby/room"
	"arcade/server/admin"
	"arcade/store"
)

// clusterFlags are the flags of a server in a cluster.
type clusterFlags struct {
	urls, node string
	lease      time.Duration
}

func (f *clusterFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.urls, "cluster", "", "NATS servers of a cluster, nats://HOST:PORT with commas between; empty: a single server")
	flags.StringVar(&f.node, "node", "", "this node's name in the cluster")
	flags.DurationVar(&f.lease, "lease", cluster.Lease, "how long a silent node counts as alive; whole seconds, the same on all nodes")
}

// check returns an error for invalid flags before anything is opened. at is the place of the store.
func (f clusterFlags) check(at, hostKey string) error {
	switch {
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
	if err := f.config().Check(); err != nil {
		return fmt.Errorf("bad --cluster: %w", err)
	}
	return nil
}

func (f clusterFlags) config() cluster.Config {
	return cluster.Config{URL: f.urls, Name: f.node, Lease: f.lease, Version: cli.VersionLine()}
}

// joinTime limits the time in which a server tries to join.
const joinTime = 30 * time.Second

// join makes this server a node. It returns nil for a single server. works checks that the store replies;
// asked observes each request to another node.
func (f clusterFlags) join(ctx context.Context, log *slog.Logger, st store.Store, works func(context.Context) error, hostKey gossh.PublicKey, asked func(string, time.Duration, error)) (*clusterNodes, error) {
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
	n, err := cluster.Join(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	return &clusterNodes{Node: n, book: eventBook{st}, after: after, asked: asked}, nil
}

// nodeErrors returns the errors that a node can return to another one. Their names never change.
func nodeErrors() cluster.Errors { return room.WireErrors.With(admin.Errors()) }
