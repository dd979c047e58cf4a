package paint

// update makes the terminal show the frame's rows. It moves rows that have only moved if that is shorter.
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

// findScroll returns the number of rows by which most of the moved rows have come up; 0 for none.
func (d *desk) findScroll(rows []byte) (best int) {
	if d.changed < 3 {
		return 0
	}
	const trivial = 12 // bytes of a nearly empty packed row
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

// scroll moves the rows from a up to b into place. It deletes lines and inserts others, because this needs
// no margins, which a terminal might keep. Terminals differ in the content of an inserted line.
func (d *desk) scroll(o *out, a, b, k int) {
	ins, n := b, max(k, -k)
	if k > 0 {
		o.lines(a, n, 'M')
		if b+n < o.h { // move the lines below back; else there are none
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
	o.move(0, y) // some terminals move there anyway
	o.b = appendCSI(o.b, n, final)
}

// shift is the end of a row that has moved along the row: from old to at.
type shift struct{ old, at int }

// findShift reports whether the end of a row has moved.
func findShift(old, new []cell) (shift, bool) {
	const least = 5 // writing less is as short
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
	for i := range new { // terminals differ in halves of wide characters
		if old[i].r == Tail || new[i].r == Tail {
			return shift{}, false
		}
	}
	return shift{was - n, is - n}, true
}

// textEnd returns the column of the first blank at the end of a row.
func textEnd(row []cell) int {
	last := row[len(row)-1]
	n := len(row)
	for n > 0 && last.r == ' ' && row[n-1] == last {
		n--
	}
	return n
}

// shift makes the row y, now old, show new: it deletes or inserts cells before its end. Terminals differ in
// the content of the cells that come in.
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
