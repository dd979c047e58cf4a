package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade/sessions/kit"
	"arcade/sessions/ui"
)

// Form has the rows of a form, some of which may be hidden. It handles the keys that move among them and
// the clicks on them.
type Form struct {
	Rows   []Choice
	Focus  int                     // among the visible rows
	Picked func(a *App, r *Choice) // called when an alternative was taken; may be nil
	Turned func(a *App)            // called when another row gets the focus; may be nil
}

// Choice is one row of a form: alternatives, or a field.
type Choice struct {
	ID     string
	Values []string // the value of each alternative
	Labels []string // their labels
	At     int
	Hidden bool
	Input  *ui.Field // the field of a row without alternatives
}

// Value returns the value of the taken alternative, "" if there is none.
func (r *Choice) Value() string {
	if r.At < len(r.Values) {
		return r.Values[r.At]
	}
	return ""
}

// PickHit chooses an alternative of a row.
type PickHit struct{ Row, At int }

// Row finds a row by id.
func (f *Form) Row(id string) *Choice {
	return &f.Rows[slices.IndexFunc(f.Rows, func(r Choice) bool { return r.ID == id })]
}

// Shown returns the indexes of the visible rows.
func (f *Form) Shown() (list []int) {
	for i, r := range f.Rows {
		if !r.Hidden {
			list = append(list, i)
		}
	}
	return list
}

// focused returns the index of the row in focus.
func (f *Form) focused() int {
	shown := f.Shown()
	return shown[min(f.Focus, len(shown)-1)]
}

// In returns the row in focus.
func (f *Form) In() *Choice { return &f.Rows[f.focused()] }

// Field returns the focused field, nil if the focused row has alternatives.
func (f *Form) Field() *ui.Field { return f.In().Input }

// Handle moves the focus and takes alternatives.
func (f *Form) Handle(a *App, msg tea.Msg) {
	shown := f.Shown()
	f.Focus = min(f.Focus, len(shown)-1)
	r := f.In()
	n := len(r.Values)
	switch msg := msg.(type) {
	case PickHit:
		f.Focus = max(slices.Index(shown, msg.Row), 0)
		f.pick(a, &f.Rows[msg.Row], msg.At)
	case ui.Key:
		switch msg {
		case "up", "shift+tab":
			f.turn(a, (f.Focus+len(shown)-1)%len(shown))
		case "down", "tab":
			f.turn(a, (f.Focus+1)%len(shown))
		case "left":
			f.pick(a, r, r.At-1+n)
		case "right", "space":
			f.pick(a, r, r.At+1)
		default:
			if i := int(msg[0]) - '1'; len(msg) == 1 && i >= 0 && i < n {
				f.pick(a, r, i)
			}
		}
	}
}

func (f *Form) turn(a *App, to int) {
	f.Focus = to
	if f.Turned != nil {
		f.Turned(a)
	}
}

// pick takes an alternative of a row, if it has any.
func (f *Form) pick(a *App, r *Choice, at int) {
	if n := len(r.Values); n > 0 {
		r.At = at % n
	}
	if f.Picked != nil {
		f.Picked(a, r)
	}
}

// Aim returns the alternative that is taken in the row in focus, or its field.
func (f *Form) Aim(*App) any {
	if len(f.Shown()) == 0 {
		return nil
	}
	i := f.focused()
	return PickHit{Row: i, At: f.Rows[i].At}
}

// Block arranges the visible rows, with the label of each row's ID. A row whose alternatives have no labels stands
// elsewhere.
func (f *Form) Block(label func(id string) string) kit.Block {
	return f.Noted(label, func(string) string { return "" })
}

// Noted is Block with a note for each row, "" for none: below alternatives, beside a field.
func (f *Form) Noted(label, note func(id string) string) kit.Block {
	reel := kit.Reel{Gap: 1}
	if len(f.Shown()) == 0 {
		return reel
	}
	width := 0
	for _, i := range f.Shown() {
		width = max(width, ui.Width(label(f.Rows[i].ID)))
	}
	for _, i := range f.Shown() {
		r := f.Rows[i]
		if i == f.focused() {
			reel.Focus = len(reel.Blocks)
		}
		if r.Input != nil {
			reel.Blocks = append(reel.Blocks, kit.Field{
				Label: label(r.ID), LabelW: width, Input: r.Input, Hint: note(r.ID), Focused: i == f.focused(), Hit: PickHit{Row: i},
			})
			continue
		}
		if r.Labels == nil {
			continue
		}
		row := kit.Block(kit.Choice{
			Label: label(r.ID), LabelW: width, Options: r.Labels, Taken: r.At, Focused: i == f.focused(),
			Hit: func(at int) any { return PickHit{Row: i, At: at} },
		})
		if text := note(r.ID); text != "" {
			row = kit.Col(0, 0, kit.Item{Block: row}, kit.Item{Block: kit.Note{Text: text, LabelW: width}})
		}
		reel.Blocks = append(reel.Blocks, row)
	}
	return reel
}
