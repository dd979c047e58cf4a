// Package matching finds pairs in a graph whose edges have costs: the cheapest of the matchings with the
// most pairs. It does not know what the vertices are.
package matching

import "slices"

// Pairs returns the cheapest of the largest matchings of n vertices. cost returns the cost of the edge
// between two vertices, i < j, or false if they may not be paired; it is called once for each pair. A cost
// is 0 to 1e9. The result has the partner of each vertex, -1 for none.
//
// The algorithm is Edmonds' blossom algorithm with dual variables in O(n^3): Zvi Galil, "Efficient
// algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986). Names follow the
// paper: S- and T-vertices are outer and inner, a blossom is an odd cycle that is treated as one vertex.
func Pairs(n int, cost func(i, j int) (int64, bool)) []int {
	partner := slices.Repeat([]int{-1}, n)
	s := newSearch(n)
	highest := int64(0)
	type pair struct {
		i, j int
		cost int64
	}
	var pairs []pair
	for i := range n {
		for j := i + 1; j < n; j++ {
			if c, ok := cost(i, j); ok {
				pairs = append(pairs, pair{i, j, c})
				highest = max(highest, c)
			}
		}
	}
	// One more pair is always worth more than any saving, because its weight exceeds the sum of all costs.
	base := (highest+1)*int64(n) + 1
	for _, p := range pairs {
		s.weigh(p.i+1, p.j+1, base-p.cost)
	}
	s.run()
	for i := range partner {
		partner[i] = s.match[i+1] - 1
	}
	return partner
}

// edge joins two vertices of the graph. A blossom's edge names the vertex inside the blossom from which it
// leaves.
type edge struct {
	u, v int
	w    int64
}

// The labels of a vertex in the forest of alternating paths.
const (
	free  int8 = -1
	outer int8 = 0
	inner int8 = 1
)

// search is one maximum weight matching. Vertices are 1 to n, blossoms n+1 to top, 0 is none.
type search struct {
	n, top int
	edges  [][]edge
	dual   []int64
	match  []int // the vertex at the other end of the matched edge
	slack  []int // the outer vertex with the least slack towards this one
	root   []int // the outermost blossom that contains it
	parent []int
	label  []int8
	seen   []int // the last round of ancestor that visited it
	round  int
	from   [][]int // by blossom and vertex: the part of the blossom that contains the vertex
	parts  [][]int // of a blossom, in the order of its cycle
	queue  []int
}

func newSearch(n int) *search {
	size := 2*n + 2
	s := &search{
		n: n, top: n, edges: make([][]edge, size), dual: make([]int64, size), match: make([]int, size), slack: make([]int, size),
		root: make([]int, size), parent: make([]int, size), label: make([]int8, size), seen: make([]int, size),
		from: make([][]int, size), parts: make([][]int, size),
	}
	for u := range size {
		s.edges[u] = make([]edge, size)
		s.from[u] = make([]int, n+1)
		if u <= n {
			s.root[u] = u
			s.from[u][u] = u
		}
		for v := range size {
			s.edges[u][v] = edge{u: u, v: v}
		}
	}
	return s
}

// weigh sets the weight of an edge.
func (s *search) weigh(u, v int, w int64) {
	s.edges[u][v].w, s.edges[v][u].w = w, w
}

// run grows the matching until no path makes it heavier.
func (s *search) run() {
	highest := int64(0)
	for u := 1; u <= s.n; u++ {
		for v := 1; v <= s.n; v++ {
			highest = max(highest, s.edges[u][v].w)
		}
	}
	for u := 1; u <= s.n; u++ {
		s.dual[u] = highest
	}
	for s.grow() {
	}
}

// left returns the slack of an edge, 0 for a tight one.
func (s *search) left(e edge) int64 {
	return s.dual[e.u] + s.dual[e.v] - 2*s.edges[e.u][e.v].w
}

func (s *search) updateSlack(u, x int) {
	if s.slack[x] == 0 || s.left(s.edges[u][x]) < s.left(s.edges[s.slack[x]][x]) {
		s.slack[x] = u
	}
}

