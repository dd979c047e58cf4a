// Cells on a page. Grounds, blocks and lines are geometry on a canvas; words are text over it.
const box = {}
const arms = '─1100│0011┌0101┐1001└0110┘1010├0111┤1011┬1101┴1110┼1111━2200┃0022┏0202┓2002┗0220┛2020═3300║0033╔0303╗3003╚0330╝3030╬3333'
for (const [, c, list] of arms.matchAll(/(.)(\d{4})/gu)) box[c] = [...list].map(Number) // left, right, up, down
const quarters = { '▖': 2, '▗': 1, '▘': 8, '▙': 11, '▚': 9, '▛': 14, '▜': 13, '▝': 4, '▞': 6, '▟': 7, '▀': 12, '▐': 5 }
const arcs = { '╭': [1, 1], '╮': [-1, 1], '╰': [1, -1], '╯': [-1, -1] }
const shades = { '░': 0.25, '▒': 0.5, '▓': 0.75 }
const own = { i: 'ink', g: 'ground' } // the page's own colours

// drawn reports whether a character is drawn as geometry.
const drawn = c => c >= '▀' && c <= '▟' || c in box || c in arcs || c === '╱' || c === '╲'

// near reports whether the end of a list of pieces matters: something follows after one blank, or the row ends there
// and something is before it, as what is set at the right does. A sentence does not.
function near (list, taken, blanks) {
  const to = list.at(-1).end; const w = taken.length - 2
  let after = 0
  while (to + after < w && !taken[to + after + 1]) after++
  if (to + after < w) return after < 2
  return after <= 2 && blanks < 3 && taken.subarray(1, list[0].x + 1).includes(1)
}

// phrases returns a row's pieces in lists. One is set as a text if it stands alone: words with Hangul in one look, a
// blank apart, between blanks. What follows it keeps its columns. If its end matters, its blanks take what its letters
// leave; where that is much for a blank, the letters stay in their cells.
function phrases (parts, taken) {
  const one = (p, q) => p.run.fg === q.run.fg && p.run.bg === q.run.bg && (p.run.attr & ~8) === (q.run.attr & ~8) && ![p, q].some(({ kind, text }) => kind === 's' || text.includes('  '))
  const join = (lists, gap) => lists.reduce((all, list) => {
    const last = all.at(-1)
    last && list[0].x === last.at(-1).end + gap && one(last.at(-1), list[0]) ? last.push(...list) : all.push([...list])
    return all
  }, [])
  return join(join(parts.map(p => [p]), 0), 1).map(list => {
    const wide = list.reduce((n, p) => n + (p.kind === 'w' ? p.text.length : 0), 0)
    const blanks = list.reduce((n, p, i) => n + p.text.split(' ').length - 1 + (i > 0 && p.x > list[i - 1].end), 0)
    const alone = wide && !(list[0].run.attr & 2) && !taken[list[0].x] && !taken[list.at(-1).end + 1]
    const ends = alone && near(list, taken, blanks)
    return Object.assign(list, { set: alone && (!ends || wide <= 4 * blanks), spread: ends ? wide / blanks : 0 })
  })
}

export class Screen {
  constructor (stage, canvas, text) {
    Object.assign(this, { stage, canvas, text, w: 0, h: 0, rows: [], lines: [], known: new Set() })
    this.ink = canvas.getContext('2d', { alpha: false })
  }

  // measure takes the width of a cell, and finds the sizes of the fonts.
  measure (cell) {
    this.cw = cell
    this.ch = 2 * this.cw
    const probe = document.createElement('span')
    probe.className = 'probe'
    this.text.append(probe)
    const mark = document.createElement('i') // stands on the baseline
    const advance = s => { probe.textContent = s.repeat(50); return probe.getBoundingClientRect().width / 50 / 100 }
    const baseline = size => {
      Object.assign(probe.style, { fontSize: size + 'px', lineHeight: this.ch + 'px' })
      probe.append(mark)
      return mark.getBoundingClientRect().bottom - probe.getBoundingClientRect().top
    }
    const font = this.cw / (advance('0') || 0.6)
    const wide = advance('가') || 1
    const widefont = Math.min(2 * this.cw / wide, font * 1.15)
    const drop = baseline(widefont) - baseline(font) // Hangul fills its row: other words go down to its baseline
    probe.remove()
    const s = this.stage.style
    s.setProperty('--drop', drop + 'px')
    s.setProperty('--font', font + 'px')
    s.setProperty('--cell', this.cw + 'px')
    s.setProperty('--line', this.ch + 'px')
    s.setProperty('--widefont', widefont + 'px')
    this.slack = 2 * this.cw - wide * widefont // what a syllable leaves of its cells
    s.setProperty('--wide', this.slack + 'px')
  }

