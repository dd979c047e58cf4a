package stones

import "arcade/sessions/ui"

// The colours of the grades, which also have letters.
var (
	gradeNone  = ui.NewInk(ui.Ink{Dark: 248, Light: 241})
	gradeRare  = ui.NewInk(ui.Ink{Dark: 250, Light: 239})
	gradeHero  = ui.NewInk(ui.Ink{Dark: 117, Light: 25, Sixteen: "36;40"})
	gradeEpic  = ui.NewInk(ui.Ink{Dark: 183, Light: 90, Sixteen: "95;40"})
	gradeSuper = ui.NewInk(ui.Ink{Dark: 220, Light: 94, Sixteen: "33;40", Bold: true})
)