func (s *search) setSlack(x int) {
	s.slack[x] = 0
	for u := 1; u <= s.n; u++ {
		if s.edges[u][x].w > 0 && s.root[u] != x && s.label[s.root[u]] == outer {
			s.updateSlack(u, x)
		}
	}
}

func (s *search) push(x int) {
	if x <= s.n {
		s.queue = append(s.queue, x)
		return
	}
	for _, p := range s.parts[x] {
		s.push(p)
	}
}

func (s *search) setRoot(x, b int) {
	s.root[x] = b
	if x > s.n {
		for _, p := range s.parts[x] {
			s.setRoot(p, b)
		}
	}
}

// even returns the place of a part on a blossom's cycle, counted in the direction that makes it even.
func (s *search) even(b, part int) int {
	at := slices.Index(s.parts[b], part)
	if at%2 == 1 {
		slices.Reverse(s.parts[b][1:])
		return len(s.parts[b]) - at
	}
	return at
}

func (s *search) setMatch(u, v int) {
	e := s.edges[u][v]
	s.match[u] = e.v
	if u <= s.n {
		return
	}
	part := s.from[u][e.u]
	at := s.even(u, part)
	for i := range at {
		s.setMatch(s.parts[u][i], s.parts[u][i^1])
	}
	s.setMatch(part, v)
	s.parts[u] = append(slices.Clone(s.parts[u][at:]), s.parts[u][:at]...)
}

func (s *search) augment(u, v int) {
	for {
		next := s.root[s.match[u]]
		s.setMatch(u, v)
		if next == 0 {
			return
		}
		s.setMatch(next, s.root[s.parent[next]])
		u, v = s.root[s.parent[next]], next
	}
}

// ancestor returns the vertex at which the paths of two outer vertices meet, 0 if they do not.
func (s *search) ancestor(u, v int) int {
	s.round++
	for ; u != 0 || v != 0; u, v = v, u {
		if u == 0 {
			continue
		}
		if s.seen[u] == s.round {
			return u
		}
		s.seen[u] = s.round
		if u = s.root[s.match[u]]; u != 0 {
			u = s.root[s.parent[u]]
		}
	}
	return 0
}

// shrink makes a blossom of the cycle through an edge and the common ancestor of its ends.
func (s *search) shrink(u, top, v int) {
	b := s.n + 1
	for b <= s.top && s.root[b] != 0 {
		b++
	}
	s.top = max(s.top, b)
	s.dual[b], s.label[b], s.match[b] = 0, outer, s.match[top]
	s.parts[b] = []int{top}
	path := func(x int) {
		for x != top {
			y := s.root[s.match[x]]
			s.parts[b] = append(s.parts[b], x, y)
			s.push(y)
			x = s.root[s.parent[y]]
		}
	}
	path(u)
	slices.Reverse(s.parts[b][1:])
	path(v)
	s.setRoot(b, b)
	for x := 1; x <= s.top; x++ {
		s.edges[b][x].w, s.edges[x][b].w = 0, 0
	}
	clear(s.from[b])
	for _, p := range s.parts[b] {
		for x := 1; x <= s.top; x++ {
			if s.edges[b][x].w == 0 || s.left(s.edges[p][x]) < s.left(s.edges[b][x]) {
				s.edges[b][x], s.edges[x][b] = s.edges[p][x], s.edges[x][p]
			}
		}
		for x := 1; x <= s.n; x++ {
			if s.from[p][x] != 0 {
				s.from[b][x] = p
			}
		}
	}
	s.setSlack(b)
}

