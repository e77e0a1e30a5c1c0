/** Participants by the rest of their id: a cursor holds a digest of each bucket. */
export const buckets = 256;
export const bucketOf = (participantId: number): number => participantId % buckets;

/** What a device changes in its list; null: the answer holds the whole list. */
export type ListChanges = {
  /** All tickets of these buckets are in the answer; others of the bucket are gone. */
  buckets: number[];
  /** Participants without a ticket now. */
  removed: number[];
} | null;

/** Applies an answer to the list that its cursor described. */
export function mergeList<T extends { participantId: number }>(
  list: readonly T[],
  changes: ListChanges,
  tickets: readonly T[],
): T[] {
  if (changes === null) return [...tickets];
  const replaced = new Set(changes.buckets);
  const gone = new Set([...changes.removed, ...tickets.map(({ participantId }) => participantId)]);
  const stays = list.filter(({ participantId: id }) => !gone.has(id) && !replaced.has(bucketOf(id)));
  return [...stays, ...tickets].sort((a, b) => a.participantId - b.participantId);
}

type Entry = { digest: string; version: number };
/** A ticket that is not in the list any more. */
const gone = '';

/**
 * The versions of one list in one process. Every request brings the list as it is now; a ticket whose digest differs from the
 * last known one gets the next version. A cursor therefore stands for exactly the state that its device holds, and no order
 * of commits can hide a change. A process that does not know the cursor compares digests of buckets instead.
 */
export class ListVersions {
  readonly #instance: string;
  readonly #hash: (text: string) => string;
  readonly #entries = new Map<number, Entry>();
  #version = 0;

  constructor(instance: string, hash: (text: string) => string) {
    this.#instance = instance;
    this.#hash = hash;
  }

  /** `digests` of the whole list now, by participant. Returns what differs from the list of the cursor. */
  update(
    digests: ReadonlyMap<number, string>,
    since: string | null,
  ): { cursor: string; changes: ListChanges; isIncluded: (participantId: number) => boolean } {
    const next = this.#version + 1;
    let isChanged = false;
    const note = (id: number, digest: string) => {
      if ((this.#entries.get(id)?.digest ?? gone) === digest) return;
      this.#entries.set(id, { digest, version: next });
      isChanged = true;
    };
    for (const [id, digest] of digests) note(id, digest);
    for (const id of this.#entries.keys()) if (!digests.has(id)) note(id, gone);
    if (isChanged) this.#version = next;
    const now = this.#bucketDigests(digests);
    const cursor = `${this.#instance}.${this.#version}.${now.join('')}`;
    const known = readCursor(since);
    if (known === null) return { cursor, changes: null, isIncluded: () => true };
    if (known.instance === this.#instance) {
      const isNew = (id: number) => (this.#entries.get(id)?.version ?? 0) > known.version;
      const removed = [...this.#entries].filter(([id, { digest }]) => digest === gone && isNew(id)).map(([id]) => id);
      return { cursor, changes: { buckets: [], removed }, isIncluded: isNew };
    }
    const differing = new Set(now.flatMap((digest, at) => (digest === known.digests[at] ? [] : [at])));
    const changes = { buckets: [...differing], removed: [] };
    return { cursor, changes, isIncluded: (id) => differing.has(bucketOf(id)) };
  }

  #bucketDigests(digests: ReadonlyMap<number, string>): string[] {
    const parts = Array.from({ length: buckets }, (): string[] => []);
    for (const id of [...digests.keys()].sort((a, b) => a - b)) parts[bucketOf(id)]?.push(`${id}:${digests.get(id)}`);
    return parts.map((part) => this.#hash(part.join(';')));
  }
}

export const digestLength = 8;

/** null: no cursor, or one of another format; the device gets the whole list. */
function readCursor(text: string | null): { instance: string; version: number; digests: string[] } | null {
  const [, instance, version, joined] = /^([\w-]{1,30})\.(\d{1,15})\.([\w-]+)$/.exec(text ?? '') ?? [];
  if (!instance || !joined || joined.length !== buckets * digestLength) return null;
  const digests = Array.from({ length: buckets }, (_, at) => joined.slice(at * digestLength, (at + 1) * digestLength));
  return { instance, version: Number(version), digests };
}
