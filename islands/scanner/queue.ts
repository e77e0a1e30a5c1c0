import { isHandOut, isRefusal, isScan, type Parts, type Queued, type QueuedScan, type Upload } from './kinds.ts';
import type { People } from './people.ts';

/** So many go in one call; the server takes a hundred. */
const handOutsAtOnce = 50;

/**
 * What the device has recorded and the server does not know yet. It is on the disk before anything else happens to it, is
 * sent in the order in which it was recorded, and stays until the next list holds it.
 */
export class Queue {
  readonly #parts: Parts;
  readonly #people: People;
  /** Told after each call what became of it. */
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

  /** What is not sent yet, but for these. */
  held(sending = 0): number {
    return Math.max(0, this.size - sending);
  }

  /** Everything that is remembered, what was sent too. */
  async load(): Promise<Queued[]> {
    const all = await this.#parts.store.scans();
    this.#waiting = new Map(all.filter(({ sent }) => !sent).map((queued) => [queued.key, queued]));
    return all;
  }

  async add(queued: Queued): Promise<void> {
    // Known first: what comes back of an earlier state of it is not written over this one.
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

  /** One round through all that waits; ends at the first that finds no network. */
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
          // Taken back meanwhile, the device knows better.
          if (due && this.#waiting.get(one.key) === one) due.handedOut = sent.answer[index] ?? null;
        }
      }
      await this.#settle(part, sent.kind);
      if (sent.kind === 'offline' || isRefusal(sent.kind)) return;
    }
  }

  /** What the server has is kept until the next list holds it; what it will never take is forgotten. */
  async #settle(sent: readonly Queued[], kind: Upload['kind']): Promise<void> {
    const { store } = this.#parts;
    for (const queued of sent) {
      // Taken back while it was under way: what is known by now has not been sent.
      const isStill = this.#waiting.get(queued.key) === queued;
      if (kind === 'answer' && isStill) await store.putScan({ ...queued, sent: true });
      else if (kind === 'invalid' && isStill) await store.dropScan(queued.key);
      if ((kind === 'answer' || kind === 'invalid') && isStill) this.#waiting.delete(queued.key);
    }
    await this.#settled(kind);
  }
}
