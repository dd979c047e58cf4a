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
	s, name := d.shown(r), r.PathValue("page")
	page := docs.Rules(name, s.Lang)
	game, _, _ := strings.Cut(name, "-")
	if !d.has(game) || page == nil {
		return web.Page{}, errMissing
	}
	s.About, s.Image = words.T(d.lang(r), "web.play", "game", words.T(d.lang(r), "game."+game)), d.image(r, "/og/play/"+game)
	s.Title, s.URL = page[0].Text, d.base(r)+"/rules/"+name
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
