import type { Queued, ScannerStore, StoredList } from './kinds.ts';

/** The scanner's memory: the list of each event, and every scan and hand-out until it is on the server, in IndexedDB. */
export async function openStore(device: string | null): Promise<ScannerStore> {
  // What a device keeps goes with it, and nothing of anybody's who is logged in here as well.
  const name = device === null ? 'startblock-scanner' : `startblock-scanner-${device}`;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('lists');
      request.result.createObjectStore('scans', { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const run = <T>(name: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      // Only a finished transaction is on the disk.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    loadList: (eventId) =>
      run<StoredList | undefined>('lists', 'readonly', (store) => store.get(eventId)).then((list) => list ?? null),
    saveList: (eventId, list) => run('lists', 'readwrite', (store) => store.put(list, eventId)).then(() => undefined),
    scans: () => run<Queued[]>('scans', 'readonly', (store) => store.getAll()),
    putScan: (scan) => run('scans', 'readwrite', (store) => store.put(scan)).then(() => undefined),
    dropScan: (key) => run('scans', 'readwrite', (store) => store.delete(key)).then(() => undefined),
    dropList: (eventId) => run('lists', 'readwrite', (store) => store.delete(eventId)).then(() => undefined),
    async clear() {
      await run('lists', 'readwrite', (store) => store.clear());
      await run('scans', 'readwrite', (store) => store.clear());
    },
  };
}

/** For browsers that refuse to remember, as in private windows: as good as it gets until the page is closed. */
export function memoryStore(): ScannerStore {
  const lists = new Map<number, StoredList>();
  const scans = new Map<string, Queued>();
  return {
    loadList: async (eventId) => lists.get(eventId) ?? null,
    saveList: async (eventId, list) => void lists.set(eventId, list),
    scans: async () => [...scans.values()],
    putScan: async (scan) => void scans.set(scan.key, scan),
    dropScan: async (key) => void scans.delete(key),
    dropList: async (eventId) => void lists.delete(eventId),
    async clear() {
      lists.clear();
      scans.clear();
    },
  };
}
