import { sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { firstRow, turnOf } from '#src/data/local-session.ts';
import type { Work } from '#src/data/work.ts';
import type { SessionLife } from '../rules/session-life.ts';
import { sessionChanges } from '../schema.ts';

/** What was read of a session, and how long it may go on. */
export type CachedSession = { viewer: Omit<Viewer, 'roles'>; life: SessionLife & { isSuperAdmin: boolean } };

/** A big sale has fifteen thousand in its waiting room, each of whom asks again and again. */
const maxCached = 30_000;
/** Of people that changed; whoever missed more of them forgets what it keeps. */
const maxChanges = 1000;
const nextChange = 'select id from session_changes where id > ? limit 1';
const changesAfter = `select id, user_id userId from session_changes where id > ? order by id limit ${maxChanges}`;

/**
 * Sessions that this process has read, by the hash of their secret. Each time one is looked for the database is asked
 * whose sessions have changed since, which is one small statement, so a session that ended at another process is
 * known here no longer than if it were read itself.
 */
export class SessionCache {
  readonly #kept = new Map<string, CachedSession & { readAt: number }>();
  /** By the person: the change after which what was read before is not true any more. */
  readonly #changed = new Map<number, number>();
  /** The newest change that is known; null: nothing was asked yet. */
  #newest: number | null = null;
  /** In which look at the database nothing newer was there. */
  #lookedIn: number | null = null;
  /** Of the changes up to this one nothing is known. */
  #begunAt = 0;

  constructor(private readonly read: Reader) {}

  /** `at`: the newest change before it was looked for; what is read now is at least as new. */
  async find(hash: string): Promise<{ kept: CachedSession | null; at: number }> {
    const at = await this.#lookForChanges();
    const kept = this.#kept.get(hash);
    if (!kept) return { kept: null, at };
    const { userId, impersonator } = kept.viewer;
    const isOutdated = [userId, impersonator?.userId ?? userId].some(
      (id) => (this.#changed.get(id) ?? 0) > kept.readAt,
    );
    if (isOutdated) this.#kept.delete(hash);
    return { kept: isOutdated ? null : kept, at };
  }

  /** What was read after `find` had nothing, with its `at`. */
  keep(hash: string, session: CachedSession, at: number): void {
    if (at < this.#begunAt) return;
    if (this.#kept.size >= maxCached) this.#kept.delete(this.#kept.keys().next().value as string);
    this.#kept.set(hash, { ...session, readAt: at });
  }

  async #lookForChanges(): Promise<number> {
    const known = this.#newest;
    if (known === null) return this.#begin();
    const turn = turnOf(this.read);
    if (turn !== null && turn === this.#lookedIn) return known;
    // Mostly there is none, which asking for one says in half the time.
    if ((await firstRow(this.read, ready(nextChange, [known]))) === undefined) {
      this.#lookedIn = turnOf(this.read) === turn ? turn : null;
      return known;
    }
    const changes = await this.read.all<{ id: number; userId: number }>(ready(changesAfter, [known]));
    const [first] = changes;
    if (!first) return this.#begin();
    // Those in between were forgotten, or more came than anybody wants to walk through.
    if (first.id !== known + 1 || changes.length === maxChanges || this.#changed.size > maxCached) return this.#begin();
    for (const { id, userId } of changes) this.#changed.set(userId, Math.max(id, this.#changed.get(userId) ?? 0));
    const newest = changes.at(-1)?.id ?? known;
    this.#newest = Math.max(this.#newest ?? 0, newest);
    return newest;
  }

  async #begin(): Promise<number> {
    const [row] = await this.read.all<{ newest: number | null }>(sql`select max(id) newest from ${sessionChanges}`);
    const newest = row?.newest ?? 0;
    this.#kept.clear();
    this.#changed.clear();
    this.#begunAt = Math.max(this.#begunAt, newest);
    this.#newest = this.#begunAt;
    return newest;
  }
}

const made = new WeakMap<Reader, SessionCache>();
export function sessionCacheOf(read: Reader): SessionCache {
  const kept = made.get(read) ?? new SessionCache(read);
  made.set(read, kept);
  return kept;
}

/** Processes that look seldom forget all they keep instead. */
export async function forgetOldChanges({ tx }: Work): Promise<void> {
  await tx.run(sql`delete from ${sessionChanges} where id <= (select max(id) from ${sessionChanges}) - ${maxChanges}`);
}
