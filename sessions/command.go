package sessions

import "strings"

// piped is the line that a person types to have a command's text in a file or a
// pipe: without a terminal, whose lines end otherwise.
func (a *App) piped(command string) string {
	return strings.Replace(a.house.SSH, "ssh -t ", "ssh ", 1) + " " + command
}
