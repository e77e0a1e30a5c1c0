import { isHandOut, isRefusal, isScan, type Parts, type Queued, type QueuedScan, type Upload } from './kinds.ts';
import type { People } from './people.ts';

/** Batch size; the server accepts a hundred. */
const handOutsAtOnce = 50;

/** Each record is stored before it is sent, sent in order, and kept until the next list contains it. */
export class Queue {
  readonly #parts: Parts;
  readonly #people: People;
  readonly #settled: (kind: Upload['kind']) => Promise<void>;
  #waiting = new Map<string, Queued>();

  constructor(parts: Parts, people: People, settled: (kind: Upload['kind']) => Promise<void>) {
    this.#parts = parts;
    this.#people = people;
    this.#settled = settled;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Unsent records, without those being sent. */
  held(sending = 0): number {
    return Math.max(0, this.size - sending);
  }

  async load(): Promise<Queued[]> {
    const all = await this.#parts.store.scans();
    this.#waiting = new Map(all.filter(({ sent }) => !sent).map((queued) => [queued.key, queued]));
    return all;
  }

  async add(queued: Queued): Promise<void> {
    // In memory first, so that a late answer about an earlier state does not overwrite it.
    this.#waiting.set(queued.key, queued);
    await this.#parts.store.putScan(queued);
  }

  clear(): void {
    this.#waiting.clear();
  }

  async upload(scan: QueuedScan): Promise<Upload> {
    const upload = await this.#parts.server.upload(scan, this.held(1));
    await this.#settle([scan], upload.kind);
    return upload;
  }

  async round(): Promise<void> {
    const { server } = this.#parts;
    const waiting = [...this.#waiting.values()];
    for (const queued of waiting) {
      if (isHandOut(queued)) continue;
      const { kind } = await (isScan(queued)
        ? server.upload(queued, this.held(1))
        : server.turnAway(queued, this.held(1)));
      await this.#settle([queued], kind);
      if (kind === 'offline' || isRefusal(kind)) return;
    }
    const given = waiting.filter(isHandOut);
    for (let at = 0; at < given.length; at += handOutsAtOnce) {
      const part = given.slice(at, at + handOutsAtOnce);
      const sent = await server.handOut(part, this.held(part.length));
      if (sent.kind === 'answer') {
        for (const [index, one] of part.entries()) {
          const due = this.#people.of(one.participantId)?.due;
          if (due && this.#waiting.get(one.key) === one) due.handedOut = sent.answer[index] ?? null;
        }
      }
      await this.#settle(part, sent.kind);
      if (sent.kind === 'offline' || isRefusal(sent.kind)) return;
    }
  }

  /** Keeps accepted records until the next list contains them; drops those the server will never accept. */
  async #settle(sent: readonly Queued[], kind: Upload['kind']): Promise<void> {
    const { store } = this.#parts;
    for (const queued of sent) {
      // Revoked during the call: the new state is not sent yet.
      const isStill = this.#waiting.get(queued.key) === queued;
      if (kind === 'answer' && isStill) await store.putScan({ ...queued, sent: true });
      else if (kind === 'invalid' && isStill) await store.dropScan(queued.key);
      if ((kind === 'answer' || kind === 'invalid') && isStill) this.#waiting.delete(queued.key);
    }
    await this.#settled(kind);
  }
}
