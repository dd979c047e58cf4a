package paint

// update makes the terminal show the frame's rows in place of those before: as they
// stand, or after moving what has only moved.
func (d *desk) update(o *out, rows []byte) {
	k := d.findScroll(rows)
	if k == 0 {
		d.draw(o, rows)
		return
	}
	a, b := d.scrolled(o, rows, k)
	if b-a < 2 {
		d.draw(o, rows)
		return
	}
	o.shorter(func() { d.draw(o, rows) }, func() {
		d.scroll(o, a, b, k)
		d.draw(o, rows)
	})
}

// findScroll is by how many rows most of what has moved has come up; 0 for nothing.
func (d *desk) findScroll(rows []byte) (best int) {
	if d.changed < 3 {
		return 0
	}
	const trivial = 12 // bytes of a packed row with next to nothing on it
	count := map[int]int{}
	for y := range d.is {
		if d.is[y].end-d.is[y].at <= trivial || d.same(rows, y, y) {
			continue
		}
		for old := range d.was {
			if old != y && d.same(rows, y, old) {
				k := old - y
				if count[k]++; count[k] > count[best] || count[k] == count[best] && k < best {
					best = k
				}
			}
		}
	}
	return best
}

// scrolled finds the rows from a up to b that are best taken from k rows below.
func (d *desk) scrolled(o *out, rows []byte, k int) (a, b int) {
	from, sum, best := 0, 0, 0
	for y := range d.is {
		if y+k < 0 || y+k >= len(d.was) {
			from, sum = y+1, 0
			continue
		}
		d.load(o, rows, y)
		gain := differing(d.old, d.new)
		d.old = unpack(d.old, rows[d.was[y+k].at:d.was[y+k].end])
		if sum += gain - differing(d.old, d.new); sum <= 0 {
			from, sum = y+1, 0
		} else if sum > best {
			a, b, best = from, y+1, sum
		}
	}
	return a, b
}

func differing(a, b []cell) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// scroll moves the rows that will be those from a up to b: lines are deleted and
// others inserted, which needs no margins that a terminal might keep. What is in an
// inserted line, nobody promises.
func (d *desk) scroll(o *out, a, b, k int) {
	ins, n := b, max(k, -k)
	if k > 0 {
		o.lines(a, n, 'M')
		if b+n < o.h { // the lines below go back; else there are none
			o.lines(b, n, 'L')
		}
	} else {
		ins = a - n
		if b < o.h {
			o.lines(b-n, n, 'M')
		}
		o.lines(ins, n, 'L')
	}
	for y := a; y < b; y++ {
		d.from[y] = y + k
	}
	for y := ins; y < ins+n; y++ {
		d.from[y] = unknown
	}
}

// lines deletes or inserts n lines at y.
func (o *out) lines(y, n int, final byte) {
	o.move(0, y) // where some terminals go with it
	o.b = appendCSI(o.b, n, final)
}

// shift is the end of a row that has moved along it: from old to at.
type shift struct{ old, at int }

// findShift looks whether the end of a row has moved.
func findShift(old, new []cell) (shift, bool) {
	const least = 5 // what is shorter is written as fast
	was, is := textEnd(old), textEnd(new)
	if was == is || was == 0 || is == 0 {
		return shift{}, false
	}
	n := 0
	for n < was && n < is && old[was-1-n] == new[is-1-n] {
		n++
	}
	if n < least {
		return shift{}, false
	}
	for i := range new { // terminals differ on halves of wide characters
		if old[i].r == Tail || new[i].r == Tail {
			return shift{}, false
		}
	}
	return shift{was - n, is - n}, true
}

// textEnd is where the blanks at the end of a row begin.
func textEnd(row []cell) int {
	last := row[len(row)-1]
	n := len(row)
	for n > 0 && last.r == ' ' && row[n-1] == last {
		n--
	}
	return n
}

// shift makes the row y, which shows old, show new, by deleting or inserting cells
// before its end. What comes in, nobody promises.
func (o *out) shift(s shift, y int, old, new []cell) {
	n, at, final := s.old-s.at, s.at, byte('P')
	if n < 0 {
		n, at, final = -n, s.old, '@'
	}
	o.write(y, 0, at, old, new)
	o.move(at, y)
	o.b = appendCSI(o.b, n, final)
	come := old[at : at+n]
	if copy(old[s.at:], old[s.old:]); final == 'P' {
		come = old[len(old)-n:]
	}
	for i := range come {
		come[i].r = unknownRune
	}
	o.cells(y, at, old, new)
}
