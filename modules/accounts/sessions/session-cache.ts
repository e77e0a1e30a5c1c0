import { sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { LocalClient } from '#src/data/local-client.ts';
import type { Work } from '#src/data/work.ts';
import type { SessionLife } from '../rules/session-life.ts';
import { sessionChanges } from '../schema.ts';

export type CachedSession = { viewer: Omit<Viewer, 'roles'>; life: SessionLife & { isSuperAdmin: boolean } };

/** A large sale has 15,000 polling visitors. */
const maxCached = 30_000;
/** With more missed changes the whole cache is dropped. */
const maxChanges = 1000;
const nextChange = 'select id from session_changes where id > ? limit 1';
const changesAfter = `select id, user_id userId from session_changes where id > ? order by id limit ${maxChanges}`;

/** Every lookup first reads the changes since the last one, so a session ended by another process is never served. */
export class SessionCache {
  readonly #cached = new Map<string, CachedSession & { readAt: number }>();
  /** Per person: the change that invalidates earlier entries. */
  readonly #changed = new Map<number, number>();
  /** The latest known change; null before the first lookup. */
  #newest: number | null = null;
  /** The transaction in which there was no newer change. */
  #lookedIn: number | null = null;
  /** Changes up to this one are unknown. */
  #begunAt = 0;

  constructor(private readonly read: Reader) {}

  /** `at`: the latest change before the lookup; later reads are at least as new. */
  async find(hash: string): Promise<{ cached: CachedSession | null; at: number }> {
    const at = await this.#lookForChanges();
    const cached = this.#cached.get(hash);
    if (!cached) return { cached: null, at };
    const { userId, impersonator } = cached.viewer;
    const isOutdated = [userId, impersonator?.userId ?? userId].some(
      (id) => (this.#changed.get(id) ?? 0) > cached.readAt,
    );
    if (isOutdated) this.#cached.delete(hash);
    return { cached: isOutdated ? null : cached, at };
  }

  /** Stores the session read after a miss, with the `at` of `find`. */
  store(hash: string, session: CachedSession, at: number): void {
    if (at < this.#begunAt) return;
    if (this.#cached.size >= maxCached) this.#cached.delete(this.#cached.keys().next().value as string);
    this.#cached.set(hash, { ...session, readAt: at });
  }

  async #lookForChanges(): Promise<number> {
    const known = this.#newest;
    if (known === null) return this.#begin();
    const turn = this.#turn;
    if (turn !== null && turn === this.#lookedIn) return known;
    // Usually there is none.
    if ((await this.read.all(ready(nextChange, [known]))).length === 0) {
      this.#lookedIn = this.#turn === turn ? turn : null;
      return known;
    }
    const changes = await this.read.all<{ id: number; userId: number }>(ready(changesAfter, [known]));
    const [first] = changes;
    if (!first) return this.#begin();
    // Changes were deleted, or there are too many.
    if (first.id !== known + 1 || changes.length === maxChanges || this.#changed.size > maxCached) return this.#begin();
    for (const { id, userId } of changes) this.#changed.set(userId, Math.max(id, this.#changed.get(userId) ?? 0));
    const newest = changes.at(-1)?.id ?? known;
    this.#newest = Math.max(this.#newest ?? 0, newest);
    return newest;
  }

  /** The read turn of an embedded database; null: a server. */
  get #turn(): number | null {
    const { $client } = this.read;
    return $client instanceof LocalClient ? $client.turn : null;
  }

  async #begin(): Promise<number> {
    const [row] = await this.read.all<{ newest: number | null }>(sql`select max(id) newest from ${sessionChanges}`);
    const newest = row?.newest ?? 0;
    this.#cached.clear();
    this.#changed.clear();
    this.#begunAt = Math.max(this.#begunAt, newest);
    this.#newest = this.#begunAt;
    return newest;
  }
}

const made = new WeakMap<Reader, SessionCache>();
export function sessionCacheOf(read: Reader): SessionCache {
  const cached = made.get(read) ?? new SessionCache(read);
  made.set(read, cached);
  return cached;
}

/** Processes that missed deleted changes drop their cache. */
export async function forgetOldChanges({ tx }: Work): Promise<void> {
  await tx.run(sql`delete from ${sessionChanges} where id <= (select max(id) from ${sessionChanges}) - ${maxChanges}`);
}
