import { refuse } from '#src/kernel/problem.ts';

/** Bytes of concurrent uploads: in total, five of the largest; per person, three. */
const usual = { all: 320 * 2 ** 20, ofOne: 192 * 2 ** 20, retryAfterSeconds: 10 };

/**
 * Limits the memory of concurrent uploads, from their first byte to the response, because files wait for their reader in memory.
 */
export class UploadRoom {
  #all = 0;
  readonly #ofOne = new Map<string, number>();

  constructor(private readonly bounds = usual) {}

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
  /** Reserves bytes before they are read. @throws Problem TOO_MANY_REQUESTS */
  take(by: string, bytes: number): void;
  end(): void;
};
