(() => {
  const stage = document.getElementById('stage')
  const cell = parseFloat(getComputedStyle(stage).getPropertyValue('--cell')) || 8
  return [...document.querySelectorAll('#text .line')].map(line => {
    const cells = []
    for (const piece of line.children) {
      let x = Math.round(parseFloat(piece.style.left) / cell)
      for (const c of piece.textContent) {
        cells[x] = c
        x += piece.classList.contains('w') && c !== ' ' || /[ᄀ-ᅟ⺀-꓏가-힣！-｠]/.test(c) ? 2 : 1
      }
    }
    let row = ''
    for (let x = 0; x < cells.length; x++) {
      row += cells[x] || ' '
      if (/[ᄀ-ᅟ⺀-꓏가-힣！-｠]/.test(cells[x] || '')) x++
    }
    return row.trimEnd()
  })
})()
