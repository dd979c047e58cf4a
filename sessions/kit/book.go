package kit

import "arcade/sessions/ui"

// Leaf is a part of a [Book].
type Leaf struct {
	Title string // of the tab, if a page begins with it
	Block
	Fill bool // a list: it has its page alone
}

// Book shows parts that have no room together on pages: as many on each as have room, with tabs above. A click on a
// tab is a [PageHit].
type Book struct {
	Leaves []Leaf
	Open   int // the page; after the last comes the first again
}

// PageHit is a click on a page of a [Book].
type PageHit int

// pages returns the leaves of each page of h rows.
func (b Book) pages(l Look, w, h int) (pages [][]Leaf) {
	left := 0
	for i, leaf := range b.Leaves {
		need := leaf.Least(l, w).H
		if i == 0 || leaf.Fill || need+1 > left {
			pages, left = append(pages, []Leaf{leaf}), h-need
			if leaf.Fill {
				left = 0
			}
			continue
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], leaf)
		left -= need + 1
	}
	return pages
}

// tabs returns the tabs of pages.
func (b Book) tabs(pages [][]Leaf) Tabs {
	n := len(pages)
	t := Tabs{Open: (b.Open%n + n) % n, Hit: func(i int) any { return PageHit(i) }}
	for _, p := range pages {
		t.Labels = append(t.Labels, p[0].Title)
	}
	return t
}

// Least returns the size of the largest part with the most tabs.
func (b Book) Least(l Look, w int) (s Size) {
	for _, leaf := range b.Leaves {
		least := leaf.Least(l, w)
		s = Size{max(s.W, least.W), max(s.H, least.H)}
	}
	tabs := b.tabs(b.pages(l, w, 0)).Least(l, w)
	return Size{max(s.W, tabs.W), s.H + tabs.H + 1}
}

// Wish returns the height of all parts below each other.
func (b Book) Wish(l Look, w int) (h int) {
	for _, leaf := range b.Leaves {
		h += leaf.Wish(l, w) + 1
	}
	return max(h, b.Least(l, w).H)
}

// Draw draws the tabs and the open page.
func (b Book) Draw(l Look, g ui.Region) {
	room := g.H() - b.tabs(b.pages(l, g.W(), 0)).Least(l, g.W()).H - 1
	pages := b.pages(l, g.W(), room)
	tabs := b.tabs(pages)
	page := Col(1, 1)
	for _, leaf := range pages[tabs.Open] {
		it := Item{Block: leaf.Block}
		if leaf.Fill {
			it.Fill = 1
		}
		page.Items = append(page.Items, it)
	}
	Draw(Col(1, 1, Item{Block: tabs}, Item{Block: page, Fill: 1}), l, g)
}
