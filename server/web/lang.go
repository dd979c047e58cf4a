package web

import (
	"net/http"

	"golang.org/x/text/language"
)

// languages are the arcade's languages; the first is for clients that name none.
var languages = language.NewMatcher([]language.Tag{language.Korean, language.English})

// Lang is the language that a request's Accept-Language prefers, "ko" or "en".
func Lang(r *http.Request) string {
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return "ko"
	}
	if _, i, _ := languages.Match(wanted...); i == 1 {
		return "en"
	}
	return "ko"
}
