package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/pflag"

	"arcade/lobby"
	"arcade/server"
	"arcade/server/web"
	"arcade/store"
)

// httpFlags are the flags of the front for games' own clients.
type httpFlags struct {
	address          string
	chosen           bool // by the operator: then it must be free
	origins          string
	perMinute, burst int
}

func (f *httpFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.address, "http", "localhost:8022", "address at which games' own clients are answered over HTTP; off: none")
	flags.StringVar(&f.origins, "http-origins", "http://localhost:3000,http://localhost:5173", "pages whose scripts may ask over HTTP")
	flags.IntVar(&f.perMinute, "http-rate", 600, "requests a minute over HTTP from one address")
	flags.IntVar(&f.burst, "http-burst", 200, "requests at once over HTTP from one address")
}

// pages are the pages of --http-origins.
func (f *httpFlags) pages() []string {
	return strings.FieldsFunc(f.origins, func(r rune) bool { return r == ',' || r == ' ' })
}

func (f *httpFlags) check() error {
	for _, o := range f.pages() {
		if u, err := url.Parse(o); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != o {
			return fmt.Errorf("bad --http-origins %q: want SCHEME://HOST[:PORT], more than one with commas between", o)
		}
	}
	if f.perMinute < 1 || f.burst < 1 {
		return errors.New("bad --http-rate or --http-burst: want 1 or more")
	}
	return nil
}

// serve answers over HTTP until stop is called; line tells where. The default address
// may be in use by something else: the arcade opens without it then.
func (f *httpFlags) serve(ctx context.Context, cfg web.Config) (stop func(), line string, err error) {
	if f.address == "off" {
		return func() {}, "", nil
	}
	ln, err := net.Listen("tcp", f.address)
	if errors.Is(err, syscall.EADDRINUSE) && !f.chosen {
		return func() {}, fmt.Sprintf("  http      off: %s is in use\n", f.address), nil
	} else if err != nil {
		return nil, "", fmt.Errorf("http: %w", err)
	}
	cfg.Origins, cfg.PerMinute, cfg.Burst = f.pages(), f.perMinute, f.burst
	front := web.New(cfg)
	var served sync.WaitGroup
	served.Go(func() {
		if err := front.Serve(ln, cfg.Proxies); err != nil {
			cfg.Log.Error("http", "err", err)
		}
	})
	stop = sync.OnceFunc(func() { front.Stop(); served.Wait() })
	context.AfterFunc(ctx, stop)
	return stop, fmt.Sprintf("  http      http://%s/docs\n", ln.Addr()), nil
}

// API makes what a game answers over HTTP.
type API func(*lobby.Lobby, store.Store) (interface{ Add(*http.ServeMux) }, error)

// answerers are the games' APIs over HTTP. clients are the clients of the game whose clients
// have names that players can claim.
func answerers(apis []API, l *lobby.Lobby, s store.Store) (list []func(*http.ServeMux), clients server.Clients, err error) {
	for _, api := range apis {
		a, err := api(l, s)
		if err != nil {
			return nil, nil, fmt.Errorf("http: %w", err)
		}
		list = append(list, a.Add)
		if c, ok := a.(server.Clients); ok {
			clients = c
		}
		if e, ok := a.(lobby.Elsewhere); ok {
			l.Ask(e)
		}
	}
	return list, clients, nil
}
