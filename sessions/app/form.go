package app

import (
	"slices"
)

// Form are the rows of a form, of which some may be hidden.
type Form struct {
	Rows  []Choice
	Focus int // among the rows that are shown
}

// Row finds a row by id.
func (f *Form) Row(id string) *Choice {
	return &f.Rows[slices.IndexFunc(f.Rows, func(r Choice) bool { return r.ID == id })]
}

// Shown are the indexes of the rows that are not hidden.
func (f *Form) Shown() (list []int) {
	for i, r := range f.Rows {
		if !r.Hidden {
			list = append(list, i)
		}
	}
	return list
}

// Choice is one row of a form.
type Choice struct {
	ID     string
	Values []string // what each alternative stands for
	Labels []string // their words, or catalogue keys
	At     int
	Hidden bool
}

// PickHit chooses an alternative of a row.
type PickHit struct{ Row, At int }
