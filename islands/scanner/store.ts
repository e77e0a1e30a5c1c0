import type { Queued, ScannerStore, StoredList } from './kinds.ts';

/** IndexedDB: the list of each event, and scans and hand-outs until the server has them. */
export async function openStore(device: string | null): Promise<ScannerStore> {
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
      // Only a completed transaction is durable.
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

/** Fallback without IndexedDB, as in private windows. */
export function memoryStore(): ScannerStore {
  const lists = new Map<number, StoredList>();
  const scans = new Map<string, Queued>();
  return {
    // Copies, as IndexedDB makes them.
    loadList: async (eventId) => structuredClone(lists.get(eventId) ?? null),
    saveList: async (eventId, list) => void lists.set(eventId, structuredClone(list)),
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
