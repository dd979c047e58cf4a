// Package door serves browsers: the page, its socket, links and boards.
package door

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"arcade/server"
	"arcade/server/web"
	"arcade/sessions/app"
	"arcade/sessions/words"
)

// Config configures a door.
type Config struct {
	Server *server.Server
	// House is the house whose screens the page shows. Its Web is the page's address.
	House *app.House
	// Hosts are the page's host names without ports, besides that of its address, localhost and IP addresses.
	Hosts []string
}

// Door serves browsers.
type Door struct {
	Config
	mu     sync.Mutex
	seats  map[string]*seat // by token: sessions that a page may resume
	pages  pages
	images web.Cache // pictures of links
	lists  web.Cache // the list of boards
	boards web.Cache

	challenges challenges // of pages
}

// New returns a door.
func New(cfg Config) *Door {
	if u, err := url.Parse(cfg.House.Web); err == nil && u.Host != "" {
		cfg.Hosts = append(cfg.Hosts, u.Hostname())
	}
	return &Door{Config: cfg, seats: map[string]*seat{}, pages: parsed(), boards: web.Cache{Age: boardAge}, challenges: newChallenges()}
}

// Add registers the door's paths on the front.
func (d *Door) Add(mux *http.ServeMux) {
	get := func(path string, h http.HandlerFunc) { mux.HandleFunc("GET "+path, d.known(h)) }
	for _, path := range []string{"/{$}", "/watch/{arg}", "/replay/{arg}", "/join/{arg}", "/play/{arg}", "/play/{arg}/{deal}", "/daily", "/daily/{arg}"} {
		get(path, d.challenged(d.light(d.page)))
	}
	get("/boards", d.lists.Serve(d.boardList, d.failed))
	board, screen := d.boards.Serve(d.board, d.failed), d.challenged(d.light(d.page))
	get("/boards/{arg}", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("screen") {
			screen(w, r)
			return
		}
		board(w, r)
	})
	get("/rules/{page}", d.light(d.rules))
	get("/rules/pictures/{name}", rulesPicture)
	preview := d.images.Serve(d.preview, d.failed)
	for _, path := range []string{"/og.png", "/og/{kind}/{arg}"} {
		get(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
			preview(w, r)
		})
	}
	get("/socket", d.socket)
	get("/offline", d.light(d.offline))
	get("/manifest.webmanifest", d.manifest)
	for _, name := range []string{"app.css", "icon.svg", "sw.js"} {
		get("/"+name, asset(name))
	}
	for path, size := range icons {
		get(path, icon(size))
	}
	mux.HandleFunc("GET /{path...}", d.missing)
}

// policy is the Content-Security-Policy of every page: it allows only the door's own files, and the page's own
// scripts and style.
var policy = "default-src 'none'; script-src " + hash(early) + " " + hash(script) + "; style-src 'self' " + hash(style) + "; img-src 'self' data:; connect-src 'self'%s; " +
	"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// known wraps a handler. It refuses requests for other host names, so that a foreign page whose name
// leads here gets nothing.
func (d *Door) known(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !web.IsHost(r.Host, d.Hosts) {
			http.Error(w, "unknown host", http.StatusMisdirectedRequest)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", strings.Replace(policy, "%s", " ws://"+r.Host+" wss://"+r.Host, 1))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next(w, r)
	}
}

// isOrigin reports whether a page's origin is the door's host, as the page's request names it.
func isOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host == host && u.Scheme+"://"+u.Host == origin
}

// lang returns the language of a request: the link's, else that of the screens that the browser has shown
// (the page keeps it in a cookie), else the one that the browser requests.
func (d *Door) lang(r *http.Request) words.Lang {
	if lang, ok := words.ParseLang(r.URL.Query().Get("lang")); ok {
		return lang
	}
	if c, err := r.Cookie("lang"); err == nil {
		if lang, ok := words.ParseLang(c.Value); ok {
			return lang
		}
	}
	lang, _ := words.ParseLang(web.Lang(r, cmp.Or(d.House.Lang, "ko")))
	return lang
}

// address returns the address of a request's client.
func address(r *http.Request) netip.AddrPort {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
			ip, _ := netip.ParseAddr(host)
			return netip.AddrPortFrom(ip, 0)
		}
	}
	return from
}

// base returns the address of the page for links.
func (d *Door) base(r *http.Request) string {
	if page := d.House.Page(""); page != "" {
		return page
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
