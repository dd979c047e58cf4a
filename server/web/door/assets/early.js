// What the page does while the rest of it arrives: it asks for its socket, and says hello in that request. All names
// here are also the other scripts'.
import { prove } from './key.js'

const coarse = matchMedia('(pointer: coarse)')
const lit = matchMedia('(prefers-color-scheme: light)')
const more = matchMedia('(prefers-contrast: more)')

// stored returns a store of the browser, or a memory for this page if the user blocks site data.
function stored (kind) {
  try {
    const s = window[kind]
    s.setItem('tried', '')
    s.removeItem('tried')
    return s
  } catch {
    return {}
  }
}
const [tab, device] = ['sessionStorage', 'localStorage'].map(stored)
const linked = performance.getEntriesByType('navigation')[0]?.type === 'navigate' // not by a reload, Back or Forward
const here = () => location.pathname + location.search

// The layouts with the least width of their cells: for a mouse the largest first, for a finger that of a phone held
// upright, where three rows of cells are 44 px high, then that of a phone that lies, also below a browser's bars, then
// that of a narrower one. A finger has no keys, so it never gets a mouse's layout. Where there is no room for any, the
// nearest scrolls, as at a zoom of 400 %.
const layouts = {
  mouse: [[120, 40, 7], [80, 24, 7], [48, 36, 7], [48, 23, 6]],
  finger: [[48, 36, 44 / 6], [95, 26, 4.5], [48, 36, 6]]
}

// room returns the width of a cell, and how many cells fit.
function room () {
  const { width, height } = document.getElementById('main').getBoundingClientRect()
  const sizes = layouts[coarse.matches ? 'finger' : 'mouse']
  const fit = ([w, h]) => Math.min(width / w, height / h / 2)
  const share = size => fit(size) / size[2]
  const taken = sizes.find(size => share(size) >= 1) ?? sizes.reduce((a, b) => share(b) > share(a) ? b : a)
  const [w, h] = taken
  const cell = Math.min(Math.max(fit(taken), taken[2]), 16)
  return { cell, cells: [Math.max(w, Math.floor(width / cell + 0.01)), Math.max(h, Math.floor(height / cell / 2 + 0.01))] }
}

// hello returns what the page says of itself. It comes back to its session if it has met the server before.
async function hello (challenge, met) {
  const proof = await prove(challenge)
  const [x, y] = room().cells
  const back = (met || !linked) && tab.token || ''
  return { t: 'h', ...proof, challenge, x, y, lit: lit.matches, more: more.matches, soft: coarse.matches, lang: navigator.language.slice(0, 2), path: here(), back }
}

// dial opens a socket, with a hello if it is there. The hello is a subprotocol, because proxies log addresses.
// It keeps what arrives until the page has handlers for it.
function dial (hello) {
  const brought = hello ? btoa(JSON.stringify(hello)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '') : ''
  const s = new WebSocket(location.origin.replace(/^http/, 'ws') + '/socket?lang=' + document.documentElement.lang, brought && brought.length < 4000 ? ['arcade', brought] : [])
  s.binaryType = 'arraybuffer'
  s.hello = hello
  s.early = []
  s.onmessage = s.onclose = e => s.early.push(e)
  return s
}

// begin opens the first socket. Its hello answers the challenge that came with the page.
async function begin () {
  let challenge = ''
  try {
    challenge = /(?:^|; )challenge=([\w-]+)/.exec(document.cookie)?.[1]
    document.cookie = 'challenge=; path=/; max-age=0; samesite=strict'
  } catch {} // blocked site data
  return challenge ? dial(await hello(challenge, false)) : dial()
}
const first = begin()
