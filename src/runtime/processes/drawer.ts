import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { inTurns } from './turns.ts';
import { WorkerLost, type WorkerProcess } from './worker-process.ts';

/** The visit that asks; null is a job of ours. */
export type RequestedBy = string | null;

type OnPart = (part: Buffer) => void;

const defaultCacheBytes = 24 * 2 ** 20;
const tries = 2;

/**
 * Draws one work at a time in a child process, in turns between callers. Results are cached by their content, so concurrent
 * requests share them.
 */
export class Drawer {
  readonly #cache = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #underway = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  #keptBytes = 0;
  readonly #inTurns = inTurns();

  constructor(
    private readonly process: Pick<WorkerProcess, 'run'>,
    private readonly maxCachedBytes = defaultCacheBytes,
  ) {}

  /**
   * `onPart` gets messages about the work, unless it was cached.
   * @throws Problem TOO_MANY_REQUESTS when the visit has too many waiting
   */
  async draw(by: RequestedBy, work: Uint8Array, onPart?: OnPart): Promise<Uint8Array<ArrayBuffer>> {
    const key = createHash('sha256').update(work).digest('base64');
    const kept = this.#cache.get(key);
    if (kept) {
      // Least recently used first.
      this.#cache.delete(key);
      this.#cache.set(key, kept);
      return kept;
    }
    const shared = this.#underway.get(key);
    if (shared) return shared;
    const made = this.#inTurns(by, () => this.#made(work, onPart));
    this.#underway.set(key, made);
    try {
      const drawing = await made;
      this.#keep(key, drawing);
      return drawing;
    } finally {
      this.#underway.delete(key);
    }
  }

  /** A lost process may have been killed from outside, so one retry. */
  async #made(work: Uint8Array, onPart?: OnPart): Promise<Uint8Array<ArrayBuffer>> {
    for (let left = tries; ; left -= 1) {
      try {
        return await this.process.run(work, onPart ? { onPart } : {});
      } catch (error) {
        if (!(error instanceof WorkerLost) || left <= 1) throw error;
      }
    }
  }

  #keep(key: string, drawing: Uint8Array<ArrayBuffer>): void {
    this.#cache.set(key, drawing);
    this.#keptBytes += drawing.length;
    for (const [oldest, bytes] of this.#cache) {
      if (this.#keptBytes <= this.maxCachedBytes) break;
      this.#cache.delete(oldest);
      this.#keptBytes -= bytes.length;
    }
  }
}