  // size sets the size of the screen in cells.
  size (w, h) {
    const scale = devicePixelRatio || 1
    const key = [w, h, this.cw, scale].join()
    if (key === this.key) return
    this.key = key
    if (w !== this.w || h !== this.h) this.rows = []
    Object.assign(this, { w, h, scale })
    this.canvas.width = this.x(w)
    this.canvas.height = this.y(h)
    for (const [name, n] of [['width', w * this.cw], ['height', h * this.ch]]) {
      this.stage.style[name] = n + 'px'
      this.canvas.style[name] = n + 'px'
    }
    while (this.lines.length > h) this.lines.pop().remove()
    while (this.lines.length < h) {
      const line = document.createElement('div')
      line.className = 'line'
      this.text.append(line)
      this.lines.push(line)
    }
    this.lines.forEach((line, y) => { line.style.top = y * this.ch + 'px' })
    this.all()
  }

  x (n) { return Math.round(n * this.cw * this.scale) }
  y (n) { return Math.round(n * this.ch * this.scale) }

  all () { this.rows.forEach((_, y) => this.row(y)) }

  // clear empties the screen for another session.
  clear () {
    this.rows = []
    this.lines.forEach(line => line.replaceChildren())
  }

  // take stores a row that the server sent, with its colours and blanks unpacked, and shows it.
  take ([y, from, ...list]) {
    const runs = this.part(y, 0, from)
    let x = from; let fg = ''; let bg = ''
    for (let i = 0; i + 3 < list.length; i += 4) {
      fg = list[i] === 0 ? fg : list[i]
      bg = list[i + 1] === 0 ? bg : list[i + 1]
      const attr = list[i + 2]
      const s = typeof list[i + 3] === 'number' ? ' '.repeat(list[i + 3]) : list[i + 3]
      const chars = [...s]
      const w = chars.length * (attr & 8 ? 2 : 1)
      runs.push({ x, w, fg: fg || 'i', bg: bg || 'g', attr, chars })
      x += w
    }
    this.rows[y] = [...runs, ...this.part(y, x, this.w)]
    this.row(y)
  }

  // part returns the content of a row between two columns.
  part (y, from, to) {
    return (this.rows[y] || []).flatMap(run => {
      const step = run.attr & 8 ? 2 : 1
      const a = Math.max(from, run.x); const b = Math.min(to, run.x + run.w)
      return a < b ? [{ ...run, x: a, w: b - a, chars: run.chars.slice((a - run.x) / step, (b - run.x) / step) }] : []
    })
  }

  // colour returns a colour as a CSS variable, and defines a new one.
  colour (hex) {
    if (hex in own) return `var(--${own[hex]})`
    if (!this.known.has(hex)) {
      this.known.add(hex)
      document.documentElement.style.setProperty('--c' + hex, '#' + hex)
    }
    return `var(--c${hex})`
  }

  // paint returns a colour for the canvas.
  paint (hex) { return hex in own ? getComputedStyle(this.stage).getPropertyValue('--' + own[hex]) : '#' + hex }


  // row shows a row.
  row (y) {
    const runs = this.rows[y]; const g = this.ink; const line = this.lines[y]
    if (!runs || !line) return
    const top = this.y(y); const height = this.y(y + 1) - top
    const parts = []
    const taken = new Uint8Array(this.w + 2) // by column, from the one before the first
    for (const run of runs) {
      g.fillStyle = this.paint(run.bg)
      g.fillRect(this.x(run.x), top, this.x(run.x + run.w) - this.x(run.x), height)
      const step = run.attr & 8 ? 2 : 1
      let from = -1; let kind = ''
      const end = i => {
        if (from >= 0) {
          const text = run.chars.slice(from, i).join('').trimEnd()
          const x = run.x + from * step
          parts.push({ run, x, end: x + [...text].length * step, step, kind, text })
        }
        from = -1
      }
      run.chars.forEach((c, i) => {
        if (c !== ' ') taken.fill(1, run.x + i * step + 1, run.x + (i + 1) * step + 1)
        if (drawn(c)) {
          end(i)
          g.fillStyle = g.strokeStyle = this.paint(run.fg)
          this.glyph(c, run.x + i, y)
          return
        }
        const is = c === ' ' ? (from < 0 ? '' : kind) : c > ' ' && c <= '~' ? 'n' : c >= '가' && c <= '힣' ? 'w' : 's'
        if (is !== kind || is === 's') end(i)
        kind = is
        if (is !== '' && from < 0) from = i
      })
      end(run.chars.length)
      if (run.attr & 2) {
        g.fillStyle = this.paint(run.fg)
        g.fillRect(this.x(run.x), top + height - 2 * Math.round(this.scale), this.x(run.x + run.w) - this.x(run.x), Math.max(1, Math.round(this.scale)))
      }
    }
    line.replaceChildren(...phrases(parts, taken).flatMap(list => list.set ? this.phrase(list) : list.map(p => this.piece(p))))
  }

