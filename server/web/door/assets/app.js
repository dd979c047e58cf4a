// The page shows what the server sends, and sends what the user does.
import { Screen } from './paint.js'

const $ = id => document.getElementById(id)
const [stage, field, areas, keys, note, dialog] = ['stage', 'field', 'areas', 'keys', 'note', 'dialog'].map($)
const screen = new Screen(stage, $('paint'), $('text'))
const guest = device instanceof window.Storage ? isSecureContext ? 'guest' : 'guest.plain' : 'guest.blocked'

const texts = JSON.parse($('words').textContent)
let words = texts[document.documentElement.lang]
// worded gives an element the text of a key. follow changes it with the language.
function worded (e, key) {
  e.dataset.word = key
  e.textContent = words[key]
  return e
}
// labelled does so with an element's name for screen readers.
function labelled (e, key) {
  e.dataset.label = key
  e.setAttribute('aria-label', words[key])
  return e
}
// follow changes the page's own words to the language of the screen. The cookie has the server answer with it.
function follow (lang) {
  if (lang === document.documentElement.lang) return
  document.documentElement.lang = lang
  words = texts[lang]
  for (const e of document.querySelectorAll('[data-word]')) e.textContent = words[e.dataset.word]
  for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', words[e.dataset.label])
  try { document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax` } catch {}
}

let socket = null
let tries = 0
let met = false // a session has begun here
let greeted = false // the server has let this socket in
let refusal = null // why it has not, and when to ask again
let moving = false // this browser's key is being added to another player
let over = false // the session has ended, or another page has taken it
let modes = [true, false, false] // the screen uses the mouse; the server wants key releases; the screen uses Tab
let title = 'ARCADE'
let calls = false // it is the user's turn, and the page is not in view
let waiting = {} // callbacks for the replies of commands

// --- the socket ---

const say = message => { if (socket?.readyState === 1) socket.send(JSON.stringify(message)) }

// fill gives the screen cells of the size that the window has room for, and returns how many fit.
function fill () {
  const { cell, cells } = room()
  screen.measure(cell)
  return cells
}

// enter begins with a socket.
function enter (s = dial()) {
  over = greeted = false
  refusal = null
  clearInterval(note.clock)
  const text = new TextDecoder()
  let rest = ''
  socket = s
  s.onmessage = e => {
    if (s !== socket) return
    if (typeof e.data === 'string') return aside(JSON.parse(e.data), s)
    const lines = (rest + text.decode(e.data, { stream: true })).split('\n')
    rest = lines.pop()
    if (!lines.length) return
    const ack = () => {
      if (s === socket) say({ t: 'a', n: lines.length })
      offline()
    }
    lines.forEach(draw)
    document.hidden ? ack() : requestAnimationFrame(ack)
  }
  s.onclose = e => { if (s === socket) left(e.code) }
  s.early.forEach(e => s['on' + e.type](e))
}

// aside handles messages outside the stream of lines.
async function aside (m, s) {
  if (m.refused) {
    refusal = m
  } else if (m.challenge) { // the request had no hello, or one that proves nothing here
    greeted = true
    s.hello = await hello(m.challenge, met)
    if (s === socket) say(s.hello)
  } else if (m.token) {
    const { key, back, x, y } = s.hello
    greeted = true
    keys.dataset.key = key || ''
    if (m.token !== tab.token) {
      screen.clear()
      tab.heard = 0
    }
    arrives = !met && back === m.token
    tab.token = m.token
    met = fresh = true
    tries = 0
    if (note.lost) unsay()
    if (!key && !tab.told) {
      tab.told = 1
      tell(words[guest], 8000)
    }
    const [w, h] = room().cells
    if (w !== x || h !== y) { // the window has changed since the hello
      fill()
      say({ t: 's', x: w, y: h })
    }
    say({ t: 'f', n: document.hasFocus() ? 1 : 0 })
  } else if (m.answer) {
    waiting[m.answer]?.(m)
    delete waiting[m.answer]
  }
}

// left is called when the socket has closed. The page reconnects, unless the session is over.
function left (code) {
  if (moving) {
    moving = over = false
    delete tab.token
    dialog.close()
    return enter()
  }
  if (code === 4001) { over = true; return again(words.moved) }
  if (code === 1012) over = false // the server stops; another one may run, or the same one soon
  if (code === 4000 || over) {
    over = true
    delete tab.token
    return again(note.hidden ? '' : note.textContent)
  }
  const wait = Math.max(Math.min(8000, 300 * 2 ** tries++), (refusal?.after || 0) * 1000) * (1 + Math.random() / 4) // not all pages at one moment
  retry(refusal ? refusal.refused : words[greeted ? 'lost' : 'unreached'], wait)
}

// retry says why there is no connection and when the page tries again, and tries then.
function retry (why, wait) {
  if (note.hidden || !note.lost || note.why.textContent !== why) {
    tell('')
    note.why = Object.assign(document.createElement('span'), { textContent: why })
    const when = note.when = document.createElement('span')
    when.setAttribute('aria-live', 'off')
    note.append(note.why, ' ', when, ' ', worded(button('', () => enter()), 'now'))
    note.lost = true
  }
  const due = performance.now() + wait
  const tick = () => {
    const left = due - performance.now()
    if (left <= 0) return enter()
    note.when.textContent = words.retry.replace('{n}', Math.ceil(left / 1000))
  }
  tick()
  note.clock = setInterval(tick, 200)
}

// again shows a text and a button to reconnect.
function again (text) {
  dialog.close()
  tell(text + ' ')
  const b = worded(button('', () => { unsay(); history.replaceState({ n: depth }, '', '/'); enter() }), 'again')
  note.append(b)
  b.focus()
}

function tell (text, time) {
  clearInterval(note.clock)
  note.textContent = text
  note.hidden = note.lost = false
  if (time) setTimeout(() => { if (note.textContent === text) unsay() }, time)
}
function unsay () { note.hidden = true }

// --- output ---

// draw shows a line. An error goes to the console, and the page goes on: the server would drop
// a page that acknowledges nothing.
function draw (line) {
  try { show(JSON.parse(line)) } catch (err) { console.error(err) }
}

function show (m) {
  if (m.ring) return ring()
  if (m.copy !== undefined) return copy(m.copy, m.ask)
  if (m.save) return keep(m.save, m.run)
  if (m.bye !== undefined) { over = true; return tell(m.bye) }
  if (m.lang) follow(m.lang)
  $('skeleton')?.remove()
  const before = screen.key
  screen.size(m.w, m.h)
  if (screen.key !== before) fit()
  scrolls()
  m.rows?.forEach(row => screen.take(row))
  if (m.ground !== undefined) dress(m.ground || 'g')
  if (m.modes) {
    modes = m.modes
    stage.classList.toggle('free', !modes[0])
  }
  if (m.areas) place(m.areas)
  if (m.at) locate(m.at)
  if (m.keys) bar(m.keys)
  if (m.field !== undefined) input(m.field)
  if (m.title !== undefined) { title = m.title || 'ARCADE'; $('title').textContent = title; named() }
  if (m.say) speak(m.say)
}

// scrolls lets the page scroll if the screen is larger.
function scrolls () {
  const main = $('main')
  main.classList.toggle('scrolls', stage.offsetWidth > main.clientWidth + 1 || stage.offsetHeight > main.clientHeight + 1)
}

let worn = ''
// dress gives the page around the screen the screen's ground, and an ink that contrasts with it.
function dress (ground) {
  if (ground === worn) return
  worn = ground
  const all = document.documentElement
  const dark = parseInt(ground.slice(2, 4), 16) < 128 // judged by its green
  all.className = ground === 'g' ? '' : dark ? 'night' : 'day'
  ground === 'g' ? all.style.removeProperty('--ground') : all.style.setProperty('--ground', '#' + ground)
  if (ground === 'g') screen.all()
}

function named () { document.title = (calls ? '● ' : '') + title + (title === 'ARCADE' ? '' : ' · ARCADE') }

let said = []
// speak puts into the live region the events that the page has not had, in their order, and then what else is new.
// Earlier sentences stay for a moment, since several frames may come at once.
function speak ([first, last, events, now]) {
  const has = +tab.heard || 0
  const fresh = [...events.filter((_, i) => first + i > has), ...now.filter(s => !said.includes(s))]
  if (events.length && first > has + 1) fresh.unshift(words.skipped.replace('{n}', first - has - 1))
  tab.heard = last
  said = now
  if (!fresh.length) return
  const old = [...$('say').children]
  $('say').append(...fresh.map(s => Object.assign(document.createElement('p'), { textContent: s })))
  setTimeout(() => old.forEach(e => e.remove()), 2000)
}

function button (text, act, name = '') {
  const b = document.createElement('button')
  b.type = 'button'
  b.textContent = text
  b.className = name
  b.onclick = act
  return b
}

// place puts a button over each area, or a picture's name over what is only told. It gets the count of areas, and the
// areas that are new or changed.
function place ([count, ...list]) {
  while (areas.children.length > count) areas.lastChild.remove()
  list.forEach(([i, x, y, w, h, ax, ay, flags, label]) => {
    let e = areas.children[i]
    if (!e || e.told !== !!(flags & 4)) {
      const now = flags & 4 ? Object.assign(document.createElement('div'), { className: 'told' }) : button('', null, 'area')
      now.told = !!(flags & 4)
      if (now.told) now.setAttribute('role', 'img')
      e ? e.replaceWith(now) : areas.append(now)
      e = now
    }
    e.cell = [ax, ay]
    e.rect = [x, y, w, h]
    e.flags = flags
    if (e.getAttribute('aria-label') !== label) e.setAttribute('aria-label', label)
    e.hidden = false
    if (!e.told) e.tabIndex = flags & 2 ? -1 : 0
    flags & 2 ? e.setAttribute('aria-hidden', 'true') : e.removeAttribute('aria-hidden')
  })
  fit()
}

const least = 44 // px of what a finger hits

// fit puts the buttons over their cells. For a finger a narrow one takes the free cells beside it that it lacks.
function fit () {
  const all = [...areas.children]; const boxes = all.map(e => e.told ? [0, 0, 0, 0] : e.rect)
  all.forEach((e, i) => {
    let [x, y, w, h] = e.rect
    const lacks = coarse.matches && !e.told ? Math.ceil(least / screen.cw) - w : 0
    if (lacks > 0 && !(e.flags & 2)) {
      const free = at => at >= 0 && at < screen.w && !boxes.some(([ox, oy, ow, oh]) => at >= ox && at < ox + ow && oy < y + h && y < oy + oh)
      const room = way => { let n = 0; while (n < 2 * least && free(way < 0 ? x - 1 - n : x + w + n)) n++; return n }
      const [before, after] = [room(-1), room(1)] // the larger gap first: the other may be all that a neighbour has
      const left = Math.min(before, before > after ? lacks : Math.max(0, lacks - after))
      x -= left
      w += left + Math.min(after, lacks - left)
      boxes[i] = [x, y, w, h]
    }
    Object.assign(e.style, { left: x * screen.cw + 'px', top: y * screen.ch + 'px', width: w * screen.cw + 'px', height: h * screen.ch + 'px' })
  })
}

// bar makes the row of buttons for touch screens, with the page's own menu.
function bar (list) {
  keys.replaceChildren(...list.map(([key, label]) => button(label || key, () => press(key), 'key')), button('☰', menu, 'menu'))
  labelled(keys.lastChild, 'menu')
}

const browsers = { enter: 'Enter', esc: 'Escape', space: ' ', tab: 'Tab', up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight', backspace: 'Backspace', delete: 'Delete', pgup: 'PageUp', pgdn: 'PageDown', home: 'Home', end: 'End', f2: 'F2' }
function press (key) {
  say({ t: 'k', k: browsers[key] || key })
  if (modes[1]) say({ t: 'u', k: browsers[key] || key })
}

// --- addresses ---

let depth = history.state?.n ?? 0 // the place of the history's entry in view among the session's screens
let places = [] // their addresses, the one in view last
let went = 0 // steps of the history that the session was told of
let followed = 0 // and those that it has answered
let fresh = false // the session has not said yet where it is
let arrives = false // the page has come, by a reload or from elsewhere, to a session that goes on
let going = 0 // a timer: the history is on its way to another entry

// locate takes the addresses of the open screens.
function locate ([n, ...list]) {
  const answers = followed !== n
  const lost = went !== followed // there was no connection
  followed = n
  places = list
  if (fresh) {
    fresh = false
    went = n
    const back = depth < list.length - 1 && here() === list[depth]
    if (lost ? depth !== list.length - 1 : arrives && back) return step() // from another page, it has come back to this entry
  }
  settle(answers)
}

// step tells the session that the user has gone to another entry of the history.
function step () { say({ t: 'g', n: depth, v: here(), a: ++went }) }

// settle brings the history to the screen in view: each open screen has an entry, with its address. Where a step
// back was answered by a question, or a step forward by nothing, the history returns to the entry of the screen.
function settle (answers) {
  const want = places.length - 1
  if (going || went !== followed || want < 0) return
  if (depth > want || answers && depth < want) {
    going = setTimeout(arrive, 500, want) // there may be no such entry
    return history.go(want - depth)
  }
  for (mark(); depth < want; mark()) history.pushState({ n: ++depth }, '', places[depth])
}

// mark gives the entry in view its address.
function mark () {
  if (here() !== places[depth] || history.state?.n !== depth) history.replaceState({ n: depth }, '', places[depth])
}

// arrive is called when the history has come to an entry.
function arrive (n) {
  depth = n
  if (going) {
    clearTimeout(going)
    going = 0
    settle()
  } else if (!over) step()
}
addEventListener('popstate', e => { if (going || (e.state?.n ?? 0) !== depth) arrive(e.state?.n ?? 0) })

// --- keys ---

const mods = e => (e.shiftKey ? 1 : 0) | (e.altKey ? 2 : 0) | (e.ctrlKey ? 4 : 0) | (e.metaKey ? 8 : 0)

// ours reports whether a key belongs to the screen, not to the browser.
function ours (e) {
  if (e.metaKey || e.altKey || dialog.open || over) return false
  if (e.ctrlKey) return 'cuyz'.includes(e.key.toLowerCase()) && !(e.key.toLowerCase() === 'c' && String(getSelection()))
  if (/^F([3-9]|1[0-2])$/.test(e.key)) return false
  const at = document.activeElement
  if (e.key === 'Tab' && (e.shiftKey || !modes[2])) return false // the browser's: the focus goes on, at last to the menu and out
  if (at === field) return !e.isComposing && e.keyCode !== 229 && ['Enter', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'F1', 'F2'].includes(e.key)
  if (at?.tagName === 'BUTTON') return !['Enter', ' ', 'Tab'].includes(e.key)
  return true
}

const names = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'NumLock', 'HangulMode', 'KanaMode', 'AltGraph']
addEventListener('keydown', e => {
  if (names.includes(e.key) || !ours(e)) return
  e.preventDefault()
  if (e.key === 'Escape' && document.activeElement?.tagName === 'BUTTON') document.activeElement.blur()
  if (document.activeElement === field) sendField()
  say({ t: 'k', k: e.key, c: e.code, m: mods(e) })
  buzz(e.repeat ? 0 : 1, e.key)
})
addEventListener('keyup', e => {
  if (!modes[1] || names.includes(e.key) || !ours(e)) return
  say({ t: 'u', k: e.key, c: e.code, m: mods(e) })
  buzz(2, e.key)
})

let held = 0
// buzz vibrates the device while Space or Enter is held down, and at the release.
function buzz (what, key) {
  if (!modes[1] || !navigator.vibrate || key && key !== ' ' && key !== 'Enter') return
  if (what === 1 && !held) held = setInterval(() => navigator.vibrate(8), 500)
  if (what === 2 && held) {
    clearInterval(held)
    held = 0
    navigator.vibrate(40)
  }
}

// --- the text field ---

let number = 0 // the number of the text field
let sent = 0 // the number of texts sent for it
let composing = false

function input (f) {
  if (!f) {
    field.hidden = true
    number = 0
    return
  }
  const [n, x, y, w, at, max, seen, text] = f
  Object.assign(field.style, { left: x * screen.cw + 'px', top: y * screen.ch + 'px', width: w * screen.cw + 'px' })
  field.maxLength = max
  field.hidden = false
  if (n !== number) {
    number = n
    sent = 0
    composing = false
    field.value = text
    field.setSelectionRange(at, at)
    field.focus({ preventScroll: !coarse.matches })
  } else if (!composing && seen === sent && field.value !== text) { // the server has cut the text, or keys came before the field
    field.value = text
    field.setSelectionRange(at, at)
  }
}

function sendField () {
  if (field.value === field.sent && number === field.of) return
  field.sent = field.value
  field.of = number
  say({ t: 'i', v: field.value, a: field.selectionStart ?? 0, n: ++sent, f: number })
}
field.addEventListener('input', sendField)
field.addEventListener('compositionstart', () => { composing = true })
field.addEventListener('compositionend', () => { composing = false; sendField() })

// --- mouse and touch ---

const cell = e => {
  const r = stage.getBoundingClientRect()
  return [Math.max(0, Math.min(screen.w - 1, Math.floor((e.clientX - r.left) / screen.cw))), Math.max(0, Math.min(screen.h - 1, Math.floor((e.clientY - r.top) / screen.ch)))]
}
const mouse = (t, [x, y], b = 0) => say({ t, x, y, b })

// nearest returns the area for a finger: the area under it, or else the nearest that would reach it with a size of 44 px.
function nearest (e) {
  const r = stage.getBoundingClientRect()
  const px = (e.clientX - r.left) / screen.cw; const py = (e.clientY - r.top) / screen.ch
  let best = null; let least = Infinity
  for (const b of areas.querySelectorAll('.area')) {
    const [x, y, w, h] = b.rect
    const dx = Math.max(x - px, 0, px - x - w) * screen.cw; const dy = Math.max(y - py, 0, py - y - h) * screen.ch
    const reachX = Math.max(0, 44 - w * screen.cw) / 2; const reachY = Math.max(0, 44 - h * screen.ch) / 2
    if (dx <= reachX && dy <= reachY && dx + dy <= least) { best = b; least = dx + dy }
  }
  return best && { area: best, at: least === 0 ? cell(e) : best.cell }
}

let down = null
stage.addEventListener('pointerdown', e => {
  if (!modes[0] || e.target === field) return
  const touch = e.pointerType !== 'mouse'
  const area = e.target.closest('.area')
  if (!touch && (!area || e.button === 1)) return
  e.preventDefault()
  if (document.activeElement?.classList.contains('area')) document.activeElement.blur()
  stage.setPointerCapture(e.pointerId)
  if (!touch) {
    if (e.button === 2) return mouse('d', cell(e), 2)
    down = { id: e.pointerId, last: cell(e) }
    mouse('d', down.last)
    buzz(1)
    return
  }
  if (down) return
  const near = nearest(e)
  down = { id: e.pointerId, touch, near, x: e.clientX, y: e.clientY, last: near ? near.at : cell(e), wheel: e.clientY }
  if (modes[1] && near) {
    down.pressed = true
    mouse('d', down.last)
    buzz(1)
    return
  }
  down.long = setTimeout(() => { if (down && !down.moved) { down.done = true; mouse('d', down.last, 2); navigator.vibrate?.(15) } }, 500)
})
stage.addEventListener('pointermove', e => {
  if (!down || e.pointerId !== down.id || down.done) return
  const at = cell(e)
  if (!down.touch || down.pressed) {
    if (at[0] !== down.last[0] || at[1] !== down.last[1]) mouse('m', down.last = at)
    return
  }
  if (!down.moved && Math.hypot(e.clientX - down.x, e.clientY - down.y) < 10) return
  clearTimeout(down.long)
  down.moved = true
  if (down.near?.area.flags) {
    down.pressed = true
    mouse('d', down.last)
    mouse('m', down.last = at)
    return
  }
  for (const step = 2 * screen.ch; Math.abs(e.clientY - down.wheel) >= step;) {
    const way = Math.sign(e.clientY - down.wheel)
    down.wheel += way * step
    say({ t: 'w', x: at[0], y: at[1], n: -way })
  }
})
const up = e => {
  if (!down || e.pointerId !== down.id) return
  const d = down
  down = null
  clearTimeout(d.long)
  buzz(2)
  if (d.done || e.type === 'pointercancel' && !d.pressed) return
  if (!d.touch || d.pressed) return mouse('r', d.near && !d.moved ? d.last : cell(e))
  if (d.moved) return
  mouse('d', d.last)
  mouse('r', d.last)
}
stage.addEventListener('pointerup', up)
stage.addEventListener('pointercancel', up)
stage.addEventListener('contextmenu', e => { if (modes[0] && e.target.closest('.area')) e.preventDefault() })
areas.addEventListener('click', e => { // from the keyboard or a screen reader; pointer events are sent above
  const b = e.target.closest('.area')
  if (!b || e.detail > 0 && e.pointerType) return
  mouse('d', b.cell)
  mouse('r', b.cell)
})
let turned = 0
stage.addEventListener('wheel', e => {
  if (e.ctrlKey || !modes[0] || $('main').classList.contains('scrolls')) return
  e.preventDefault()
  turned += e.deltaMode === 0 ? e.deltaY : e.deltaY * 40
  const [x, y] = cell(e)
  for (; Math.abs(turned) >= 60; turned -= Math.sign(turned) * 60) say({ t: 'w', x, y, n: Math.sign(turned) })
}, { passive: false })

// --- features that a terminal lacks ---

let audio = null
addEventListener('pointerdown', () => { audio ||= window.AudioContext && new AudioContext() }, { once: true })
addEventListener('keydown', () => { audio ||= window.AudioContext && new AudioContext() }, { once: true })

function ring () {
  if (device.mute !== '1' && audio?.state === 'running') {
    const tone = audio.createOscillator(); const loud = audio.createGain()
    tone.frequency.value = 660
    loud.gain.setValueAtTime(0.08, audio.currentTime)
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25)
    tone.connect(loud).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 0.25)
  }
  if (document.hasFocus() && !document.hidden) return
  calls = true
  named()
  if (window.Notification?.permission === 'granted') {
    const n = new Notification(title, { body: said[said.length - 1] || words.notified, icon: '/icon-192.png', tag: 'arcade' })
    n.onclick = () => { window.focus(); n.close() }
  }
}

// copy puts a text on the clipboard, or into a box for copying by hand.
async function copy (text, ask) {
  try {
    await navigator.clipboard.writeText(text)
    if (ask) say({ t: 'c', v: text.slice(0, 2000) })
    else tell(words.copied, 1500)
  } catch {
    const box = document.createElement('textarea')
    box.readOnly = true
    box.value = text
    open('copy.manual', labelled(box, 'copy'), worded(button('', async () => {
      box.select()
      let ok = false
      try { await navigator.clipboard.writeText(text); ok = true } catch { ok = document.execCommand('copy') }
      if (ok) { dialog.close(); tell(words.copied, 1500) }
    }), 'copy'))
    box.select()
  }
}

// open shows the dialog with a title, given by its key, and rows.
function open (name, ...parts) {
  const head = worded(document.createElement('h2'), name)
  head.id = 'dialogname'
  const row = document.createElement('div')
  row.className = 'row'
  row.append(worded(button('', () => dialog.close()), 'close'))
  dialog.replaceChildren(head, ...parts.map(p => {
    const r = document.createElement('div')
    r.className = 'row'
    r.append(...[p].flat())
    return r
  }), row)
  if (!dialog.open) dialog.showModal()
}

// ask runs a command on the server. Its promise gives the reply.
const ask = line => new Promise(resolve => { waiting[line] = resolve; say({ t: 'x', v: line, k: document.documentElement.lang }) })

const entry = (id, most) => Object.assign(document.createElement('input'), { id, autocomplete: 'off', maxLength: most, size: 12 })
const label = (id, key) => worded(Object.assign(document.createElement('label'), { htmlFor: id }), key)

function menu () {
  const code = entry('code', 20)
  const add = worded(button('', async () => {
    moving = true
    const m = await ask('keys add ' + code.value.replace(/[^0-9A-Za-z-]/g, ''))
    if (!m.failed) return socket.close()
    moving = false
    shown('keys.add', m)
  }), 'keys.go')
  const sound = Object.assign(document.createElement('input'), { type: 'checkbox', id: 'sound', checked: device.mute !== '1' })
  sound.onchange = () => { device.mute = sound.checked ? '0' : '1' }
  const rows = [[sound, label('sound', 'sound')]]
  const does = (key, act) => worded(button('', act), key)
  if (window.Notification && Notification.permission === 'default') rows.push(does('notify', () => Notification.requestPermission()))
  if (keys.dataset.key) {
    rows.push([worded(document.createElement('strong'), 'keys.add')], [label('code', 'keys.code'), code, add])
    rows.push(does('keys.list', async () => shown('keys.list', await ask('keys list'))))
    rows.push(does('export', () => keep('arcade.json', 'me export')), does('delete', erase))
  } else rows.push([worded(document.createElement('span'), guest)])
  rows.push([worded(Object.assign(document.createElement('a'), { href: '/boards' }), 'boards'), Object.assign(document.createElement('code'), { textContent: document.body.dataset.ssh })])
  open('menu', ...rows)
}

// shown shows a command's output or error.
function shown (name, m) {
  open(name, Object.assign(document.createElement('pre'), { textContent: (m.failed || m.text).trim() }))
}

// keep downloads a command's output as a file.
async function keep (name, line) {
  const m = await ask(line)
  if (m.failed) return shown('export', m)
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([m.text], { type: 'application/json' }))
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 10000)
}

// erase shows what a deletion removes and what it leaves, and deletes the account after its name is typed.
async function erase () {
  const m = await ask('me delete')
  if (m.failed) return shown('delete', m)
  const name = entry('name', 12); const told = Object.assign(document.createElement('pre'), { textContent: m.text.split('\n\n')[0] })
  told.setAttribute('role', 'status')
  open('delete', told,
    [label('name', 'delete.name'), name, worded(button('', async () => {
      const m = await ask('me delete --name ' + (name.value.replace(/[^\p{L}\p{N}_-]/gu, '') || '-'))
      told.textContent = m.failed || m.text
    }), 'delete.go')])
}

// --- the window ---

let resizing = 0
new ResizeObserver(() => {
  clearTimeout(resizing)
  resizing = setTimeout(() => {
    if (!screen.w) return
    const [x, y] = fill()
    screen.key = ''
    if (x !== screen.w || y !== screen.h) say({ t: 's', x, y })
    else {
      screen.size(x, y)
      fit()
      scrolls()
    }
  }, 60)
}).observe($('main'))
for (const wish of [lit, more, coarse]) {
  wish.addEventListener('change', () => {
    say({ t: 'l', n: lit.matches + 2 * more.matches + 4 * coarse.matches })
    screen.all()
  })
}
addEventListener('focus', () => { calls = false; named(); say({ t: 'f', n: 1 }) })
addEventListener('blur', () => say({ t: 'f', n: 0 }))
for (const back of ['online', 'pageshow']) addEventListener(back, () => { if (!over && socket?.readyState > 1) enter() })
document.fonts?.ready.then(() => { if (screen.w) { fill(); screen.key = ''; screen.size(screen.w, screen.h) } })
let kept = false
// offline caches the page for times without a connection, after the first frame.
function offline () {
  if (kept) return
  kept = true
  try { navigator.serviceWorker?.register('/sw.js').catch(() => {}) } catch {} // blocked site data
}
bar([])
fill() // finds the fonts while the socket opens
first.then(enter)
