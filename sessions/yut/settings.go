package yut

import "arcade/sessions/app"

// rollSetting announces half seconds of rolling and the throw: "bell", "off" or "" for marks on the screen.
const rollSetting app.Setting[string] = "roll"

// rollOption is its row on the page of settings, below the bell: both are about sounds.
func rollOption() app.Option {
	o := rollSetting.Choices("yut.roll", "mark", "bell", "off")
	o.Below = "bell"
	return o
}
