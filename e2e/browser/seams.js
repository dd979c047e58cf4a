// Faults of blocks and lines that the page draws. Each must touch the next one, with any cell size and
// any number of screen pixels in a page pixel.
Screen => {
  const faults = []
  for (const scale of [0.75, 1, 1.1, 1.25, 1.5, 2, 2.625, 3]) {
    Object.defineProperty(window, 'devicePixelRatio', { value: scale, configurable: true })
    for (const cell of [7, 7.33, 8, 9.37, 10.9, 13.21, 16]) {
      const stage = document.createElement('div'); const canvas = document.createElement('canvas'); const text = document.createElement('div')
      stage.append(canvas, text)
      document.body.append(stage)
      const s = new Screen(stage, canvas, text)
      s.cw = cell
      s.ch = 2 * cell
      s.size(12, 8)
      const row = (y, chars) => s.take([y, 0, 'ff0000', '0000ff', 0, chars])
      row(0, '█'.repeat(12))
      row(1, '▀'.repeat(12)) // red above, blue below
      row(2, '▄'.repeat(12)) // blue above, red below
      row(3, '█'.repeat(12))
      row(4, '┌─────┬────┐')
      row(5, '│     │    │')
      row(6, '├─────┼────┤')
      row(7, '╰─────┴────╯')
      const g = canvas.getContext('2d')
      const red = (x, y) => g.getImageData(x, y, 1, 1).data[0] > 127
      const at = `cells of ${cell} at ${scale}`
      const y = [...Array(9).keys()].map(n => s.y(n)); const x = [...Array(13).keys()].map(n => s.x(n))
      const whole = g.getImageData(0, 0, canvas.width, y[4]).data
      for (let i = 0; i < y[4]; i++) { // each of these rows of pixels is of one colour
        let sum = 0
        for (let j = 0; j < canvas.width; j++) sum += whole[4 * (i * canvas.width + j)]
        if (sum !== 0 && sum !== 255 * canvas.width) { faults.push(`${at}: row ${i} of pixels has gaps`); break }
      }
      let changes = 0
      for (let i = 1; i < y[4]; i++) if (red(0, i) !== red(0, i - 1)) changes++
      if (changes !== 2) faults.push(`${at}: ${changes} changes of colour from above, not 2`)
      const middle = (a, b) => a + ((b - a) >> 1)
      for (const [row, from, to] of [[4, 0, 11], [6, 0, 11], [7, 1, 10]]) {
        for (let i = middle(x[from], x[from + 1]); i <= middle(x[to], x[to + 1]); i++) {
          if (!red(i, middle(y[row], y[row + 1]))) { faults.push(`${at}: the line of row ${row} ends at ${i}`); break }
        }
      }
      for (const column of [0, 6, 11]) {
        for (let i = middle(y[4], y[5]); i < y[7]; i++) {
          if (!red(middle(x[column], x[column + 1]), i)) { faults.push(`${at}: the line of column ${column} ends at ${i}`); break }
        }
      }
      stage.remove()
    }
  }
  return faults
}
