// dial opens a socket. It keeps what arrives until the page has handlers for it.
function dial () {
  const s = new WebSocket(location.origin.replace(/^http/, 'ws') + '/socket?lang=' + document.documentElement.lang)
  s.binaryType = 'arraybuffer'
  s.early = []
  s.onmessage = s.onclose = e => s.early.push(e)
  return s
}
var first = dial() // while the rest of the page arrives
