package klondike

import (
	"fmt"
	"slices"
	"strings"

	"arcade/games"
)

// model implements the rules a second time, as plainly as possible: piles are lists, and every undo step is
// a copy of the whole table.
type model struct {
	rules        Rules
	tableau      [Columns][]Face
	home         [Suits]int
	stock, waste []Card // the top is last
	redeals      int
	score        int
}

func newModel(deck [Cards]Card, r Rules) *model {
	m := &model{rules: r, redeals: r.Redeals}
	i := 0
	for c := range m.tableau {
		for k := 0; k <= c; k++ {
			m.tableau[c] = append(m.tableau[c], Face{Card: deck[i], Up: k == c})
			i++
		}
	}
	m.stock = append(m.stock, deck[i:]...)
	return m
}

func (m *model) clone() *model {
	c := *m
	for i := range c.tableau {
		c.tableau[i] = slices.Clone(m.tableau[i])
	}
	c.stock, c.waste = slices.Clone(m.stock), slices.Clone(m.waste)
	return &c
}

// apply plays an action of the table and reports whether it is legal.
func (m *model) apply(a games.Action) bool {
	switch a {
	case "draw":
		if len(m.stock) == 0 {
			return false
		}
		for k := 0; k < m.rules.Draw && len(m.stock) > 0; k++ {
			m.waste = append(m.waste, m.stock[len(m.stock)-1])
			m.stock = m.stock[:len(m.stock)-1]
		}
		return true
	case "recycle":
		if len(m.stock) > 0 || len(m.waste) == 0 || m.redeals == 0 {
			return false
		}
		if m.redeals > 0 {
			m.redeals--
		}
		m.stock, m.waste = m.waste, nil
		if m.rules.Recycle == Reverse {
			slices.Reverse(m.stock)
		}
		return true
	}
	from, to, _ := strings.Cut(string(a), ">")
	n := 1
	if t, k, ok := strings.Cut(to, "*"); ok {
		to = t
		fmt.Sscan(k, &n)
	}
	var cards []Card
	points := 0
	source := strings.Index("1234567", from)
	suit := strings.Index("HDCS", from)
	switch {
	case from == "w":
		if len(m.waste) == 0 {
			return false
		}
		cards = m.waste[len(m.waste)-1:]
		if to != "f" {
			points = 5
		}
	case source >= 0:
		column := m.tableau[source]
		if len(column) < n || from == to {
			return false
		}
		for _, f := range column[len(column)-n:] {
			if !f.Up {
				return false
			}
			cards = append(cards, f.Card)
		}
	case suit >= 0:
		if m.home[suit] == 0 || !m.rules.F2T {
			return false
		}
		cards = []Card{CardOf(Suit(suit), Rank(m.home[suit]-1))}
		points = -15
	}
	first := cards[0]
	if to == "f" {
		if int(first.Rank()) != m.home[first.Suit()] {
			return false
		}
		points = 10
	} else {
		target := m.tableau[to[0]-'1']
		if len(target) == 0 {
			if first.Rank() != King {
				return false
			}
		} else if top := target[len(target)-1]; !top.Up || top.Card.Rank() != first.Rank()+1 || top.Card.Red() == first.Red() {
			return false
		}
	}
	cards = slices.Clone(cards)
	switch {
	case from == "w":
		m.waste = m.waste[:len(m.waste)-1]
	case source >= 0:
		column := m.tableau[source][:len(m.tableau[source])-n]
		if len(column) > 0 {
			column[len(column)-1].Up = true
		}
		m.tableau[source] = column
	default:
		m.home[suit]--
	}
	if to == "f" {
		m.home[first.Suit()]++
	} else {
		for _, c := range cards {
			m.tableau[to[0]-'1'] = append(m.tableau[to[0]-'1'], Face{Card: c, Up: true})
		}
	}
	m.score = max(0, m.score+points)
	return true
}

// table returns the cards on the table, as text.
func (m *model) table() string {
	var piles [Suits][]string
	for s, n := range m.home {
		for r := range n {
			piles[s] = append(piles[s], Face{Card: CardOf(Suit(s), Rank(r)), Up: true}.String())
		}
	}
	var waste, stock []Face
	for _, c := range m.waste {
		waste = append(waste, Face{Card: c, Up: true})
	}
	for _, c := range m.stock {
		stock = append(stock, Face{Card: c})
	}
	return fmt.Sprint(m.tableau, piles, waste, stock, m.redeals)
}

// tableOf returns the same text for a view without hidden cards.
func tableOf(v View) string {
	return fmt.Sprint(v.Tableau, v.Foundation, v.Waste, v.Stock, v.RedealsLeft)
}

// notation lists every action in the notation of the table.
func notation() []games.Action {
	list := []games.Action{"draw", "recycle", "w>f"}
	for to := '1'; to <= '7'; to++ {
		list = append(list, games.Action("w>"+string(to)), games.Action(string(to)+">f"))
		for _, s := range "HDCS" {
			list = append(list, games.Action(string(s)+">"+string(to)))
		}
		for from := '1'; from <= '7'; from++ {
			for n := 1; n <= 13; n++ {
				list = append(list, games.Action(fmt.Sprintf("%c>%c*%d", from, to, n)))
			}
		}
	}
	return list
}

// stuck follows the definition word for word: it looks for a legal action at every point of the stock that
// can still be reached.
func (m *model) stuck(all []games.Action) bool {
	seen := map[string]bool{}
	for at := m.clone(); ; {
		for _, a := range all {
			if a != "draw" && a != "recycle" && at.clone().apply(a) {
				return false
			}
		}
		all = slices.DeleteFunc(slices.Clone(all), func(a games.Action) bool { return a[0] != 'w' }) // the other actions do not depend on the stock
		key := fmt.Sprint(at.stock, at.waste, at.redeals == 0)
		if seen[key] || !at.apply("draw") && !at.apply("recycle") {
			return true
		}
		seen[key] = true
	}
}
