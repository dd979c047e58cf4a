package door

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"image/png"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"arcade/games"
	"arcade/lobby/names"
	"arcade/lobby/table"
	"arcade/lobby/turns"
	"arcade/server/web"
	"arcade/sessions/play"
	"arcade/sessions/words"
	"arcade/store"
)

//go:embed assets
var files embed.FS

// pages holds the templates of the pages.
type pages struct{ all *template.Template }

func parsed() pages {
	return pages{template.Must(template.New("").Funcs(inlined).ParseFS(files, "assets/*.html"))}
}

// shown is the data of a page's template.
type shown struct {
	Lang, Title, About, Image, URL, SSH string
	W                                   func(key string) string
	More                                any
}

// shown returns the data that all pages have.
func (d *Door) shown(r *http.Request) shown {
	lang := d.lang(r)
	return shown{
		Lang: lang.String(), Title: "ARCADE", About: words.T(lang, "web.about"), Image: d.image(r, "/og.png"), URL: d.base(r) + r.URL.Path, SSH: d.House.SSH,
		W: func(key string) string { return words.T(lang, "web."+key, "ssh", d.House.SSH) },
	}
}

// show makes a page from a template.
func (d *Door) show(status int, name string, s shown) (web.Page, error) {
	var b bytes.Buffer
	err := d.pages.all.ExecuteTemplate(&b, name, s)
	return web.Page{Status: status, Type: "text/html; charset=utf-8", Cache: "no-cache", Body: b.Bytes()}, err
}

// light returns the handler of a page that is made for each request, as light work.
func (d *Door) light(make func(r *http.Request) (web.Page, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := web.Work(turns.Light, func(r *http.Request) (any, error) { return make(r) })(r)
		if err != nil {
			d.failed(w, r, err)
			return
		}
		out.(web.Page).Write(w, r)
	}
}

// image returns the address of a link's picture in the language of the page that names it.
func (d *Door) image(r *http.Request, path string) string {
	return d.base(r) + path + "?lang=" + d.lang(r).String()
}

// errMissing is returned for a link without a target.
var errMissing = errors.New("no such page")

// failed sends the page for a request that could not be answered, in the reader's language.
func (d *Door) failed(w http.ResponseWriter, r *http.Request, err error) {
	status, said := http.StatusServiceUnavailable, "busy"
	if errors.Is(err, errMissing) {
		status, said = http.StatusNotFound, "missing"
	} else if refused := (web.Refusal{}); !errors.As(err, &refused) && r.Context().Err() == nil {
		store.Report(d.House.Log, "page "+r.Pattern, err)
	}
	s := d.shown(r)
	s.More = s.W(said)
	p, err := d.show(status, "note.html", s)
	if err != nil {
		d.House.Log.Error("page", "err", err)
	}
	p.Write(w, r)
}

// page makes the page itself, with the preview data of its link. Nothing of a link that leads nowhere is
// shown.
func (d *Door) page(r *http.Request) (web.Page, error) {
	s := d.shown(r)
	arg, lang := r.PathValue("arg"), d.lang(r)
	kind, _, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	if (kind == "play" || kind == "boards" || kind == "daily" && arg != "") && !d.has(arg) {
		return web.Page{}, errMissing
	}
	if r.PathValue("deal") != "" && play.GameOf(arg).Typed == nil {
		return web.Page{}, errMissing
	}
	switch {
	case kind == "daily" && (arg == "" || !play.GameOf(arg).Alone()): // the session opens the day's page then
		s.Title, s.About = words.T(lang, "today.place"), words.T(lang, "web.today")
	case kind == "play", kind == "daily":
		game := words.T(lang, "game."+arg)
		s.Title, s.About = game, words.T(lang, "web."+kind, "game", game)
		s.Image = d.image(r, "/og/play/"+arg)
	case kind == "boards":
		s.Title, s.About = words.T(lang, "game."+arg)+" · "+s.W("boards"), words.T(lang, "web.boards.about", "game", words.T(lang, "game."+arg))
		s.Image = d.image(r, "/og/play/"+arg)
	case kind == "watch", kind == "replay":
		arg = names.Normal(arg)
		s.About = words.T(lang, "web.watch")
		rec, err := d.House.Lobby.Visible(r.Context(), "", arg)
		switch {
		case errors.Is(err, table.ErrNoTable):
			return web.Page{}, errMissing
		case err == nil: // a stranger may see it
			s.Title = words.T(lang, "web.title.match", "game", words.Game(lang, rec.Game, games.RulesIn(rec.Options)), "id", rec.ID)
			s.Image = d.image(r, "/og/match/"+rec.ID)
		}
	case kind == "join":
		arg = names.ShowCode(names.Normal(arg))
		s.Title, s.About = words.T(lang, "web.join"), words.T(lang, "web.about")
	}
	if arg != "" {
		s.URL = d.base(r) + "/" + kind + "/" + url.PathEscape(arg)
	}
	if kind == "boards" {
		s.URL += "?" + r.URL.Query().Encode()
	}
	if deal := r.PathValue("deal"); deal != "" {
		s.URL += "/" + url.PathEscape(deal)
	}
	s.More = said()
	return d.show(http.StatusOK, "page.html", s)
}

