package pages

import (
	"arcade/sessions/othello"
	"arcade/sessions/play"
	"arcade/sessions/screentest"
)

func init() {
	screentest.Places = Rooms{}
	play.Add(othello.Game)
}
