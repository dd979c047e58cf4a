package serve

import (
	"context"
	"crypto/tls"
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
	"arcade/lobby/account"
	"arcade/server"
	"arcade/server/commands"
	"arcade/server/web"
	"arcade/store"
)

// httpFlags are the flags of the HTTP server for games' own clients.
type httpFlags struct {
	address          string
	chosen           bool // the operator chose the address, so it must be free
	origins          string
	perMinute, burst int
	url              string // the page's public address
	cert, key        string // files
	proxies          string
}

func (f *httpFlags) bind(flags *pflag.FlagSet) {
	flags.StringVar(&f.address, "http", "localhost:8022", "address for HTTP: the page and games' own clients; off: none")
	flags.StringVar(&f.origins, "http-origins", "http://localhost:3000,http://localhost:5173", "pages whose scripts may use HTTP")
	flags.StringVar(&f.url, "web-url", "", "the page's address for browsers, such as https://arcade.example, shown wherever a game is shared; empty: no links")
	flags.StringVar(&f.cert, "tls-cert", "", "certificate file for https at --http; empty: http")
	flags.StringVar(&f.key, "tls-key", "", "the certificate's key file")
	flags.StringVar(&f.proxies, "http-proxy-protocol", "", "networks of the proxies before --http, with PROXY headers; empty: the networks of --proxy-protocol")
	flags.IntVar(&f.perMinute, "http-rate", 600, "HTTP requests a minute from one address; 0: unlimited")
	flags.IntVar(&f.burst, "http-burst", 200, "HTTP requests at once from one address")
}

// pages returns the allowed pages of --http-origins.
func (f *httpFlags) pages() []string {
	return strings.FieldsFunc(f.origins, func(r rune) bool { return r == ',' || r == ' ' })
}

func (f *httpFlags) check() error {
	for _, o := range f.pages() {
		if u, err := url.Parse(o); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != o {
			return fmt.Errorf("bad --http-origins %q: want SCHEME://HOST[:PORT], more than one with commas between", o)
		}
	}
	if u, err := url.Parse(f.url); f.url != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != strings.TrimSuffix(f.url, "/")) {
		return fmt.Errorf("bad --web-url %q: want SCHEME://HOST[:PORT]", f.url)
	}
	if (f.cert == "") != (f.key == "") {
		return errors.New("bad --tls-cert or --tls-key: want both or neither")
	}
	if f.cert != "" {
		if _, err := tls.LoadX509KeyPair(f.cert, f.key); err != nil {
			return fmt.Errorf("bad --tls-cert or --tls-key: %w", err)
		}
	}
	if f.proxies != "" {
		if _, err := server.ParseProxies(f.proxies); err != nil {
			return fmt.Errorf("bad --http-proxy-protocol: %w", err)
		}
	}
	if f.perMinute < 0 {
		return fmt.Errorf("bad --http-rate %d: want 0 or more", f.perMinute)
	}
	if f.burst < 1 {
		return fmt.Errorf("bad --http-burst %d: want 1 or more", f.burst)
	}
	return nil
}

// serve serves HTTP until stop is called. line describes the address. If the default address is in use,
// the arcade opens without HTTP.
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
	cfg.Origins, cfg.PerMinute, cfg.Burst, cfg.Cert, cfg.Key = f.pages(), f.perMinute, f.burst, f.cert, f.key
	if cfg.PerMinute == 0 { // no limit
		cfg.PerMinute = -1
	}
	if u, err := url.Parse(f.url); err == nil && u.Host != "" {
		cfg.Hosts = append(cfg.Hosts, u.Hostname())
	}
	if f.proxies != "" {
		cfg.Proxies, _ = server.ParseProxies(f.proxies) // check has validated the list
	}
	front := web.New(cfg)
	var served sync.WaitGroup
	served.Go(func() {
		if err := front.Serve(ln, cfg.Proxies); err != nil {
			cfg.Log.Error("http", "err", err)
		}
	})
	stop = sync.OnceFunc(func() { front.Stop(); served.Wait() })
	context.AfterFunc(ctx, stop)
	scheme := "http"
	if f.cert != "" {
		scheme = "https"
	}
	return stop, fmt.Sprintf("  page      %s://%s/\n  http      %[1]s://%[2]s/docs\n", scheme, ln.Addr()), nil
}

// API makes a game's HTTP API.
type API func(context.Context, *lobby.Lobby, store.Store) (interface{ Add(*http.ServeMux) }, error)

// answerers returns the games' HTTP APIs. clients is the API of the game whose client names players can
// link.
func answerers(ctx context.Context, apis []API, l *lobby.Lobby, s store.Store) (list []func(*http.ServeMux), clients commands.Clients, err error) {
	for _, api := range apis {
		a, err := api(ctx, l, s)
		if err != nil {
			return nil, nil, fmt.Errorf("http: %w", err)
		}
		list = append(list, a.Add)
		if c, ok := a.(commands.Clients); ok {
			clients = c
		}
		if e, ok := a.(account.Elsewhere); ok {
			l.AddElsewhere("clients", e)
		}
	}
	return list, clients, nil
}
