import type { ScannerStatus } from './kinds.ts';
import { ScannerSession } from './session.ts';

type Begin = {
  eventId: number;
  api: string;
  device: string | null;
  mayHandOut: boolean;
  unexpectedFetch: string;
};

export async function beginSession(
  { eventId, api, device, mayHandOut, unexpectedFetch }: Begin,
  changed: (status: ScannerStatus) => void,
): Promise<ScannerSession> {
  const [{ openStore, memoryStore }, { scannerServer }, { showToast }] = await Promise.all([
    import('./store.ts'),
    import('./server.ts'),
    import('../toast.ts'),
  ]);
  const session = new ScannerSession({
    eventId,
    device: device ?? deviceName(),
    store: await openStore(device).catch(memoryStore),
    server: scannerServer(api, mayHandOut, () => showToast(unexpectedFetch)),
    now: () => Date.now(),
    async sha256(text) {
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    changed,
    forgetPage,
  });
  await session.load();
  return session;
}

/** Removes the cached page and its service worker. */
async function forgetPage(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/scan');
    // It keeps serving this page and caching until told not to.
    for (const worker of [registration?.installing, registration?.waiting, registration?.active])
      worker?.postMessage('forget');
    await registration?.unregister();
    for (const name of await caches.keys()) if (name.startsWith('startblock-scan')) await caches.delete(name);
  } catch {}
}

/** Preloads what the camera needs, and caches the page for offline use. */
export async function readyForOffline(page: string): Promise<void> {
  const { warmUp } = await import('./camera.ts');
  await warmUp();
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register('/scan-worker.js', { scope: '/scan' });
    const { active } = await navigator.serviceWorker.ready;
    // Requests from before the worker was active, so that one visit is enough.
    active?.postMessage([page, ...performance.getEntriesByType('resource').map((entry) => entry.name)]);
  } catch {}
}

/** A stable name per device makes uploads idempotent. */
function deviceName(): string {
  const key = 'startblock-scanner-device';
  const fresh = `scanner-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const saved = localStorage.getItem(key) ?? fresh;
    localStorage.setItem(key, saved);
    return saved;
  } catch {
    return fresh;
  }
}

const cameraKey = 'startblock-scanner-camera';
/** Browsers may change a camera's id; its label stays. */
export type ChosenCamera = { id: string; label: string };
export function savedSelection(): ChosenCamera | null {
  try {
    return JSON.parse(localStorage.getItem(cameraKey) ?? 'null') as ChosenCamera | null;
  } catch {
    return null;
  }
}
export function saveSelection(camera: ChosenCamera): void {
  try {
    localStorage.setItem(cameraKey, JSON.stringify(camera));
  } catch {}
}

const modeKey = 'startblock-scanner-mode';
export function savedIsDesk(): boolean {
  try {
    return localStorage.getItem(modeKey) === 'desk';
  } catch {
    return false;
  }
}

export function saveIsDesk(isDesk: boolean): void {
  try {
    localStorage.setItem(modeKey, isDesk ? 'desk' : 'gate');
  } catch {}
}