// has reports whether a game has that name.
func (d *Door) has(game string) bool {
	_, err := d.House.Lobby.Game(game)
	return err == nil
}

// offline makes the page that a browser shows without a connection.
func (d *Door) offline(r *http.Request) (web.Page, error) {
	s := d.shown(r)
	s.More = s.W("offline")
	return d.show(http.StatusOK, "note.html", s)
}

// said has the sentences of the page's own script, by language and key. The page has both languages, since it
// follows the screen's, and says why it has no connection.
var said = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, lang := range []words.Lang{words.KO, words.EN} {
		list := map[string]string{}
		for _, key := range []string{
			"again", "lost", "unreached", "retry", "skipped", "now", "moved", "menu", "keys", "screen", "field", "close", "copy", "copied", "copy.manual", "notify",
			"notified", "sound", "keys.add", "keys.code", "keys.go", "keys.list", "export", "delete", "delete.name", "delete.go", "guest", "guest.plain",
			"guest.blocked", "boards",
		} {
			list[key] = words.T(lang, "web."+key)
		}
		all[lang.String()] = list
	}
	return all
})

// missing answers a request for a path that leads nowhere: a browser gets a page in the reader's language, a
// program the refusal of the APIs.
func (d *Door) missing(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		web.Answering(http.StatusOK, func(*http.Request) (any, error) { return nil, web.Refuse(http.StatusNotFound, "Not found") })(w, r)
		return
	}
	d.known(func(w http.ResponseWriter, r *http.Request) { d.failed(w, r, errMissing) })(w, r)
}

// manifest serves the manifest, with which a browser can install the page.
func (d *Door) manifest(w http.ResponseWriter, r *http.Request) {
	type image struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	list := []image{{Src: "/icon.svg", Sizes: "any", Type: "image/svg+xml"}}
	for path, size := range icons {
		n := strconv.Itoa(size)
		list = append(list, image{Src: path, Sizes: n + "x" + n, Type: "image/png", Purpose: "any"})
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"name": "ARCADE", "short_name": "ARCADE", "start_url": "/", "scope": "/", "display": "standalone",
		"lang": d.lang(r).String(), "description": words.T(d.lang(r), "web.about"),
		"background_color": "#0e1116", "theme_color": "#0e1116", "icons": list,
	})
}

// types are the files' content types, by file name extension.
var types = map[string]string{"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}

// asset returns a handler that serves a file. Who asks for the version that a page names keeps it.
func asset(name string) http.HandlerFunc {
	_, end, _ := strings.Cut(name, ".")
	p := web.Page{Status: http.StatusOK, Type: types[end], Body: []byte(text(name))}
	named := version(string(p.Body))
	return func(w http.ResponseWriter, r *http.Request) {
		p := p
		p.Cache = "no-cache"
		if r.URL.RawQuery == named {
			p.Cache = "max-age=31536000, immutable"
		}
		p.Write(w, r)
	}
}

// icons maps the icons' paths to their sizes in pixels.
var icons = map[string]int{"/icon-192.png": 192, "/icon-512.png": 512, "/apple-touch-icon.png": 180}

// icon returns a handler that serves the icon as a PNG in a size.
func icon(size int) http.HandlerFunc {
	made := sync.OnceValue(func() []byte {
		var b bytes.Buffer
		_ = png.Encode(&b, emblem(size))
		return b.Bytes()
	})
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "max-age=86400")
		_, _ = w.Write(made())
	}
}
