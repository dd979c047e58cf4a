package app

import (
	"strings"

	"arcade/sessions/words"
)

// Way is how to reach a house, in a shell and in a browser.
type Way struct {
	// SSH is the command with which a person connects, such as "ssh -t -p 2222 arcade.example".
	SSH string
	// Web is the page's address, such as "https://arcade.example"; "" if not configured.
	Web string
}

// Command returns the shell line for one of the house's commands. It has no terminal, on which lines end
// differently, so that a pipe or a file gets the command's text.
func (w Way) Command(command string) string {
	return strings.Replace(w.SSH, "ssh -t ", "ssh ", 1) + " " + command
}

// Page returns the address of a page, "" without --web-url.
func (w Way) Page(path string) string {
	if w.Web == "" {
		return ""
	}
	return strings.TrimSuffix(w.Web, "/") + path
}

// Link returns the address of a page to send, "" without --web-url: its preview is in the reader's language.
func (w Way) Link(path string, lang words.Lang) string {
	if page := w.Page(path); page != "" {
		return page + "?lang=" + lang.String()
	}
	return ""
}
