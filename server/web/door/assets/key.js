// The key of this browser. It is made once and can sign, but no script can read it.
const name = 'arcade'

const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

async function store (mode) {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  const db = await done(opening)
  return db.transaction('keys', mode).objectStore('keys')
}

// pair returns this browser's key, and makes a missing one. It returns null if the browser cannot make one.
async function pair () {
  try {
    const kept = await done((await store('readonly')).get('page'))
    if (kept) return kept
    const made = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])
    const into = await store('readwrite')
    const other = await done(into.get('page')) // another tab may have been faster
    if (other) return other
    await done(into.put(made, 'page'))
    return made
  } catch {
    return null
  }
}

const own = pair() // found while the socket opens

const base64 = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))

// prove signs a challenge together with this page's origin. It returns {} for a guest.
export async function prove (challenge) {
  const key = await own
  if (!key) return {}
  try {
    const text = new TextEncoder().encode(`arcade page 1\n${location.origin}\n${challenge}\n`)
    const [sign, raw] = await Promise.all([crypto.subtle.sign('Ed25519', key.privateKey, text), crypto.subtle.exportKey('raw', key.publicKey)])
    return { key: base64(raw), sign: base64(sign) }
  } catch {
    return {}
  }
}
