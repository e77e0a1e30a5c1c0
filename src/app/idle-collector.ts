import { collectAll } from '#src/runtime/garbage.ts';

const lookEveryMs = 5000;
/** After so many requests there is garbage worth a tenth of a second, */
const much = 20_000;
/** and with so few in one look hardly anybody waits for it. */
const little = 50;

/** Gives back the memory that a rush has left behind, when it is over: a runtime keeps it until there is the next one. */
export class Rest {
  #asked = 0;
  #sinceCollected = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `shrink`: what else can be given back. */
  constructor(private readonly shrink: () => Promise<void>) {}

  /** Somebody asks for something. */
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

  /** Whether it was so quiet since the last look that everything was collected. */
  async look(): Promise<boolean> {
    const isQuiet = this.#asked <= little;
    this.#sinceCollected += this.#asked;
    this.#asked = 0;
    if (!isQuiet || this.#sinceCollected < much) return false;
    this.#sinceCollected = 0;
    // A database that is busy or ill keeps what it has.
    await this.shrink().catch(() => {});
    collectAll();
    return true;
  }
}
