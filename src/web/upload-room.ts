import { refuse } from '#src/kernel/problem.ts';

/** Bytes of uploads under way that are held at once: of all, five of the largest; of one person, three. */
const usual = { all: 320 * 2 ** 20, ofOne: 192 * 2 ** 20, retryAfterSeconds: 10 };

/**
 * How much memory uploads may take together, from their first byte until they are answered. Files wait for their reader in
 * memory; without this as many as people send would.
 */
export class UploadRoom {
  #all = 0;
  readonly #ofOne = new Map<string, number>();

  constructor(private readonly bounds = usual) {}

  /** The part of one request. */
  open(): UploadShare {
    let held: { by: string; bytes: number } | null = null;
    return {
      take: (by, bytes) => {
        const { all, ofOne, retryAfterSeconds } = this.bounds;
        const own = (this.#ofOne.get(by) ?? 0) + bytes;
        if (this.#all + bytes > all || own > ofOne) refuse('TOO_MANY_REQUESTS', { retryAfterSeconds, reason: 'files' });
        this.#all += bytes;
        this.#ofOne.set(by, own);
        held = { by, bytes: (held?.bytes ?? 0) + bytes };
      },
      end: () => {
        if (!held) return;
        this.#all -= held.bytes;
        const left = (this.#ofOne.get(held.by) ?? 0) - held.bytes;
        if (left > 0) this.#ofOne.set(held.by, left);
        else this.#ofOne.delete(held.by);
        held = null;
      },
    };
  }
}

export type UploadShare = {
  /** Before so many bytes more are held. @throws Problem TOO_MANY_REQUESTS */
  take(by: string, bytes: number): void;
  end(): void;
};
