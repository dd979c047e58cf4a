package sessions

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
