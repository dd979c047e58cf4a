package hwatu

import "arcade/sessions/ui"

// Colours of the cards by kind. A red and a green ribbon differ in lightness for eyes that do not
// distinguish the hues.
var (
	cardBright   = ui.NewSurface(ui.Surface{Fg: 16, Bg: 220, Sixteen: "30;43", Mono: "1"})
	cardAnimal   = ui.NewSurface(ui.Surface{Fg: 124, Bg: 230, Sixteen: "31;47"})
	ribbonHong   = ui.NewSurface(ui.Surface{Fg: 231, Bg: 124, VisionFg: 16, VisionBg: 166, Sixteen: "97;41"})
	ribbonCheong = ui.NewSurface(ui.Surface{Fg: 231, Bg: 25, Sixteen: "97;44"})
	ribbonCho    = ui.NewSurface(ui.Surface{Fg: 231, Bg: 22, VisionFg: 16, VisionBg: 228, Sixteen: "30;42"})
	ribbonRain   = ui.NewSurface(ui.Surface{Fg: 231, Bg: 90, Sixteen: "97;45"})
	cardJunk     = ui.NewSurface(ui.Surface{Fg: 238, Bg: 252, Sixteen: "30;47"})
	CardBonus    = ui.NewSurface(ui.Surface{Fg: 16, Bg: 183, Sixteen: "97;45"})
	CardBack     = ui.NewSurface(ui.Surface{Fg: 217, Bg: 88, Sixteen: "97;41"})
)
