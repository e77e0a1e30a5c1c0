/**
 * Service worker of the scanner page: plain JavaScript without imports. The page comes from the network when possible,
 * so that a logged-out phone sees the login. Assets have a hash in their names and never change. After a message to
 * forget, it deletes its cache and caches nothing more. Redirects, refusals, form posts and pages with a result in
 * their address are not cached.
 */
export const scanWorkerSource = `const cacheName = 'startblock-scan-1';
let isOver = false;
const isDevice = (url) => /^\\/scan\\/devices\\/\\d+$/.test(url.pathname);
const isPage = (url) => isDevice(url) || (url.pathname === '/scan' && url.searchParams.has('event'));
const pageOf = (url) => (isDevice(url) ? url.pathname : '/scan?event=' + url.searchParams.get('event'));

async function fromNetworkFirst(request, url) {
  if (isOver) return fetch(request);
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.type === 'opaqueredirect' || answer.redirected || [401, 403, 404].includes(answer.status)) {
      await cache.delete(pageOf(url));
    } else if (answer.ok && !url.searchParams.has('seal')) await cache.put(pageOf(url), answer.clone());
    return answer;
  } catch (error) {
    const before = await cache.match(pageOf(url));
    if (before) return before;
    throw error;
  }
}

async function fromCacheFirst(request) {
  if (isOver) return fetch(request);
  const cache = await caches.open(cacheName);
  const before = await cache.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data === 'forget') {
    isOver = true;
    event.waitUntil(caches.delete(cacheName));
    return;
  }
  const addresses = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(Promise.all(addresses.map((address) => {
    const url = new URL(address, self.location.origin);
    if (url.origin !== self.location.origin) return undefined;
    if (url.pathname.startsWith('/assets/')) return fromCacheFirst(new Request(url.href)).catch(() => undefined);
    if (!isPage(url)) return undefined;
    return fromNetworkFirst(new Request(url.href), url).catch(() => undefined);
  })));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(request));
  else if (request.mode === 'navigate' && isPage(url)) {
    event.respondWith(fromNetworkFirst(request, url));
  }
});
`;
