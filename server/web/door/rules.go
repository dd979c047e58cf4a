package door

import (
	"html/template"
	"net/http"
	"strings"

	"arcade/docs"
	"arcade/server/web"
	"arcade/sessions/words"
)

// rules makes the page of a game's rules for players, from the same document as the help in the program.
func (d *Door) rules(r *http.Request) (web.Page, error) {
	s, game := d.shown(r), r.PathValue("game")
	page := docs.Rules(game, s.Lang)
	if !d.has(game) || page == nil {
		return web.Page{}, errMissing
	}
	name := words.T(d.lang(r), "game."+game)
	s.Title, s.About, s.Image = name, words.T(d.lang(r), "web.play", "game", name), d.image(r, "/og/play/"+game)
	s.URL = d.base(r) + "/rules/" + game
	s.More = ruled{"/play/" + game, template.HTML(docs.HTML(page))} // the page is part of the program
	return d.show(http.StatusOK, "rules.html", s)
}

// ruled is the data of a page of rules: the link to the game, and the rules.
type ruled struct {
	Play  string
	Rules template.HTML
}

// rulesPicture serves a picture of the rules.
func rulesPicture(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if strings.Contains(name, "/") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "max-age=3600")
	http.ServeFileFS(w, r, docs.Pictures, "pictures/rules/"+name)
}
