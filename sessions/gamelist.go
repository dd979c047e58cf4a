package sessions

// The games of the arcade: one line a game.
func init() {
	Add(
		othelloGame,
		stonesGame,
		matgoGame,
		klondikeGame,
		yutGame,
	)
}
