package page

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/client"
)

// MaxMessage limits a page's message, in bytes.
const MaxMessage = 8 << 10

// Message is a message from a page. T is its kind:
//
//	k, u  a key that is pressed, or let go: K and C as KeyboardEvent.key and .code, M the modifiers
//	d, r, m, w  the mouse's button down, up, the mouse moved, the wheel: X, Y in cells, B the button, N the wheel's way
//	i     the text of a field: V, the cursor A in UTF-16 units, its number N, the field's F
//	s     the size: X, Y in cells
//	f     the window has the focus: N
//	l     the preferences: N, 1 for light grounds and 2 for high contrast
//	c     the copied text: V
//	g     the user has gone elsewhere in the browser's history: the place of a screen N, its address V, the step's number A
//	a     the number of shown lines: N
//	x     a command line without a screen: V, the language of its answer K; not for the session
type Message struct {
	T          string
	K, C, V    string
	M, X, Y, B int
	N, A, F    int
}

// errMessage is returned for a message that no page sends.
var errMessage = errors.New("bad message")

// parse returns a message's meaning for the model; nil if it is for the link alone.
func (m Message) parse() (tea.Msg, error) {
	switch m.T {
	case "k":
		if k, ok := m.key(); ok {
			return tea.KeyPressMsg(k), nil
		}
		return nil, nil
	case "u":
		if k, ok := m.key(); ok {
			return tea.KeyReleaseMsg(k), nil
		}
		return nil, nil
	case "d", "r", "m", "w":
		return m.mouse()
	case "i":
		return client.Typed{Text: m.V, At: runes(m.V, m.A), No: m.N, Of: m.F}, nil
	case "s":
		return tea.WindowSizeMsg{Width: m.X, Height: m.Y}, nil
	case "f":
		if m.N > 0 {
			return tea.FocusMsg{}, nil
		}
		return tea.BlurMsg{}, nil
	case "l":
		return client.Prefers{Light: m.N&1 > 0, Clear: m.N&2 > 0, Finger: m.N&4 > 0}, nil
	case "g":
		if m.N < 0 {
			return nil, errMessage
		}
		return client.Went{Depth: m.N, No: m.A, Command: Place(m.V)}, nil
	case "c":
		return tea.ClipboardMsg{Content: m.V}, nil
	}
	return nil, errMessage
}

// mouse returns the meaning of a mouse's or finger's action.
func (m Message) mouse() (tea.Msg, error) {
	if m.X < 0 || m.Y < 0 {
		return nil, errMessage
	}
	mouse := tea.Mouse{X: m.X, Y: m.Y, Button: tea.MouseLeft}
	if m.B == 2 {
		mouse.Button = tea.MouseRight
	}
	switch m.T {
	case "d":
		return tea.MouseClickMsg(mouse), nil
	case "r":
		return tea.MouseReleaseMsg(mouse), nil
	case "m":
		return tea.MouseMotionMsg(mouse), nil
	}
	mouse.Button = tea.MouseWheelUp
	if m.N > 0 {
		mouse.Button = tea.MouseWheelDown
	}
	return tea.MouseWheelMsg(mouse), nil
}

// runes returns a place in s, given in UTF-16 units, in characters.
func runes(s string, units int) (n int) {
	for _, r := range s {
		if units <= 0 {
			break
		}
		if units--; r > 0xFFFF {
			units--
		}
		n++
	}
	return n
}

// codes has the keys that browsers name, as terminals have them.
var codes = map[string]rune{
	"Enter": tea.KeyEnter, "Escape": tea.KeyEscape, "Tab": tea.KeyTab, "Backspace": tea.KeyBackspace, "Delete": tea.KeyDelete,
	"ArrowUp": tea.KeyUp, "ArrowDown": tea.KeyDown, "ArrowLeft": tea.KeyLeft, "ArrowRight": tea.KeyRight,
	"Home": tea.KeyHome, "End": tea.KeyEnd, "PageUp": tea.KeyPgUp, "PageDown": tea.KeyPgDown, " ": tea.KeySpace,
	"F1": tea.KeyF1, "F2": tea.KeyF2, "F3": tea.KeyF3, "F4": tea.KeyF4, "F5": tea.KeyF5, "F6": tea.KeyF6,
	"F7": tea.KeyF7, "F8": tea.KeyF8, "F9": tea.KeyF9, "F10": tea.KeyF10, "F11": tea.KeyF11, "F12": tea.KeyF12,
}

// Modifiers, in the page's numbering.
const modShift, modAlt, modCtrl, modMeta = 1, 2, 4, 8

// key returns the key of a message; not ok for a key that the arcade does not use. While an input method
// has the key a browser names only its place on the keyboard: KeyA.
func (m Message) key() (k tea.Key, ok bool) {
	for bit, mod := range map[int]tea.KeyMod{modShift: tea.ModShift, modAlt: tea.ModAlt, modCtrl: tea.ModCtrl, modMeta: tea.ModMeta} {
		if m.M&bit != 0 {
			k.Mod |= mod
		}
	}
	if code, named := codes[m.K]; named {
		k.Code = code
		if m.K == " " && k.Mod&^tea.ModShift == 0 {
			k.Text = " "
		}
		return k, true
	}
	text := m.K
	if (text == "Process" || text == "Unidentified" || text == "Dead") && len(m.C) == 4 && m.C[:3] == "Key" {
		text = string(m.C[3] | 0x20)
	}
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 || size != len(text) || r == utf8.RuneError || r < ' ' || r == 0x7F {
		return k, false
	}
	k.Code = r
	if k.Mod&^tea.ModShift == 0 {
		k.Text = text
	}
	return k, true
}

// Parse reads a message. It returns an error for a message that no page sends.
func Parse(b []byte) (m Message, err error) {
	if len(b) > MaxMessage || json.Unmarshal(b, &m) != nil {
		return m, errMessage
	}
	return m, nil
}

// Place returns the command for the address of a screen: as typed in an SSH session, or for boards the name of a board
// and its day besides.
func Place(address string) []string {
	path, query, _ := strings.Cut(address, "?")
	kind, arg, ok := strings.Cut(strings.Trim(path, "/"), "/")
	if kind == "daily" && !ok {
		return []string{kind}
	}
	if game, deal, dealt := strings.Cut(arg, "/"); kind == "play" && dealt && game != "" && deal != "" && len(arg) <= 128 && !strings.ContainsAny(deal, "/ ") {
		return []string{kind, game, deal}
	}
	if !ok || arg == "" || len(arg) > 64 || strings.ContainsAny(arg, "/ ") {
		return nil
	}
	switch kind {
	case "boards":
		list := []string{kind, arg}
		if q, err := url.ParseQuery(query); err == nil && q.Get("board") != "" && len(query) <= 256 {
			list = append(list, q.Get("board"), q.Get("day"))
		}
		return list
	case "watch", "replay":
		return []string{"watch", arg}
	case "join", "play", "daily":
		return []string{kind, arg}
	}
	return nil
}
