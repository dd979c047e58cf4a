package sessions

import "strings"

// where is the place that a connection's command names.
type where struct{ name, arg string }

// place reads the command of a connection that wants a screen; nothing, or what
// is no such command, is the home screen.
func place(command []string) where {
	if len(command) == 2 {
		return where{command[0], command[1]}
	}
	return where{}
}

// piped is the line that a person types to have a command's text in a file or a
// pipe: without a terminal, whose lines end otherwise.
func (a *App) piped(command string) string {
	return strings.Replace(a.house.SSH, "ssh -t ", "ssh ", 1) + " " + command
}
