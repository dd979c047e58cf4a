package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/pflag"

	"arcade/cluster"
)

// clusterFlags are those of a server that is one of several.
type clusterFlags struct {
	urls, node string
	lease      time.Duration
}

func (f *clusterFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.urls, "cluster", "", "where NATS is, nats://HOST:PORT with commas between, when this server is one of several; empty: it is alone")
	flags.StringVar(&f.node, "node", "", "this server's name among them")
	flags.DurationVar(&f.lease, "lease", cluster.Lease, "how long a node is taken for alive that says nothing; the same on all nodes, whole seconds")
}

// errOwnStore refuses a cluster of servers that have no store in common.
var errOwnStore = errors.New("the nodes of a cluster share one store, --store postgres://…, and this version has no such store yet")

// sharedStore tells that other servers can use this server's store at the same time: none
// can before there is --store. A test sets it, to see servers join.
var sharedStore = false

func (f clusterFlags) check(shared bool) error {
	switch {
	case f.urls == "" && f.node == "":
		return nil
	case f.urls == "":
		return errors.New("bad --node: it is a name in a cluster, and there is no --cluster")
	case f.node == "":
		return errors.New("bad --cluster: this node needs a name, --node")
	case f.lease == 0:
		return errors.New("bad --lease 0s: want whole seconds")
	}
	if err := f.config().Check(); err != nil {
		return fmt.Errorf("bad --cluster: %w", err)
	}
	if !shared {
		return fmt.Errorf("bad --cluster: %w", errOwnStore)
	}
	return nil
}

func (f clusterFlags) config() cluster.Config {
	return cluster.Config{URL: f.urls, Name: f.node, Lease: f.lease, Version: versionLine()}
}

// joinTime is how long a server tries to join.
const joinTime = 30 * time.Second

// join makes this server a node, nil where it is alone.
func (f clusterFlags) join(ctx context.Context, log *slog.Logger) (*cluster.Node, error) {
	if f.urls == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	cfg := f.config()
	cfg.Log = log
	n, err := cluster.Join(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("cannot join the cluster: %w", err)
	}
	return n, nil
}
