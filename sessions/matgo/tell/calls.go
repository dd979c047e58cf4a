package tell

import (
	"arcade/games/matgo"
	"arcade/sessions/app"
	"arcade/sessions/matgo/hwatu"
	"arcade/sessions/ui"
	"arcade/sessions/words"
)

// BigWord returns a word in the language of the screen, "" if it does not exist in pixels.
func BigWord(a *app.App, ko, en string) string {
	name := app.If(a.Lang == words.EN, en, ko)
	if hwatu.BigWords[name] == nil {
		return ""
	}
	return name
}

// Call is the call for an event: its word in pixels, and its colours.
type Call struct {
	Ko, En string
	Look   *CallLook
}

// CallLook has the colours of a call.
type CallLook struct {
	Grounds [3]ui.Token // of the middle, between, the sides
	Shade   ui.Gradient
}

func newCall(ink, ground uint32, dark uint8, inkDark uint8) *CallLook {
	mid := ui.NewPaint(ui.Paint{Night: ground, Dark: dark})
	return &CallLook{
		[3]ui.Token{mid, ui.Mix(mid, hwatu.MatPaint, 0.3), ui.Mix(mid, hwatu.MatPaint, 0.45)},
		ui.GradientOf(hwatu.WhitePaint, ui.NewPaint(ui.Paint{Night: ink, Dark: inkDark})),
	}
}

var (
	// CallRed is the look of calls without their own.
	CallRed    = newCall(0xff7a7a, 0x5a1020, 52, 210)
	callPink   = newCall(0xff9ec4, 0x56183c, 53, 211)
	callOrange = newCall(0xffb454, 0x5a2e00, 58, 215)
	callGreen  = newCall(0x7be0a4, 0x0b4030, 22, 115)
	callYellow = newCall(0xffd034, 0x5c1206, 52, 221)
	callSky    = newCall(0x7cc7ff, 0x10345c, 17, 117)
	callViolet = newCall(0xc4a7ff, 0x2c1c5c, 54, 183)
)

// SetCalls has the calls of full sets.
var SetCalls = map[string]Call{
	"godori": {"고도리!", "GODORI!", callYellow}, "hongdan": {"홍단!", "RED!", CallRed}, "cheongdan": {"청단!", "BLUE!", callSky},
	"chodan": {"초단!", "GRASS!", callGreen}, "kwang3": {"3광!", "", callYellow}, "kwang3_rain": {"비광!", "", callYellow},
	"kwang4": {"4광!", "", callYellow}, "kwang5": {"5광!", "", callYellow},
}

// callOf returns the call for an event; without words if there is none.
func callOf(fact any) Call {
	switch f := fact.(type) {
	case matgo.EventPpuk:
		return Call{"뻑!", "PPUK!", CallRed}
	case matgo.EventJjob:
		return Call{"쪽!", "JJOK!", callPink}
	case matgo.EventDdadak:
		return Call{"따닥!", "DDADAK!", callOrange}
	case matgo.EventSsul:
		return Call{"쓸!", "SWEEP!", callGreen}
	case matgo.EventTtak:
		return Call{"싹쓸이!", "SWEEP!", callGreen}
	case matgo.EventBomb:
		return Call{"폭탄!", "BOMB!", callYellow}
	case matgo.EventShake:
		return Call{"흔들기!", "SHAKE!", callSky}
	case matgo.EventKung:
		return Call{"쿵!", "KUNG!", callViolet}
	case matgo.EventPresident, matgo.EventPresidentChain:
		return Call{"대통령!", "", callYellow}
	case matgo.EventSet:
		return SetCalls[f.Set]
	case matgo.EventGo:
		return Call{app.Itoa(f.Count) + "고!", app.Itoa(f.Count) + "_GO!", callOrange}
	case matgo.EventStop:
		return Call{"스톱!", "=STOP", callGreen}
	}
	return Call{}
}
