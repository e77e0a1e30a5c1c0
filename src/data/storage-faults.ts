// Our own: maps faults of SQLite, the system and buckets to one kind.
import type { Log } from '#src/runtime/log.ts';

export type StorageFault = 'full' | 'readOnly' | 'failing' | 'away' | 'server' | 'bucket';

export const serverAway = 'DATABASE_UNAVAILABLE';

const faultByCode: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(SQLITE_READONLY\w*|EROFS)$/, 'readOnly'],
  [/^(SQLITE_IOERR\w*|EIO)$/, 'failing'],
  [/^SQLITE_CANTOPEN\w*$/, 'away'],
  [/^(DATABASE_UNAVAILABLE|HRANA_WEBSOCKET_ERROR|HRANA_CLOSED_ERROR)$/, 'server'],
  [/^BUCKET_UNAVAILABLE$/, 'bucket'],
];

/** The storage fault behind an error; null when there is none. */
export function storageFaultOf(error: unknown): StorageFault | null {
  let each = error;
  for (let depth = 0; depth < 5 && typeof each === 'object' && each !== null; depth++) {
    const { code, cause } = each as { code?: unknown; cause?: unknown };
    const found = faultByCode.find(([pattern]) => pattern.test(String(code)));
    if (found) return found[1];
    each = cause;
  }
  return null;
}

/** One line for the log and the command line, with what to do. */
export const storageSentences: Readonly<Record<StorageFault, string>> = {
  full: 'The disk is full: nothing can be stored until there is room in DATA_DIR again.',
  readOnly: 'The disk is read-only: nothing can be stored until DATA_DIR can be written again.',
  failing:
    'The disk does not take what is written: it is broken, over its quota or no longer there. Look after DATA_DIR.',
  away: 'The database file cannot be opened: look whether DATA_DIR is there and ours.',
  server: 'The libSQL server does not answer: nothing can be read or stored until it does. Look after DATABASE_URL.',
  bucket: 'The bucket of uploads does not answer as it should: "doctor" says what is wrong with S3_….',
};

const places: Readonly<Partial<Record<StorageFault, string>>> = {
  bucket: 'bucket of uploads',
  server: 'libSQL server',
};

/** `Retry-After` while nothing can be stored. */
export const storageRetrySeconds = 30;

/** Small works may succeed on a full disk; all is well after this time without a fault. */
const quietMs = 10_000;

/** Knows whether the last write could be stored, and logs changes once. */
export class StorageWatch {
  #fault: StorageFault | null = null;
  #failedAt = 0;

  constructor(
    private readonly log: Log,
    /** For the log. */
    private readonly what: 'database' | 'files',
    private readonly now: () => number = () => performance.now(),
  ) {}

  async during<T>(store: () => Promise<T>): Promise<T> {
    try {
      const stored = await store();
      if (this.#fault !== null && this.now() - this.#failedAt >= quietMs) {
        const which = places[this.#fault] ?? 'disk';
        this.log.warn(`The ${which} takes what is written again.`, { what: this.what });
        this.#fault = null;
      }
      return stored;
    } catch (error) {
      const fault = storageFaultOf(error);
      if (fault !== null && fault !== this.#fault) {
        const because = fault === 'bucket' && error instanceof Error ? { because: error.message } : {};
        this.log.error(storageSentences[fault], { what: this.what, fault, ...because });
      }
      if (fault !== null) [this.#fault, this.#failedAt] = [fault, this.now()];
      throw error;
    }
  }
}

/** Whether a small row can be stored, checked at most every `everyMs`. Slower than `patienceMs` counts as no. */
export function storageProbe(
  store: () => Promise<unknown>,
  { everyMs = 2000, patienceMs = 5000, now = () => performance.now() } = {},
): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | null = null;
  return () => {
    if (asked && now() - asked.at < everyMs) return asked.answer;
    const stored = store().then(
      () => true,
      () => false,
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooSlow = new Promise<boolean>((resume) => {
      timer = setTimeout(() => resume(false), patienceMs);
    });
    asked = { at: now(), answer: Promise.race([stored, tooSlow]).finally(() => clearTimeout(timer)) };
    return asked.answer;
  };
}
