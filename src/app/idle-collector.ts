import { collectAll } from '#src/runtime/garbage.ts';

const lookEveryMs = 5000;
/** After so many requests a collection is worth a tenth of a second. */
const much = 20_000;
/** Requests per interval below which the server counts as idle. */
const little = 50;

/** Frees memory after a rush: otherwise the runtime holds it until the next one. */
export class Rest {
  #asked = 0;
  #sinceCollected = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `shrink` frees other memory. */
  constructor(private readonly shrink: () => Promise<void>) {}

  /** Counts a request. */
  note(): void {
    this.#asked += 1;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), lookEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns whether everything was collected because it was quiet. */
  async look(): Promise<boolean> {
    const isQuiet = this.#asked <= little;
    this.#sinceCollected += this.#asked;
    this.#asked = 0;
    if (!isQuiet || this.#sinceCollected < much) return false;
    this.#sinceCollected = 0;
    // A busy or failing database frees nothing.
    await this.shrink().catch(() => {});
    collectAll();
    return true;
  }
}