  // span places a text without its words.
  span ({ run, x }, kind) {
    const e = document.createElement('span')
    e.className = kind + (run.attr & 1 ? ' b' : '')
    e.style.left = x * this.cw + 'px'
    e.style.color = this.colour(run.fg)
    return e
  }

  // piece places a stretch of text, each character in its cells.
  piece (p) {
    const e = this.span(p, p.kind)
    if (p.kind === 's') e.style.width = p.step * this.cw + 'px'
    e.textContent = p.text
    return e
  }

  // phrase places pieces as one text. Hangul in it is closer than its cells.
  phrase (list) {
    const e = this.span(list[0], 't')
    if (list.spread) e.style.wordSpacing = list.spread * this.slack + 'px'
    const add = (kind, text) => e.append(Object.assign(document.createElement('i'), { className: kind, textContent: text }))
    list.forEach((p, i) => {
      if (i > 0 && p.x > list[i - 1].end) add('n', ' ')
      add(p.kind, p.text)
    })
    return e
  }

  // glyph draws a character as geometry.
  glyph (c, x, y) {
    const g = this.ink
    const l = this.x(x); const r = this.x(x + 1); const t = this.y(y); const b = this.y(y + 1)
    const w = r - l; const h = b - t
    const fill = (x0, y0, x1, y1) => {
      const at = [l + Math.round(x0 * w), t + Math.round(y0 * h), l + Math.round(x1 * w), t + Math.round(y1 * h)]
      g.fillRect(at[0], at[1], Math.max(x1 > x0 ? 1 : 0, at[2] - at[0]), Math.max(y1 > y0 ? 1 : 0, at[3] - at[1]))
    }
    const n = c.codePointAt(0)
    if (c in quarters) {
      [[0, 0], [0.5, 0], [0, 0.5], [0.5, 0.5]].forEach(([qx, qy], i) => { if (quarters[c] & 8 >> i) fill(qx, qy, qx + 0.5, qy + 0.5) })
      return
    }
    if (c in shades) { g.globalAlpha = shades[c]; fill(0, 0, 1, 1); g.globalAlpha = 1; return }
    if (c === '▔') return fill(0, 0, 1, 1 / 8)
    if (c === '▕') return fill(7 / 8, 0, 1, 1)
    if (n >= 0x2581 && n <= 0x2588) return fill(0, 1 - (n - 0x2580) / 8, 1, 1)
    if (n >= 0x2589 && n <= 0x258F) return fill(0, 0, (0x2590 - n) / 8, 1)
    const thin = Math.max(1, Math.round(h / 16)); const cx = l + (w >> 1); const cy = t + (h >> 1)
    if (c === '╱' || c === '╲' || c in arcs) {
      g.lineWidth = thin
      g.beginPath()
      if (c in arcs) {
        const [dx, dy] = arcs[c]; const mx = cx + thin % 2 / 2; const my = cy + thin % 2 / 2
        g.moveTo(mx, dy > 0 ? b : t)
        g.quadraticCurveTo(mx, my, dx > 0 ? r : l, my)
      } else {
        g.moveTo(l, c === '╱' ? b : t)
        g.lineTo(r, c === '╱' ? t : b)
      }
      g.stroke()
      return
    }
    const [L, R, U, D] = box[c]; const gap = Math.max(2, thin + 1)
    const bar = (x0, y0, x1, y1) => g.fillRect(x0, y0, x1 - x0, y1 - y0)
    if (Math.max(L, R, U, D) === 3) {
      const half = thin >> 1
      for (const side of [-gap, gap]) {
        const inner = side < 0 ? U : D; const outer = side < 0 ? L : R
        if (L) bar(l, cy + side - half, cx + (R || !inner ? gap : -gap) - half + thin, cy + side - half + thin)
        if (R) bar(cx + (L || !inner ? -gap : gap) - half, cy + side - half, r, cy + side - half + thin)
        if (U) bar(cx + side - half, t, cx + side - half + thin, cy + (D || !outer ? gap : -gap) - half + thin)
        if (D) bar(cx + side - half, cy + (U || !outer ? -gap : gap) - half, cx + side - half + thin, b)
      }
      return
    }
    const wide = Math.max(L, R, U, D) * thin; const ox = cx - (wide >> 1); const oy = cy - (wide >> 1)
    if (L) bar(l, oy, ox + wide, oy + wide)
    if (R) bar(ox, oy, r, oy + wide)
    if (U) bar(ox, t, ox + wide, oy + wide)
    if (D) bar(ox, oy, ox + wide, b)
  }
}
