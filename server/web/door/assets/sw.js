// The files for times without a connection. Everything else comes from the server.
const kept = ['/offline', '/app.css']
self.addEventListener('install', e => e.waitUntil(caches.open('arcade').then(c => c.addAll(kept)).then(() => self.skipWaiting())))
self.addEventListener('activate', e => e.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])))
self.addEventListener('fetch', e => {
  const path = new URL(e.request.url).pathname
  if (e.request.mode === 'navigate') e.respondWith(e.preloadResponse.then(early => early || fetch(e.request)).catch(() => caches.match('/offline')))
  else if (path === '/app.css') e.respondWith(fetch(e.request).catch(() => caches.match(path)))
})
