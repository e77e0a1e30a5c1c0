import type { Parts } from './kinds.ts';

const pauseMs = 1000;
const refreshEveryMs = 60_000;
const askAgainAfterMs = 5000;

type Work = { refresh(): Promise<void>; upload(): Promise<void>; isOnline(): boolean };

/** Schedules uploads and list downloads: a second between rounds, at once when woken. */
export class Rounds {
  readonly #parts: Pick<Parts, 'now' | 'wait'>;
  readonly #work: Work;
  #running = false;
  #isAwaited = false;
  #wakeUp: () => void = () => {};

  constructor(parts: Pick<Parts, 'now' | 'wait'>, work: Work) {
    this.#parts = parts;
    this.#work = work;
  }

  async run(): Promise<void> {
    const { now, wait } = this.#parts;
    this.#running = true;
    let refreshAt = 0;
    while (this.#running) {
      const isAwaited = this.#isAwaited;
      this.#isAwaited = false;
      if (isAwaited || now() >= refreshAt) {
        await this.#work.refresh();
        if (!this.#running) return;
        refreshAt = now() + (this.#work.isOnline() ? refreshEveryMs : askAgainAfterMs);
      }
      await this.#work.upload();
      if (this.#isAwaited) continue;
      const woken = new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
      await Promise.race([wait(pauseMs), woken]);
    }
  }

  wake(): void {
    this.#isAwaited = true;
    this.#wakeUp();
  }

  stop(): void {
    this.#running = false;
  }
}
