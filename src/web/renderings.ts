import type { Clock, Instant } from '#src/kernel/time.ts';

type Rendering<P> = { until: number; page: Promise<P>; ready: P | null };

const freshMs = 500;
const maxRenderings = 2000;
const maxBytes = 32 * 2 ** 20;

/** Renderings of the last half second and those under way, which concurrent requests share. */
export class Renderings<P> {
  /** Oldest first. */
  readonly #all = new Map<string, Rendering<P>>();
  #bytes = 0;
  constructor(
    private readonly clock: Clock,
    private readonly lengthOf: (page: P) => number,
  ) {}

  /** A fresh rendering that is ready. */
  ready(key: string): P | null {
    const rendering = this.#all.get(key);
    return rendering && rendering.until > this.clock() ? rendering.ready : null;
  }

  /** A fresh rendering; otherwise starts `render`. */
  rendered(key: string, render: () => Promise<P>): Promise<P> {
    const now = this.clock();
    const known = this.#all.get(key);
    return known && known.until > now ? known.page : this.#begin(key, now, render());
  }

  forget(): void {
    this.#all.clear();
    this.#bytes = 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #begin(key: string, now: Instant, page: Promise<P>): Promise<P> {
    const rendering: Rendering<P> = { until: now + freshMs, page, ready: null };
    this.#drop(key);
    this.#all.set(key, rendering);
    page.then(
      (ready) => {
        if (this.#all.get(key) !== rendering) return;
        rendering.ready = ready;
        this.#bytes += this.#sizeOf(key, ready);
        this.#dropOldest();
      },
      () => {
        if (this.#all.get(key) === rendering) this.#all.delete(key);
      },
    );
    this.#dropOldest();
    return page;
  }

  /** The compressed forms take another sixth. */
  #sizeOf(key: string, page: P): number {
    return key.length + this.lengthOf(page);
  }

  #drop(key: string): void {
    const ready = this.#all.get(key)?.ready;
    if (ready) this.#bytes -= this.#sizeOf(key, ready);
    this.#all.delete(key);
  }

  /** Popular pages were rendered most recently, so the oldest are dropped. */
  #dropOldest(): void {
    for (const key of this.#all.keys()) {
      if (this.#all.size <= maxRenderings && this.#bytes <= maxBytes) return;
      this.#drop(key);
    }
  }
}