// expand takes apart an inner blossom whose dual is 0.
func (s *search) expand(b int) {
	for _, p := range s.parts[b] {
		s.setRoot(p, p)
	}
	part := s.from[b][s.edges[b][s.parent[b]].u]
	at := s.even(b, part)
	for i := 0; i < at; i += 2 {
		in, out := s.parts[b][i], s.parts[b][i+1]
		s.parent[in] = s.edges[out][in].u
		s.label[in], s.label[out] = inner, outer
		s.slack[in] = 0
		s.setSlack(out)
		s.push(out)
	}
	s.label[part], s.parent[part] = inner, s.parent[b]
	for _, p := range s.parts[b][at+1:] {
		s.label[p] = free
		s.setSlack(p)
	}
	s.root[b] = 0
}

// found adds a tight edge to the forest. It returns true if that made the matching larger.
func (s *search) found(e edge) bool {
	u, v := s.root[e.u], s.root[e.v]
	switch s.label[v] {
	case free:
		s.parent[v], s.label[v] = e.u, inner
		next := s.root[s.match[v]]
		s.slack[v], s.slack[next] = 0, 0
		s.label[next] = outer
		s.push(next)
	case outer:
		top := s.ancestor(u, v)
		if top == 0 {
			s.augment(u, v)
			s.augment(v, u)
			return true
		}
		s.shrink(u, top, v)
	}
	return false
}

// grow finds one more pair. It returns false if there is none.
func (s *search) grow() bool {
	s.queue = s.queue[:0]
	for x := 1; x <= s.top; x++ {
		s.label[x], s.slack[x] = free, 0
	}
	for x := 1; x <= s.top; x++ {
		if s.root[x] == x && s.match[x] == 0 {
			s.parent[x], s.label[x] = 0, outer
			s.push(x)
		}
	}
	if len(s.queue) == 0 {
		return false
	}
	for {
		if s.scan() {
			return true
		}
		d := s.step()
		for u := 1; u <= s.n; u++ {
			switch s.label[s.root[u]] {
			case outer:
				if s.dual[u] <= d {
					return false
				}
				s.dual[u] -= d
			case inner:
				s.dual[u] += d
			}
		}
		if s.adjust(d) {
			return true
		}
	}
}

// scan follows the tight edges of the outer vertices in line. It returns true if it found a pair.
func (s *search) scan() bool {
	for len(s.queue) > 0 {
		u := s.queue[0]
		s.queue = s.queue[1:]
		if s.label[s.root[u]] == inner {
			continue
		}
		for v := 1; v <= s.n; v++ {
			if s.edges[u][v].w == 0 || s.root[u] == s.root[v] {
				continue
			}
			if s.left(s.edges[u][v]) > 0 {
				s.updateSlack(u, s.root[v])
			} else if s.found(s.edges[u][v]) {
				return true
			}
		}
	}
	return false
}

// step returns the change of the duals at which the next edge or blossom becomes tight.
func (s *search) step() int64 {
	d := int64(1) << 62
	for b := s.n + 1; b <= s.top; b++ {
		if s.root[b] == b && s.label[b] == inner {
			d = min(d, s.dual[b]/2)
		}
	}
	for x := 1; x <= s.top; x++ {
		if s.root[x] != x || s.slack[x] == 0 {
			continue
		}
		switch left := s.left(s.edges[s.slack[x]][x]); s.label[x] {
		case free:
			d = min(d, left)
		case outer:
			d = min(d, left/2)
		}
	}
	return d
}

// adjust changes the duals of the blossoms and uses what becomes tight. It returns true if it found a pair.
func (s *search) adjust(d int64) bool {
	for b := s.n + 1; b <= s.top; b++ {
		if s.root[b] != b {
			continue
		}
		switch s.label[b] {
		case outer:
			s.dual[b] += 2 * d
		case inner:
			s.dual[b] -= 2 * d
		}
	}
	s.queue = s.queue[:0]
	for x := 1; x <= s.top; x++ {
		if u := s.slack[x]; s.root[x] == x && u != 0 && s.root[u] != x && s.left(s.edges[u][x]) == 0 && s.found(s.edges[u][x]) {
			return true
		}
	}
	for b := s.n + 1; b <= s.top; b++ {
		if s.root[b] == b && s.label[b] == inner && s.dual[b] == 0 {
			s.expand(b)
		}
	}
	return false
}
